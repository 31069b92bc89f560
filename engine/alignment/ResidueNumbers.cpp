// Residue numbers of alignment rows.
#include "engine/alignment/ResidueNumbers.h"

#include <algorithm>
#include <charconv>

#include "engine/base/Nth.h"

namespace engine {

namespace {

struct NamedRange {
  size_t slash = std::string::npos;
  Index first = 1, step = 1;
};

/// slash = npos when the name ends in no range.
NamedRange rangeOf(const std::string& name) {
  const size_t slash = name.rfind('/');
  if (slash == std::string::npos) return {};
  const char *begin = name.data() + slash + 1, *end = name.data() + name.size();
  Index first = 1, last = 0;
  const auto afterFirst = std::from_chars(begin, end, first);
  if (afterFirst.ec != std::errc{} || afterFirst.ptr == end || *afterFirst.ptr != '-') return {};
  const auto afterLast = std::from_chars(afterFirst.ptr + 1, end, last);
  if (afterLast.ec != std::errc{} || afterLast.ptr != end) return {};
  return {slash, first, last < first ? -1 : 1};
}

}  // namespace

Index numberOfResidue(const std::string& name, Index residue) {
  const NamedRange range = rangeOf(name);
  return range.first + range.step * residue;
}

std::string nameWithoutRange(const std::string& name) { return name.substr(0, rangeOf(name).slash); }

std::optional<Index> residueNumber(const Alignment& alignment, Index row, Index column) {
  return residueNumber(alignment, row, SlotContent{static_cast<std::int32_t>(column)});
}

std::optional<Index> residueNumber(const Alignment& alignment, Index row, const SlotContent& slot) {
  if (alphabet::isGap(codeAt(alignment, row, slot))) return std::nullopt;
  const AlignmentRow& line = nth(alignment.rows, row);
  Index residue = slot.isInsert() ? slot.offset : 0;
  for (Index before = 0; before < slot.column; ++before) residue += !alphabet::isGap(alignment.at(row, before));
  // The insert after c columns stands before column c.
  for (const Insert& insert : line.inserts)
    if (insert.after < slot.column + (slot.isInsert() ? 0 : 1)) residue += static_cast<Index>(insert.codes.size());
  return numberOfResidue(line.name, residue);
}

Index columnOfResidueNumber(const Alignment& alignment, Index row, Index number) {
  const std::vector<Index> columns = alignment.columnOfResidue(row);
  const NamedRange range = rangeOf(nth(alignment.rows, row).name);
  const Index at = range.step * (number - range.first);
  if (at < 0 || at >= static_cast<Index>(columns.size()) || alignment.numColumns == 0) return -1;
  const auto column = std::find_if(columns.begin() + at, columns.end(), [](Index c) { return c >= 0; });
  return column == columns.end() ? alignment.numColumns - 1 : *column;
}

}  // namespace engine
