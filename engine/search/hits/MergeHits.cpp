#include "engine/search/hits/MergeHits.h"

#include <algorithm>
#include <cctype>

#include "engine/base/Nth.h"

namespace engine {

namespace {

struct Pair {
  Index i = 0, j = 0;
};

/// The pairs of a path, checked against the sizes of both sides.
std::vector<Pair> pairsOf(const AlignmentPath& path, Index numQueryColumns, Index numTemplateColumns) {
  std::vector<Pair> pairs;
  for (const PathStep& step : path.steps) {
    if (step.state != PairState::MM && step.state != PairState::M) continue;
    if (step.i < 0 || step.i >= numQueryColumns || step.j < 0 || step.j >= numTemplateColumns)
      fail("merging a hit: its path pairs columns ", step.i + 1, " and ", step.j + 1, ", but there are ",
           numQueryColumns, " and ", numTemplateColumns);
    if (!pairs.empty() && (step.i <= pairs.back().i || step.j <= pairs.back().j))
      fail("merging a hit: its path runs back at columns ", step.i + 1, " and ", step.j + 1);
    pairs.push_back({step.i, step.j});
  }
  return pairs;
}

/// One row on its way onto the query's columns.
struct MergedRow {
  std::vector<ResidueCode> codes;  ///< one per query column
  std::vector<Insert> inserts;
  bool hasResidue = false;

  explicit MergedRow(Index numColumns) : codes(static_cast<size_t>(numColumns), alphabet::kGap) {}

  void place(ResidueCode code, Index column) {
    nth(codes, column) = alphabet::isGap(code) ? alphabet::kGap : alphabet::upper(code);
    hasResidue = hasResidue || !alphabet::isGap(code);
  }

  void insert(ResidueCode code, Index after) {
    if (alphabet::isGap(code)) return;
    if (inserts.empty() || inserts.back().after != after) inserts.push_back({static_cast<std::int32_t>(after), {}});
    inserts.back().codes.push_back(asInsert(code));
    hasResidue = true;
  }

