// Where panels A, B, C, … of a figure stand.
#pragma once

#include <QRect>
#include <QRectF>
#include <functional>

#include "ui/look/Theme.h"

namespace ui {

/// Logical pixels. Panels stand in rows from the left to the right; all have the same size.
struct FigureGrid {
  int count = 1, columns = 1, rows = 1;
  int gap = 0;          ///< between panels
  int labelHeight = 0;  ///< of the line above each; 0: a panel alone has none
  int axes = 0;         ///< at the left and at the top, for the names of axes that all panels share
  QSize panel;          ///< without the line above

  QSize size() const;
  QRect panelAt(int index) const;
  QRectF labelAt(int index) const;
};

/// As many columns as leave few places empty and panels near a square, on a page of this width. `height` of the page;
/// 0: as high as `fittingHeight` asks for a panel of a width. At least one panel.
FigureGrid figureGrid(int count, QSize page, const Theme& theme, const std::function<int(int width)>& fittingHeight);

}  // namespace ui
