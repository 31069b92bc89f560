#include "engine/datasets/AlignmentRows.h"

#include <algorithm>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadAxes.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

/// Null unless the maps are of rows of the alignment.
const std::vector<std::string>* sequenceNames(const Dataset& maps, const Dataset& alignment) {
  const auto* heads = maps.as<HeadSet>();
  const auto& inputs = maps.provenance.request.inputs;
  if (!heads || std::find(inputs.begin(), inputs.end(), alignment.id.text()) == inputs.end()) return nullptr;
  return heads->keyUnit == kRowUnit && !heads->keyTokens.empty() ? &heads->keyTokens : nullptr;
}

}  // namespace

Index alignmentRowOf(const Dataset& maps, Index position, const Dataset& alignment) {
  const auto* rows = alignment.as<Alignment>();
  const auto* names = sequenceNames(maps, alignment);
  return rows && names && position >= 0 && position < std::ssize(*names) ? rows->findRow(nth(*names, position)) : -1;
}

Index positionOfAlignmentRow(const Dataset& maps, Index row, const Dataset& alignment) {
  const auto* rows = alignment.as<Alignment>();
  const auto* names = sequenceNames(maps, alignment);
  if (!rows || !names || row < 0 || row >= rows->numRows()) return -1;
  const auto found = std::find(names->begin(), names->end(), nth(rows->rows, row).name);
  return found == names->end() ? -1 : found - names->begin();
}

}  // namespace engine
