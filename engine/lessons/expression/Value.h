// What a name stands for in a lesson: numbers, a text, or a dataset.
#pragma once

#include <string>
#include <variant>

#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"

namespace engine {

/// Numbers in double; a single number has rank 0, truth is 1 or 0.
using LessonArray = Array<double>;
using LessonValue = std::variant<LessonArray, std::string, DatasetPtr>;

/// A single number.
LessonValue numberValue(double number);
/// "2 × 3"; empty for a single number.
std::string lengthsText(const Shape& shape);
/// "a number", "2 × 3 numbers", "a text", "an alignment".
std::string describeValue(const LessonValue& value);

}  // namespace engine
