// Maps whose positions are rows of an alignment: which row each is. Rows are no positions of the links (Links.h), whose
// axis of an alignment are its columns.
#pragma once

#include <string>

#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"

namespace engine {

/// Of maps with an axis of sequences that have names and were computed of this alignment: the first row with the name
/// of this position; -1 when there is none.
Index alignmentRowOf(const Dataset& maps, Index position, const Dataset& alignment);
/// The other way round: the position of this row, -1 when the maps are of other rows or of something else.
Index positionOfAlignmentRow(const Dataset& maps, Index row, const Dataset& alignment);

/// Key of HeadSet::about: names of the sequences that the layers are, where these are rows of an alignment; a line
/// each.
inline constexpr char kLayerNames[] = "layer_names";
/// Of maps with a layer for each sequence, or for each column, that were computed of this alignment: the layer of a
/// cell there; -1 when there is none.
Index layerOfAlignmentCell(const Dataset& maps, Index row, Index column, const Dataset& alignment);
/// The other way round, of maps with a layer for each column: its column; -1 when layers are something else.
Index alignmentColumnOfLayer(const Dataset& maps, Index layer, const Dataset& alignment);
/// The row of a layer that is a sequence; -1 when it is none.
Index alignmentRowOfLayer(const Dataset& maps, Index layer, const Dataset& alignment);

}  // namespace engine
