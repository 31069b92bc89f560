// Tables: a line of names, then a row per line, fields separated by tabs, or by commas in files called .csv.
//
// What begins as a head table does is one (HeadTableText.h). Otherwise each column of numbers becomes an array (rows);
// "yes" and "no", "true" and "false" are 1 and 0; an empty field, "NA", "NaN" and "-" are not a number. Columns with
// other words are left out with a warning, columns without a name too.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/PrintableText.h"
#include "engine/base/TextLines.h"
#include "engine/io/Format.h"
#include "engine/io/HeadTableText.h"

namespace engine {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> fieldsAtTabs(std::string_view line) {
  std::vector<std::string> fields;
  for (;;) {
    const size_t tab = line.find('\t');
    fields.emplace_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

/// As RFC 4180 has them, but within a line: a field in quotes may hold commas, and quotes twice.
std::vector<std::string> fieldsAtCommas(std::string_view line) {
  std::vector<std::string> fields(1);
  bool isQuoted = false;
  for (size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '"' && isQuoted && k + 1 < line.size() && line[k + 1] == '"') {
      fields.back() += '"';
      ++k;
    } else if (line[k] == '"' && (isQuoted || fields.back().empty())) {
      isQuoted = !isQuoted;
    } else if (line[k] == ',' && !isQuoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[k];
    }
  }
  return fields;
}

/// A table whose names have a tab between them is one of tabs.
bool hasTabs(std::string_view names) { return names.find('\t') != std::string_view::npos; }

std::vector<std::string> fieldsOf(std::string_view line, bool atTabs) {
  return atTabs ? fieldsAtTabs(line) : fieldsAtCommas(line);
}

/// Nothing for other words.
std::optional<double> valueOf(std::string_view field) {
  constexpr std::array<std::string_view, 7> kMissing{"", "NA", "na", "NaN", "nan", "-", "–"};
  if (std::find(kMissing.begin(), kMissing.end(), field) != kMissing.end()) return kNoNumber;
  if (field == "yes" || field == "true" || field == "True") return 1;
  if (field == "no" || field == "false" || field == "False") return 0;
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc{} || end != field.data() + field.size()) return std::nullopt;
  return value;
}

struct Column {
  std::string name;
  std::vector<double> values;
  Index wordLine = 0;  ///< first line with a word that is no number; 0: none
};

std::vector<Column> columnsOf(TextLines& lines) {
  if (!lines.next()) lines.fail("found nothing, expected a line with the names of columns");
  std::vector<Column> columns;
  const bool atTabs = hasTabs(lines.line());
  for (std::string& name : fieldsOf(lines.line(), atTabs)) columns.push_back({std::move(name), {}, 0});
  if (columns.size() < 2)
    lines.fail("found no tab and no comma, expected names of columns separated by tabs or commas");
  while (lines.next()) {
    if (lines.line().empty()) continue;
    const std::vector<std::string> fields = fieldsOf(lines.line(), atTabs);
    if (fields.size() != columns.size())
      lines.fail("found ", fields.size(), " fields, expected ", columns.size(), " as in the first line");
    for (size_t k = 0; k < fields.size(); ++k) {
      const auto value = valueOf(fields[k]);
      if (!value && columns[k].wordLine == 0) columns[k].wordLine = lines.number();
      columns[k].values.push_back(value.value_or(kNoNumber));
    }
  }
  return columns;
}

class Table : public Format {
 public:
  std::string id() const override { return "table"; }
  std::string title() const override { return "Table (tabs or commas)"; }
  std::string help() const override {
    return "A line of names, then a row per line, fields separated by tabs, in .csv files by commas. Each column of "
           "numbers is an array, such as numbers of residues, or a curve over another column. Statistics of heads, as "
           "\"heads\" writes them, are a head table again.";
  }
  std::vector<std::string> suffixes() const override { return {".tsv", ".tab", ".csv"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    const size_t end = std::min(head.find('\n'), head.size());
    const std::string_view names = head.substr(0, end);
    const std::string_view row = end < head.size() ? head.substr(end + 1, head.find('\n', end + 1) - end - 1) : "";
    const auto tabs = std::count(names.begin(), names.end(), '\t');
    if (tabs == 0 && suffix == ".csv") return sniffCommas(names, row);
    if (tabs == 0 || names.find('\0') != std::string_view::npos || std::count(row.begin(), row.end(), '\t') != tabs)
      return 0;
    return suffix == ".tsv" || suffix == ".tab" ? 90 : 20;
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    if (isHeadTableText(content)) {
      if (auto table = headTableFromText(content, source, progress))
        return std::make_shared<const HeadTable>(std::move(*table));
      diagnostics.warn(source, ": not all heads of all layers are there, so this is no head table but numbers");
    }
    TextLines lines(content, source, progress);
    auto arrays = std::make_shared<ArrayBundle>();
    for (const Column& column : columnsOf(lines)) {
      if (column.wordLine > 0 || column.name.empty()) {
        diagnostics.warn(source, ": column ", column.name.empty() ? "without a name" : shown(column.name),
                         " was left out", column.wordLine > 0 ? ": line " + std::to_string(column.wordLine) : "",
                         column.wordLine > 0 ? " holds no number" : "");
        continue;
      }
      const Array<double> values({static_cast<Index>(column.values.size())}, column.values, column.name);
      if (!arrays->emplace(column.name, values).second)
        fail(source, ", line 1: two columns are called ", shown(column.name));
    }
    if (arrays->empty()) fail(source, ": found no column of numbers, expected at least one");
    return std::shared_ptr<const ArrayBundle>(std::move(arrays));
  }

  /// Only where the name of the file says so: many texts have commas.
  static int sniffCommas(std::string_view names, std::string_view row) {
    const size_t count = fieldsAtCommas(names).size();
    const bool isTable = count > 1 && names.find('\0') == std::string_view::npos &&
                         (row.empty() || fieldsAtCommas(row.substr(0, row.find('\r'))).size() == count);
    return isTable ? 90 : 0;
  }

  std::string sample() const override { return "site\tconservation\nno\t0.5\nyes\t2.25\nno\tNA\n"; }

 private:
  static std::string shown(const std::string& name) { return inQuotes(name); }
};

}  // namespace

std::unique_ptr<const Format> makeTable() { return std::make_unique<Table>(); }

}  // namespace engine
