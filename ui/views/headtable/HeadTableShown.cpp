#include "ui/views/headtable/HeadTableShown.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <variant>

#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::HeadColumn;
using engine::HeadStatistics;
using engine::HeadTable;
using engine::Index;

namespace {

constexpr int kBins = 20;
/// Shown of a folded group.
constexpr const char* kLeading[] = {"entropy",        "distance",       "sink_share",        "offset",
                                    "offset_mass",    "helix_mass",     "key_type",          "key_type_share",
                                    "P_all_L",        "P_long_L",       "average_precision", "enrichment",
                                    "helix_partners", "strand_partners",   "proteins",
                                    "label_share"};
/// In the header of the rows, or in the cell of the label.
constexpr const char* kElsewhere[] = {"layer", "head", "tags"};

constexpr const char *kProfileGroup = "Offsets", *kContactsGroup = "Contacts";

bool isOneOf(const auto& keys, const std::string& key) {
  return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

ShownHeadColumn profileColumn() {
  return {HeadCellKind::profile,
          "offset",
          kProfileGroup,
          QObject::tr("Profile"),
          {},
          QObject::tr("weight at offsets −32 to +32, mean over rows; the middle is the residue itself, heights are "
                      "square roots"),
          {}};
}

ShownHeadColumn shownColumn(const HeadTable& table, const HeadColumn& column, const std::vector<Index>& kept) {
  ShownHeadColumn shown;
  shown.key = column.key;
  shown.group = column.group;
  shown.title = QString::fromStdString(column.title);
  shown.unit = QString::fromStdString(column.unit);
  shown.help = QString::fromStdString(column.help);
  if (column.key == "label") {
    shown.kind = HeadCellKind::label;
  } else if (hasWords(table, column)) {
    shown.kind = HeadCellKind::words;
  } else {
    shown.histogram = headHistogram(numbersOf(table, column), kept);
  }
  return shown;
}

/// Files have columns in which no head has anything.
bool isSomewhere(const HeadTable& table, const HeadColumn& column) {
  return std::any_of(table.heads.begin(), table.heads.end(), [&](const HeadStatistics& head) {
    return !std::holds_alternative<std::monostate>(column.value(head));
  });
}

/// What heads are looked at for comes first: contacts, where there are some.
std::vector<const HeadColumn*> inOrderOfScreen(const HeadTable& table, const std::vector<HeadColumn>& columns,
                                               bool hasContacts) {
  std::vector<const HeadColumn*> order;
  const auto add = [&](const auto& isWanted) {
    for (const HeadColumn& column : columns)
      if (!isOneOf(kElsewhere, column.key) && isWanted(column) && (!table.isTold() || isSomewhere(table, column)))
        order.push_back(&column);
  };
  const auto isFirst = [&](const HeadColumn& column) { return hasContacts && column.group == kContactsGroup; };
  add([](const HeadColumn& column) { return column.key == "label"; });
  add(isFirst);
  add([&](const HeadColumn& column) { return column.key != "label" && !isFirst(column); });
  return order;
}

/// What a cell is sorted by: a number, words, or nothing.
struct SortValue {
  double number = std::numeric_limits<double>::quiet_NaN();
  QString words;
  bool isAbsent() const { return std::isnan(number) && words.isEmpty(); }
};

SortValue sortValue(const HeadStatistics& head, const HeadColumn& column) {
  const engine::HeadCell cell = column.value(head);
  if (const auto* words = std::get_if<std::string>(&cell)) return {std::nan(""), QString::fromStdString(*words)};
  return {column.number(head).value_or(std::nan("")), {}};
}

bool isBefore(const SortValue& a, const SortValue& b, bool isDescending) {
  if (a.isAbsent() || b.isAbsent()) return !a.isAbsent() && b.isAbsent();
  const SortValue &first = isDescending ? b : a, &second = isDescending ? a : b;
  if (!first.words.isEmpty() || !second.words.isEmpty())
    return QString::compare(first.words, second.words, Qt::CaseInsensitive) < 0;
  return first.number < second.number;
}

std::vector<HeadGroup> groupsOf(const std::vector<ShownHeadColumn>& shown, const std::vector<const HeadColumn*>& all,
                                const std::set<std::string>& unfolded) {
  std::vector<HeadGroup> groups;
  for (int k = 0; k < static_cast<int>(shown.size()); ++k) {
    const std::string& name = engine::nth(shown, k).group;
    if (groups.empty() || groups.back().name != name) groups.push_back({name, k, k, 0, !unfolded.contains(name)});
    groups.back().last = k + 1;
  }
  for (HeadGroup& group : groups) {
    const auto isOf = [&](const HeadColumn* column) { return column->group == group.name; };
    group.numAll = static_cast<int>(std::count_if(all.begin(), all.end(), isOf));
    const auto isProfile = [&](const ShownHeadColumn& column) {
      return column.kind == HeadCellKind::profile && column.group == group.name;
    };
    group.numAll += static_cast<int>(std::count_if(shown.begin(), shown.end(), isProfile));
  }
  return groups;
}

}  // namespace

HeadHistogram headHistogram(const std::vector<double>& values, const std::vector<Index>& heads) {
  HeadHistogram histogram;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : values)
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  if (!(low <= high)) return histogram;
  histogram.low = low;
  histogram.high = high;
  const int bins = high > low ? kBins : 1;
  histogram.all.assign(static_cast<size_t>(bins), 0);
  histogram.kept = histogram.all;
  const auto count = [&](std::vector<int>& counts, double value) {
    if (!std::isfinite(value)) return;
    const double place = high > low ? (value - low) / (high - low) * bins : 0;
    ++engine::nth(counts, std::min(static_cast<int>(place), bins - 1));
  };
  for (const double value : values) count(histogram.all, value);
  for (const Index head : heads) count(histogram.kept, engine::nth(values, head));
  histogram.most = *std::max_element(histogram.all.begin(), histogram.all.end());
  return histogram;
}

