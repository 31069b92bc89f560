#include "ui/views/layers/LayersLayout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kTall = 1.15;     // height over width from which panels stand below each other
constexpr double kLeastPitch = 6;  // between nodes that are drawn one by one, logical pixels
constexpr double kRadiusShare = 0.3, kMostRadius = 8, kLeastRadius = 1.2;
constexpr double kMostShare = 0.55;     // of the height for one layer alone, whose lines would else be steep
constexpr double kFoot = 4;             // below the tokens and above the last level, besides the nodes
constexpr double kNumbersShare = 0.42;  // of the width of a panel whose numbers stand beside the drawing

void placeNodes(const Theme& theme, LayerPanel& panel) {
  panel.column = panel.drawing.width() / double(std::max<Index>(1, panel.numTokens));
  panel.foot = (kMostRadius + kFoot) * theme.scale;
  const double height = std::max(0.0, panel.drawing.height() - 2 * panel.foot);
  panel.row = panel.numLevels == 1 ? kMostShare * height : height / double(panel.numLevels);
  const double least = std::min(panel.column, panel.row);
  panel.isDense = least < kLeastPitch;
  panel.radius = std::clamp(kRadiusShare * least, kLeastRadius, kMostRadius * theme.scale);
}

}  // namespace

QPointF LayerPanel::node(const engine::SignalPlace& place) const {
  return {drawing.left() + (double(place.position) + 0.5) * column,
          drawing.bottom() - foot - double(place.level) * row};
}

Index LayerPanel::tokenAt(QPointF point) const {
  if (column <= 0 || point.y() < drawing.top() || point.y() > tokens.bottom()) return -1;
  const auto token = static_cast<Index>(std::floor((point.x() - drawing.left()) / column));
  return token >= 0 && token < numTokens ? token : -1;
}

LayerMark LayersLayout::markAt(QPointF point) const {
  for (size_t k = 0; k < panels.size(); ++k)
    if (const Index token = panels[k].tokenAt(point); token >= 0) return {Index(k), token};
  return {};
}

LayersLayout layersLayout(const Theme& theme, const LayersShown& shown, QSizeF size) {
  LayersLayout layout;
  const double margin = theme.space(3), line = QFontMetricsF(theme.labelFont()).height(),
               heading = QFontMetricsF(theme.titleFont()).height();
  const double width = std::max(0.0, size.width() - 2 * margin);
  double top = margin;
  if (theme.page.isLegendShown) {
    layout.title = QRectF(margin, top, width, heading);
    layout.note = QRectF(margin, top + heading, width, 2 * line);
    top = layout.note.bottom() + theme.space(2);
  }
  const auto count = double(std::max<size_t>(1, shown.layers.size()));
  const bool isTall = size.height() > kTall * size.width();
  const double gap = theme.space(4), height = std::max(0.0, size.height() - margin - top);
  const double panelWidth = isTall ? width : (width - (count - 1) * gap) / count,
               panelHeight = isTall ? (height - (count - 1) * gap) / count : height;
  layout.picture = QRectF(margin, top, 1e9, 1e9);
  for (size_t k = 0; k < shown.layers.size(); ++k) {
    LayerPanel panel;
    panel.numTokens = shown.numTokens;
    panel.numLevels = shown.layers[k].numLevels;
    const QRectF area(margin + (isTall ? 0 : double(k) * (panelWidth + gap)),
                      top + (isTall ? double(k) * (panelHeight + gap) : 0), panelWidth, panelHeight);
    panel.title = QRectF(area.topLeft(), QSizeF(area.width(), heading));
    const double besides = isTall ? kNumbersShare * area.width() : 0, below = isTall ? 0 : kLayerLines * 1.25 * line;
    panel.drawing = QRectF(area.left(), panel.title.bottom() + theme.space(1), area.width() - besides,
                           std::max(0.0, area.height() - heading - theme.space(2) - line - below));
    panel.tokens = QRectF(panel.drawing.left(), panel.drawing.bottom(), panel.drawing.width(), line);
    panel.numbers =
        isTall ? QRectF(panel.drawing.right() + gap, panel.drawing.top(), besides - gap, area.height() - heading)
               : QRectF(area.left(), panel.tokens.bottom() + theme.space(1), area.width(), below);
    placeNodes(theme, panel);
    layout.picture.setSize(layout.picture.size().boundedTo(panel.drawing.size()));
    layout.panels.push_back(panel);
  }
  if (layout.panels.empty()) layout.picture = QRectF(margin, top, width, height);
  return layout;
}

}  // namespace ui
