// Global alignment of two sequences with affine gaps.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "engine/alignment/ResidueMap.h"

namespace engine {

/// Scores as whole numbers, so that sums are exact.
struct AlignmentScoring {
  static constexpr size_t kNumCodes = alphabet::kUnknown + 1;
  std::array<std::array<int, kNumCodes>, kNumCodes> pair{};  ///< by standard residue codes, X included
  int open = 0, extend = 0;                                  ///< of a gap's first position, of each further one
};

/// Two versions of one sequence (mapSameSequence), in tenths: identical 20, different -20, X 0, gaps -30 and -1.
const AlignmentScoring& sameSequenceScoring();
/// Homologous sequences, in twentieths of a bit: BLOSUM62, X 0, gaps -6 bits and -0.5.
const AlignmentScoring& homologyScoring();

/// Codes as the scorings want them: the 20 residues or X.
std::vector<ResidueCode> standardCodes(const std::vector<ResidueCode>& codes);

/// Positions aligned in a best alignment of two stretches of standard codes, last pair first. Ties: a pair before a gap
/// in b before a gap in a. One byte per cell; throws Error when that is more than 256 MiB.
std::vector<std::pair<Index, Index>> alignGlobally(const AlignmentScoring& scoring, const ResidueCode* a, Index lengthA,
                                                   const ResidueCode* b, Index lengthB);

/// The same, by looking only at a band of cells around the diagonal that is as narrow as can be proven to hold all best
/// alignments: time and memory grow with length times number of differences. Gap scores must not be positive.
std::vector<std::pair<Index, Index>> alignNearlyEqual(const AlignmentScoring& scoring, const ResidueCode* a,
                                                      Index lengthA, const ResidueCode* b, Index lengthB);

/// Pairs the residues of homologous sequences by homologyScoring.
ResidueMap alignSequences(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b);

}  // namespace engine
