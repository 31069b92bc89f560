// Where the parts of the walk are.
#pragma once

#include <QRectF>
#include <QSizeF>

#include "ui/look/Theme.h"

namespace ui {

struct PairLayout {
  QRectF title;       ///< two lines
  QRectF query, key;  ///< the frames of the two residues
  QRectF world;
  QRectF lines;     ///< of the algorithm; empty where there is no room beside the picture
  QRectF terms;     ///< of the score, left of the row; empty where there is no room
  QRectF row;       ///< weights of all keys
  QRectF residual;  ///< x, Linear(O) and their sum
};

/// The same on any device: sizes in logical pixels.
PairLayout pairLayout(const Theme& theme, QSizeF size);
/// The key whose bar is at a point of the row of weights; -1 elsewhere.
qsizetype keyAt(const QRectF& row, qsizetype count, QPointF point);

}  // namespace ui
