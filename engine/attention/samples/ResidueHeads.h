// Weights that can be understood, for alignments of any length: what residue types are like, where they stand, and four
// heads that each look for something (MATHEMATICS.md 7.8).
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Channels of a residue: hydropathy (Kyte and Doolittle 1982, / 4.5), charge, aromatic or not, size, and two waves of
/// its place.
inline constexpr Index kResidueChannels = 8;
/// Letters of the tokens 0 to 20.
inline constexpr char kTokenLetters[] = "ARNDCQEGHILKMFPSTWYV-";

/// What stands for the types: (21, 8), a row per token, 0 in the channels of places and for gaps.
Array<float> residueTable();
/// What stands for the places: (places, 8), 0 in the channels of types. The slow wave turns once in 40 places, or in
/// all of them where these are more, so that no two places look alike.
Array<float> placeTable(Index places);

/// Four heads of width 2.
struct ResidueHeads {
  ArrayBundle projections;          ///< W_q, W_k (8, 8) of the heads; W_v and W_o (8, 8) keep the features
  std::vector<std::string> labels;  ///< what each looks for
};
/// For attention along so many places.
ResidueHeads headsAlongPlaces(Index places);
/// For attention within a column, where all have one place.
ResidueHeads headsWithinColumns();

}  // namespace engine
