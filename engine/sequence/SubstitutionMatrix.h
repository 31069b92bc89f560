// Amino-acid substitution models: joint probabilities, background and log-odds, in the order of alphabet::kLetters.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/sequence/Alphabet.h"

namespace engine {

using ResidueVector = std::array<double, alphabet::kNumResidues>;
using ResidueMatrix = std::array<ResidueVector, alphabet::kNumResidues>;

struct SubstitutionMatrix {
  std::string name;
  ResidueVector background;   ///< p(a), sums to 1
  ResidueMatrix joint;        ///< P(a,b), symmetric, sums to 1
  ResidueMatrix conditional;  ///< [a][b] = R(a|b) = P(a,b) / p(b)
  ResidueMatrix score;        ///< log2 P(a,b) / (p(a) p(b)), bits
};

/// Gonnet 1992 from its published 10 log10 odds, p solved from sum_b 10^(S_ab/10) p_b = 1
/// (engine/hmm/MATHEMATICS.md 3.1). `hhsuite` repeats the sign slip of HH-suite 3.3.0 for the pair His-Tyr, its
/// frequencies and its six decimals.
enum class GonnetForm { published, hhsuite };
const SubstitutionMatrix& gonnet(GonnetForm form = GonnetForm::published);
const SubstitutionMatrix& blosum62();

/// "gonnet", "gonnet-hhsuite", "blosum30", 40, 50, 62, 65, 80. Throws Error listing the names for any other.
const SubstitutionMatrix& substitutionMatrix(const std::string& name);
const std::vector<std::string>& substitutionMatrixNames();

/// Everything follows from the joint probabilities, which are symmetric and have any positive sum.
SubstitutionMatrix substitutionMatrixOf(std::string name, ResidueMatrix joint);

/// How the residues y that one residue x leads to are told from the matrix (engine/hmm/MATHEMATICS.md 3.1).
enum class ResidueExpectation {
  conditional,  ///< R(y|x), the probabilities of the matrix
  odds,         ///< softmax over y of the log odds: as conditional, but with every y equally frequent
  literal       ///< softmax over y of the raw values, 10 log10 of the odds: very sharp
};
/// "conditional", "odds", "literal". parseResidueExpectation throws Error listing them.
std::string residueExpectationName(ResidueExpectation form);
ResidueExpectation parseResidueExpectation(const std::string& name);

/// [y][x] = g(y|x); each column sums to 1.
ResidueMatrix expectedResidues(const SubstitutionMatrix& matrix, ResidueExpectation form);

}  // namespace engine
