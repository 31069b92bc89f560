// Numbers that describe a backbone: positions, frames, pair distances and angles, dihedrals, contacts, DSSP states.
#pragma once

#include <string>

#include "engine/base/Progress.h"
#include "engine/structure/Frame.h"

namespace engine {

/// Backbone of one chain. Missing atoms are unset (NaN).
struct Backbone {
  std::vector<Vector3> n, ca, c, o;  ///< L each, Å
  std::vector<Vector3> cb;           ///< L, the real C-beta or, for glycine and residues without one, the virtual one
  Index length() const { return static_cast<Index>(ca.size()); }
};
Backbone backboneOf(const Chain& chain);

/// CA - 0.58273431 a + 0.56802827 b - 0.54067466 c with b = CA - N, c = C - CA, a = b x c (in that naming: see the .cpp).
Vector3 virtualCBeta(const Vector3& n, const Vector3& ca, const Vector3& c);

/// Dihedral angle A-B-C-D in (-pi, pi], positive when D turns clockwise seen from B to C; NaN when undefined.
double dihedral(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d);

struct PairGeometry {
  Array<float> distance;  ///< L x L, Å, C-beta to C-beta; NaN where an atom is missing
  Array<float> omega;     ///< L x L, radians, dihedral CA_i-CB_i-CB_j-CA_j; symmetric
  Array<float> theta;     ///< L x L, radians, dihedral N_i-CA_i-CB_i-CB_j; asymmetric
  Array<float> phi;       ///< L x L, radians in [0, pi], angle CA_i-CB_i-CB_j; asymmetric
  std::vector<double> phiBackbone, psiBackbone, omegaBackbone;  ///< L, radians; NaN at the ends, breaks and missing atoms
  Array<Bool> contacts;   ///< L x L, C-beta closer than 8 Å
  std::string dssp;       ///< L letters H B E G I T S P, '-' loop, ' ' residue without complete backbone
  Frames frames;          ///< L
  Backbone backbone;      ///< L
};

/// All of it for one chain. O(L^2). The diagonal of the angles is NaN, of the distance 0.
PairGeometry pairGeometryOf(const Chain& chain, int threads, Progress& progress);

}  // namespace engine
