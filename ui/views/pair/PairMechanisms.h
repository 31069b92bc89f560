// The two layers of attention between residue frames that pairs can be taken through.
#pragma once

#include "ui/views/pair/PairWalk.h"

namespace ui {

/// Geometric attention (ESM3, Algorithm 6).
const PairMechanism& geometricPairs();
/// Invariant point attention (AlphaFold 2, Algorithm 22).
const PairMechanism& invariantPointPairs();

}  // namespace ui
