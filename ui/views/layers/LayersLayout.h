// Where tokens, what layers give, and numbers stand in the picture of three layers.
#pragma once

#include <QRectF>
#include <QSizeF>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/layers/LayersShown.h"

namespace ui {

struct LayerPanel {
  QRectF title;
  QRectF drawing;              ///< of the nodes, with half a column around them
  QRectF tokens;               ///< below the drawing: numbers of tokens
  QRectF numbers;              ///< the lines below
  double column = 0, row = 0;  ///< from node to node
  double radius = 0;           ///< of a node
  double foot = 0;             ///< from the middle of the tokens to the end of the drawing
  bool isDense = false;        ///< nodes would touch: areas are drawn instead
  engine::Index numTokens = 0, numLevels = 1;

  QPointF node(const engine::SignalPlace& place) const;
  /// Of a column, wherever in the panel the point is; -1: beside the drawing.
  engine::Index tokenAt(QPointF point) const;
};

struct LayersLayout {
  QRectF title, note;
  QRectF picture;  ///< of the smallest drawing
  std::vector<LayerPanel> panels;

  LayerMark markAt(QPointF point) const;
};
/// Panels beside each other, or below each other where the place is tall.
LayersLayout layersLayout(const Theme& theme, const LayersShown& shown, QSizeF size);

/// How many lines of numbers a panel has.
inline constexpr int kLayerLines = 5;

}  // namespace ui
