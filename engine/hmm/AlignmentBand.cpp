// Crosses of cells around the steps of a path.
#include "engine/hmm/AlignmentBand.h"

#include <algorithm>

namespace engine {

namespace {

/// Sets the vertical and the horizontal bar through every step.
void setBars(Array<Bool>& cells, const AlignmentPath& path, Index halfWidth, Bool value) {
  const Index numRows = cells.length(0), numColumns = cells.length(1);
  for (const PathStep& step : path.steps) {
    if (step.i < 0 || step.j < 0 || step.i >= numRows || step.j >= numColumns)
      fail("path step at ", step.i + 1, ",", step.j + 1, ": outside ", numRows, " x ", numColumns, " positions");
    for (Index i = std::max<Index>(0, step.i - halfWidth); i < std::min(numRows, step.i + halfWidth + 1); ++i)
      cells(i, step.j) = value;
    for (Index j = std::max<Index>(0, step.j - halfWidth); j < std::min(numColumns, step.j + halfWidth + 1); ++j)
      cells(step.i, j) = value;
  }
}

}  // namespace

Array<Bool> bandAround(const AlignmentPath& path, Index numRows, Index numColumns, Index halfWidth) {
  Array<Bool> allowed({numRows, numColumns}, Bool{0}, "allowed cells");
  if (path.steps.empty()) return allowed;
  const PathStep &first = path.steps.front(), &last = path.steps.back();
  for (Index i = 0; i < numRows; ++i)
    for (Index j = 0; j < numColumns; ++j)
      if ((i < first.i && j < first.j) || (i > last.i && j > last.j)) allowed(i, j) = Bool{1};
  setBars(allowed, path, halfWidth, Bool{1});
  return allowed;
}

void excludeAround(Array<Bool>& allowed, const AlignmentPath& path, Index halfWidth) {
  setBars(allowed, path, halfWidth, Bool{0});
}

}  // namespace engine
