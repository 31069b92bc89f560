// Small changes in the text of lessons, each of which makes the lesson say something else: what "--check" must notice.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/lessons/run/LessonRun.h"

namespace test {

/// One change: so many bytes of a lesson are others.
struct LessonMutation {
  enum class Kind {
    digit,      ///< of what a line of `check` expects: behind its "=" and before its tolerance
    operation,  ///< of a formula that is executed: + - < > = and commands such as \sum and \exp
    condition   ///< of a `when`: a comparison turned round, "and" for "or", or the whole denied
  };
  Kind kind = Kind::digit;
  std::size_t offset = 0;     ///< in the text of the lesson
  std::string before, after;  ///< what stands there, what does instead
};

/// All places of a lesson that can be changed, one change for each (of a digit, another one that `seed` chooses).
std::vector<LessonMutation> mutationsOf(const std::string& text, std::uint64_t seed);
std::string mutated(const std::string& text, const LessonMutation& mutation);

/// A change of a shipped lesson and whether checking the lesson tells an error.
struct TriedMutation {
  std::string file, line;  ///< "softmax.md:59", the line as it is
  LessonMutation mutation;
  std::string found;  ///< the first error; empty: the change was not noticed
};

/// Makes `count` changes (or all that there are) in the lessons of the program, at places that `seed` draws, and checks
/// each lesson with its change. Results are kept between the checks of a lesson, so that a change costs what hangs on
/// it.
std::vector<TriedMutation> triedMutations(std::size_t count, std::uint64_t seed);
/// "digit", "operator", "condition".
const char* mutationKindName(LessonMutation::Kind kind);
/// "softmax.md:59 digit 8 -> 3: A[1,1] = ..." with what was found.
std::string describe(const TriedMutation& tried);

}  // namespace test
