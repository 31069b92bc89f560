// A head in a word, and why.
#pragma once

#include <optional>
#include <vector>

#include "engine/heads/HeadTable.h"

namespace engine {

/// All rules that hold, in their order (MATHEMATICS.md 5); at least one. `chance`: where it is known, a head that sees
/// contacts must beat what the best head reaches by chance.
std::vector<HeadLabel> labelsOf(const HeadStatistics& head, const HeadThresholds& thresholds,
                                const std::optional<ChanceOfBest>& chance);

/// "previous residue", "next residue", "offset +7"; "self" for 0.
std::string offsetName(Index offset);

}  // namespace engine
