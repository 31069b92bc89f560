// A path between two profiles as rows of letters for people to read, and what they have in common (MATHEMATICS.md 7.4).
#pragma once

#include "engine/hmm/Preset.h"
#include "engine/hmm/score/ColumnScore.h"
#include "engine/search/hits/SearchResult.h"

namespace engine {

struct PathDescription {
  HitRows rows;
  Index numPairs = 0;                        ///< match pairs
  double identity = PathScores::kUnknown;    ///< of the masters over the match pairs, %; unknown without pairs
  double similarity = PathScores::kUnknown;  ///< mean of the matrix over the match pairs, bits; a gap counts 0
};

/// The profiles lend letters, consensus and annotations; `columnScores` is of the profiles as they were aligned.
/// Residues that a master has between two columns stand behind the left one of them; where the other side goes on alone
/// they stand opposite its columns. ss_pred is in lower case where ss_conf is 6 or less.
PathDescription describedPath(const ProfileHmm& query, const ProfileHmm& templ, const AlignmentPath& path,
                              const ColumnScorer& columnScores, const SubstitutionMatrix& matrix);

/// Describes the hit's path in the hit itself. HH-suite 3.3 counts and shows nothing of a pair that realigning has left
/// alone: identity and similarity are 0 and there are no rows.
void describeHit(SearchHit& hit, const ProfileHmm& query, const ProfileHmm& templ, const ColumnScorer& columnScores,
                 Preset preset);

}  // namespace engine
