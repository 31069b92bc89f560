#include "engine/io/HeadTableText.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "engine/base/Nth.h"
#include "engine/base/TextLines.h"
#include "engine/heads/HeadLabels.h"
#include "engine/io/NumberIn.h"

namespace engine {

namespace {

constexpr std::array<std::string_view, 4> kNamingColumns{"layer", "head", "label", "tags"};
constexpr std::string_view kSpread = "_sd", kProteins = "_n";

std::vector<std::string_view> fieldsOf(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

HeadCell cellOf(std::string_view text) {
  if (text.empty()) return {};
  if (const auto whole = numberIn<Index>(text)) return *whole;
  if (const auto real = numberIn<double>(text)) return std::isfinite(*real) ? HeadCell(*real) : HeadCell();
  return std::string(text);
}

/// "local", or "local 10 %".
HeadLabel labelOf(std::string_view text) {
  HeadLabel label;
  const std::size_t space = text.ends_with(" %") ? text.rfind(' ', text.size() - 3) : std::string_view::npos;
  if (space != std::string_view::npos)
    if (const auto percent = numberIn<Index>(text.substr(space + 1, text.size() - space - 3))) {
      label.share = static_cast<double>(*percent) / 100;
      text = text.substr(0, space);
    }
  label.name = text;
  label.rule = ruleOfLabel(text);
  return label;
}

std::vector<HeadLabel> labelsOf(std::string_view label, std::string_view tags) {
  std::vector<HeadLabel> labels;
  if (!label.empty()) labels.push_back(labelOf(label));
  while (!tags.empty()) {
    const std::size_t comma = tags.find(", ");
    labels.push_back(labelOf(tags.substr(0, comma)));
    tags.remove_prefix(comma == std::string_view::npos ? tags.size() : comma + 2);
  }
  return labels;
}

/// Which fields are a value with its spread and count; -1: there is none.
struct ToldColumn {
  Index value = -1, spread = -1, proteins = -1;
};

class Reader {
 public:
  Reader(std::string_view content, const std::string& source, Progress& progress)
      : m_lines(content, source, progress) {}

  std::optional<HeadTable> read() {
    m_lines.next();
    readKeys();
    while (m_lines.next())
      if (!m_lines.line().empty()) addHead();
    std::sort(m_table.heads.begin(), m_table.heads.end(), [](const HeadStatistics& a, const HeadStatistics& b) {
      return std::pair(a.layer, a.head) < std::pair(b.layer, b.head);
    });
    const Index layers = m_table.numLayers, heads = m_table.numHeads;
    if (layers == 0 || layers > m_table.count() || layers * heads != m_table.count()) return std::nullopt;
    m_table.validate();
    return std::move(m_table);
  }

 private:
  void readKeys() {
    const std::vector<std::string_view> keys = fieldsOf(m_lines.line());
    m_numFields = keys.size();
    std::set<std::string_view> all;
    for (const std::string_view key : keys)
      if (!all.insert(key).second) m_lines.fail("two columns are called \"", key, "\"");
    const auto place = [&](const std::string& key) {
      const auto found = std::find(keys.begin(), keys.end(), key);
      return found == keys.end() ? Index{-1} : static_cast<Index>(found - keys.begin());
    };
    // Of a mean both are there.
    const auto belongs = [&](std::string_view key, std::string_view suffix) {
      if (!key.ends_with(suffix)) return false;
      const std::string of(key.substr(0, key.size() - suffix.size()));
      return all.contains(of) && all.contains(of + std::string(kSpread)) && all.contains(of + std::string(kProteins));
    };
    for (std::size_t k = kNamingColumns.size(); k < keys.size(); ++k) {
      if (belongs(keys[k], kSpread) || belongs(keys[k], kProteins)) continue;
      const std::string key(keys[k]);
      const Index spread = place(key + std::string(kSpread)), proteins = place(key + std::string(kProteins));
      m_table.toldKeys.push_back({key, spread >= 0 && proteins >= 0});
      m_columns.push_back({static_cast<Index>(k), spread, proteins});
    }
    if (m_table.toldKeys.empty()) m_lines.fail("found no column behind \"tags\", expected numbers of heads");
  }

  Index position(std::string_view field, const char* what) const {
    constexpr Index kMost = 1 << 20;
    const auto value = numberIn<Index>(field);
    if (!value || *value < 1 || *value > kMost)
      m_lines.fail("found ", what, " \"", field, "\", expected a number from 1 to ", kMost);
    return *value;
  }

  void addHead() {
    const std::vector<std::string_view> fields = fieldsOf(m_lines.line());
    if (fields.size() != m_numFields)
      m_lines.fail("found ", fields.size(), " fields, expected ", m_numFields, " as in the first line");
    HeadStatistics one;
    one.layer = position(fields[0], "layer") - 1;
    one.head = position(fields[1], "head") - 1;
    if (!m_seen.insert({one.layer, one.head}).second)
      m_lines.fail("layer ", one.layer + 1, ", head ", one.head + 1, " is there twice");
    one.labels = labelsOf(fields[2], fields[3]);
    for (const ToldColumn& column : m_columns) one.told.push_back(toldOf(fields, column));
    takeShare(one);
    m_table.numLayers = std::max(m_table.numLayers, one.layer + 1);
    m_table.numHeads = std::max(m_table.numHeads, one.head + 1);
    m_table.heads.push_back(std::move(one));
  }

  static ToldCell toldOf(const std::vector<std::string_view>& fields, const ToldColumn& column) {
    ToldCell cell{cellOf(nth(fields, column.value))};
    if (column.spread < 0 || column.proteins < 0) return cell;
    cell.spread = numberIn<double>(nth(fields, column.spread));
    if (cell.spread && !std::isfinite(*cell.spread)) cell.spread.reset();
    cell.proteins = std::max<Index>(0, numberIn<Index>(nth(fields, column.proteins)).value_or(0));
    return cell;
  }

  /// The share of the first label has a column of its own.
  void takeShare(HeadStatistics& one) const {
    const auto found = std::find(m_table.toldKeys.begin(), m_table.toldKeys.end(), ToldKey{"label_share"});
    if (found == m_table.toldKeys.end() || one.labels.empty()) return;
    const HeadCell& value = one.told[static_cast<std::size_t>(found - m_table.toldKeys.begin())].value;
    if (const auto* real = std::get_if<double>(&value)) one.labels.front().share = *real;
  }

  TextLines m_lines;
  std::size_t m_numFields = 0;
  std::vector<ToldColumn> m_columns;
  std::set<std::pair<Index, Index>> m_seen;
  HeadTable m_table;
};

}  // namespace

bool isHeadTableText(std::string_view content) {
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  for (const std::string_view name : kNamingColumns) {
    if (!content.starts_with(name) || content.size() == name.size() || content[name.size()] != '\t') return false;
    content.remove_prefix(name.size() + 1);
  }
  return true;
}

std::optional<HeadTable> headTableFromText(std::string_view content, const std::string& source, Progress& progress) {
  return Reader(content, source, progress).read();
}

}  // namespace engine
