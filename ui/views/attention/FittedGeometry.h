// The geometry of a chain laid out by the cells of a map.
#pragma once

#include <memory>
#include <vector>

#include "engine/io/Dataset.h"

namespace ui {

/// `residues`: for each cell of a square map its residue of the chain, -1 where it has none: distances and angles are
/// NaN there, no contact, no state, a residue without atoms and the letter '-'. Per residue only the states and
/// residues are laid out. The geometry itself where every cell is its residue.
std::shared_ptr<const engine::ChainGeometry> geometryAt(const std::shared_ptr<const engine::ChainGeometry>& geometry,
                                                        const std::vector<engine::Index>& residues);

}  // namespace ui
