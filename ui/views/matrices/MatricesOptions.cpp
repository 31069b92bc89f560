#include "ui/views/matrices/MatricesOptions.h"

#include <QJsonArray>
#include <algorithm>

#include "ui/scenes/ColorMap.h"

namespace ui {

namespace {

constexpr double kMostExact = 1e15;  // whole numbers up to here are exact in JSON

}  // namespace

void MatricesOptions::setHidden(const QString& array, bool on) {
  hidden.removeAll(array);
  if (on) hidden << array;
}

QJsonObject toJson(const MatricesOptions& options) {
  QJsonObject axes, slices;
  for (const auto& [array, chosen] : options.axes) axes[array] = QJsonArray{chosen.row, chosen.column};
  for (const auto& [axis, index] : options.slices) slices[axis] = static_cast<double>(index);
  return {{"alone", options.alone},
          {"hidden", QJsonArray::fromStringList(options.hidden)},
          {"axes", axes},
          {"slices", slices},
          {"inSight", options.areAllInSight},
          {"formula", options.isFormulaShown},
          {"colors", options.colorMap}};
}

void takeJson(MatricesOptions& options, const QJsonObject& json) {
  if (json["alone"].isString()) options.alone = json["alone"].toString();
  if (json["hidden"].isArray()) {
    options.hidden.clear();
    for (const QJsonValue& name : json["hidden"].toArray())
      if (name.isString()) options.setHidden(name.toString(), true);
  }
  if (json["inSight"].isBool()) options.areAllInSight = json["inSight"].toBool();
  if (json["formula"].isBool()) options.isFormulaShown = json["formula"].toBool();
  if (json["axes"].isObject()) {
    options.axes.clear();
    const QJsonObject axes = json["axes"].toObject();
    for (auto each = axes.begin(); each != axes.end(); ++each)
      if (const QJsonArray pair = each->toArray(); pair.size() == 2)
        options.axes[each.key()] = {pair[0].toInt(-1), pair[1].toInt(-1)};
  }
  if (json["slices"].isObject()) {
    options.slices.clear();
    const QJsonObject slices = json["slices"].toObject();
    for (auto each = slices.begin(); each != slices.end(); ++each)
      if (each->isDouble())
        options.slices[each.key()] = static_cast<engine::Index>(std::clamp(each->toDouble(), 0.0, kMostExact));
  }
  for (const ColorMap& map : colorMaps())
    if (!map.isCyclic && QString::fromStdString(map.id) == json["colors"].toString())
      options.colorMap = QString::fromStdString(map.id);
}

}  // namespace ui
