// A path between two profiles as two rows of letters, for people to read.
#pragma once

#include <string>

#include "engine/hmm/pair/ProfileAlignment.h"

namespace engine {

/// One character per step: letters of the master sequences and of the consensus, '-' where a side consumes nothing.
struct AlignedLetters {
  std::string query, queryConsensus, templ, templateConsensus;
  Index numPairs = 0;      ///< steps that match both
  Index numIdentical = 0;  ///< of these with the same master letter
};
AlignedLetters alignedLetters(const ProfileAlignment& alignment, const AlignmentPath& path);

/// Letter of a profile's master sequence, or its consensus, at a column; 'X' when unknown.
char masterLetter(const ProfileHmm& profile, Index column);

}  // namespace engine
