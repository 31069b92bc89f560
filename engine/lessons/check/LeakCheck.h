// Whether something that a step shows gives the answer of a question away.
#pragma once

#include <string>
#include <vector>

#include "engine/lessons/run/LessonRun.h"

namespace engine {

/// A number as it is shown, and how exactly: "0.64", "64 %", "−1.5".
struct ShownNumber {
  double value = 0;
  double unit = 1;         ///< of its last digit
  int significant = 1;     ///< digits
  std::size_t offset = 0;  ///< in the text
};
/// Numbers in a text.
std::vector<ShownNumber> shownNumbers(std::string_view text);
/// Whether the number is `value` to its last digit and says more than a single digit would.
bool tells(const ShownNumber& shown, double value);

/// One problem for each number of the step's prose, alternative texts, pictures and questions that is the answer of one
/// of its questions; live numbers and arrays of what is covered are not seen. `values`: nothing is answered.
/// `decimalSign`: of numbers that are typed in prose.
void checkLeaks(const LessonStep& step, const StepBlocks& blocks, const StepValues& values, LessonProblems& problems,
                const std::string& decimalSign = ".");

}  // namespace engine
