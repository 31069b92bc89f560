// A Complete Guide to Protein Folding Prediction with RoseTTAFold, part I: structures, and the search for sequences.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/search/IteratedSearch.h"
#include "engine/search/prefilter/Prefilter.h"
#include "engine/structure/Angle.h"
#include "engine/structure/PairGeometry.h"
#include "tests/engine/documents/Numbers.h"
#include "tests/engine/structure/Samples.h"

namespace documents {
namespace {

using std::numbers::pi;

PairGeometry hairpin() {
  Progress none;
  return pairGeometryOf(test::hairpinFragment().chains.at(0), 1, none);
}
double turn(double a, double b) { return std::abs(std::remainder(a - b, 2 * pi)); }

/// The guide's dihedral angle with both its sine and its cosine.
double byNormals(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  const Vector3 axis = c - b, n_1 = (b - a).cross(axis), n_2 = axis.cross(d - c);
  return std::atan2(axis.dot(n_1.cross(n_2)) / axis.norm(), n_1.dot(n_2));
}

/// Largest of `difference` over all pairs of residues.
template <class Difference>
double largestOverPairs(const PairGeometry& g, const Difference& difference) {
  double largest = 0;
  for (Index i = 0; i < g.backbone.length(); ++i)
    for (Index j = 0; j < g.backbone.length(); ++j)
      if (i != j) largest = std::max(largest, double(difference(size_t(i), size_t(j))));
  return largest;
}

COMPUTED(mapsOfPairs) {
  const PairGeometry g = hairpin();
  const Array<float>* const maps[] = {&g.distance, &g.omega, &g.theta, &g.phi};
  return {{double(maps[0]->length(0)), double(maps[3]->length(1)), double(std::size(maps))},
          {{"L", double(g.backbone.length())}}};
}
COMPUTED(asymmetryOfDistances) {
  const PairGeometry g = hairpin();
  return {{largestOverPairs(g, [&](size_t i, size_t j) { return std::abs(g.distance(i, j) - g.distance(j, i)); })}};
}
COMPUTED(distanceOfBetaCarbons) {
  const PairGeometry g = hairpin();
  return {{largestOverPairs(g, [&](size_t i, size_t j) {
    return std::abs(g.distance(i, j) - (g.backbone.cb[i] - g.backbone.cb[j]).norm());
  })}};
}
COMPUTED(omegaByNormals) {
  const PairGeometry g = hairpin();
  const auto& [n, ca, c, o, cb] = g.backbone;
  return {{largestOverPairs(
      g, [&](size_t i, size_t j) { return turn(g.omega(i, j), byNormals(ca[i], cb[i], cb[j], ca[j])); })}};
}
COMPUTED(thetaByNormals) {
  const PairGeometry g = hairpin();
  const auto& [n, ca, c, o, cb] = g.backbone;
  return {{largestOverPairs(
      g, [&](size_t i, size_t j) { return turn(g.theta(i, j), byNormals(n[i], ca[i], cb[i], cb[j])); })}};
}
COMPUTED(phiByTheDotProduct) {
  const PairGeometry g = hairpin();
  const auto& [n, ca, c, o, cb] = g.backbone;
  return {{largestOverPairs(g, [&](size_t i, size_t j) {
    const Vector3 to = cb[j] - cb[i], back = ca[i] - cb[i];
    return std::abs(g.phi(i, j) - std::acos(to.dot(back) / (to.norm() * back.norm())));
  })}};
}
COMPUTED(largestDihedralOverPi) {
  const PairGeometry g = hairpin();
  return {{largestOverPairs(g, [&](size_t i, size_t j) { return std::abs(g.omega(i, j)) / pi; })}};
}
COMPUTED(omegaFromTheOtherResidue) {
  const Vector3 ca(0, 0, 0), cb(1, 0, 0), otherCb(1, 0, 1), otherCa(1, 1, 1);
  return {{dihedral(otherCa, otherCb, cb, ca) / dihedral(ca, cb, otherCb, otherCa)}};
}
/// Four points with a dihedral angle of 135 degrees.
COMPUTED(dihedralBeyondARightAngle) {
  const double angle = 0.75 * pi;
  const Vector3 a(1, 0, 0), b(0, 0, 0), c(0, 0, 1), d(std::cos(angle), std::sin(angle), 1);
  return {{std::abs(dihedral(a, b, c, d)) * 180 / pi}};
}

COMPUTED(lettersOfTheExtendedAlphabet) {
  return {{double(standardColumnStates().count()), double(standardColumnStates().probabilities.at(0).size())}};
}

/// A query of 8 columns that scores 5 bits with the letter 0 and -2 bits with all others, and strings of 16 letters,
/// all, one and none of which are 0.
std::vector<PrefilterRow> stages() {
  ColumnStateProfile query;
  query.length = 8;
  query.scores.assign(size_t(ColumnStates::kNumLetters) * 8, ColumnStateProfile::kOffset - 8);
  std::fill_n(query.scores.begin(), 8, std::uint8_t(ColumnStateProfile::kOffset + 20));
  const std::vector<std::uint8_t> full(16, 0), none(16, 1);
  std::vector<std::uint8_t> one = none;
  one[5] = 0;
  const std::vector<std::span<const std::uint8_t>> strings{full, one, none};
  Progress progress;
  return prefilterTable(query, strings, {}, 1, progress);
}
COMPUTED(thresholdOfTheFirstStage) {
  return {{stages().at(0).threshold / ColumnStateProfile::kUnitsPerBit}, {{"N_q", 8}, {"N_t", 16}}};
}
COMPUTED(whoPassesTheFirstStage) {
  std::vector<double> passed;
  for (const PrefilterRow& row : stages()) passed.push_back(row.isOverThreshold);
  return {passed};
}
COMPUTED(costOfAGap) {
  constexpr double kUnits = ColumnStateProfile::kUnitsPerBit;
  return {{(kPrefilterGapOpen - kPrefilterGapExtend) / kUnits, kPrefilterGapExtend / kUnits}};
}
COMPUTED(eValueOfTheSecondStage) {
  const PrefilterRow row = stages().at(1);
  return {{row.eValue}, {{"N_db", 3}, {"L_q", 8}, {"L_t", 16}, {"S", double(row.gapped / 4)}}};
}
COMPUTED(largestEValueOfThePrefilter) { return {{PrefilterOptions{}.maxEvalue}}; }
COMPUTED(whenAnAlignmentIsLargeEnough) {
  const std::vector<EnoughRows> enough = IterationOptions{}.enough;
  return {{double(enough.at(0).rows), enough[0].coverage, double(enough.at(1).rows), enough[1].coverage}};
}
COMPUTED(numberOfTemplates) {
  std::vector<SearchHit> hits(25);
  for (size_t k = 0; k < hits.size(); ++k) hits[k].entry = "template " + std::to_string(k / 2);
  return {{double(topTemplates(hits).size())}};
}

}  // namespace
}  // namespace documents
