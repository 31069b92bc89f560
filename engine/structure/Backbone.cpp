// Backbone atoms, the virtual C-beta and backbone dihedrals (IUPAC-IUB 1970 sign convention).
#include "engine/structure/Backbone.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace engine {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Backbone backboneOf(const Chain& chain) {
  Backbone backbone;
  for (const Residue& residue : chain.residues) {
    backbone.n.push_back(residue.position("N"));
    backbone.ca.push_back(residue.position("CA"));
    backbone.c.push_back(residue.position("C"));
    backbone.o.push_back(residue.position("O"));
    const Vector3 cb = residue.position("CB");
    backbone.cb.push_back(isSet(cb) ? cb : virtualCBeta(backbone.n.back(), backbone.ca.back(), backbone.c.back()));
  }
  return backbone;
}

Vector3 virtualCBeta(const Vector3& n, const Vector3& ca, const Vector3& c) {
  const Vector3 fromN = ca - n;
  const Vector3 towardsC = c - ca;
  const Vector3 position = ca - 0.58273431 * fromN.cross(towardsC) + 0.56802827 * fromN - 0.54067466 * towardsC;
  return isSet(position) ? position : unsetPosition();
}

double dihedral(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  const Vector3 first = b - a, axis = c - b, last = d - c;
  const Vector3 firstNormal = first.cross(axis), lastNormal = axis.cross(last);
  // Three points on a line span no plane; the comparison is also false for NaN.
  const double smallestSine = 1e-9;
  if (!(firstNormal.norm() > smallestSine * first.norm() * axis.norm()) ||
      !(lastNormal.norm() > smallestSine * last.norm() * axis.norm()))
    return kUndefined;
  const double angle = std::atan2(axis.norm() * first.dot(lastNormal), firstNormal.dot(lastNormal));
  return angle <= -std::numbers::pi ? std::numbers::pi : angle;
}

bool isBonded(const Backbone& backbone, Index i) {
  if (i < 0 || i + 1 >= backbone.length()) return false;
  const size_t k = static_cast<size_t>(i);
  return (backbone.n[k + 1] - backbone.c[k]).norm() <= kLongestPeptideBond;
}

BackboneDihedrals backboneDihedrals(const Backbone& backbone) {
  const size_t length = backbone.ca.size();
  const std::vector<double> undefined(length, kUndefined);
  BackboneDihedrals angles{undefined, undefined, undefined};
  for (size_t i = 0; i + 1 < length; ++i) {
    if (!isBonded(backbone, static_cast<Index>(i))) continue;
    const auto& [n, ca, c, o, cb] = backbone;
    angles.psi[i] = dihedral(n[i], ca[i], c[i], n[i + 1]);
    angles.omega[i] = dihedral(ca[i], c[i], n[i + 1], ca[i + 1]);
    angles.phi[i + 1] = dihedral(c[i], n[i + 1], ca[i + 1], c[i + 1]);
  }
  return angles;
}

}  // namespace engine
