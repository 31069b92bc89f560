// Where the parts of the attention view are.
#pragma once

#include <QFontMetricsF>
#include <QRectF>

#include "ui/views/attention/AttentionView.h"

namespace ui {

struct AttentionView::Layout {
  struct Map {
    Rect header, panel, bar;
    double captionWidth = 0;  ///< what stands below the bar may be wider than the map
  };
  QRectF strip;
  Map attention, companion;
  Rect arcs;                     ///< instead of the map of attention
  Rect rowMargin, columnMargin;  ///< empty: not shown
  QRectF notes;
  bool areAxesTitled = true;
  int mostNoteLines = 0;  ///< per paragraph
};

/// Two lines above a map: what it is, and how to read it.
inline double headerHeight(const Theme& theme) {
  return QFontMetricsF(theme.titleFont()).height() + QFontMetricsF(theme.labelFont()).height() + theme.space(1);
}

}  // namespace ui
