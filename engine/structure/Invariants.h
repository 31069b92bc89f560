// Which numbers of a structure a motion leaves as they are.
#pragma once

#include <string>
#include <vector>

#include "engine/structure/RigidMotion.h"

namespace engine {

/// One kind of number, before and after a motion.
struct InvariantRow {
  std::string name, unit;        ///< "CA-CA distances", "Å"
  double before = 0, after = 0;  ///< mean; of angles the mean direction; NaN when there is none
  double largestChange = 0;      ///< over all numbers of the kind; angles the short way round
};

/// Residues that the pairs are taken from, from the first on.
inline constexpr Index kMostInvariantResidues = 150;

/// Centre of the molecule, CA-CA distances, CA angles, backbone dihedrals, pair geometry (distance, omega, theta, phi)
/// and the share of L residues. Angles in degrees. Pairs: of the first kMostInvariantResidues residues, O(pairs).
std::vector<InvariantRow> invariantsUnder(const Structure& structure, const RigidMotion& motion);

}  // namespace engine
