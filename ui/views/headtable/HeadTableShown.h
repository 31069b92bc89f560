// What is on show of a head table: columns of unfolded groups, rows in their order, what the header tells of all heads.
#pragma once

#include <QString>
#include <QStringList>
#include <memory>
#include <string>
#include <vector>

#include "engine/heads/HeadColumns.h"
#include "ui/look/Theme.h"
#include "ui/views/heads/HeadColoring.h"
#include "ui/views/headtable/HeadFilter.h"
#include "ui/views/headtable/HeadTableOptions.h"

namespace ui {

/// How many heads have values between `low` and `high`, in equal bins.
struct HeadHistogram {
  double low = 0, high = 0;
  std::vector<int> all, kept;  ///< of all heads; of those that the filter keeps
  int most = 0;                ///< in one bin
};
/// Of the finite values: one bin where all are the same, none for none. `heads`: those that are kept.
HeadHistogram headHistogram(const std::vector<double>& values, const std::vector<engine::Index>& heads);

enum class HeadCellKind { label, profile, words, number };

struct ShownHeadColumn {
  HeadCellKind kind = HeadCellKind::number;
  std::string key;    ///< that it is sorted by
  std::string group;  ///< heading over neighbours
  QString title, unit, help;
  HeadHistogram histogram;  ///< of numbers
};

/// Neighbouring columns of one group: [first, last).
struct HeadGroup {
  std::string name;
  int first = 0, last = 0;
  int numAll = 0;  ///< columns that it has when it is not folded
  bool isFolded = false;
  bool canFold() const { return numAll > last - first || !isFolded; }
};

struct HeadTableShown {
  HeadTableShown() = default;
  HeadTableShown(std::shared_ptr<const engine::HeadTable> table, const HeadTableOptions& options, const Theme& theme);

  std::shared_ptr<const engine::HeadTable> table;
  std::vector<engine::HeadColumn> columns;  ///< all that the table has
  std::vector<ShownHeadColumn> shown;       ///< those on show, the label first
  std::vector<HeadGroup> groups;            ///< of these, in their order
  HeadFilter filter;
  std::vector<engine::Index> rows;  ///< numbers of the heads, from the top
  HeadColoring coloring;
  bool hasContacts = false;  ///< some head's contacts are known

  bool isEmpty() const { return !table; }
  const engine::HeadColumn* columnOf(const ShownHeadColumn& column) const {
    return engine::findColumn(columns, column.key);
  }
  const engine::HeadStatistics& headAt(int row) const;
  int rowOf(engine::Index head) const;           ///< -1: the filter keeps it out
  int columnWith(const std::string& key) const;  ///< number of a shown column; -1: there is none
  /// The words of a cell; empty for pictures.
  QString text(engine::Index head, const ShownHeadColumn& column) const;
  /// Why the head has its labels, a line each: "contacts: 52 % of the best 60 pairs touch, ...".
  QString reasons(engine::Index head) const;
  /// "12 heads", "3 of 12 heads".
  QString countText() const;
  /// "best of 12 heads by chance: 0.150 (95 %: 0.130–0.180)", then shorter ones; none without a structure.
  QStringList chanceTexts() const;
  /// "of 3 of 12 proteins": how many of those behind the means had a structure, where not all had; else empty.
  QString contactProteinsText() const;
};

/// The heads that the filter keeps in the order that is asked for: equal ones by layer and head whatever the direction,
/// those without a value last in both.
std::vector<engine::Index> orderedHeads(const engine::HeadTable& table, const std::vector<engine::HeadColumn>& columns,
                                        const HeadTableOptions& options, const HeadFilter& filter);
/// What a click on a heading makes of the order: largest first (words from A on), the other way round, by layers.
void sortNext(HeadTableOptions& options, const std::string& key, bool isWords);

/// Tab-separated: the columns of the file for all heads on show, or for `heads`, as on screen with the hyphen that
/// other programs read as a minus; undefined cells are empty.
QString headRowsText(const HeadTableShown& shown, const std::vector<engine::Index>& heads);

}  // namespace ui
