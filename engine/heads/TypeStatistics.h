// Which residue types look at which (MATHEMATICS.md 2.6).
#pragma once

#include <vector>

#include "engine/heads/HeadStatistics.h"

namespace engine {

/// 20 x 20, type that looks by type looked at: sums of p. `byType`: for each type, `stride` apart, the sum of p over
/// the rows of that type, by column. `keyTypes`: of the columns, -1 for what is none of the 20.
std::vector<double> typeSums(const std::vector<double>& byType, Index stride, const std::vector<int>& keyTypes);

/// Nothing where the sums are all 0. They are made to sum to 1.
void describeTypes(std::vector<double> sums, const std::vector<int>& keyTypes, HeadStatistics& head);

}  // namespace engine
