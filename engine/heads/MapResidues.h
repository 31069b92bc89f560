// Which rows and columns of a set of maps are residues; the numbers of heads count only these.
#pragma once

#include <string>
#include <vector>

#include "engine/attention/HeadSet.h"

namespace engine {

struct MapResidues {
  std::vector<Index> queries, keys;      ///< positions of the residues, ascending
  std::string queryLetters, keyLetters;  ///< one per residue; empty: not known
  /// As many residues look as are looked at: offsets, symmetry and contacts mean something.
  bool isSquare() const { return queries.size() == keys.size(); }
};

/// Everything but special tokens (SpecialTokens.h) and positions whose letter is '-'.
MapResidues residuesOf(const HeadSet& heads);

/// 0..19 for each letter, -1 for those that are not one of the 20.
std::vector<int> typesOf(const std::string& letters);

}  // namespace engine
