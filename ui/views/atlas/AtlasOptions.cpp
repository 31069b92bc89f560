#include "ui/views/atlas/AtlasOptions.h"

#include <QJsonArray>
#include <algorithm>

#include "ui/views/base/JsonState.h"

namespace ui {

namespace {
constexpr const char* kArrangements[] = {"points", "grid"};
}  // namespace

QJsonObject toJson(const AtlasOptions& options) {
  return {{"arrangement", nameOf(kArrangements, options.arrangement)},
          {"coloredBy", QString::fromStdString(options.coloredBy)},
          {"sizedBy", QString::fromStdString(options.sizedBy)},
          {"clusters", options.areClustersShown},
          {"thumbnails", options.areThumbnailsShown},
          {"companion", QString::fromStdString(options.companion)},
          {"x", options.window.x},
          {"y", options.window.y},
          {"zoom", options.window.zoom}};
}

void takeJson(AtlasOptions& options, const QJsonObject& json) {
  takeChoice<AtlasArrangement>(json, "arrangement", kArrangements,
                               [&](AtlasArrangement arrangement) { options.arrangement = arrangement; });
  if (json["coloredBy"].isString()) options.coloredBy = json["coloredBy"].toString().toStdString();
  if (json["sizedBy"].isString()) options.sizedBy = json["sizedBy"].toString().toStdString();
  if (json["companion"].isString()) options.companion = json["companion"].toString().toStdString();
  takeFlag(json, "clusters", [&](bool on) { options.areClustersShown = on; });
  takeFlag(json, "thumbnails", [&](bool on) { options.areThumbnailsShown = on; });
  takeNumber(json, "x", [&](double x) { options.window.x = x; });
  takeNumber(json, "y", [&](double y) { options.window.y = y; });
  takeNumber(json, "zoom", [&](double zoom) { options.window.zoom = std::clamp(zoom, 1.0, kMostAtlasZoom); });
}

}  // namespace ui
