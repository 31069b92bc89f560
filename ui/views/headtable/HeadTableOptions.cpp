#include "ui/views/headtable/HeadTableOptions.h"

#include <QJsonArray>

#include "ui/views/base/JsonState.h"

namespace ui {

namespace {

constexpr const char* kArrangements[] = {"both", "table", "grid"};

void takeText(const QJsonObject& json, const char* key, std::string& text) {
  if (const QJsonValue value = json[QLatin1String(key)]; value.isString()) text = value.toString().toStdString();
}

}  // namespace

QJsonObject toJson(const HeadTableOptions& options) {
  QJsonArray unfolded;
  for (const std::string& group : options.unfolded) unfolded.append(QString::fromStdString(group));
  return {{"filter", options.filter},
          {"sortedBy", QString::fromStdString(options.sortedBy)},
          {"isDescending", options.isDescending},
          {"unfolded", unfolded},
          {"coloredBy", QString::fromStdString(options.coloredBy)},
          {"arrangement", nameOf(kArrangements, options.arrangement)}};
}

void takeJson(HeadTableOptions& options, const QJsonObject& json) {
  if (json["filter"].isString()) options.filter = json["filter"].toString();
  takeText(json, "sortedBy", options.sortedBy);
  takeFlag(json, "isDescending", [&](bool on) { options.isDescending = on; });
  if (json["unfolded"].isArray()) {
    options.unfolded.clear();
    for (const QJsonValue& group : json["unfolded"].toArray())
      if (group.isString()) options.unfolded.insert(group.toString().toStdString());
  }
  takeText(json, "coloredBy", options.coloredBy);
  takeChoice<HeadArrangement>(json, "arrangement", kArrangements,
                              [&](HeadArrangement arrangement) { options.arrangement = arrangement; });
}

}  // namespace ui
