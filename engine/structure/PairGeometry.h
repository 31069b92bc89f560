// Numbers that describe a backbone: positions, frames, pair distances and angles, dihedrals, contacts, DSSP states.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/structure/Backbone.h"
#include "engine/structure/Frame.h"

namespace engine {

struct PairGeometry {
  Array<float> distance;  ///< L x L, Å, C-beta to C-beta; NaN where an atom is missing
  Array<float>
      omega;  ///< L x L, radians, dihedral CA_i-CB_i-CB_j-CA_j; symmetric: read backwards, a dihedral is the same
  Array<float> theta;  ///< L x L, radians, dihedral N_i-CA_i-CB_i-CB_j; asymmetric
  Array<float> phi;    ///< L x L, radians in [0, pi], angle CA_i-CB_i-CB_j; asymmetric
  std::vector<double> phiBackbone, psiBackbone,
      omegaBackbone;     ///< L, radians; NaN at the ends, breaks and missing atoms
  Array<Bool> contacts;  ///< L x L, C-beta closer than 8 Å; the diagonal too where C-beta is known
  std::string dssp;      ///< L letters H B E G I T S P, '-' loop, ' ' residue without complete backbone
  Frames frames;         ///< L
  Backbone backbone;     ///< L
};

/// All of it for one chain. O(L^2). The diagonal of the angles is NaN, of the distance 0.
PairGeometry pairGeometryOf(const Chain& chain, int threads, Progress& progress);

}  // namespace engine
