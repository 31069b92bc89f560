#include "ui/views/plot/PlotOptions.h"

#include <QJsonArray>
#include <algorithm>

#include "ui/views/base/JsonState.h"

namespace ui {

namespace {

constexpr const char* kKinds[] = {"lines", "points", "bars", "histogram"};

QJsonArray jsonOf(const PlotRange& range) { return {range.low, range.high}; }

std::optional<PlotRange> rangeFrom(const QJsonValue& value) {
  const QJsonArray ends = value.toArray();
  if (ends.size() != 2 || !ends[0].isDouble() || !ends[1].isDouble()) return std::nullopt;
  const PlotRange range{ends[0].toDouble(), ends[1].toDouble()};
  return range.high > range.low ? std::optional(range) : std::nullopt;
}

void takeColumns(PlotChoice& choice, const QJsonObject& json, const PlotTable& table) {
  const auto isColumn = [&](const QString& name) { return table.find(name.toStdString()) != nullptr; };
  if (const QJsonValue x = json["x"]; x.isString() && (x.toString().isEmpty() || isColumn(x.toString())))
    choice.x = x.toString().toStdString();
  if (!json["y"].isArray()) return;
  choice.y.clear();
  for (const QJsonValue& name : json["y"].toArray())
    if (isColumn(name.toString())) choice.y.push_back(name.toString().toStdString());
}

}  // namespace

void PlotOptions::setHidden(const QString& series, bool on) {
  hidden.removeAll(series);
  if (on) hidden << series;
}

PlotOptions withChoice(PlotOptions options, const PlotChoice& choice) {
  const PlotChoice& before = options.choice;
  if (choice.x != before.x || choice.kind != before.kind || choice.isLogarithmicX != before.isLogarithmicX ||
      choice.isLogarithmicY != before.isLogarithmicY)
    options.showAll();
  options.choice = choice;
  return options;
}

QJsonObject toJson(const PlotOptions& options) {
  QJsonArray y;
  for (const std::string& name : options.choice.y) y.append(QString::fromStdString(name));
  QJsonObject json{{"kind", nameOf(kKinds, options.choice.kind)},
                   {"x", QString::fromStdString(options.choice.x)},
                   {"y", y},
                   {"logX", options.choice.isLogarithmicX},
                   {"logY", options.choice.isLogarithmicY},
                   {"step", options.step},
                   {"hidden", QJsonArray::fromStringList(options.hidden)},
                   {"whole", !options.xWindow && !options.yWindow}};
  if (options.xWindow) json["horizontal"] = jsonOf(*options.xWindow);
  if (options.yWindow) json["vertical"] = jsonOf(*options.yWindow);
  return json;
}

void takeJson(PlotOptions& options, const QJsonObject& json, const PlotTable& table) {
  PlotChoice& choice = options.choice;
  takeChoice<PlotKind>(json, "kind", kKinds, [&](PlotKind kind) { choice.kind = kind; });
  takeColumns(choice, json, table);
  takeFlag(json, "logX", [&](bool on) { choice.isLogarithmicX = on; });
  takeFlag(json, "logY", [&](bool on) { choice.isLogarithmicY = on; });
  if (json["step"].isDouble() && table.numSteps > 0)
    options.step = std::clamp(json["step"].toInt(-1), 0, static_cast<int>(table.numSteps) - 1);
  if (json["hidden"].isArray()) {
    options.hidden.clear();
    for (const QJsonValue& name : json["hidden"].toArray())
      if (name.isString()) options.hidden << name.toString();
  }
  if (flagUnder(json, "whole").value_or(false)) options.showAll();
  const auto takeWindow = [&](std::optional<PlotRange>& window, const char* key, bool isLogarithmic) {
    const auto isUsable = [&](const std::optional<PlotRange>& range) {
      return range && (!isLogarithmic || range->low > 0);
    };
    // What was in sight before may reach to where the axes asked for now do not.
    if (!isUsable(window)) window.reset();
    if (const auto range = rangeFrom(json[QLatin1String(key)]); isUsable(range)) window = range;
  };
  takeWindow(options.xWindow, "horizontal", choice.isLogarithmicX);
  takeWindow(options.yWindow, "vertical", choice.isLogarithmicY);
}

}  // namespace ui
