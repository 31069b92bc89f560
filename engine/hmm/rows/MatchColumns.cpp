// Match-column rules of HH-suite: by the master, by letter case, by the weighted share of internal gaps.
#include "engine/hmm/rows/MatchColumns.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/base/Nth.h"

namespace engine {

namespace {

using Kind = MatchRule::Kind;

bool marksInsert(ResidueCode code) { return alphabet::isLower(code) || alphabet::upper(code) == alphabet::kDot; }

constexpr Index kRowsPerReport = 256;

void report(Progress& progress, Index done, Index all) {
  progress.update(static_cast<double>(done) / static_cast<double>(std::max<Index>(1, all)), "match columns");
}

/// What a column says by its letter case.
enum class ColumnCase { match, insert, mixed };

ColumnCase caseOfColumn(const Alignment& alignment, Index column) {
  bool anyInsert = false, anyMatch = false;
  for (Index k = 0; k < alignment.numRows(); ++k) {
    const ResidueCode code = alignment.at(k, column);
    if (marksInsert(code))
      anyInsert = true;
    else if (alphabet::isResidue(code))
      anyMatch = true;
  }
  if (anyInsert && anyMatch) return ColumnCase::mixed;
  return anyInsert ? ColumnCase::insert : ColumnCase::match;
}

/// True when letter case separates columns: masks, dots as ordinary gaps and all lower case say nothing about columns.
bool usesCase(const Alignment& alignment, Progress& progress) {
  Index numMatch = 0, numInsert = 0;
  for (Index c = 0; c < alignment.numColumns; ++c) {
    report(progress, c, alignment.numColumns);
    const ColumnCase columnCase = caseOfColumn(alignment, c);
    if (columnCase == ColumnCase::mixed) return false;
    ++(columnCase == ColumnCase::match ? numMatch : numInsert);
  }
  const bool hasInserts = std::any_of(alignment.rows.begin(), alignment.rows.end(),
                                      [](const AlignmentRow& row) { return !row.inserts.empty(); });
  return numMatch > 0 && (numInsert > 0 || hasInserts);
}

/// One sequence alone is all match columns: lower case in it is a mask.
Kind automaticKind(const Alignment& alignment, Progress& progress) {
  if (alignment.numRows() == 1 && alignment.rows.front().inserts.empty()) return Kind::master;
  return usesCase(alignment, progress) ? Kind::caseOfLetters : Kind::gapPercent;
}

std::vector<Index> columnsByMaster(const Alignment& alignment) {
  std::vector<Index> columns;
  for (Index c = 0; c < alignment.numColumns; ++c)
    if (alphabet::isResidue(alignment.at(0, c))) columns.push_back(c);
  return columns;
}

std::vector<Index> columnsByCase(const Alignment& alignment, Progress& progress) {
  std::vector<Index> columns;
  for (Index c = 0; c < alignment.numColumns; ++c) {
    report(progress, c, alignment.numColumns);
    const ColumnCase columnCase = caseOfColumn(alignment, c);
    if (columnCase == ColumnCase::mixed)
      fail("alignment ", alignment.name, ", column ", c + 1, ": found upper case letters beside lower case or dots, ",
           "expected one kind (rule a2m); the rules first and gap:50 do not look at the case");
    if (columnCase == ColumnCase::match) columns.push_back(c);
  }
  return columns;
}

/// Position-based weights over all columns: rare residues count more, long sequences less.
std::vector<double> quickWeights(const Alignment& alignment, Progress& progress) {
  const Index rows = alignment.numRows();
  std::vector<double> weights(static_cast<size_t>(rows), 0.0), lengths(static_cast<size_t>(rows), 0.0);
  const auto residueAt = [&](Index k, Index c) { return alphabet::standard(alignment.at(k, c)); };
  for (Index k = 0; k < rows; ++k) {
    if (k % kRowsPerReport == 0) report(progress, k, 2 * rows);
    for (Index c = 0; c < alignment.numColumns; ++c)
      if (residueAt(k, c) < alphabet::kNumResidues) nth(lengths, k) += 1;
  }
  for (Index c = 0; c < alignment.numColumns; ++c) {
    report(progress, alignment.numColumns + c, 2 * alignment.numColumns);
    std::array<int, alphabet::kNumResidues> counts{};
    for (Index k = 0; k < rows; ++k)
      if (const auto a = residueAt(k, c); a < alphabet::kNumResidues) ++counts[a];
    const auto kinds = std::count_if(counts.begin(), counts.end(), [](int n) { return n > 0; });
    for (Index k = 0; k < rows; ++k)
      if (const auto a = residueAt(k, c); a < alphabet::kNumResidues)
        nth(weights, k) +=
            1.0 / (counts[a] * static_cast<double>(kinds) * (nth(lengths, k) + 30.0));
  }
  return weights;
}

std::vector<Index> columnsByGaps(const Alignment& alignment, double percent, Progress& progress) {
  const std::vector<double> weights = quickWeights(alignment, progress);
  const size_t numColumns = static_cast<size_t>(alignment.numColumns);
  std::vector<double> residues(numColumns, 0.0), gaps(numColumns, 0.0);
  for (Index k = 0; k < alignment.numRows(); ++k) {
    if (k % kRowsPerReport == 0) report(progress, 1, 1);
    const ResidueCode* row = alignment.row(k);
    size_t first = 0, last = numColumns;
    while (first < last && !alphabet::isResidue(row[first])) ++first;
    while (last > first && !alphabet::isResidue(row[last - 1])) --last;
    for (size_t c = first; c < last; ++c)
      (alphabet::isResidue(row[c]) ? residues : gaps)[c] += nth(weights, k);
  }
  std::vector<Index> columns;
  for (size_t c = 0; c < numColumns; ++c)
    if (residues[c] + gaps[c] > 0 && 100 * gaps[c] <= percent * (residues[c] + gaps[c]))
      columns.push_back(static_cast<Index>(c));
  return columns;
}

}  // namespace

std::string matchRuleText(const MatchRule& rule) {
  switch (rule.kind) {
    case Kind::automatic:
      return "auto";
    case Kind::master:
      return "first";
    case Kind::caseOfLetters:
      return "a2m";
    case Kind::gapPercent:
      break;
  }
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, rule.percent);
  return "gap:" + (error == std::errc{} ? std::string(buffer, end) : std::string("50"));
}

