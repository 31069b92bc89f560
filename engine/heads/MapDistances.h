// A structure as the residues of a map see it: how far they are from each other, and what of a fold they are in.
#pragma once

#include <string>
#include <vector>

#include "engine/alignment/ResidueMap.h"
#include "engine/attention/HeadSet.h"
#include "engine/heads/HeadTable.h"
#include "engine/heads/MapResidues.h"
#include "engine/structure/Backbone.h"
#include "engine/structure/PairGeometry.h"

namespace engine {

/// By residue of the map.
struct MapDistances {
  Array<float> beta;   ///< L x L, Å, C-beta to C-beta; NaN where a residue has no partner in the structure
  Array<float> alpha;  ///< L x L, Å, C-alpha to C-alpha; (0, 0): not known
  std::string dssp;    ///< L letters, ' ' where there is no partner; empty: not known

  /// Throws Error when the shapes are not L x L, or the file has no C-alpha distances and these are asked for.
  const Array<float>& of(ContactAtom atom, Index length) const;
};

/// Nothing known of any residue.
MapDistances unknownDistances(Index length);

/// The distances of a chain for the residues of maps. Throws Error naming `title` unless the maps are square and about
/// the same protein (ChainMatch.h).
MapDistances distancesOf(const HeadSet& heads, const Chain& chain, const PairGeometry& geometry,
                         const std::string& title);

/// The distances of one kind of atom alone, L x L, for residues that are the positions `residues.queries` of a map.
/// `partners`: positions of the map to residues of the backbone.
Array<float> contactDistances(const MapResidues& residues, const ResidueMap& partners, const Backbone& backbone,
                              ContactAtom atom);

/// Arrays of a file: `distance` (L, L) and, where they are there, `ca_distance` (L, L) and `ss` (L, character codes of
/// the DSSP letters). L counts the residues of the maps or all of their positions. Throws Error naming `title` and the
/// array.
MapDistances distancesOf(const HeadSet& heads, const ArrayBundle& arrays, const std::string& title);

}  // namespace engine
