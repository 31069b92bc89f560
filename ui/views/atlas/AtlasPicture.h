// Painting of an atlas: points or maps, outlines of clusters with their names, the lasso, a card beside a head.
#pragma once

#include <QImage>
#include <QPainter>
#include <QPolygonF>
#include <functional>

#include "ui/views/atlas/AtlasShown.h"

namespace ui {

struct AtlasMarks {
  HeadMarks heads;
  QPolygonF outline;  ///< of the lasso or box that is being drawn; empty: none
};

/// The map of a head, so many pixels at its longer side; null where there is none yet.
using MapOfHead = std::function<QImage(engine::Index head, int side)>;

void paintAtlas(QPainter& painter, const Theme& theme, const AtlasShown& shown, const AtlasOptions& options,
                const AtlasLayout& layout, const AtlasMarks& marks, const MapOfHead& mapOf);
/// Beside the head at `pixel`: its map and what it does. Stays on the canvas.
void paintHeadCard(QPainter& painter, const Theme& theme, const AtlasShown& shown, engine::Index head, QPointF pixel,
                   QSizeF size, const MapOfHead& mapOf);

}  // namespace ui
