// How alike two heads are on the cells of the map that both have.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/Array.h"
#include "engine/heads/HeadComparison.h"

namespace ui {

/// Weights as the heads gave them, on the same cells; NaN where one has no such position. `firstLost`, `secondLost`:
/// the weight of each row on positions that are not among the cells; empty: none. Nothing for maps
/// with negative weights, without cells, and for so many (2^24) that it would take memory for copies of them.
std::optional<engine::HeadComparison> comparisonOf(const engine::Array<float>& first,
                                                   const engine::Array<float>& second,
                                                   const std::vector<double>& firstLost,
                                                   const std::vector<double>& secondLost);

}  // namespace ui
