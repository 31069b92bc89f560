// What a profile says beside its numbers: names, annotation rows and the sequences that are shown with it.
#pragma once

#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/hmm/rows/AlignmentFilter.h"

namespace engine {

/// Fills in name and description (the '#' line of the file, else the first row's), columns, master letters, annotation
/// rows (ss_..., sa_...), the first row with the ten kept rows that differ most, and the note on the filter.
void addLabels(ProfileHmm& profile, const Alignment& alignment, const MatchAlignment& matched,
               const std::vector<Index>& kept, const FilterOptions& filter, int threads);

/// Of the rows that are kept those that count: all but a master whose name contains "_consensus" beside other rows.
std::vector<Index> countedRows(const Alignment& alignment, std::vector<Index> kept);

}  // namespace engine
