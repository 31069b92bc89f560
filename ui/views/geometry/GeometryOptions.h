// What the user can choose about the maps of pair geometry, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <QString>

#include "ui/views/geometry/GeometryMaps.h"

namespace ui {

enum class GeometryArrangement { allFour, oneLarge };
enum class ContactLine { none, onDistance, onAll };

inline constexpr double kLeastContactThreshold = 2, kMostContactThreshold = 30;  ///< Å
inline constexpr double kLeastDistanceSpan = 0.5, kMostShownDistance = 9999;     ///< Å

struct GeometryOptions {
  GeometryArrangement arrangement = GeometryArrangement::allFour;
  /// The quantity that is shown alone when there is one map, or no room for four.
  GeometryQuantity main = GeometryQuantity::distance;
  double low = 0, high = 0;  ///< distances at the ends of the colours, Å; both 0: from 0 to the largest there is
  ContactLine contactLine = ContactLine::onDistance;
  double contactThreshold = 8;                   ///< Å
  QString colorMap = QStringLiteral("viridis");  ///< of distance and φ

  bool operator==(const GeometryOptions&) const = default;
  bool hasContactLine(GeometryQuantity quantity) const {
    return contactLine == ContactLine::onAll ||
           (contactLine == ContactLine::onDistance && quantity == GeometryQuantity::distance);
  }
};

/// Numbers out of range become the nearest valid ones; `high` stays above `low`.
GeometryOptions withinLimits(GeometryOptions options);

QJsonObject toJson(const GeometryOptions& options);
/// Missing keys and values of a wrong type or an unknown name leave what is; numbers out of range become the nearest
/// valid.
void takeJson(GeometryOptions& options, const QJsonObject& json);

}  // namespace ui
