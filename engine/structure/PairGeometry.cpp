// Pair distances and orientations as in trRosetta and RoseTTAFold, from C-beta positions (virtual where there is none).
// Departure from a tutorial in circulation, which says that omega(j, i) = -omega(i, j): reversing the four points of a
// dihedral angle leaves it as it is, so omega is symmetric.
#include "engine/structure/PairGeometry.h"

#include <algorithm>
#include <cmath>

#include "engine/base/ParallelFor.h"
#include "engine/structure/Angle.h"
#include "engine/structure/Dssp.h"

namespace engine {
namespace {

constexpr double kContactDistance = 8;     // Å
constexpr Index kPairsPerPiece = 1 << 15;  // a few milliseconds of work
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

void fillRow(PairGeometry& geometry, Index row) {
  const auto& [n, ca, c, o, cb] = geometry.backbone;
  const size_t i = static_cast<size_t>(row);
  for (size_t j = 0; j < ca.size(); ++j) {
    const Index column = static_cast<Index>(j);
    const double distance = i == j ? 0 : (cb[i] - cb[j]).norm();
    geometry.distance(row, column) = static_cast<float>(distance);
    geometry.contacts(row, column).value = isSet(cb[i]) && distance < kContactDistance;
    if (i == j) continue;
    // One order for both halves, so that omega is symmetric to the last bit.
    const auto [first, second] = std::minmax(i, j);
    geometry.omega(row, column) = static_cast<float>(dihedral(ca[first], cb[first], cb[second], ca[second]));
    geometry.theta(row, column) = static_cast<float>(dihedral(n[i], ca[i], cb[i], cb[j]));
    geometry.phi(row, column) = static_cast<float>(angle(ca[i], cb[i], cb[j]));
  }
}

}  // namespace

PairGeometry pairGeometryOf(const Chain& chain, int threads, Progress& progress) {
  PairGeometry geometry;
  geometry.backbone = backboneOf(chain);
  const Index length = geometry.backbone.length();
  geometry.frames = framesOfBackbone(geometry.backbone.n, geometry.backbone.ca, geometry.backbone.c);
  BackboneDihedrals angles = backboneDihedrals(geometry.backbone);
  geometry.phiBackbone = std::move(angles.phi);
  geometry.psiBackbone = std::move(angles.psi);
  geometry.omegaBackbone = std::move(angles.omega);

  const Shape square{length, length};
  geometry.distance = Array<float>(square, 0, "distance");
  geometry.omega = Array<float>(square, kNone, "omega");
  geometry.theta = Array<float>(square, kNone, "theta");
  geometry.phi = Array<float>(square, kNone, "phi");
  geometry.contacts = Array<Bool>(square, Bool{}, "contacts");
  PartProgress pairs(progress, 0, 0.8);
  const Index grain = std::max<Index>(1, kPairsPerPiece / std::max<Index>(1, length));
  parallelFor(length, grain, threads, pairs, "distances and angles", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) fillRow(geometry, row);
  });

  progress.update(0.8, "secondary structure");
  Structure alone;
  alone.chains.push_back(chain);
  geometry.dssp = dsspStates(alone).front();
  progress.update(1, "pair geometry");
  return geometry;
}

}  // namespace engine
