// One batch of templates against a query: the recursion of the score bounds on the processor's vectors.
#pragma once

#include <array>

#include "engine/search/batch/BatchViterbiKernel.h"
#include "engine/search/batch/ScoreBoundPack.h"

namespace engine {

/// Memory of one thread, reused from batch to batch.
struct BoundWorkspace {
  BoundTemplates templates;
  AlignedShorts above;  ///< (Nt + 1) x 3 x lanes: what the last row handed on
};

/// Upper bounds of the local Viterbi scores of the packed templates, in units. From kMostUnits on it is only known that
/// the score may be so high.
using BoundUnits = std::array<int, shorts::kLanes>;
inline constexpr int kMostUnits = 150 * shorts::kUnitsPerBit;
/// Query and templates are served.
BoundUnits runBounds(const BoundQuery& query, BoundWorkspace& workspace, const CellsDone& cellsDone);
/// The same for processors with VNNI; where HEADLIGHT_HAS_BOUNDS_VNNI says so.
BoundUnits runBoundsVnni(const BoundQuery& query, BoundWorkspace& workspace, const CellsDone& cellsDone);

}  // namespace engine
