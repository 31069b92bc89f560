// Shapes written in letters: the first array that uses a letter fixes its length, the others must agree.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// letters.require("Q", shape, {"B", "n", "d"}) binds new letters; a letter that is bound already must have the same
/// length.
class ShapeLetters {
 public:
  /// Throws Error naming the array, its shape and the expected one: "found shape (2, 5, 3), expected (2, any, 4) = (B,
  /// m, d)".
  void require(const std::string& array, const Shape& found, const std::vector<std::string>& letters);
  /// The same for a list that may be empty: then there is none.
  template <class T>
  void requireOptional(const std::string& array, const Array<T>& found, const std::string& letter) {
    if (!found.empty()) require(array, found.shape(), {letter});
  }
  /// Fixes a letter before any array does.
  void bind(const std::string& letter, Index length) { m_lengths[letter] = length; }
  /// Length of a bound letter.
  Index operator[](const std::string& letter) const { return m_lengths.at(letter); }

 private:
  std::map<std::string, Index> m_lengths;
};

/// The named array as float or double values, its shape checked against the letters. Throws Error when it is missing.
template <class T>
Array<T> readArray(const ArrayBundle& inputs, const std::string& name, ShapeLetters& letters,
                   const std::vector<std::string>& axes) {
  Array<T> array = numbersOf<T>(inputs, name);
  letters.require(name, array.shape(), axes);
  return array;
}

/// The same; an empty array when there is none of this name.
template <class T>
Array<T> readOptionalArray(const ArrayBundle& inputs, const std::string& name, ShapeLetters& letters,
                           const std::vector<std::string>& axes) {
  return inputs.count(name) == 0 ? Array<T>{} : readArray<T>(inputs, name, letters, axes);
}

}  // namespace engine
