// A head in a word, and why.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/heads/HeadTable.h"

namespace engine {

/// All rules that hold, in their order (MATHEMATICS.md 5); at least one. `chance`: where it is known, a head that sees
/// contacts must beat what the best head reaches by chance.
std::vector<HeadLabel> labelsOf(const HeadStatistics& head, const HeadThresholds& thresholds,
                                const std::optional<ChanceOfBest>& chance);

/// The rule that gives such a name, "sink at 12" or "sink"; other for words that no rule gives.
HeadRule ruleOfLabel(std::string_view name);

/// "previous residue", "next residue", "offset +7"; "self" for 0.
std::string offsetName(Index offset);

}  // namespace engine
