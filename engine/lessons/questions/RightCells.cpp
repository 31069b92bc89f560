#include "engine/lessons/questions/RightCells.h"

#include <algorithm>

#include "engine/base/PrintableText.h"

namespace engine {

bool RightCells::holds(const std::vector<double>& cell) const {
  if (cell.size() < numIndices)
    fail("expected ", numIndices, numIndices == 1 ? " index" : " indices", " of a cell, found ", cell.size());
  return std::any_of(cells.begin(), cells.end(),
                     [&](const std::vector<double>& one) { return std::equal(one.begin(), one.end(), cell.begin()); });
}

namespace {

/// Every cell in which a condition holds.
RightCells cellsWhere(const LessonArray& condition) {
  RightCells right;
  right.numIndices = static_cast<std::size_t>(std::max<Index>(1, condition.rank()));
  for (Index k = 0; k < condition.size(); ++k) {
    if (condition[k] == 0) continue;
    std::vector<double> cell(right.numIndices, 1);
    Index flat = k;
    for (std::size_t axis = condition.shape().size(); axis-- > 0; flat /= condition.shape()[axis])
      cell[axis] = static_cast<double>(flat % condition.shape()[axis] + 1);
    right.cells.push_back(cell);
  }
  return right;
}

}  // namespace

RightCells rightCells(const LessonQuestion& question, const LessonScope& scope) {
  const LessonValue value = question.answer->value(scope);
  const auto* answer = std::get_if<LessonArray>(&value);
  if (!answer || answer->rank() > 2)
    throw ExpressionError(question.answer->place(), "the answer is " + describeValue(value) + ", expected indices");
  if (question.answer->isCondition()) return cellsWhere(*answer);
  const LessonValue* const of = scope.find(question.of);
  if (!of) throw ExpressionError(question.place, inQuotes(question.of) + " is not defined here");
  const auto* array = std::get_if<LessonArray>(of);
  // A vector is one cell of an array with as many axes, else a list of indices.
  const bool isOneCell = answer->rank() == 1 && array && array->rank() >= 2 && answer->size() == array->rank();
  RightCells right;
  if (answer->rank() == 2 || isOneCell) right.numIndices = static_cast<std::size_t>(answer->length(answer->rank() - 1));
  if (right.numIndices == 0) return right;
  for (Index k = 0; k < answer->size(); k += static_cast<Index>(right.numIndices))
    right.cells.emplace_back(answer->begin() + k, answer->begin() + k + static_cast<Index>(right.numIndices));
  return right;
}

}  // namespace engine
