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
  QRectF text;  ///< aligned letters
};

}  // namespace ui
