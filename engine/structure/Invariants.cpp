// Numbers of a structure before and after a motion, kind by kind.
#include "engine/structure/Invariants.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "engine/structure/Angle.h"
#include "engine/structure/Backbone.h"

namespace engine {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kNoAngle = std::numeric_limits<double>::quiet_NaN();

/// The numbers of one kind; angles in radians.
struct Numbers {
  std::string name, unit;
  bool isAngle = false;
  std::vector<double> values;
};

double meanOf(const Numbers& numbers) {
  double sum = 0, sine = 0, cosine = 0, count = 0;
  for (const double value : numbers.values) {
    if (!std::isfinite(value)) continue;
    sum += value;
    sine += std::sin(value);
    cosine += std::cos(value);
    ++count;
  }
  if (count == 0) return kNoAngle;
  return numbers.isAngle ? std::atan2(sine, cosine) * kDegrees : sum / count;
}

InvariantRow compared(const Numbers& before, const Numbers& after) {
  InvariantRow row{before.name, before.unit, meanOf(before), meanOf(after), 0};
  for (size_t k = 0; k < before.values.size(); ++k) {
    double change = after.values[k] - before.values[k];
    if (!std::isfinite(change)) continue;
    if (before.isAngle) change = std::remainder(change, 2 * std::numbers::pi) * kDegrees;
    row.largestChange = std::max(row.largestChange, std::abs(change));
  }
  return row;
}

/// The first residues, chain by chain.
Structure beginningOf(const Structure& structure) {
  Structure part;
  Index left = kMostInvariantResidues;
  for (const Chain& chain : structure.chains) {
    if (left <= 0) break;
    const auto count = std::min<Index>(left, static_cast<Index>(chain.residues.size()));
    part.chains.push_back({chain.id, {chain.residues.begin(), chain.residues.begin() + count}});
    left -= count;
  }
  return part;
}

void append(std::vector<double>& to, const std::vector<double>& values) {
  to.insert(to.end(), values.begin(), values.end());
}

/// Positive at an L residue, negative at its mirror image; unset without a C-beta of its own.
double handedness(const Residue& residue) {
  const Vector3 ca = residue.position("CA");
  const Vector3 n = residue.position("N") - ca, c = residue.position("C") - ca, cb = residue.position("CB") - ca;
  const double volume = n.dot(c.cross(cb));
  return std::isfinite(volume) ? (volume > 0 ? 100.0 : 0.0) : kNoAngle;
}

std::vector<Numbers> numbersOf(const Structure& structure) {
  Numbers centre{"Centre from the origin", "Å", false, {}}, distances{"CA–CA distances", "Å", false, {}},
      angles{"CA–CA–CA angles", "°", true, {}}, phi{"Dihedral φ", "°", true, {}}, psi{"Dihedral ψ", "°", true, {}},
      omega{"Dihedral ω", "°", true, {}}, pairDistance{"CB–CB distances", "Å", false, {}},
      pairOmega{"Pair ω", "°", true, {}}, pairTheta{"Pair θ", "°", true, {}}, pairPhi{"Pair φ", "°", true, {}},
      chirality{"L residues", "%", false, {}};
  Backbone all;
  for (const Chain& chain : structure.chains) {
    const Backbone backbone = backboneOf(chain);
    const BackboneDihedrals dihedrals = backboneDihedrals(backbone);
    append(phi.values, dihedrals.phi);
    append(psi.values, dihedrals.psi);
    append(omega.values, dihedrals.omega);
    for (size_t k = 1; k + 1 < backbone.ca.size(); ++k)
      angles.values.push_back(angle(backbone.ca[k - 1], backbone.ca[k], backbone.ca[k + 1]));
    for (const Residue& residue : chain.residues) chirality.values.push_back(handedness(residue));
    all.n.insert(all.n.end(), backbone.n.begin(), backbone.n.end());
    all.ca.insert(all.ca.end(), backbone.ca.begin(), backbone.ca.end());
    all.cb.insert(all.cb.end(), backbone.cb.begin(), backbone.cb.end());
  }
  Vector3 sum = Vector3::Zero();
  double count = 0;
  for (size_t i = 0; i < all.ca.size(); ++i) {
    if (isSet(all.ca[i])) sum += all.ca[i], ++count;
    for (size_t j = i + 1; j < all.ca.size(); ++j) {
      distances.values.push_back((all.ca[i] - all.ca[j]).norm());
      pairDistance.values.push_back((all.cb[i] - all.cb[j]).norm());
      pairOmega.values.push_back(dihedral(all.ca[i], all.cb[i], all.cb[j], all.ca[j]));
      pairTheta.values.push_back(dihedral(all.n[i], all.ca[i], all.cb[i], all.cb[j]));
      pairPhi.values.push_back(angle(all.ca[i], all.cb[i], all.cb[j]));
    }
  }
  centre.values.push_back((sum / count).norm());
  return {centre, distances, angles, phi, psi, omega, pairDistance, pairOmega, pairTheta, pairPhi, chirality};
}

}  // namespace

std::vector<InvariantRow> invariantsUnder(const Structure& structure, const RigidMotion& motion) {
  const Structure part = beginningOf(structure);
  const std::vector<Numbers> before = numbersOf(part), after = numbersOf(moved(part, motion));
  std::vector<InvariantRow> rows;
  for (size_t kind = 0; kind < before.size(); ++kind) rows.push_back(compared(before[kind], after[kind]));
  return rows;
}

}  // namespace engine
