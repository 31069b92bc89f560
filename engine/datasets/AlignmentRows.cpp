#include "engine/datasets/AlignmentRows.h"

#include <algorithm>
#include <sstream>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadAxes.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

/// Null unless the maps were computed of the alignment.
const HeadSet* headsOf(const Dataset& maps, const Dataset& alignment) {
  const auto& inputs = maps.provenance.request.inputs;
  const bool isInput = std::find(inputs.begin(), inputs.end(), alignment.id.text()) != inputs.end();
  return isInput ? maps.as<HeadSet>() : nullptr;
}

/// Of the layers; none where they are no sequences, or nobody says which.
std::vector<std::string> layerNames(const HeadSet& heads) {
  const auto found = heads.about.find(kLayerNames);
  if (layerUnit(heads) != kRowUnit || found == heads.about.end()) return {};
  std::vector<std::string> names;
  std::istringstream lines(found->second);
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

/// Null unless the maps are of rows of the alignment.
const std::vector<std::string>* sequenceNames(const Dataset& maps, const Dataset& alignment) {
  const HeadSet* const heads = headsOf(maps, alignment);
  if (!heads) return nullptr;
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

Index layerOfAlignmentCell(const Dataset& maps, Index row, Index column, const Dataset& alignment) {
  const auto* cells = alignment.as<Alignment>();
  const HeadSet* const heads = headsOf(maps, alignment);
  if (!cells || !heads) return -1;
  if (layerUnit(*heads) == kColumnUnit) return alignmentColumnOfLayer(maps, column, alignment);
  if (row < 0 || row >= cells->numRows()) return -1;
  const std::vector<std::string> names = layerNames(*heads);
  const auto found = std::find(names.begin(), names.end(), nth(cells->rows, row).name);
  return found == names.end() ? -1 : found - names.begin();
}

Index alignmentColumnOfLayer(const Dataset& maps, Index layer, const Dataset& alignment) {
  const auto* cells = alignment.as<Alignment>();
  const HeadSet* const heads = headsOf(maps, alignment);
  if (!cells || !heads || layerUnit(*heads) != kColumnUnit || heads->numLayers != cells->numColumns) return -1;
  return layer >= 0 && layer < cells->numColumns ? layer : -1;
}

Index alignmentRowOfLayer(const Dataset& maps, Index layer, const Dataset& alignment) {
  const auto* rows = alignment.as<Alignment>();
  const HeadSet* const heads = headsOf(maps, alignment);
  if (!rows || !heads || layer < 0) return -1;
  const std::vector<std::string> names = layerNames(*heads);
  return layer < std::ssize(names) ? rows->findRow(nth(names, layer)) : -1;
}

}  // namespace engine
