// Which positions of an attention map are which residues of a chain: maps of sequences meet structures here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/alignment/ResidueMap.h"
#include "engine/attention/HeadSet.h"
#include "engine/structure/Structure.h"

namespace engine {

/// What the positions of a square map are: one letter each, '-' for special tokens. Without letters `isResidue` tells
/// which of them are residues.
struct MapPositions {
  std::string letters;  ///< empty: the residues are unknown
  std::vector<bool> isResidue;
  Index numResidues() const;
};
/// Nothing unless queries and keys are the same sequence. `tokens`: one per position, or none, of maps whose file tells
/// nothing.
std::optional<MapPositions> mapPositions(const HeadSet& heads, const std::vector<std::string>& tokens = {});

struct ChainMatch {
  ResidueMap map;           ///< positions of the map to residues of the chain
  Index numResidues = 0;    ///< of the chain
  bool isByNumber = false;  ///< the residues of the map are unknown and as many as those of the chain
  Index numMatched() const { return map.numPairs(); }
};
/// By the residues: the two are aligned, and nine of ten residues of the shorter one, or of 30 and more that overlap,
/// are equal. By their number where those of the map are unknown. Nothing for two that are not the same protein, and
/// for sequences too long to compare at once (more than 2^24 pairs).
std::optional<ChainMatch> matchChain(const MapPositions& positions, const Chain& chain);

struct StructureMatch {
  Index chain = 0;         ///< number of the chain
  Index firstResidue = 0;  ///< its first residue, counted over all chains
  ChainMatch match;
};
/// The chains that match, most matched residues first, in the order of the structure among equals.
std::vector<StructureMatch> matchingChains(const MapPositions& positions, const Structure& structure);

}  // namespace engine
