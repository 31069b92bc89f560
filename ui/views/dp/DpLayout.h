// Where the parts of the DP view are.
#pragma once

#include <QRectF>
#include <vector>

#include "ui/views/dp/DpView.h"

namespace ui {

struct DpView::Layout {
  std::vector<Rect> headers, panels;            ///< one per plane
  std::vector<Rect> queryLogos, templateLogos;  ///< right of and below a panel; empty: none
  double logo = 0;                              ///< width of a logo; 0: none
  double barHeight = 0;                         ///< of a colour bar with its labels; 0: none
  Rect bar, posteriorBar;
  double captionWidth = 0;  ///< what stands below the bar may be wider than the map
  QRectF text;              ///< aligned letters
  QRectF card;              ///< the opened cell; empty: none
  QRectF lanes;             ///< instead of planes; empty: none
};

}  // namespace ui
