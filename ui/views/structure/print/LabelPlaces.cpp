#include "ui/views/structure/print/LabelPlaces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {

namespace {

constexpr double kGap = 2, kAnchorReach = 3;  // logical pixels
constexpr int kRings = 24, kDirections = 16;
constexpr double kRingStep = 9;  ///< logical pixels

QRectF movedInto(QRectF box, const QRectF& area) {
  box.moveLeft(std::max(area.left(), std::min(box.left(), area.right() - box.width())));
  box.moveTop(std::max(area.top(), std::min(box.top(), area.bottom() - box.height())));
  return box;
}

/// About the anchor, nearest first.
template <class IsFree>
QRectF firstFree(const WantedLabel& label, const QRectF& area, const IsFree& isFree) {
  const QRectF wanted = movedInto(label.box, area);
  if (isFree(wanted)) return wanted;
  for (int ring = 1; ring <= kRings; ++ring)
    for (int k = 0; k < kDirections; ++k) {
      // To the right first, where labels are looked for, then up and down in turn.
      const int turn = (k + 1) / 2 * (k % 2 == 0 ? 1 : -1);
      const double angle = 2 * std::numbers::pi * turn / kDirections, x = std::cos(angle), y = std::sin(angle);
      QRectF box = label.box;
      box.moveCenter(label.anchor + QPointF(x * (ring * kRingStep + box.width() / 2),
                                            y * (ring * kRingStep + box.height() / 2)));
      if (area.contains(box) && isFree(box)) return box;
    }
  return wanted;
}

}  // namespace

std::vector<QRectF> placeLabels(const std::vector<WantedLabel>& labels, const QRectF& area,
                                const std::vector<QRectF>& taken) {
  std::vector<QRectF> places;
  for (size_t k = 0; k < labels.size(); ++k) {
    const auto isFree = [&](const QRectF& box) {
      const QRectF room = box.adjusted(-kGap, -kGap, kGap, kGap);
      const auto meets = [&](const QRectF& other) { return room.intersects(other); };
      if (std::any_of(places.begin(), places.end(), meets) || std::any_of(taken.begin(), taken.end(), meets))
        return false;
      const QRectF wide = box.adjusted(-kAnchorReach, -kAnchorReach, kAnchorReach, kAnchorReach);
      return std::none_of(labels.begin(), labels.end(), [&](const WantedLabel& other) {
        return other.anchor != labels[k].anchor && wide.contains(other.anchor);
      });
    };
    places.push_back(firstFree(labels[k], area, isFree));
  }
  return places;
}

QLineF leaderLine(const QPointF& anchor, const QRectF& box) {
  return {anchor, QPointF(std::clamp(anchor.x(), box.left(), box.right()),
                          std::clamp(anchor.y(), box.top(), box.bottom()))};
}

}  // namespace ui