HeadTableShown::HeadTableShown(std::shared_ptr<const HeadTable> from, const HeadTableOptions& options,
                               const Theme& theme)
    : table(std::move(from)) {
  if (!table) return;
  columns = engine::columnsOf(*table);
  filter = readHeadFilter(options.filter, columns);
  rows = orderedHeads(*table, columns, options, filter);
  coloring = headColoring(*table, columns, options.coloredBy, theme);
  hasContacts = table->contacts || table->bestContactHead() >= 0;
  bool hasProfile = table->isTold() && std::all_of(table->heads.begin(), table->heads.end(),
                                                   [](const HeadStatistics& head) { return head.offsets.empty(); });
  const std::vector<const HeadColumn*> all = inOrderOfScreen(*table, columns, hasContacts);
  for (const HeadColumn* column : all) {
    if (column->group == kProfileGroup && !std::exchange(hasProfile, true)) shown.push_back(profileColumn());
    if (column->key == "label" || options.unfolded.contains(column->group) || isOneOf(kLeading, column->key))
      shown.push_back(shownColumn(*table, *column, rows));
  }
  groups = groupsOf(shown, all, options.unfolded);
}

const HeadStatistics& HeadTableShown::headAt(int row) const {
  return engine::nth(table->heads, engine::nth(rows, row));
}

