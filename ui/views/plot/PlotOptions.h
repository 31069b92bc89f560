// What the user can choose about a plot, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <optional>

#include "ui/scenes/plot/PlotTable.h"

namespace ui {

struct PlotOptions {
  PlotChoice choice;
  QStringList hidden;                         ///< names of series whose lines are taken out of the picture
  std::optional<PlotRange> xWindow, yWindow;  ///< what is in sight of an axis; none: all of it
  int step = 0;                               ///< of what is told in steps, from 0

  bool operator==(const PlotOptions&) const = default;
  bool isHidden(const std::string& series) const { return hidden.contains(QString::fromStdString(series)); }
  void setHidden(const QString& series, bool on);
  void showAll() { xWindow = yWindow = std::nullopt; }
};

/// Other columns, another kind or other axes. What was in sight of old axes says nothing about new ones: these are
/// shown as a whole.
PlotOptions withChoice(PlotOptions options, const PlotChoice& choice);

QJsonObject toJson(const PlotOptions& options);
/// Missing keys, values of a wrong type, columns that the table does not have and ranges that a logarithmic axis cannot
/// show leave what is.
void takeJson(PlotOptions& options, const QJsonObject& json, const PlotTable& table);

}  // namespace ui
