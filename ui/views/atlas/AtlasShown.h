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
#include "ui/views/heads/ChosenHeads.h"
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
  QString name;  ///< what most of them are labelled: "contacts, 3 of 4"; empty for two that have no label
};

/// A second set of heads, and where the heads of both lie in one plane.
struct AtlasCompanion {
  std::shared_ptr<const engine::HeadTable> table;     ///< null: there is none
  std::shared_ptr<const engine::HeadAtlas> atlas;     ///< of both, those of the first set first
  engine::Index shared = 0;                           ///< residues that both have
};

/// Heads are counted through: those of the first set, then those of the second.
struct AtlasShown {
  AtlasShown() = default;
  /// A companion has places in the plane alone: among layers x heads there is none.
  AtlasShown(std::shared_ptr<const engine::HeadTable> table, const AtlasOptions& options, const Theme& theme,
             const AtlasCompanion& companion = {});

  std::shared_ptr<const engine::HeadTable> table;  ///< of all heads
  std::shared_ptr<const engine::HeadTable> first;  ///< the same where there is one set
  AtlasCompanion companion;
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
  bool isOfCompanion(engine::Index head) const { return first && head >= first->count(); }
  /// "Layer 2, head 1", of two sets with the title of the set.
  QString nameOf(engine::Index head) const;
  QString words(engine::Index head) const;
  /// Where the head stands in its model.
  ChosenHead inModel(engine::Index head) const;
  /// The numbers of a head of the model: one for each set that has it.
  std::vector<engine::Index> numbersWith(const ChosenHead& head) const;
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
