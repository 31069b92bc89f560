#include "ui/views/base/NumberTable.h"

#include <QString>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/base/Nth.h"
#include "engine/io/Format.h"

namespace ui {

using engine::Index;

namespace {

void check(const NumberTable& table) {
  if (table.values.rank() != 2)
    engine::fail("table ", table.name, ": found shape ", engine::shapeText(table.values.shape()),
                 ", expected rows and columns");
  const auto fits = [&](const std::vector<std::string>& labels, Index axis, const char* what) {
    const Index count = table.values.length(axis);
    if (!labels.empty() && static_cast<Index>(labels.size()) != count)
      engine::fail("table ", table.name, ": found ", labels.size(), " labels of ", what, ", expected ", count);
  };
  fits(table.rowLabels, 0, "rows");
  fits(table.columnLabels, 1, "columns");
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char letter : text) result += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return result + "\"";
}

std::string label(const std::vector<std::string>& labels, Index k) {
  return labels.empty() ? std::to_string(k + 1) : quoted(engine::nth(labels, k));
}

/// Nine digits give the same float back.
void appendNumber(std::string& text, float value) {
  if (std::isnan(value)) return;
  char digits[32];
  text.append(digits, static_cast<size_t>(std::snprintf(digits, sizeof digits, "%.9g", static_cast<double>(value))));
}

void appendTable(std::string& text, const NumberTable& table) {
  check(table);
  const Index rows = table.values.length(0), columns = table.values.length(1);
  text += quoted(table.rowTitle + " \\ " + table.columnTitle);
  for (Index column = 0; column < columns; ++column) text.append(1, ',').append(label(table.columnLabels, column));
  text += "\r\n";
  for (Index row = 0; row < rows; ++row) {
    text += label(table.rowLabels, row);
    for (Index column = 0; column < columns; ++column) {
      text += ',';
      appendNumber(text, table.values(row, column));
    }
    text += "\r\n";
  }
}

engine::Array<std::int32_t> codePoints(const std::vector<std::string>& labels) {
  std::vector<std::u32string> lines;
  size_t width = 1;  // an array of texts has no zero width
  for (const std::string& line : labels) {
    lines.push_back(QString::fromStdString(line).toStdU32String());
    width = std::max(width, lines.back().size());
  }
  engine::Array<std::int32_t> codes({static_cast<Index>(lines.size()), static_cast<Index>(width)}, 0);
  for (size_t row = 0; row < lines.size(); ++row)
    for (size_t k = 0; k < lines[row].size(); ++k)
      codes(static_cast<Index>(row), static_cast<Index>(k)) = static_cast<std::int32_t>(lines[row][k]);
  return codes;
}

engine::ArrayBundle bundleOf(const std::vector<NumberTable>& tables) {
  engine::ArrayBundle bundle;
  for (const NumberTable& table : tables) {
    check(table);
    if (!table.rowLabels.empty()) bundle[table.name + "_rows"] = codePoints(table.rowLabels);
    if (!table.columnLabels.empty()) bundle[table.name + "_columns"] = codePoints(table.columnLabels);
    bundle[table.name] = table.values;
  }
  return bundle;
}

}  // namespace

std::string csvText(const std::vector<NumberTable>& tables) {
  std::string text;
  for (const NumberTable& table : tables) {
    if (tables.size() > 1) text += (text.empty() ? "" : "\r\n") + quoted(table.name) + "\r\n";
    appendTable(text, table);
  }
  return text;
}

void writeNumbers(const std::vector<NumberTable>& tables, const std::filesystem::path& path) {
  const std::string suffix = path.extension().string();
  if (suffix == ".csv") {
    engine::writeFileWhole(path, csvText(tables));
  } else if (suffix == ".npz") {
    engine::save(std::make_shared<const engine::ArrayBundle>(bundleOf(tables)), path);
  } else {
    engine::fail(path.string(), ": numbers are saved as .csv or .npz, found \"", suffix, "\"");
  }
}

}  // namespace ui
