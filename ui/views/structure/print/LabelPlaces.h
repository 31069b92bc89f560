// Where the labels of a picture go, so that none lies on another.
#pragma once

#include <QLineF>
#include <QRectF>
#include <vector>

namespace ui {

struct WantedLabel {
  QPointF anchor;  ///< what it names, logical pixels
  QRectF box;      ///< where it is put when there is room
};

/// One box for each label, inside `area` and as large as wanted: in order the first free place, the wanted one, then
/// farther and farther about the anchor. Free is what meets no earlier label, nothing `taken` and no anchor of another.
/// Where nothing is free, the wanted place moved into the area.
std::vector<QRectF> placeLabels(const std::vector<WantedLabel>& labels, const QRectF& area,
                                const std::vector<QRectF>& taken);

/// From the anchor to the nearest point of a box: the leader line of a label that had to move.
QLineF leaderLine(const QPointF& anchor, const QRectF& box);

}  // namespace ui