MatchRule parseMatchRule(const std::string& text) {
  if (text == "auto") return {Kind::automatic, 50};
  if (text == "first") return {Kind::master, 50};
  if (text == "a2m") return {Kind::caseOfLetters, 50};
  double percent = -1;
  if (text.rfind("gap:", 0) == 0) {
    const auto [end, error] = std::from_chars(text.data() + 4, text.data() + text.size(), percent);
    if (error != std::errc{} || end != text.data() + text.size()) percent = -1;
  }
  if (!(percent >= 0 && percent <= 100))
    fail("match rule: found \"", text, "\", expected auto, first, a2m or gap:P with P from 0 to 100");
  return {Kind::gapPercent, percent};
}

std::vector<Index> matchColumns(const Alignment& alignment, const MatchRule& rule) {
  Progress none;
  return matchColumns(alignment, rule, none);
}

std::vector<Index> matchColumns(const Alignment& alignment, const MatchRule& rule, Progress& progress) {
  if (alignment.numRows() == 0) fail("alignment ", alignment.name, ": found no sequence, expected at least one");
  Kind kind = rule.kind;
  if (kind == Kind::automatic) kind = automaticKind(alignment, progress);
  const std::vector<Index> columns = kind == Kind::master          ? columnsByMaster(alignment)
                                     : kind == Kind::caseOfLetters ? columnsByCase(alignment, progress)
                                                                   : columnsByGaps(alignment, rule.percent, progress);
  if (columns.empty())
    fail("alignment", alignment.name.empty() ? "" : " " + alignment.name, ": none of its ", alignment.numColumns,
         " columns is a match column under rule ", matchRuleText(rule));
  return columns;
}

}  // namespace engine
