// How high the letters of a sequence or profile logo are: one column's residue probabilities against a background.
// Sources: sequence logos, Schneider and Stephens, Nucleic Acids Res. 18, 6097 (1990), without their small-sample
// correction; logos of profiles, Wheeler, Clements and Finn, BMC Bioinformatics 15, 7 (2014).
#pragma once

#include <string>
#include <vector>

#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

/// What the height of a stack of letters tells.
enum class LogoScale {
  information,      ///< bits: log2 20 - entropy, shared among the letters by probability; 0..4.32
  relativeEntropy,  ///< bits: sum p log2(p / background), shared among the letters by probability
  aboveBackground,  ///< the same bits, shared by probability among the letters that are above their background
  probability       ///< the probabilities themselves; 0..1
};
inline constexpr int kNumLogoScales = 4;

/// Height of each letter, >= 0, in the unit of the scale. Letters of probability 0 have height 0. A background of 0
/// where the probability is above it counts as 1 in a million: the logarithm stays finite.
ResidueVector logoHeights(const ResidueVector& probabilities, const ResidueVector& background, LogoScale scale);

/// Of one letter: log2(p / background), bits; -infinity for p = 0, with the same floor of the background.
double logOddsBits(double probability, double background);

/// Where the axis of the scale ends: the highest stack that any column can have (information, probability) or the
/// highest among these columns, at least 1 bit.
double logoLimit(LogoScale scale, const std::vector<ResidueVector>& heights);

}  // namespace engine
