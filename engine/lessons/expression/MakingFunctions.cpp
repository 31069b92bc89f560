// Functions that make arrays or tell their sizes.
#include <cmath>

#include "engine/base/Random.h"
#include "engine/datasets/Kind.h"
#include "engine/lessons/expression/Functions.h"
#include "engine/lessons/expression/OneHotAlignment.h"

namespace engine {

namespace {

using Arguments = FunctionArguments;

LessonValue size(const Arguments& arguments) {
  const LessonArray& array = arguments.array(0);
  if (arguments.size() == 2) {
    const Index axis = arguments.index(1);
    if (axis < 1 || axis > array.rank()) fail("expected an axis of 1 to ", array.rank(), ", found ", axis);
    return numberValue(static_cast<double>(array.length(axis - 1)));
  }
  std::vector<double> lengths(array.shape().begin(), array.shape().end());
  return LessonArray({array.rank()}, lengths);
}

/// Characters of a UTF-8 text, positions of a dataset, elements of the first axis.
LessonValue length(const Arguments& arguments) {
  const LessonValue& value = *arguments.values.at(0);
  if (const auto* array = std::get_if<LessonArray>(&value))
    return numberValue(array->rank() == 0 ? 1 : static_cast<double>(array->length(0)));
  if (const auto* text = std::get_if<std::string>(&value)) {
    double characters = 0;
    for (const char c : *text) characters += (static_cast<unsigned char>(c) & 0xC0) == 0x80 ? 0 : 1;
    return numberValue(characters);
  }
  const auto& dataset = std::get<DatasetPtr>(value);
  if (!dataset) fail("there is no dataset");
  return numberValue(static_cast<double>(kindOf(*dataset).numPositions(*dataset)));
}

/// onehot(i, n): 1 at i of n; of several i a row for each. Of an alignment:
/// engine/lessons/expression/OneHotAlignment.h.
LessonValue onehot(const Arguments& arguments) {
  if (std::holds_alternative<DatasetPtr>(*arguments.values[0])) return oneHotOfAlignment(arguments);
  const LessonArray& places = arguments.array(0);
  if (arguments.size() != 2) fail("expected onehot(i, n) or onehot(alignment, rows 1 2, columns 3..5)");
  const Index length = arguments.index(1);
  if (length < 0) fail("the length is ", length);
  arguments.budget.spend(static_cast<double>(places.size()) * static_cast<double>(length));
  Shape shape = places.shape();
  shape.push_back(length);
  LessonArray result(shape, 0.0);
  for (Index k = 0; k < places.size(); ++k) {
    const double place = std::round(places[k]);
    if (!(std::abs(place - places[k]) <= 1e-9) || place < 1 || place > static_cast<double>(length))
      fail("the place ", places[k], " is none of 1 to ", length);
    result[k * length + static_cast<Index>(place) - 1] = 1;
  }
  return result;
}

/// range(n): 1 to n; range(from to), range(from to by): `to` is included when it is met within rounding.
LessonValue range(const Arguments& arguments) {
  std::vector<double> ends;
  for (std::size_t k = 0; k < arguments.size(); ++k)
    ends.insert(ends.end(), arguments.array(k).begin(), arguments.array(k).end());
  if (ends.size() == 1) ends.insert(ends.begin(), 1.0);
  if (ends.size() == 2) ends.push_back(1.0);
  if (ends.size() != 3) fail("expected range(n), range(from to) or range(from to by), found ", ends.size(), " numbers");
  const double by = ends[2], steps = (ends[1] - ends[0]) / by;
  if (!std::isfinite(ends[0]) || !std::isfinite(steps) || by == 0)
    fail("expected finite numbers and a step other than 0");
  const double count = std::max(0.0, std::floor(steps + 1e-9) + 1);
  arguments.budget.spend(count);
  LessonArray result({static_cast<Index>(count)}, Untouched{});
  for (Index k = 0; k < result.size(); ++k) result[k] = ends[0] + static_cast<double>(k) * by;
  return result;
}

/// fixed(seed; shape; scale): T(seed; shape; scale) of engine/attention/MATHEMATICS.md 1.2.
LessonValue fixedValues(const Arguments& arguments) {
  const Index seed = arguments.index(0);
  if (seed < 0) fail("the seed is ", seed, ", expected 0 or more");
  Shape shape;
  double count = 1;
  for (const double length : arguments.array(1)) {
    if (!(length >= 0 && length <= OperationBudget::kMost && length == std::floor(length)))
      fail("a length is ", length, ", expected a whole number");
    shape.push_back(static_cast<Index>(length));
    count *= length;
  }
  if (shape.size() > 8) fail("expected 8 axes at most, found ", shape.size());
  arguments.budget.spend(count);
  return deterministicArray<double>(static_cast<std::uint64_t>(seed), shape,
                                    arguments.size() == 3 ? arguments.number(2) : 1);
}

}  // namespace

std::vector<LessonFunction> makingFunctions() {
  return {{"size", 1, 2, "size(x) or size(x, axis)", size},
          {"len", 1, 1, "len(x)", length},
          {"onehot", 2, 3, "onehot(i, n) or onehot(alignment, rows 1 2, columns 3..5)", onehot},
          {"range", 1, 3, "range(n), range(from to) or range(from to by)", range},
          {"fixed", 2, 3, "fixed(seed; shape; scale)", fixedValues}};
}

}  // namespace engine
