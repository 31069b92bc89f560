// How often a sequence of the family visits the match state of a column, and what it inserts after it.
// Source: Wheeler, Clements and Finn, BMC Bioinformatics 15, 7 (2014): the three rows below a logo of a profile.
#pragma once

#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// Nq each.
struct ColumnOccupancy {
  std::vector<double> match;              ///< probability of passing through the match state, 0..1; the rest deletes it
  std::vector<double> insertProbability;  ///< of an insert after the column, given its match state, 0..1
  std::vector<double> insertLength;       ///< expected residues of such an insert, >= 1; infinity where I never ends
};

/// Transitions that leave a state are taken relative to their sum; a state without any goes on to the next match state.
ColumnOccupancy columnOccupancy(const ProfileHmm& profile);

}  // namespace engine
