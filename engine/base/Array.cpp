#include "engine/base/Array.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace engine {

std::string shapeText(const Shape& shape) {
  std::string text = "(";
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis) text += ", ";
    text += shape[axis] == -1 ? "any" : std::to_string(shape[axis]);
  }
  return text + ")";
}

Index elementCount(const Shape& shape) {
  Index count = 1;
  for (const Index length : shape) {
    if (length < 0) fail("an array cannot have the shape ", shapeText(shape));
    if (length != 0 && count > std::numeric_limits<Index>::max() / 16 / length)
      fail("an array of shape ", shapeText(shape), " does not fit into memory");
    count *= length;
  }
  return count;
}

const Shape& shapeOf(const AnyArray& array) {
  return std::visit([](const auto& a) -> const Shape& { return a.shape(); }, array);
}

std::string typeNameOf(const AnyArray& array) {
  static constexpr const char* kNames[] = {"float32", "float64", "int32", "int64", "bool"};
  return kNames[array.index()];
}

namespace {

std::string positionText(Index flat, const Shape& shape) {
  Shape position(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    position[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  std::string text = "[";
  for (size_t axis = 0; axis < position.size(); ++axis) text += (axis ? ", " : "") + std::to_string(position[axis]);
  return text + "]";
}

}  // namespace

template <class T>
Array<T> numbersOf(const ArrayBundle& bundle, const std::string& name, NonFinite nonFinite) {
  const auto found = bundle.find(name);
  if (found == bundle.end()) fail("array ", name, " is missing");
  return std::visit(
      [&](const auto& source) {
        using Source = typename std::decay_t<decltype(source)>::Value;
        Array<T> result(source.shape(), Untouched{}, name);
        if constexpr (std::is_same_v<Source, Bool>)
          std::transform(source.begin(), source.end(), result.begin(), [](Bool flag) { return flag ? T{1} : T{0}; });
        else
          std::copy(source.begin(), source.end(), result.begin());
        if (nonFinite == NonFinite::allow) return result;
        const auto isFinite = [](T value) { return std::isfinite(value); };
        const T* const wrong = std::find_if_not(std::as_const(result).begin(), std::as_const(result).end(), isFinite);
        if (wrong != result.end())
          fail("array ", name, " of shape ", shapeText(source.shape()), ": the value at ",
               positionText(wrong - result.begin(), source.shape()), " is ", *wrong, ", expected a finite number");
        return result;
      },
      found->second);
}

template Array<float> numbersOf<float>(const ArrayBundle&, const std::string&, NonFinite);
template Array<double> numbersOf<double>(const ArrayBundle&, const std::string&, NonFinite);

void requireShape(const std::string& name, const Shape& found, const Shape& expected) {
  bool agrees = found.size() == expected.size();
  for (size_t axis = 0; agrees && axis < found.size(); ++axis)
    agrees = expected[axis] == -1 || expected[axis] == found[axis];
  if (!agrees)
    fail("array ", name, ": found shape ", shapeText(found), ", expected ", shapeText(expected));
}

}  // namespace engine
