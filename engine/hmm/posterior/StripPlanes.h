// From lanes to rows: what the recursions over strips leave behind becomes a plane.
#pragma once

#include <algorithm>

#include "engine/hmm/posterior/StripCells.h"

namespace engine {

/// Writes the steps of a run of a strip into the plane ((Nq + 1) x (Nt + 1)), eight at a time. lanes: by step, readable
/// up to eight beyond the run; what is outside the rows and columns from 1 on is left out.
template <class Vector, class Value>
void storeStrip(Index strip, StepRun run, const Vector* lanes, Array<Value>& plane) {
  const Index numRows = plane.length(0) - 1, stride = plane.length(1);
  for (Index step = run.begin; step < run.end; step += kLanes) {
    Vector block[kLanes];
    std::copy_n(lanes + step, kLanes, block);
    transpose(block);
    const Index count = std::min(kLanes, run.end - step);
    for (Index lane = 0; lane < kLanes; ++lane) {
      const Index row = rowOfLane(strip, lane), column = columnOfLane(step, lane);
      if (row > numRows) continue;
      Value* const target = plane.data() + row * stride + column;
      if (count == kLanes && column >= 1 && column + kLanes <= stride)
        storeVector(target, block[lane]);
      else
        for (Index n = std::max<Index>(0, 1 - column); n < std::min(count, stride - column); ++n)
          target[n] = block[lane][n];
    }
  }
}

}  // namespace engine
