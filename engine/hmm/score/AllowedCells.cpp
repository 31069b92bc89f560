// Masks of cells.
#include "engine/hmm/score/AllowedCells.h"

#include <algorithm>
#include <charconv>

namespace engine {

namespace {

constexpr Bool kOff{0}, kOn{1};

/// One "first-last".
ColumnRange parseRange(std::string_view part, const std::string& what) {
  Index numbers[2] = {0, 0};
  const size_t dash = part.find('-');
  const std::string_view ends[2] = {part.substr(0, dash),
                                    dash == std::string_view::npos ? part : part.substr(dash + 1)};
  for (int k = 0; k < 2; ++k) {
    const char* last = ends[k].data() + ends[k].size();
    const auto [stop, error] = std::from_chars(ends[k].data(), last, numbers[k]);
    if (error != std::errc() || stop != last || numbers[k] < 1 || numbers[1] < (k == 0 ? 0 : numbers[0]))
      fail(what, ": found \"", std::string(part), "\", expected first-last with 1 <= first <= last, as in 20-40");
  }
  return {numbers[0] - 1, numbers[1]};
}

/// Sets the vertical and the horizontal bar through a step.
void setBars(Array<Bool>& cells, const PathStep& step, Index halfWidth, Bool value) {
  const Index numRows = cells.length(0), numColumns = cells.length(1);
  if (step.i < 0 || step.j < 0 || step.i >= numRows || step.j >= numColumns)
    fail("path step at ", step.i + 1, ",", step.j + 1, ": outside ", numRows, " x ", numColumns, " positions");
  const Index firstRow = std::max<Index>(0, step.i - halfWidth), lastRow = std::min(numRows - 1, step.i + halfWidth);
  for (Index i = firstRow; i <= lastRow; ++i) cells(i, step.j) = value;
  const Index first = std::max<Index>(0, step.j - halfWidth), last = std::min(numColumns - 1, step.j + halfWidth);
  std::fill_n(cells.data() + step.i * numColumns + first, last - first + 1, value);
}

}  // namespace

std::vector<ColumnRange> parseRanges(const std::string& text, const std::string& what) {
  std::vector<ColumnRange> ranges;
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    ranges.push_back(parseRange(rest.substr(0, comma), what));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return ranges;
}

Array<Bool> allowedCells(Index numRows, Index numColumns, const std::vector<ColumnRange>& excludedRows,
                         const std::vector<ColumnRange>& excludedColumns) {
  if (excludedRows.empty() && excludedColumns.empty()) return {};
  Array<Bool> allowed({numRows, numColumns}, kOn, "allowed cells");
  for (const ColumnRange& range : excludedRows)
    for (Index i = std::max<Index>(0, range.begin); i < std::min(numRows, range.end); ++i)
      std::fill_n(allowed.data() + i * numColumns, numColumns, kOff);
  for (const ColumnRange& range : excludedColumns)
    for (Index i = 0; i < numRows; ++i)
      for (Index j = std::max<Index>(0, range.begin); j < std::min(numColumns, range.end); ++j) allowed(i, j) = kOff;
  return allowed;
}

Array<Bool> bandAround(const AlignmentPath& path, Index numRows, Index numColumns, Index halfWidth) {
  Array<Bool> allowed({numRows, numColumns}, kOff, "allowed cells");
  if (path.steps.empty()) return allowed;
  const PathStep &first = path.steps.front(), &last = path.steps.back();
  for (Index i = 0; i < numRows; ++i) {
    Bool* const row = allowed.data() + i * numColumns;
    if (i < first.i) std::fill(row, row + std::clamp<Index>(first.j, 0, numColumns), kOn);
    if (i > last.i) std::fill(row + std::clamp<Index>(last.j + 1, 0, numColumns), row + numColumns, kOn);
  }
  for (const PathStep& step : path.steps) setBars(allowed, step, halfWidth, kOn);
  return allowed;
}

void excludeAround(Array<Bool>& allowed, Index numRows, Index numColumns, const AlignmentPath& path, Index halfWidth) {
  if (allowed.empty()) allowed = Array<Bool>({numRows, numColumns}, kOn, "allowed cells");
  bool isFirstPair = path.steps.size() > 1;  // a pair alone must go, or it would be found again
  for (const PathStep& step : path.steps)
    if (isFirstPair && step.state == PairState::MM)
      isFirstPair = false;
    else
      setBars(allowed, step, halfWidth, kOff);
}

}  // namespace engine
