// Pseudocounts from the sequence context of every column (MATHEMATICS.md 3.3; Angermueller, Biegert, Soeding 2012).
#pragma once

#include "engine/hmm/pseudocounts/ContextLibrary.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"

namespace engine {

/// HH-suite's admixture for queries: byDiversity 0.9, 4, 1. Its prefilter uses bySaturation 0.8, 2.
EmissionPseudocounts contextAdmixture();

/// Residues that the library expects in column `column`, summing to 1: the mean emissions of its states under their
/// posterior probabilities, given the counts f_i(a) Neff_M(i) of the columns around. Columns beyond the ends count
/// nothing. The definition; one column costs S W 20 multiplications.
ResidueVector contextExpectation(const ProfileHmm& profile, const ContextLibrary& library, Index column);

/// contextExpectation of all columns, Nq x 20. `threads` 0: all cores; the result does not depend on them. Throws
/// Cancelled.
std::vector<ResidueVector> contextExpectations(const ProfileHmm& profile, const ContextLibrary& library, int threads,
                                               Progress& progress);

/// The profile with p_i = (1 - tau) f_i + tau contextExpectation(i), f_i made to sum to 1 before (so does HH-suite,
/// with context pseudocounts only). One that has pseudocounts is returned as it is. Throws Cancelled.
ProfileHmm withContextPseudocounts(ProfileHmm profile, const ContextLibrary& library,
                                   const EmissionPseudocounts& pseudocounts, int threads, Progress& progress);

}  // namespace engine
