// The score of a given path, step by step: written apart from the recursions, so that each checks the other.
#pragma once

#include "engine/alignment/AlignmentPath.h"
#include "engine/hmm/viterbi/SequenceViterbi.h"
#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

/// The path with the scores of its steps and their sum. Throws Error naming the step when states or positions do not
/// follow each other, lie outside the profiles, or the beginning is not allowed in this mode.
AlignmentPath scoredPath(AlignmentPath path, const ProfileHmm& query, const ProfileHmm& templ,
                         const ViterbiOptions& options);

/// The same for a sequence against a profile.
AlignmentPath scoredPath(AlignmentPath path, const std::vector<ResidueCode>& sequence, const ProfileHmm& profile,
                         SequenceAlignmentMode mode);

/// weight * sum over d = 1..4 of sum_n s_n s_(n+d) along the steps, s = column score of a match pair without shift, 0
/// for gap steps (MATHEMATICS.md 5.8).
double correlationScore(const AlignmentPath& path, const ColumnScorer& scorer, double weight);

/// Sum of the weighted structure scores of all match pairs, bits.
double structureScore(const AlignmentPath& path, const StructureScorer& scorer);

}  // namespace engine