int HeadTableShown::rowOf(Index head) const {
  const auto found = std::find(rows.begin(), rows.end(), head);
  return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

int HeadTableShown::columnWith(const std::string& key) const {
  const auto found = std::find_if(shown.begin(), shown.end(), [&](const ShownHeadColumn& column) {
    return column.key == key && column.kind != HeadCellKind::profile;
  });
  return found == shown.end() ? -1 : static_cast<int>(found - shown.begin());
}

QString HeadTableShown::text(Index head, const ShownHeadColumn& column) const {
  if (column.kind == HeadCellKind::profile) return {};
  const HeadColumn* const of = columnOf(column);
  return of ? headCellText(*of, engine::nth(table->heads, head)) : QString();
}

QString HeadTableShown::reasons(Index head) const {
  QStringList lines;
  for (const engine::HeadLabel& label : engine::nth(table->heads, head).labels)
    lines << QStringLiteral("%1: %2").arg(QString::fromStdString(label.name), QString::fromStdString(label.reason));
  return lines.join(u'\n');
}

QString HeadTableShown::countText() const {
  const qsizetype all = table ? static_cast<qsizetype>(table->count()) : 0, kept = static_cast<qsizetype>(rows.size());
  const QString heads = all == 1 ? QObject::tr("head") : QObject::tr("heads");
  return kept == all ? QStringLiteral("%1 %2").arg(all).arg(heads)
                     : QObject::tr("%1 of %2 %3").arg(kept).arg(all).arg(heads);
}

QStringList HeadTableShown::chanceTexts() const {
  if (!table || !table->chance) return {};
  const engine::ChanceOfBest& chance = *table->chance;
  const QString median = decimalText(chance.median, 2);
  const QString band = QStringLiteral("%1–%2").arg(decimalText(chance.band.low, 2), decimalText(chance.band.high, 2));
  return {QObject::tr("P@L of the best of %1 heads by chance: %2 (95 %: %3)").arg(table->count()).arg(median, band),
          QObject::tr("best by chance %1 (%2)").arg(median, band), QObject::tr("by chance %1").arg(median)};
}

QString HeadTableShown::contactProteinsText() const {
  const HeadColumn *const withContacts = engine::findColumn(columns, "P_all_L_n"),
                          *const all = engine::findColumn(columns, "proteins");
  if (!hasContacts || !withContacts || !all) return {};
  double most = 0, proteins = 0;
  for (const HeadStatistics& head : table->heads) {
    most = std::max(most, withContacts->number(head).value_or(0));
    proteins = std::max(proteins, all->number(head).value_or(0));
  }
  return most < proteins ? QObject::tr("of %1 of %2 proteins").arg(most).arg(proteins) : QString();
}

std::vector<Index> orderedHeads(const HeadTable& table, const std::vector<HeadColumn>& columns,
                                const HeadTableOptions& options, const HeadFilter& filter) {
  std::vector<Index> order;
  for (Index head = 0; head < table.count(); ++head)
    if (filter.keeps(engine::nth(table.heads, head), columns)) order.push_back(head);
  const HeadColumn* const column = engine::findColumn(columns, options.sortedBy);
  if (!column) return order;
  std::vector<SortValue> values;
  values.reserve(table.heads.size());
  for (const HeadStatistics& head : table.heads) values.push_back(sortValue(head, *column));
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return isBefore(engine::nth(values, a), engine::nth(values, b), options.isDescending);
  });
  return order;
}

void sortNext(HeadTableOptions& options, const std::string& key, bool isWords) {
  const bool isFirst = options.sortedBy != key;
  const bool wasFirst = !isFirst && options.isDescending == !isWords;
  options.sortedBy = isFirst || wasFirst ? key : std::string{};
  options.isDescending = isFirst ? !isWords : wasFirst && isWords;
}

QString headRowsText(const HeadTableShown& shown, const std::vector<Index>& heads) {
  std::vector<const HeadColumn*> columns;
  for (const HeadColumn& column : shown.columns)
    if (column.isInFile || shown.columnWith(column.key) >= 0) columns.push_back(&column);
  QString text;
  const auto addLine = [&](const auto& cell) {
    for (const HeadColumn* column : columns)
      text += (column == columns.front() ? QString() : QStringLiteral("\t")) + cell(*column);
    text += u'\n';
  };
  addLine([](const HeadColumn& column) { return QString::fromStdString(column.key); });
  for (const Index head : heads)
    addLine([&](const HeadColumn& column) {
      const HeadStatistics& of = engine::nth(shown.table->heads, head);
      const bool isAbsent = std::holds_alternative<std::monostate>(column.value(of));
      return isAbsent ? QString() : QString::fromStdString(column.plainText(of)).replace(u'\t', u' ');
    });
  return text;
}

}  // namespace ui
