// Whether formulae of lessons fit on the smallest page that they are made for.
#pragma once

#include <vector>

#include "engine/lessons/run/LessonRun.h"

namespace app {

/// A formula as it will be set: its symbols, or with numbers put in.
struct SetFormula {
  engine::FormulaTree tree;
  engine::LessonPlace place;
  bool hasNumbers = false;
};

/// All formulae of a lesson that runs, at its defaults; what cannot be computed is left out, and told elsewhere.
std::vector<SetFormula> formulasOf(engine::LessonRun& run);

/// Those that are too wide for a page of 1280 × 720 pixels even when they are broken and shrunk to 70 %. Qt
/// runs; not for several threads.
std::vector<engine::LessonProblem> tooWide(const std::vector<SetFormula>& formulas);

}  // namespace app
