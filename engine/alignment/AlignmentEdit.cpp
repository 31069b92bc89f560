#include "engine/alignment/AlignmentEdit.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/alignment/EditInserts.h"
#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

/// What inserts can count.
constexpr Index kMostColumns = std::numeric_limits<std::int32_t>::max();
constexpr Index kAll = std::numeric_limits<Index>::max();

void requireWithin(const IndexRanges& indices, Index size, const char* what) {
  if (indices != indices.within(size))
    fail("an edit of ", what, " ", indices.text(), " does not fit: there are ", size);
}

RowContent contentOf(const Alignment& alignment, Index row) {
  return {nth(alignment.rows, row), {alignment.row(row), alignment.row(row) + alignment.numColumns}};
}

void requireContent(const RowContent& content, Index numColumns) {
  Alignment alone;
  alone.numColumns = numColumns;
  alone.rows = {content.row};
  alone.codes = content.codes;
  alone.validate();
}

EditStep apply(Alignment& alignment, const ExchangeCells& step) {
  requireWithin(step.rows, alignment.numRows(), "rows");
  if (step.begin < 0 || step.begin > step.middle || step.middle > step.end || step.end > alignment.numColumns)
    fail("an edit of columns ", step.begin + 1, " to ", step.end, " does not fit: there are ", alignment.numColumns);
  ExchangeCells back{step.rows, step.begin, step.begin + step.end - step.middle, step.end};
  for (const Index row : step.rows.indices(kAll)) {
    const Exchange exchange = exchangeOf(alignment, row, step);
    AlignmentRow& described = nth(alignment.rows, row);
    std::vector<Insert> moved = movedInserts(described.inserts, exchange);
    if (moved != described.inserts || !step.inserts.empty())
      back.inserts.push_back({row, std::exchange(described.inserts, std::move(moved))});
    const auto turn = [&step](auto from) { std::rotate(from + step.begin, from + step.middle, from + step.end); };
    turn(alignment.codes.begin() + row * alignment.numColumns);
    for (ColumnAnnotation& annotation : described.annotations) turn(annotation.symbols.begin());
  }
  setInserts(alignment, step.inserts);
  return back;
}

EditStep apply(Alignment& alignment, const ReplaceRows& step) {
  if (step.rows.size() != step.contents.size())
    fail("an edit of ", step.rows.size(), " rows has ", step.contents.size(), " new ones, expected as many");
  ReplaceRows back{step.rows, {}};
  for (size_t k = 0; k < step.rows.size(); ++k) {
    const Index row = step.rows[k];
    requireWithin(IndexRanges(row, row + 1), row < 0 ? 0 : alignment.numRows(), "row");
    requireContent(step.contents[k], alignment.numColumns);
    back.contents.push_back(contentOf(alignment, row));
    nth(alignment.rows, row) = step.contents[k].row;
    std::copy(step.contents[k].codes.begin(), step.contents[k].codes.end(),
              alignment.codes.begin() + row * alignment.numColumns);
  }
  // A row that stands there twice is put back in the other order.
  std::reverse(back.rows.begin(), back.rows.end());
  std::reverse(back.contents.begin(), back.contents.end());
  return back;
}

EditStep apply(Alignment& alignment, const RemoveRows& step) {
  requireWithin(step.rows, alignment.numRows(), "rows");
  AddRows back{step.rows, {}};
  for (const Index row : step.rows.indices(kAll)) back.contents.push_back(contentOf(alignment, row));
  Index to = 0;
  const IndexRanges left = step.rows.inverted(alignment.numRows());
  for (const IndexRange& kept : left.ranges()) {
    if (kept.begin != to) {
      std::move(alignment.rows.begin() + kept.begin, alignment.rows.begin() + kept.end, alignment.rows.begin() + to);
      std::copy(alignment.row(kept.begin), alignment.row(kept.end),
                alignment.codes.begin() + to * alignment.numColumns);
    }
    to += kept.size();
  }
  alignment.rows.resize(static_cast<size_t>(to));
  alignment.codes.resize(static_cast<size_t>(to * alignment.numColumns));
  return back;
}

