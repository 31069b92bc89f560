// What the user can choose about a table of hits, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <QString>

namespace ui {

struct HitsOptions {
  QString filter;     ///< words of the name
  int sortedBy = -1;  ///< a HitColumn; -1: the order of the result
  bool isDescending = false;
  int hit = -1;    ///< the chosen row of the result; -1: none
  int scroll = 0;  ///< of its aligned rows, logical pixels

  bool operator==(const HitsOptions&) const = default;
};

QJsonObject toJson(const HitsOptions& options);
/// Missing keys and values of a wrong type leave what is; numbers out of range become the nearest valid.
void takeJson(HitsOptions& options, const QJsonObject& json);

}  // namespace ui
