// What a profile says about one of its columns, for the inspector.
#pragma once

#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"
#include "ui/views/base/View.h"

namespace ui {

/// Residues that are named.
inline constexpr int kMostTopResidues = 5;

/// The seven transitions that leave a column as probabilities: a row per state that is left, a column per state that is
/// entered. Empty outside the profile, and where it has no transitions.
QString transitionTable(const engine::ProfileHmm& profile, engine::Index column);

/// Diversity of the three states, the seven transitions that leave the column as probabilities, the most frequent
/// residues. Empty outside the profile.
std::vector<ReadoutLine> profileColumnLines(const engine::ProfileHmm& profile, engine::Index column);

/// The same for every profile that a position of `focus` is a column of: one for a position, two for a pair.
std::vector<ReadoutLine> columnLinesAt(const Document& document, const Focus& focus);

}  // namespace ui
