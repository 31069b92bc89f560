// What a page wants to know of the values of its step, read where they are computed: away from the window.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/lessons/questions/Question.h"
#include "engine/lessons/run/LessonRun.h"

namespace ui {

using StepValuesPtr = std::shared_ptr<const engine::StepValues>;

/// Cells that a text marks: an array and indices from 0; -1: all along that axis. Fewer than axes: the rest as well.
struct MarkedCells {
  std::string array;
  std::vector<engine::Index> at;
  bool operator==(const MarkedCells&) const = default;
};
/// "A[1,asker]"; a bare name marks the whole array. Of anything else, and where an index cannot be computed, nothing.
std::optional<MarkedCells> markedCells(const engine::LessonExpression& mark, const engine::LessonScope& scope);

struct StepWishes {
  std::vector<engine::LiveNumber> numbers;
  std::vector<engine::LessonExpression> marks;
  std::vector<engine::LessonExpression> goals;
  std::vector<std::string> controls;  ///< names: "T", "Q[1,1]"
  std::vector<engine::LessonQuestion> questions;
  std::string language = {};  ///< in which numbers are written
};

/// In the order of the wishes.
struct StepReading {
  StepValuesPtr values;
  std::vector<QString> numbers;  ///< "?": covered
  std::vector<std::optional<MarkedCells>> marks;
  std::vector<bool> goals;
  std::vector<std::optional<engine::LessonValue>> controls;
  std::vector<std::optional<engine::LessonAnswer>> answers;  ///< the right ones
  std::vector<QString> problems;                             ///< what could not be computed of all these
};

/// Evaluates; what fails is told in `problems` and leaves its place empty.
StepReading readStep(StepValuesPtr values, const StepWishes& wishes);

/// A live number as it is shown: "?" when it would tell a covered answer. With the decimal sign of a language.
QString shownNumber(const engine::LiveNumber& number, const engine::StepValues& values, const std::string& language);

}  // namespace ui
