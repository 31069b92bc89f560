// A kind of dataset whose values are of one type.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/datasets/FactText.h"
#include "engine/datasets/Kind.h"

namespace engine {

template <class T>
class TypedKind : public Kind {
 public:
  const std::type_info& type() const final { return typeid(T); }
  DatasetValue empty() const final { return std::make_shared<const T>(); }
  void validate(const DatasetValue& value) const final {
    if (const T* held = value.as<T>()) validateValue(*held);
  }
  std::string size(const Dataset& dataset) const final {
    const T* value = dataset.as<T>();
    return value ? sizeOf(*value) : std::string{};
  }
  std::string shownSize(const Dataset& dataset) const final {
    const T* value = dataset.as<T>();
    return value ? shownSizeOf(*value) : std::string{};
  }
  nlohmann::ordered_json facts(const Dataset& dataset) const final {
    const T* value = dataset.as<T>();
    return value ? factsOf(*value) : nlohmann::ordered_json::object();
  }
  std::string text(const Dataset& dataset) const final {
    const T* value = dataset.as<T>();
    return value ? textOf(*value) : std::string{};
  }

 protected:
  virtual void validateValue(const T& value) const {
    if constexpr (requires { value.validate(); }) value.validate();
  }
  virtual std::string sizeOf(const T& value) const = 0;
  virtual std::string shownSizeOf(const T& value) const { return sizeOf(value); }
  virtual nlohmann::ordered_json factsOf(const T& value) const = 0;
  virtual std::string textOf(const T& value) const { return linesOf(factsOf(value)); }
};

/// A value as what an exporter makes.
template <class T>
Exported exported(T value) {
  return DatasetValue(std::make_shared<const T>(std::move(value)));
}

}  // namespace engine
