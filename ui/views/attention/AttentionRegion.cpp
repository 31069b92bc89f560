#include "ui/views/attention/AttentionRegion.h"

#include <algorithm>

#include "ui/views/base/JsonState.h"

namespace ui {

void writeJson(const AttentionRegion& region, QJsonObject& json) {
  json["region"] = region.map.state();
  json["arcRegion"] = QJsonObject{{"zoom", region.arcZoom}, {"center", region.arcCenter}};
}

void readJson(const QJsonObject& json, engine::Index rows, engine::Index columns, AttentionRegion& region) {
  if (json["region"].isObject()) region.map.setState(json["region"].toObject(), rows, columns);
  const QJsonObject arcs = json["arcRegion"].toObject();
  takeNumber(arcs, "zoom", [&](double zoom) { region.arcZoom = std::clamp(zoom, 1.0, 1e4); });
  takeNumber(arcs, "center", [&](double center) { region.arcCenter = std::clamp(center, 0.0, 1.0); });
}

}  // namespace ui
