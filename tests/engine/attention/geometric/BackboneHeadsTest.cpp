// Whether every head of the backbone weights does what its label says, by a plain computation of the layer's attention.
#include "engine/attention/geometric/BackboneHeads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/attention/Mechanism.h"
#include "tests/engine/structure/Samples.h"

namespace engine {
namespace backbone_heads_test {

enum HeadIndex { neighbours, nextResidue, helix, strandFirst, strandSecond, sameDirection, numHeads };

using Rows = std::vector<std::vector<double>>;

double softplus(double x) { return std::log1p(std::exp(x)); }

/// The vector of a group (q_r, k_r, v, q_d, k_d) and head: the projection is its bias, because W_proj is zero.
Vector3 projected(const ArrayBundle& bundle, Index group, Index head) {
  const Array<double> bias = numbersOf<double>(bundle, "b_proj");
  const Index first = (group * numHeads + head) * 3;
  return {bias(first), bias(first + 1), bias(first + 2)};
}

Rows attentionOf(const ArrayBundle& bundle, const Frames& frames, Index head) {
  const Vector3 queryDirection = projected(bundle, 0, head), keyDirection = projected(bundle, 1, head);
  const Vector3 queryPoint = projected(bundle, 3, head), keyPoint = projected(bundle, 4, head);
  const double rotation = softplus(numbersOf<double>(bundle, "w_r")(head)) / std::sqrt(3.0);
  const double distance = softplus(numbersOf<double>(bundle, "w_d")(head)) / std::sqrt(3.0);
  Rows rows;
  for (const Frame& query : frames.frames) {
    std::vector<double> row;
    for (const Frame& key : frames.frames)
      row.push_back(rotation * (query.rotation * queryDirection).dot(key.rotation * keyDirection) -
                    distance * (query.toWorld(queryPoint) - key.toWorld(keyPoint)).norm());
    const double highest = *std::max_element(row.begin(), row.end());
    for (double& value : row) value = std::exp(value - highest);
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (double& value : row) value /= sum;
    rows.push_back(std::move(row));
  }
  return rows;
}

size_t strongestKey(const std::vector<double>& row) {
  return static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

/// A protein with its attention by every head.
struct Seen {
  explicit Seen(const Structure& structure) : input(backboneHeadsInput(structure.chains[0])) {
    Progress progress;
    geometry = pairGeometryOf(structure.chains[0], 1, progress);
    for (Index head = 0; head < numHeads; ++head) attention.push_back(attentionOf(input, geometry.frames, head));
  }

  size_t length() const { return geometry.backbone.ca.size(); }
  bool isStrandPair(size_t i, size_t j) const {
    return geometry.dssp[i] == 'E' && geometry.dssp[j] == 'E' && (i > j ? i - j : j - i) >= 3 &&
           (geometry.backbone.ca[i] - geometry.backbone.ca[j]).norm() < 6;
  }

  ArrayBundle input;
  PairGeometry geometry;
  std::vector<Rows> attention;
};

class BackboneHeads : public testing::TestWithParam<const char*> {
 protected:
  const Seen seen{test::readPdbFile(test::sampleFile(GetParam()))};
  const size_t length = seen.length();
};

TEST_P(BackboneHeads, strongestDistantPairsOfTheNeighbourHeadAreContacts) {
  struct Pair {
    double weight;
    size_t i, j;
  };
  std::vector<Pair> pairs;
  const Rows& rows = seen.attention[neighbours];
  for (size_t i = 0; i < length; ++i)
    for (size_t j = i + 6; j < length; ++j) pairs.push_back({rows[i][j] + rows[j][i], i, j});
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.weight > b.weight; });
  size_t contacts = 0;
  for (size_t k = 0; k < length; ++k) contacts += seen.geometry.contacts(pairs[k].i, pairs[k].j);
  EXPECT_GE(static_cast<double>(contacts) / static_cast<double>(length), 0.95);
}

TEST_P(BackboneHeads, neighbourHeadSharesItsRowsBetweenSelfContactsAndTheRest) {
  double self = 0, contacts = 0;
  for (size_t i = 0; i < length; ++i)
    for (size_t j = 0; j < length; ++j) {
      if (i == j)
        self += seen.attention[neighbours][i][j] / static_cast<double>(length);
      else if (seen.geometry.contacts(i, j))
        contacts += seen.attention[neighbours][i][j] / static_cast<double>(length);
    }
  EXPECT_NEAR(self, 0.42, 0.05);
  EXPECT_NEAR(contacts, 0.37, 0.05);
}

TEST_P(BackboneHeads, everyBondedResidueAttendsToTheNextOne) {
  for (size_t i = 0; i + 1 < length; ++i) {
    if (!isBonded(seen.geometry.backbone, static_cast<Index>(i))) continue;
    EXPECT_EQ(strongestKey(seen.attention[nextResidue][i]), i + 1);
    EXPECT_GT(seen.attention[nextResidue][i][i + 1], 0.95);
  }
}

TEST_P(BackboneHeads, rowsInsideHelicesAttendFourResiduesOn) {
  int rows = 0, hits = 0;
  for (size_t i = 0; i + 4 < length; ++i) {
    if (seen.geometry.dssp.substr(i, 5) != "HHHHH") continue;
    ++rows;
    hits += strongestKey(seen.attention[helix][i]) == i + 4;
  }
  EXPECT_GE(rows, 9);
  EXPECT_GE(hits, 0.95 * rows) << hits << " of " << rows;
}

TEST_P(BackboneHeads, strandRowsAttendToAResidueOfAStrandBesideThem) {
  int rows = 0, hits = 0, bothSides = 0;
  for (size_t i = 0; i < length; ++i) {
    bool hasPartner = false;
    for (size_t j = 0; j < length; ++j) hasPartner = hasPartner || seen.isStrandPair(i, j);
    if (!hasPartner) continue;
    const bool first = seen.isStrandPair(i, strongestKey(seen.attention[strandFirst][i]));
    const bool second = seen.isStrandPair(i, strongestKey(seen.attention[strandSecond][i]));
    ++rows;
    hits += first || second;
    bothSides += first && second;
  }
  EXPECT_GE(hits, 0.9 * rows) << hits << " of " << rows;
  EXPECT_GE(bothSides, 10);  // strands in the middle of a sheet
}

TEST_P(BackboneHeads, rowsInsideHelicesSeldomAttendToAStrand) {
  int rows = 0, strandKeys = 0;
  for (size_t i = 0; i < length; ++i) {
    if (seen.geometry.dssp[i] != 'H') continue;
    for (const HeadIndex head : {strandFirst, strandSecond}) {
      ++rows;
      strandKeys += seen.geometry.dssp[strongestKey(seen.attention[head][i])] == 'E';
    }
  }
  EXPECT_LE(strandKeys, 0.1 * rows) << strandKeys << " of " << rows;
}

TEST_P(BackboneHeads, directionHeadFollowsTheAngleBetweenTheXAxesAlone) {
  const auto axis = [&](size_t i) { return seen.geometry.frames.frames[i].rotation.col(0); };
  for (size_t i = 0; i < length; i += 7)
    for (size_t j = 0; j < length; ++j) {
      const double logit = std::log(seen.attention[sameDirection][i][j] / seen.attention[sameDirection][i][i]);
      EXPECT_NEAR(logit, 8 * (axis(i).dot(axis(j)) - 1), 1e-3);
    }
}

TEST_P(BackboneHeads, mechanismComputesTheSameAttentionAndTheMeanSideChainDirection) {
  Diagnostics diagnostics;
  Progress progress;
  const ArrayBundle result =
      findMechanism("geometric")
          .run(seen.input, ParameterValues{}, Precision::float64, Compute{}, diagnostics, progress);
  const Array<double> a = numbersOf<double>(result, "A"), y = numbersOf<double>(result, "Y");
  const auto sideChain = [&](Index j, Index head) -> Vector3 {
    return seen.geometry.frames.frames[static_cast<size_t>(j)].rotation * projected(seen.input, 2, head);
  };
  const Index count = static_cast<Index>(length);
  for (Index head = 0; head < numHeads; ++head)
    for (Index i = 0; i < count; i += 10) {
      Vector3 mean = Vector3::Zero();
      for (Index j = 0; j < count; ++j) {
        const double weight = seen.attention[head][static_cast<size_t>(i)][static_cast<size_t>(j)];
        ASSERT_NEAR(a(head, i, j), weight, 1e-9);
        mean += weight * sideChain(j, head);
      }
      const Vector3 local = seen.geometry.frames.frames[static_cast<size_t>(i)].rotation.transpose() * mean;
      EXPECT_LT((Vector3(y(i, 3 * head), y(i, 3 * head + 1), y(i, 3 * head + 2)) - local).norm(), 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, BackboneHeads, testing::Values("1ldm_A.pdb.gz", "1A0J_A.pdb.gz", "1emd_A.pdb.gz"),
                         [](const auto& info) { return std::string(info.param, 4); });

void expectShapes(const Chain& chain) {
  const Index length = static_cast<Index>(chain.residues.size());
  const ArrayBundle bundle = backboneHeadsInput(chain);
  const std::map<std::string, Shape> expected{{"s", {length, 20}}, {"N", {length, 3}},   {"CA", {length, 3}},
                                              {"C", {length, 3}},  {"W_proj", {90, 20}}, {"b_proj", {90}},
                                              {"W_out", {20, 18}}, {"ln_weight", {20}},  {"ln_bias", {20}},
                                              {"w_r", {6}},        {"w_d", {6}}};
  ASSERT_EQ(bundle.size(), expected.size());
  for (const auto& [name, array] : bundle) EXPECT_EQ(shapeOf(array), expected.at(name)) << name;
}

TEST(BackboneHeadsInput, hasTheArraysOfTheMechanismForEveryLength) {
  Chain chain = test::helixFragment().chains[0];
  expectShapes(chain);
  chain.residues.resize(1);
  expectShapes(chain);
  expectShapes(Chain{});
  EXPECT_EQ(backboneHeadLabels().size(), static_cast<size_t>(numHeads));
}

TEST(BackboneHeadsInput, residueTypesAreOneHotAndUnknownOnesAreZero) {
  Chain chain = test::helixFragment().chains[0];
  chain.residues[1].letter = 'X';
  const Array<double> types = numbersOf<double>(backboneHeadsInput(chain), "s");
  for (Index i = 0; i < types.length(0); ++i) {
    double sum = 0;
    for (Index k = 0; k < 20; ++k) sum += types(i, k);
    EXPECT_EQ(sum, i == 1 ? 0 : 1);
  }
  EXPECT_EQ(types(0, alphabet::codeOf('T')), 1);
}

TEST(BackboneHeadsInput, missingAtomsStayNan) {
  Chain chain = test::helixFragment().chains[0];
  std::erase_if(chain.residues[3].atoms, [](const Atom& atom) { return atom.name == "C"; });
  const Array<double> c = numbersOf<double>(backboneHeadsInput(chain), "C", NonFinite::allow);
  EXPECT_TRUE(std::isnan(c(3, 0)));
  EXPECT_FALSE(std::isnan(c(4, 0)));
}

}  // namespace backbone_heads_test
}  // namespace engine
