// What the weight at each offset along the sequence says of a head (MATHEMATICS.md 2.4, 2.5).
#pragma once

#include <vector>

#include "engine/heads/HeadStatistics.h"

namespace engine {

/// `sums`: for k from -reach to reach the sum of p_i,i+k over the rows that count and have that key; `rows`: how many.
void describeOffsets(const std::vector<double>& sums, const std::vector<Index>& rows, HeadStatistics& head);

}  // namespace engine
