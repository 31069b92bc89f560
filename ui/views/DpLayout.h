// Where the parts of the DP view are.
#pragma once

#include <QFontMetricsF>
#include <QRectF>
#include <vector>

#include "ui/views/DpView.h"

namespace ui {

struct DpView::Layout {
  std::vector<Rect> headers, panels;  ///< one per plane
  Rect bar;
  double captionWidth = 0;  ///< what stands below the bar may be wider than the map
  QRectF text;              ///< aligned letters
};

}  // namespace ui
