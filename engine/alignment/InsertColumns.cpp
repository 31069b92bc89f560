// Inserts to columns and back.
#include "engine/alignment/InsertColumns.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "engine/base/Nth.h"

namespace engine {

namespace {

std::string expandedSymbols(const std::string& symbols, const std::vector<std::int32_t>& widths) {
  std::string expanded;
  for (size_t column = 0; column < widths.size(); ++column) {
    expanded.append(static_cast<size_t>(widths[column]), '.');
    if (column < symbols.size()) expanded += symbols[column];
  }
  return expanded;
}

void appendExpandedRow(const Alignment& alignment, Index row, const std::vector<std::int32_t>& widths,
                       std::vector<ResidueCode>& codes) {
  const std::vector<Insert>& inserts = nth(alignment.rows, row).inserts;
  auto insert = inserts.begin();
  for (Index column = 0; column <= alignment.numColumns; ++column) {
    auto padding = static_cast<size_t>(nth(widths, column));
    if (insert != inserts.end() && insert->after == column) {
      codes.insert(codes.end(), insert->codes.begin(), insert->codes.end());
      padding -= insert->codes.size();
      ++insert;
    }
    codes.insert(codes.end(), padding, alphabet::kDot);
    if (column < alignment.numColumns) codes.push_back(alignment.at(row, column));
  }
}

/// True for the columns in which every entry is a lower-case letter or '.'. Without rows there are none.
std::vector<bool> findInsertColumns(const Alignment& alignment) {
  std::vector<bool> isInsert(static_cast<size_t>(alignment.numColumns), alignment.numRows() > 0);
  for (Index row = 0; row < alignment.numRows(); ++row)
    for (Index column = 0; column < alignment.numColumns; ++column) {
      const ResidueCode code = alignment.at(row, column);
      if (!alphabet::isLower(code) && code != alphabet::kDot) nth(isInsert, column) = false;
    }
  return isInsert;
}

std::string keptSymbols(const std::string& symbols, const std::vector<bool>& isInsert) {
  std::string kept;
  for (size_t column = 0; column < symbols.size(); ++column)
    if (!isInsert[column]) kept += symbols[column];
  return kept;
}

ResidueCode matchCode(ResidueCode code) {
  const ResidueCode upper = alphabet::upper(code);
  return upper == alphabet::kDot ? alphabet::kGap : upper;
}

/// '*' has no lower case and would be read as a column.
ResidueCode insertCode(ResidueCode code) {
  const ResidueCode upper = alphabet::upper(code);
  return (upper == alphabet::kStop ? alphabet::kUnknown : upper) | alphabet::kLowerCase;
}

void addToInsert(std::vector<Insert>& inserts, Index after, const ResidueCode* begin, const ResidueCode* end) {
  if (begin == end) return;
  if (inserts.empty() || inserts.back().after != after) inserts.push_back({static_cast<std::int32_t>(after), {}});
  std::transform(begin, end, std::back_inserter(inserts.back().codes), insertCode);
}

/// Inserts of one row among the columns that stay; appends the codes of these columns to `codes`.
std::vector<Insert> collapseRow(const Alignment& alignment, Index row, const std::vector<bool>& isInsert,
                                std::vector<ResidueCode>& codes) {
  std::vector<Insert> result;
  const std::vector<Insert>& inserts = nth(alignment.rows, row).inserts;
  auto insert = inserts.begin();
  Index kept = 0;
  for (Index column = 0; column <= alignment.numColumns; ++column) {
    if (insert != inserts.end() && insert->after == column) {
      addToInsert(result, kept, insert->codes.data(), insert->codes.data() + insert->codes.size());
      ++insert;
    }
    if (column == alignment.numColumns) break;
    const ResidueCode* code = alignment.row(row) + column;
    if (!nth(isInsert, column)) {
      codes.push_back(matchCode(*code));
      ++kept;
    } else if (!alphabet::isGap(*code)) {
      addToInsert(result, kept, code, code + 1);
    }
  }
  return result;
}

}  // namespace

std::vector<std::int32_t> longestInserts(const Alignment& alignment) {
  std::vector<std::int32_t> widths(static_cast<size_t>(alignment.numColumns) + 1, 0);
  for (const AlignmentRow& row : alignment.rows)
    for (const Insert& insert : row.inserts) {
      std::int32_t& width = nth(widths, insert.after);
      width = std::max(width, static_cast<std::int32_t>(insert.codes.size()));
    }
  return widths;
}

std::vector<ExpandedInsert> insertWidths(const Alignment& alignment) {
  const std::vector<std::int32_t> widths = longestInserts(alignment);
  std::vector<ExpandedInsert> inserts;
  for (size_t after = 0; after < widths.size(); ++after)
    if (widths[after] > 0) inserts.push_back({static_cast<std::int32_t>(after), widths[after]});
  return inserts;
}

Alignment expandInserts(const Alignment& alignment) {
  const std::vector<std::int32_t> widths = longestInserts(alignment);
  const Index added = std::accumulate(widths.begin(), widths.end(), Index{0});
  if (added == 0) return alignment;

  Alignment expanded;
  expanded.name = alignment.name;
  expanded.notes = alignment.notes;
  expanded.rows = alignment.rows;
  expanded.columnAnnotations = alignment.columnAnnotations;
  expanded.numColumns = alignment.numColumns + added;
  expanded.codes.reserve(alignment.rows.size() * static_cast<size_t>(expanded.numColumns));
  for (Index row = 0; row < alignment.numRows(); ++row) appendExpandedRow(alignment, row, widths, expanded.codes);
  for (ColumnAnnotation& annotation : expanded.columnAnnotations)
    annotation.symbols = expandedSymbols(annotation.symbols, widths);
  for (AlignmentRow& row : expanded.rows) {
    row.inserts.clear();
    for (ColumnAnnotation& annotation : row.annotations)
      annotation.symbols = expandedSymbols(annotation.symbols, widths);
  }
  return expanded;
}

Alignment collapseInsertColumns(const Alignment& alignment) {
  const std::vector<bool> isInsert = findInsertColumns(alignment);
  Alignment collapsed;
  collapsed.name = alignment.name;
  collapsed.notes = alignment.notes;
  collapsed.rows = alignment.rows;
  collapsed.columnAnnotations = alignment.columnAnnotations;
  collapsed.numColumns = std::count(isInsert.begin(), isInsert.end(), false);
  collapsed.codes.reserve(alignment.rows.size() * static_cast<size_t>(collapsed.numColumns));
  for (Index row = 0; row < alignment.numRows(); ++row)
    nth(collapsed.rows, row).inserts = collapseRow(alignment, row, isInsert, collapsed.codes);
  for (ColumnAnnotation& annotation : collapsed.columnAnnotations)
    annotation.symbols = keptSymbols(annotation.symbols, isInsert);
  for (AlignmentRow& row : collapsed.rows)
    for (ColumnAnnotation& annotation : row.annotations) annotation.symbols = keptSymbols(annotation.symbols, isInsert);
  return collapsed;
}

}  // namespace engine
