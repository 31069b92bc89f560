// Amino-acid substitution models: joint probabilities, background and log-odds, in the order of alphabet::kLetters.
#pragma once

#include <array>
#include <string>

#include "engine/sequence/Alphabet.h"

namespace engine {

using ResidueVector = std::array<double, alphabet::kNumResidues>;
using ResidueMatrix = std::array<ResidueVector, alphabet::kNumResidues>;

struct SubstitutionMatrix {
  std::string name;
  ResidueVector background;    ///< p(a), sums to 1
  ResidueMatrix joint;         ///< P(a,b), symmetric, sums to 1
  ResidueMatrix conditional;   ///< [a][b] = R(a|b) = P(a,b) / p(b)
  ResidueMatrix score;         ///< log2 P(a,b) / (p(a) p(b)), bits
};

/// Gonnet 1992 from its published 10 log10 odds (profile-hmm, B 3.1): p solved from sum_b 10^(S_ab/10) p_b = 1.
/// `hhsuite` repeats the sign slip of HH-suite 3.3.0 for the pair His-Tyr.
enum class GonnetForm { published, hhsuite };
const SubstitutionMatrix& gonnet(GonnetForm form = GonnetForm::published);
const SubstitutionMatrix& blosum62();

}  // namespace engine
