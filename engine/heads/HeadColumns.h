// The columns of the head table, in one list for the table on screen, its files and the inspector.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "engine/heads/HeadTable.h"

namespace engine {

struct HeadColumn {
  std::string key;       ///< in files: "P_all_L"
  std::string title;     ///< on screen: "P@L"
  std::string unit;      ///< "bits", "residues", or empty
  std::string help;      ///< one sentence
  std::string group;     ///< heading over neighbours: "Rows", "Offsets", "Contacts", ...
  int decimals = 3;      ///< on screen
  bool isInFile = true;  ///< a column of the TSV
  std::function<HeadCell(const HeadStatistics&)> value{};  ///< layer, head and positions are 1-based, as they are shown
  /// Standard deviation over proteins, of a column of means; else no function.
  std::function<std::optional<double>(const HeadStatistics&)> spread{};

  /// The value as a number; absent for words and where it is not defined.
  std::optional<double> number(const HeadStatistics& head) const;
  /// With `decimals`; "–" where it is not defined.
  std::string plainText(const HeadStatistics& head) const;
  /// As it is shown: means as "0.35 ± 0.12", else plainText.
  std::string text(const HeadStatistics& head) const;
};

/// Those that every table has, in the order of the file.
const std::vector<HeadColumn>& headColumns();
/// Those of this table: headColumns() and, for each annotation, what it receives; of a table that was told, the names of
/// heads and its keys, each mean followed by its spread, KEY_sd, and the number of proteins, KEY_n.
std::vector<HeadColumn> columnsOf(const HeadTable& table);
/// Null when no column has this key.
const HeadColumn* findColumn(const std::vector<HeadColumn>& columns, const std::string& key);

}  // namespace engine
