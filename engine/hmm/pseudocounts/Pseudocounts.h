// What the sequences of a profile did not show but could have: pseudocounts for emissions and transitions
// (MATHEMATICS.md 3), and the mean composition that scores are measured against.
#pragma once

#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// byDiversity, bySaturation: HH-suite (modes 0 to 3); byCount: the guide, after PSI-BLAST.
enum class Admixture { none = 0, constant = 1, byDiversity = 2, bySaturation = 3, byCount = 10 };

/// Share tau of the expected residues in a column, at most 1: 0; a; a / (1 + (Neff / b)^c); a (b + 1) / (b + Neff);
/// b / (Neff - 1 + b).
struct EmissionPseudocounts {
  Admixture mode = Admixture::byDiversity;
  double a = 1.0, b = 1.5, c = 1.0;
  ResidueExpectation expected = ResidueExpectation::conditional;  ///< g below, where a matrix says what is expected
};

/// The gap parameters of HH-suite under their names there.
struct TransitionPseudocounts {
  double gapb = 1.0;                                      ///< weight of the prior, in sequences; 0: no pseudocounts
  double gapd = 0.15;                                     ///< factor on the prior probability to open a gap, 0.0286
  double gape = 1.0;                                      ///< large: gaps are extended more often
  double gapf = 0.6, gapg = 0.6, gaph = 0.6, gapi = 0.6;  ///< factors on the bits of M->D, M->I, D->D, I->I
};

/// tau of a column with this effective number of sequences.
double admixtureOf(const EmissionPseudocounts& pseudocounts, double neff);

/// The profile with p_i = (1 - tau) f_i + tau sum_b g(a|b) f_i(b), g = expectedResidues(matrix). A profile that has
/// pseudocounts is returned as it is.
ProfileHmm withEmissionPseudocounts(ProfileHmm profile, const SubstitutionMatrix& matrix,
                                    const EmissionPseudocounts& pseudocounts = {});

/// The profile with transitions smoothed by the prior and weakened by gapf..gapi (on the logarithm: rows then sum to
/// more than 1). HHM files carry no mark for this; it belongs to aligning, never to storing.
ProfileHmm withTransitionPseudocounts(ProfileHmm profile, const TransitionPseudocounts& pseudocounts = {});

/// Mean emissions, drawn towards the background the less diverse the profile is; sums to 1. What the profile says
/// itself comes first.
ResidueVector compositionOf(const ProfileHmm& profile);

}  // namespace engine
