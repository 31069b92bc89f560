#include "engine/base/Array.h"

#include <cmath>
#include <limits>
#include <type_traits>

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
        Array<T> result(source.shape(), T{}, name);
        for (Index k = 0; k < source.size(); ++k) {
          using Source = typename std::decay_t<decltype(source)>::Value;
          if constexpr (std::is_same_v<Source, Bool>)
            result[k] = source[k] ? T{1} : T{0};
          else
            result[k] = static_cast<T>(source[k]);
          if (nonFinite == NonFinite::reject && !std::isfinite(result[k]))
            fail("array ", name, " of shape ", shapeText(source.shape()), ": the value at ",
                 positionText(k, source.shape()), " is ", result[k], ", expected a finite number");
        }
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
