// The picture of a plot: axes, bars, lines, markers, legend. Vectors only.
#pragma once

#include <QPainter>
#include <vector>

#include "ui/views/plot/PlotLayout.h"

namespace ui {

/// Rows of the table that are selected, here or in another view; -1 for none.
struct PlotMarks {
  std::vector<engine::Index> kept;
  engine::Index locked = -1, hovered = -1;
  engine::Index head = -1;     ///< the row of the chosen head
  bool isHoverLocked = false;  ///< what is hovered is what is locked
};

struct PlotPicture {
  const ShownPlot& shown;
  const PlotOptions& options;
  const PlotPointer& pointer;
  PlotLayout layout;
  PlotMarks marks;
};
void paintPlot(QPainter& painter, const Theme& theme, const PlotPicture& picture, QSize size);

}  // namespace ui
