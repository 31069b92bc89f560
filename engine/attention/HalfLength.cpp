#include "engine/attention/HalfLength.h"

#include <algorithm>
#include <iterator>

#include "engine/attention/ShapeText.h"

namespace engine {

namespace {

std::set<std::string> lettersOf(const Mechanism& mechanism) {
  std::set<std::string> letters;
  for (const ArrayDescription& description : mechanism.inputs())
    for (const std::string& axis : axesOf(description.shape))
      if (isShapeLetter(axis)) letters.insert(axis);
  return letters;
}

std::set<std::string> intersection(const std::set<std::string>& letters, const std::set<std::string>& wanted) {
  std::set<std::string> both;
  std::set_intersection(letters.begin(), letters.end(), wanted.begin(), wanted.end(), std::inserter(both, both.end()));
  return both;
}

/// The part of the array that begins at index 0 of every axis and has this shape.
template <class T>
Array<T> beginningOf(const Array<T>& array, const Shape& shape) {
  Array<T> part(shape, T{}, array.name);
  for (Index k = 0; k < part.size(); ++k) {
    Index rest = k, place = 0, stride = 1;
    for (size_t axis = shape.size(); axis-- > 0;) {
      place += rest % shape[axis] * stride;
      rest /= shape[axis];
      stride *= array.shape()[axis];
    }
    part[k] = array[place];
  }
  return part;
}

}  // namespace

std::set<std::string> attendedLengths(const Mechanism& mechanism) {
  const std::set<std::string> letters = lettersOf(mechanism);
  if (letters.count("L") != 0) return intersection(letters, {"L", "n"});
  const std::set<std::string> lengths = intersection(letters, {"n", "m", "C", "S", "T"});
  return lengths.empty() ? std::set<std::string>{"N"} : lengths;
}

ArrayBundle shortened(const Mechanism& mechanism, const ArrayBundle& inputs, const std::set<std::string>& letters,
                      const std::function<Index(Index)>& lengthOf) {
  ArrayBundle parts = inputs;
  for (const ArrayDescription& description : mechanism.inputs()) {
    const auto given = parts.find(description.name);
    if (given == parts.end()) continue;
    const std::vector<std::string> axes = axesOf(description.shape);
    Shape shape = shapeOf(given->second);
    if (shape.size() > axes.size()) continue;  // another alternative: none of those has lengths
    for (size_t k = 1; k <= shape.size(); ++k)
      if (Index& length = shape[shape.size() - k]; letters.count(axes[axes.size() - k]) != 0)
        length = std::clamp<Index>(lengthOf(length), 0, length);
    given->second = std::visit([&](const auto& array) -> AnyArray { return beginningOf(array, shape); }, given->second);
  }
  return parts;
}

BenchCase atHalfLength(const Mechanism& mechanism, const BenchCase& whole) {
  const std::set<std::string> letters = attendedLengths(mechanism);
  std::string names;
  for (const std::string& letter : letters) names += (names.empty() ? "" : " and ") + letter;
  const auto half = [](Index length) { return std::max<Index>(1, length / 2); };
  return {whole.sizes + ", half of " + names, whole.values, shortened(mechanism, whole.inputs, letters, half)};
}

}  // namespace engine
