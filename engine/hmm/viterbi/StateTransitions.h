// What the way from one state of an alignment into another costs, looked up without any maximum (MATHEMATICS.md 5.1,
// MATHEMATICS.md 5.6). The recursions write the same terms out; tests compare the two.
#pragma once

#include <optional>

#include "engine/alignment/AlignmentPath.h"
#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// Bits of either profile; 0 where it has no part in the step (gap states that carry one profile only).
struct TransitionTerms {
  double query = 0, templ = 0;
};

/// From `from` into `to`, which stands at query column i and template column j (0-based, -1: the begin state).
/// Nothing where the model has no such way: gap states follow MM or themselves.
std::optional<TransitionTerms> transitionTerms(const ProfileHmm& query, const ProfileHmm& templ, PairState from,
                                               PairState to, Index i, Index j);

/// The same for a sequence against a profile, M, I, D; `to` stands at column j.
std::optional<double> sequenceTransitionBits(const ProfileHmm& profile, PairState from, PairState to, Index j);

}  // namespace engine