EditStep apply(Alignment& alignment, const AddRows& step) {
  const Index numRows = alignment.numRows() + step.rows.count();
  requireWithin(step.rows, numRows, "rows");
  if (step.rows.count() != static_cast<Index>(step.contents.size()))
    fail("an edit adds ", step.rows.count(), " rows and has ", step.contents.size(), ", expected as many");
  Alignment result;
  result.rows.reserve(static_cast<size_t>(numRows));
  result.codes.reserve(static_cast<size_t>(numRows * alignment.numColumns));
  auto content = step.contents.begin();
  for (Index row = 0, old = 0; row < numRows; ++row) {
    if (step.rows.contains(row)) {
      requireContent(*content, alignment.numColumns);
      result.rows.push_back(content->row);
      result.codes.insert(result.codes.end(), content->codes.begin(), content->codes.end());
      ++content;
      continue;
    }
    result.rows.push_back(std::move(nth(alignment.rows, old)));
    result.codes.insert(result.codes.end(), alignment.row(old), alignment.row(old + 1));
    ++old;
  }
  alignment.rows = std::move(result.rows);
  alignment.codes = std::move(result.codes);
  return RemoveRows{step.rows};
}

EditStep apply(Alignment& alignment, const OrderRows& step) {
  const Index numRows = alignment.numRows();
  OrderRows back{std::vector<Index>(static_cast<size_t>(numRows), -1)};
  bool isPermutation = static_cast<Index>(step.order.size()) == numRows;
  for (size_t k = 0; isPermutation && k < step.order.size(); ++k) {
    isPermutation = step.order[k] >= 0 && step.order[k] < numRows && nth(back.order, step.order[k]) < 0;
    if (isPermutation) nth(back.order, step.order[k]) = static_cast<Index>(k);
  }
  if (!isPermutation) fail("an order of ", step.order.size(), " rows does not name each of ", numRows, " rows once");
  std::vector<AlignmentRow> rows;
  std::vector<ResidueCode> codes;
  rows.reserve(step.order.size());
  codes.reserve(alignment.codes.size());
  for (const Index row : step.order) {
    rows.push_back(std::move(nth(alignment.rows, row)));
    codes.insert(codes.end(), alignment.row(row), alignment.row(row + 1));
  }
  alignment.rows = std::move(rows);
  alignment.codes = std::move(codes);
  return back;
}

template <class Line, class From>
void append(From from, const IndexRanges& ranges, Line& to) {
  for (const IndexRange& range : ranges.ranges()) to.insert(to.end(), from + range.begin, from + range.end);
}

std::string takeSymbols(ColumnAnnotation& annotation, const IndexRanges& taken, const IndexRanges& kept) {
  std::string out, rest;
  append(annotation.symbols.cbegin(), taken, out);
  append(annotation.symbols.cbegin(), kept, rest);
  annotation.symbols = std::move(rest);
  return out;
}

EditStep apply(Alignment& alignment, const RemoveColumns& step) {
  requireWithin(step.columns, alignment.numColumns, "columns");
  const IndexRanges kept = step.columns.inverted(alignment.numColumns);
  AddColumns back{step.columns, {}, {}, {}, allInserts(alignment)};
  std::vector<ResidueCode> rest;
  rest.reserve(static_cast<size_t>(alignment.numRows() * kept.count()));
  back.codes.reserve(static_cast<size_t>(alignment.numRows() * step.columns.count()));
  for (Index row = 0; row < alignment.numRows(); ++row) {
    append(alignment.row(row), step.columns, back.codes);
    append(alignment.row(row), kept, rest);
    AlignmentRow& described = nth(alignment.rows, row);
    std::vector<std::string>& symbols = back.rowSymbols.emplace_back();
    for (ColumnAnnotation& annotation : described.annotations)
      symbols.push_back(takeSymbols(annotation, step.columns, kept));
    described.inserts = insertsWithout(std::move(described.inserts), step.columns);
  }
  for (ColumnAnnotation& annotation : alignment.columnAnnotations)
    back.symbols.push_back(takeSymbols(annotation, step.columns, kept));
  alignment.codes = std::move(rest);
  alignment.numColumns = kept.count();
  setInserts(alignment, step.inserts);
  return back;
}

/// `line` with `added` (empty: blanks) at the places that are to be added.
template <class Line, class From>
void merge(From line, const IndexRanges& columns, Index numColumns, From added, bool isBlank,
           typename Line::value_type blank, Line& out) {
  Index at = 0;
  for (const IndexRange& range : columns.ranges()) {
    out.insert(out.end(), line, line + (range.begin - at));
    line += range.begin - at;
    if (isBlank) out.insert(out.end(), static_cast<size_t>(range.size()), blank);
    if (!isBlank) out.insert(out.end(), added, added + range.size()), added += range.size();
    at = range.end;
  }
  out.insert(out.end(), line, line + (numColumns - at));
}

