// What is on show of an atlas: a point per head, where alike heads lie together; and where all that is on the canvas.
#pragma once

#include <QPoint>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <memory>
#include <vector>

#include "engine/heads/HeadColumns.h"
#include "ui/look/Theme.h"
#include "ui/views/atlas/AtlasOptions.h"
#include "ui/views/heads/HeadColoring.h"
#include "ui/views/heads/HeadGrid.h"

namespace ui {

struct AtlasPoint {
  double x = 0, y = 0;  ///< units of the layout, y upwards
  double size = 0;      ///< 0..1, by area; of a head without the number -1: an empty circle
};

/// Heads that the clusters of the layout join, two or more.
struct AtlasCluster {
  std::vector<engine::Index> heads;
  QString name;  ///< what most of them are labelled: "contacts, 3 of 4"
};

struct AtlasShown {
  AtlasShown() = default;
  AtlasShown(std::shared_ptr<const engine::HeadTable> table, const AtlasOptions& options, const Theme& theme);

  std::shared_ptr<const engine::HeadTable> table;
  std::vector<engine::HeadColumn> columns;
  HeadColoring coloring;
  std::vector<AtlasPoint> points;      ///< one per head; none where the table has no layout
  std::vector<AtlasCluster> clusters;  ///< the largest first
  QString sizeTitle;                   ///< of the number that sizes stand for; empty: none
  double sizeLow = 0, sizeHigh = 0;    ///< numbers of the smallest and the largest point
  double share = 0;  ///< 0..1: of all squared distances between heads, what their places in the plane tell
  QPointF middle;    ///< of all points
  double reach = 1;  ///< the larger half of their extent

  bool isEmpty() const { return !table; }
  bool hasLayout() const { return !points.empty(); }
  QString words(engine::Index head) const { return headWords(*table, columns, coloring, head); }
  /// What a card at the head says, a line each: label with its reason, what colours and sizes it.
  std::vector<QString> cardLines(engine::Index head) const;
};

/// Of a canvas or page of one size, logical pixels.
struct AtlasLayout {
  QRectF title, panel, legend, sizes;
  HeadGridLayout grid;  ///< of the other arrangement
  double pixelsPerUnit = 1;
  QPointF middle;  ///< units that are in the middle of the panel

  QPointF toPixel(QPointF units) const;
  QPointF toUnits(QPointF pixel) const;
};
AtlasLayout atlasLayout(const Theme& theme, const AtlasShown& shown, const AtlasOptions& options, QSizeF size);
/// Of a point, logical pixels.
double pointRadius(const Theme& theme, const AtlasPoint& point);
/// Side of a map in place of a point, logical pixels.
double mapSide(const Theme& theme, const AtlasPoint& point);
/// The head whose point is nearest, no further than `reach` logical pixels from its edge; -1: none.
engine::Index headNear(const Theme& theme, const AtlasShown& shown, const AtlasOptions& options,
                       const AtlasLayout& layout, QPointF pixel, double reach);
/// The heads whose points lie within a polygon of the canvas.
std::vector<engine::Index> headsWithin(const AtlasShown& shown, const AtlasOptions& options, const AtlasLayout& layout,
                                       const QPolygonF& outline);
/// The next head towards an arrow: of those within 45 degrees of it the nearest; `head` itself where there is none.
engine::Index headTowards(const AtlasShown& shown, engine::Index head, QPoint arrow);

}  // namespace ui
