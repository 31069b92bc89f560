// Weights under the names of their checkpoint, read with a check of their shape.
#pragma once

#include <string>

#include "engine/base/Array.h"

namespace engine {

/// The arrays of a bundle whose names start with a prefix. Refers to the bundle, which must live on.
class NamedWeights {
 public:
  explicit NamedWeights(const ArrayBundle& arrays, std::string prefix = {})
      : m_arrays(arrays), m_prefix(std::move(prefix)) {}

  /// The part of a module: under("encoder").under("0") reads "encoder.0.".
  NamedWeights under(const std::string& part) const { return NamedWeights(m_arrays, m_prefix + part + "."); }
  /// "encoder.0.weight" for the name "weight".
  std::string fullName(const std::string& name) const { return m_prefix + name; }
  bool contains(const std::string& name) const { return m_arrays.count(fullName(name)) != 0; }

  /// Lengths of -1 may be anything. Throws Error when the array is missing, has another shape or is not finite:
  /// "array encoder.0.weight: found shape (2, 3), expected (3, any)".
  template <class T>
  Array<T> read(const std::string& name, const Shape& expected) const;
  /// The same; an empty array when there is none of this name.
  template <class T>
  Array<T> readOptional(const std::string& name, const Shape& expected) const {
    return contains(name) ? read<T>(name, expected) : Array<T>{};
  }

 private:
  const ArrayBundle& m_arrays;
  std::string m_prefix;
};

}  // namespace engine