void addSymbols(ColumnAnnotation& annotation, const AddColumns& step, Index numColumns, const std::string* added) {
  if (added && static_cast<Index>(added->size()) != step.columns.count())
    fail("annotation ", annotation.name, ": found ", added->size(), " symbols for ", step.columns.count(), " columns");
  std::string out;
  merge(annotation.symbols.cbegin(), step.columns, numColumns, added ? added->cbegin() : annotation.symbols.cbegin(),
        !added, blankSymbol(annotation), out);
  annotation.symbols = std::move(out);
}

void requireFits(const Alignment& alignment, const AddColumns& step) {
  requireWithin(step.columns, alignment.numColumns + step.columns.count(), "columns");
  if (step.columns.count() > kMostColumns - alignment.numColumns)
    fail("an edit adds ", step.columns.count(), " columns, expected at most ", kMostColumns, " in all");
  const auto numCodes = static_cast<size_t>(alignment.numRows() * step.columns.count());
  if (!step.codes.empty() && step.codes.size() != numCodes)
    fail("an edit adds ", step.columns.count(), " columns with ", step.codes.size(), " letters, expected ", numCodes);
  if (!std::all_of(step.codes.begin(), step.codes.end(), alphabet::isValid)) fail("an edit adds what is no letter");
  if (!step.symbols.empty() && step.symbols.size() != alignment.columnAnnotations.size())
    fail("an edit adds columns with ", step.symbols.size(), " annotations, expected ",
         alignment.columnAnnotations.size());
  if (!step.rowSymbols.empty() && step.rowSymbols.size() != alignment.rows.size())
    fail("an edit adds columns to ", step.rowSymbols.size(), " rows, expected ", alignment.rows.size());
  for (size_t row = 0; row < step.rowSymbols.size(); ++row)
    if (step.rowSymbols[row].size() != alignment.rows[row].annotations.size())
      fail("an edit adds columns to ", step.rowSymbols[row].size(), " annotations of row ", row + 1, ", expected ",
           alignment.rows[row].annotations.size());
}

EditStep apply(Alignment& alignment, const AddColumns& step) {
  requireFits(alignment, step);
  const Index numColumns = alignment.numColumns + step.columns.count();
  RemoveColumns back{step.columns, allInserts(alignment)};
  std::vector<ResidueCode> codes;
  codes.reserve(static_cast<size_t>(alignment.numRows() * numColumns));
  for (Index row = 0; row < alignment.numRows(); ++row) {
    const Index given = step.codes.empty() ? 0 : row * step.columns.count();
    merge(alignment.row(row), step.columns, numColumns, step.codes.data() + given, step.codes.empty(), alphabet::kGap,
          codes);
    AlignmentRow& described = nth(alignment.rows, row);
    for (size_t k = 0; k < described.annotations.size(); ++k)
      addSymbols(described.annotations[k], step, numColumns,
                 step.rowSymbols.empty() ? nullptr : &nth(step.rowSymbols, row)[k]);
    described.inserts = insertsWith(std::move(described.inserts), step.columns);
  }
  for (size_t k = 0; k < alignment.columnAnnotations.size(); ++k)
    addSymbols(alignment.columnAnnotations[k], step, numColumns, step.symbols.empty() ? nullptr : &step.symbols[k]);
  alignment.codes = std::move(codes);
  alignment.numColumns = numColumns;
  setInserts(alignment, step.inserts);
  return back;
}

}  // namespace

char blankSymbol(const ColumnAnnotation& annotation) {
  if (annotation.name.ends_with("_conf")) return '0';
  return annotation.name.starts_with("ss_") ? '-' : '.';
}

AlignmentEdit applyEdit(Alignment& alignment, const AlignmentEdit& edit) {
  AlignmentEdit back;
  for (const EditStep& step : edit.steps)
    back.steps.push_back(std::visit([&alignment](const auto& one) { return apply(alignment, one); }, step));
  std::reverse(back.steps.begin(), back.steps.end());
  return back;
}

}  // namespace engine
