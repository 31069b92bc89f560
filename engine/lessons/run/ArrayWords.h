// Arrays in words, for those who do not see the picture.
#pragma once

#include <string>
#include <string_view>

#include "engine/lessons/run/LessonRun.h"

namespace engine {

/// "1 × 4: first 2, second 1, third 0, fourth −1": small arrays cell by cell with their labels, of larger ones the
/// size, the largest and the smallest value; datasets by kind and title. Throws Error when the name is none.
std::string arrayWords(std::string_view name, const StepValues& values);

}  // namespace engine
