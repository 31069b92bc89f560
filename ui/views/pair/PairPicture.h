// The walk, painted: vectors before and after the change of frame, the lines with numbers, the terms of the score, the
// row of weights, the residual connection.
#pragma once

#include <QPainter>
#include <memory>

#include "ui/views/pair/PairLayout.h"
#include "ui/views/pair/PairOptions.h"
#include "ui/views/pair/PairWalk.h"

namespace ui {

/// What is painted. The layer is not null.
struct PairShown {
  PairNames names;
  std::shared_ptr<const PairLayer> layer;
  PairWalk walk;
};

void paintPair(QPainter& painter, const Theme& theme, const PairShown& shown, const PairOptions& options,
               const PairLayout& layout);
/// The lines that fit into the area, beginning with this one, so that `line` is among them; each with its numbers, or
/// where these do not all fit, only that one with all of its numbers.
struct ShownPairLines {
  bool areAllWhole = true;
  int first = 1;
};
ShownPairLines shownPairLines(const std::vector<PairLine>& lines, int line, double rowsThatFit);

}  // namespace ui