  /// Letters between the pair at column `from` and the one at `to`, the latter included.
  void spread(const std::vector<ResidueCode>& letters, Index from, Index to) {
    const Index columns = to - from, count = static_cast<Index>(letters.size());
    const Index left = std::min(columns, count) / 2;
    const Index right = std::min(columns, count) - left;
    for (Index k = 0; k < left; ++k) place(nth(letters, k), from + 1 + k);
    for (Index k = left; k < count - right; ++k) insert(nth(letters, k), from + 1 + left);
    for (Index k = 0; k < right; ++k) place(nth(letters, count - right + k), to + 1 - right + k);
  }
};

/// Letters of one row behind column `from` up to column `to`: inserts and the columns' own. `next` is the first insert
/// not yet passed.
std::vector<ResidueCode> lettersBetween(const Alignment& alignment, Index row, Index from, Index to,
                                        std::vector<Insert>::const_iterator& next) {
  const auto end = nth(alignment.rows, row).inserts.cend();
  std::vector<ResidueCode> letters;
  for (Index column = from + 1; column <= to; ++column) {
    for (; next != end && next->after <= column; ++next)
      letters.insert(letters.end(), next->codes.begin(), next->codes.end());
    if (column < to) letters.push_back(alignment.at(row, column));
  }
  return letters;
}

MergedRow mergedRow(const Alignment& templ, Index row, const std::vector<Pair>& pairs, Index numQueryColumns) {
  MergedRow merged(numQueryColumns);
  const std::vector<Insert>& inserts = nth(templ.rows, row).inserts;
  auto next = inserts.begin();
  while (next != inserts.end() && next->after <= pairs.front().j) ++next;
  merged.place(templ.at(row, pairs.front().j), pairs.front().i);
  for (size_t k = 1; k < pairs.size(); ++k) {
    std::vector<ResidueCode> letters = lettersBetween(templ, row, pairs[k - 1].j, pairs[k].j, next);
    letters.push_back(templ.at(row, pairs[k].j));
    merged.spread(letters, pairs[k - 1].i, pairs[k].i);
  }
  return merged;
}

/// Adds a row given as A3M text; throws Error unless it has the alignment's number of columns.
void appendA3m(Alignment& alignment, AlignmentRow row, const std::string& text) {
  Index columns = 0;
  for (const char letter : text) {
    if (letter == '.') continue;
    const ResidueCode code = alphabet::codeOf(letter);
    if (code == alphabet::kInvalid)
      fail("sequence ", row.name, ": found '", letter, "', expected residues and gaps of an A3M sequence");
    if (!alphabet::isLower(code)) {
      alignment.codes.push_back(alphabet::isGap(code) ? alphabet::kGap : code);
      ++columns;
      continue;
    }
    if (row.inserts.empty() || row.inserts.back().after != columns)
      row.inserts.push_back({static_cast<std::int32_t>(columns), {}});
    row.inserts.back().codes.push_back(code);
  }
  if (columns != alignment.numColumns)
    fail("sequence ", row.name, ": found ", columns, " match columns, expected ", alignment.numColumns);
  alignment.rows.push_back(std::move(row));
}

}  // namespace

ResidueCode asInsert(ResidueCode code) {
  const ResidueCode upper = alphabet::upper(code);
  return (upper == alphabet::kStop ? alphabet::kUnknown : upper) | alphabet::kLowerCase;
}

Alignment onMatchColumns(const Alignment& alignment, const std::vector<Index>& columns) {
  const auto numColumns = static_cast<Index>(columns.size());
  Alignment result;
  result.name = alignment.name;
  result.notes = alignment.notes;
  result.numColumns = numColumns;
  for (Index k = 0; k < alignment.numRows(); ++k) {
    AlignmentRow row = nth(alignment.rows, k);
    MergedRow reduced(numColumns);
    auto next = nth(alignment.rows, k).inserts.cbegin();
    Index before = -1;
    for (Index slot = 0; slot <= numColumns; ++slot) {
      const bool isEnd = slot == numColumns;
      const Index column = isEnd ? alignment.numColumns : nth(columns, slot);
      for (const ResidueCode code : lettersBetween(alignment, k, before, column, next)) reduced.insert(code, slot);
      if (!isEnd) reduced.place(alignment.at(k, column), slot);
      before = column;
    }
    row.inserts = std::move(reduced.inserts);
    row.annotations.clear();
    result.rows.push_back(std::move(row));
    result.codes.insert(result.codes.end(), reduced.codes.begin(), reduced.codes.end());
  }
  for (const ColumnAnnotation& annotation : alignment.columnAnnotations) {
    std::string symbols;
    for (const Index column : columns)
      symbols += static_cast<size_t>(column) < annotation.symbols.size()
                     ? nth(annotation.symbols, column)
                     : '-';
    result.columnAnnotations.push_back({annotation.name, symbols});
  }
  return result;
}

Alignment shownAlignment(const ProfileHmm& profile) {
  Alignment result;
  result.name = profile.name;
  result.numColumns = profile.length();
  for (const auto& [header, text] : profile.shownSequences) {
    const size_t space = header.find(' ');
    AlignmentRow row;
    row.name = header.substr(0, space);
    if (space != std::string::npos) row.description = header.substr(space + 1);
    appendA3m(result, std::move(row), text);
  }
  if (result.rows.empty()) {
    AlignmentRow row;
    row.name = profile.name;
    row.description = profile.description;
    std::string letters = profile.masterLetters.empty() ? profile.consensus : profile.masterLetters;
    std::transform(letters.begin(), letters.end(), letters.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    appendA3m(result, std::move(row), letters);
  }
  for (const ColumnAnnotation& annotation : profile.annotations) result.columnAnnotations.push_back(annotation);
  return result;
}

Alignment mergeHit(Alignment query, const Alignment& templ, const AlignmentPath& path) {
  const std::vector<Pair> pairs = pairsOf(path, query.numColumns, templ.numColumns);
  if (pairs.empty()) return query;
  for (Index k = 0; k < templ.numRows(); ++k) {
    MergedRow merged = mergedRow(templ, k, pairs, query.numColumns);
    if (!merged.hasResidue) continue;
    AlignmentRow row = nth(templ.rows, k);
    row.annotations.clear();
    row.inserts = std::move(merged.inserts);
    query.rows.push_back(std::move(row));
    query.codes.insert(query.codes.end(), merged.codes.begin(), merged.codes.end());
  }
  return query;
}

}  // namespace engine
