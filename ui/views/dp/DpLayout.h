// Where planes, logos, colour bars, texts and the opened cell of the DP view stand in a picture of a given size.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSize>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/dp/DpPicture.h"
#include "ui/views/maps/MapNavigation.h"

namespace ui {

/// Logical pixels.
struct DpLayout {
  std::vector<Rect> headers, panels;            ///< one per plane of the picture; empty: not shown, or its name alone
  std::vector<MapViewport> viewports;           ///< of the panels
  std::vector<Rect> queryLogos, templateLogos;  ///< right of and below a panel; empty: none
  double barHeight = 0;                         ///< of a colour bar with its labels; 0: none
  Rect bar, posteriorBar;
  double captionWidth = 0;  ///< what stands below the bar may be wider than the map
  QRectF text;              ///< aligned letters
  QRectF card;              ///< the opened cell; empty: none
  QRectF lanes;             ///< instead of planes; empty: none

  /// Empty for a plane that there is none of.
  Rect panel(int plane) const;
  /// The plane whose panel or header is at a point; -1: none.
  int planeAt(QPointF position) const;
  /// The cell of any plane at a point; none outside of the matrix.
  DpCell cellAt(const DpPicture& picture, QPointF position) const;
};

/// `isStepping`: the cell in work is told beside the planes.
DpLayout layoutOf(const DpPicture& picture, const MapNavigation& navigation, bool isStepping, const Theme& theme,
                  QSize size);

}  // namespace ui
