// How many of the strongest pairs of maps touch in a structure, as something to plot.
#pragma once

#include <functional>
#include <string>

#include "engine/attention/HeadSet.h"
#include "engine/base/Progress.h"
#include "engine/datasets/Dataset.h"
#include "engine/structure/Structure.h"

namespace engine {

/// Of symmetric maps of pairs, whose first is the main one; positions for which `counts` is false are left out. The
/// maps, so that a file of arrays holds everything; curves over the number of pairs; `precision` (maps, 3) at L, L/2
/// and L/5, and `by_chance`; `precision_by_range` (maps, 3, 3) at these of pairs 6 to 11, 12 to 23, and 24 and more
/// residues apart. The title says what the first map reaches. Throws Error when the positions are another protein
/// than the chain.
Dataset pairPrecision(const HeadSet& heads, const std::function<bool(Index)>& counts, const Chain& chain,
                      const std::string& structureTitle, int threads, Progress& progress);

}  // namespace engine
