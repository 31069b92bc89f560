#include "ui/views/geometry/GeometryOptions.h"

#include <algorithm>
#include <cmath>

#include "ui/views/base/JsonState.h"

namespace ui {

namespace {

constexpr const char* kArrangements[] = {"four", "one"};
constexpr const char* kContactLines[] = {"none", "distance", "all"};
constexpr const char* kQuantityNames[] = {"distance", "omega", "theta", "phi"};

}  // namespace

GeometryOptions withinLimits(GeometryOptions options) {
  if (!std::isfinite(options.low)) options.low = 0;
  if (!std::isfinite(options.high) || options.high <= 0) {
    options.low = options.high = 0;
  } else {
    options.low = std::clamp(options.low, 0.0, kMostShownDistance - kLeastDistanceSpan);
    options.high = std::clamp(options.high, options.low + kLeastDistanceSpan, kMostShownDistance);
  }
  if (!std::isfinite(options.contactThreshold)) options.contactThreshold = GeometryOptions{}.contactThreshold;
  options.contactThreshold = std::clamp(options.contactThreshold, kLeastContactThreshold, kMostContactThreshold);
  return options;
}

QJsonObject toJson(const GeometryOptions& options) {
  return {{"arrangement", nameOf(kArrangements, options.arrangement)},
          {"map", nameOf(kQuantityNames, options.main)},
          {"distanceLow", options.low},
          {"distanceHigh", options.high},
          {"contactLine", nameOf(kContactLines, options.contactLine)},
          {"contactDistance", options.contactThreshold},
          {"colors", options.colorMap}};
}

void takeJson(GeometryOptions& options, const QJsonObject& json) {
  takeChoice<GeometryArrangement>(json, "arrangement", kArrangements, [&](auto value) { options.arrangement = value; });
  takeChoice<GeometryQuantity>(json, "map", kQuantityNames, [&](auto value) { options.main = value; });
  takeNumber(json, "distanceLow", [&](double value) { options.low = value; });
  takeNumber(json, "distanceHigh", [&](double value) { options.high = value; });
  takeChoice<ContactLine>(json, "contactLine", kContactLines, [&](auto value) { options.contactLine = value; });
  takeNumber(json, "contactDistance", [&](double value) { options.contactThreshold = value; });
  for (const ColorMap& map : colorMaps())
    if (!map.isCyclic && QString::fromStdString(map.id) == json["colors"].toString())
      options.colorMap = QString::fromStdString(map.id);
  options = withinLimits(options);
}

}  // namespace ui
