// Backbone atoms of a chain and the dihedral angles along it.
#pragma once

#include <vector>

#include "engine/structure/Structure.h"

namespace engine {

inline constexpr double kLongestPeptideBond = 2.5;  ///< Å; 1.33 Å is normal, more than this is a chain break

/// Backbone of one chain. Missing atoms are unset (NaN).
struct Backbone {
  std::vector<Vector3> n, ca, c, o;  ///< L each, Å
  std::vector<Vector3> cb;           ///< L, the real C-beta or, for glycine and residues without one, the virtual one
  Index length() const { return static_cast<Index>(ca.size()); }
};
Backbone backboneOf(const Chain& chain);

/// Where C-beta sits on an ideal residue: CA - 0.58273431 a + 0.56802827 b - 0.54067466 c with b = CA - N, c = C - CA,
/// a = b x c. Unset when one of the three is.
Vector3 virtualCBeta(const Vector3& n, const Vector3& ca, const Vector3& c);

/// Dihedral angle A-B-C-D in (-pi, pi], positive when D turns clockwise seen from B to C; NaN when undefined (an unset
/// position, or three neighbours on a line). The same for D-C-B-A; a mirror image has the opposite sign.
double dihedral(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d);

/// Dihedral angles along a backbone, radians, L each; NaN at chain ends, breaks and missing atoms.
struct BackboneDihedrals {
  std::vector<double> phi;    ///< C(i-1)-N-CA-C
  std::vector<double> psi;    ///< N-CA-C-N(i+1)
  std::vector<double> omega;  ///< CA-C-N(i+1)-CA(i+1): the peptide bond that follows residue i
};
BackboneDihedrals backboneDihedrals(const Backbone& backbone);

/// True when C of residue i and N of residue i + 1 are both known and at most 2.5 Å apart.
bool isBonded(const Backbone& backbone, Index i);

}  // namespace engine
