// The numbers that a view shows, as tables that other programs can read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace ui {

struct NumberTable {
  std::string name;                                  ///< of the array in an NPZ: letters, digits, underscores
  std::string rowTitle, columnTitle;                 ///< what the rows and columns are: "query", "key"
  std::vector<std::string> rowLabels, columnLabels;  ///< empty: numbered from 1
  engine::Array<float> values;                       ///< (rows, columns); NaN where there is nothing
};

/// RFC 4180: a head line "rowTitle \\ columnTitle" and the column labels, then a line for each row; empty cells for
/// NaN. Several tables follow each other, each after a line with its name and before an empty line.
std::string csvText(const std::vector<NumberTable>& tables);
/// By suffix, .csv or .npz (values as float32 under the name of the table; labels as `NAME_rows` and `NAME_columns`,
/// int32 Unicode code points, one label a row, filled up with 0: in NumPy `a.view(f"U{a.shape[1]}")`). Whole or not at
/// all. Throws engine::Error for another suffix and for labels that do not fit the values.
void writeNumbers(const std::vector<NumberTable>& tables, const std::filesystem::path& path);

}  // namespace ui
