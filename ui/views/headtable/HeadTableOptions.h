// What the user can choose about a head table, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <QString>
#include <set>
#include <string>

namespace ui {

/// Rows of statistics, all heads by layers in one colour scale, or both side by side.
enum class HeadArrangement { both, table, grid };

struct HeadTableOptions {
  QString filter;        ///< words and conditions (HeadFilter.h)
  std::string sortedBy;  ///< key of a column; empty: by layer and head
  bool isDescending = false;
  std::set<std::string> unfolded;  ///< groups of which all columns are shown, not the leading ones alone
  std::string coloredBy;           ///< key of the column that colours the grid; empty: what tells (tellingColor)
  HeadArrangement arrangement = HeadArrangement::both;

  bool operator==(const HeadTableOptions&) const = default;
};

QJsonObject toJson(const HeadTableOptions& options);
/// Missing keys and values of a wrong type leave what is. Columns and groups need not exist.
void takeJson(HeadTableOptions& options, const QJsonObject& json);

}  // namespace ui
