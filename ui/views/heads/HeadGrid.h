// Heads in the order of the model: layers down, heads across, each a cell in its colour.
#pragma once

#include <QPainter>
#include <QRectF>
#include <optional>
#include <vector>

#include "engine/heads/HeadColumns.h"
#include "ui/look/Theme.h"
#include "ui/views/heads/HeadColoring.h"

namespace ui {

/// Heads that are marked in pictures of all heads, by their numbers (layer-major).
struct HeadMarks {
  engine::Index current = -1, hovered = -1;  ///< -1: none
  std::vector<engine::Index> chosen;         ///< several at once
};

struct HeadGridLayout {
  QRectF cells;     ///< of all heads; empty where there is no room or no head
  double cell = 0;  ///< side of one, logical pixels
  engine::Index numLayers = 0, numHeads = 0;
  QRectF legend, words;  ///< below: what the colours stand for; the head that is pointed at in a line
  QRectF verdict;        ///< what is left below these, for a few lines on contacts

  std::optional<engine::Index> headAt(QPointF position) const;
  QRectF rectOf(engine::Index head) const;
};
HeadGridLayout headGridLayout(const Theme& theme, const engine::HeadTable& table, const HeadColoring& coloring,
                              const QRectF& area);
/// Numbers of layers and heads at the edges, values in cells where these are large, marks, the legend, and `words`
/// below.
void paintHeadGrid(QPainter& painter, const Theme& theme, const engine::HeadTable& table, const HeadColoring& coloring,
                   const HeadGridLayout& layout, const HeadMarks& marks, const QString& words);

}  // namespace ui
