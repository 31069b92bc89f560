// Where boxes and paths of maps between irreps stand in a picture.
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <QSizeF>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/irreps/IrrepsShown.h"

namespace ui {

/// A path of a map: a line from each input to a node, and one from there to the output.
struct IrrepStrand {
  QPainterPath line;
  QRectF node;  ///< with room for a number, or a dot
  double width = 0;
};

struct IrrepPanel {
  engine::Index map = -1;
  QRectF title;
  std::array<QRectF, kNumIrrepSides> sideTitles;
  std::array<std::vector<QRectF>, kNumIrrepSides> boxes;
  std::vector<IrrepStrand> strands;  ///< by path
  bool hasNumbers = false;           ///< nodes are large enough for them
};

struct IrrepsLayout {
  QRectF title, picture;
  std::vector<IrrepPanel> panels;
  /// The path whose line or node is nearest to a point, within some pixels; else none.
  IrrepMark markAt(QPointF point) const;
};
/// Panels of all visible maps in as many columns as makes them largest.
IrrepsLayout irrepsLayout(const Theme& theme, const IrrepsShown& shown, const IrrepsOptions& options, QSizeF size);
/// Width of a line that stands for so much.
double strandWidth(const Theme& theme, const IrrepsOptions& options, double strength);

}  // namespace ui
