// The cells that answer a question, and hints.
#pragma once

#include "engine/lessons/questions/Question.h"

namespace engine {

/// Cells of an array by their indices from 1, as many of them as the answer tells.
struct RightCells {
  std::size_t numIndices = 1;
  std::vector<std::vector<double>> cells;

  /// Throws Error when there are fewer indices; more are ignored.
  bool holds(const std::vector<double>& cell) const;
  std::vector<double> first() const { return cells.empty() ? std::vector<double>{} : cells.front(); }
};
RightCells rightCells(const LessonQuestion& question, const LessonScope& scope);

/// The hint that fits an answer, whether right or wrong; `withUnconditional`: else that without a condition.
std::string hintFor(const LessonQuestion& question, const LessonAnswer& answer, const LessonScope& scope,
                    bool withUnconditional);

}  // namespace engine
