// What a profile says about one of its columns, for the inspector.
#pragma once

#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"
#include "ui/views/base/View.h"

namespace ui {

/// Residues that are named.
inline constexpr int kMostTopResidues = 5;

/// Diversity of the three states, the seven transitions that leave the column as probabilities, the most frequent
/// residues. Empty outside the profile.
std::vector<ReadoutLine> profileColumnLines(const engine::ProfileHmm& profile, engine::Index column);

/// The same for every profile that a position of `focus` is a column of: one for a position, two for a pair.
std::vector<ReadoutLine> columnLinesAt(const Document& document, const Focus& focus);

}  // namespace ui
