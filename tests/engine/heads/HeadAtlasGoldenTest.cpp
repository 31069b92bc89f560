// Distances, places and clusters of heads, comparing, regression and flow: heads.json, and cases small enough to see.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "engine/analysis/AttentionRollout.h"
#include "engine/analysis/SpecialTokens.h"
#include "engine/base/Error.h"
#include "engine/heads/AttentionFlow.h"
#include "engine/heads/HeadComparison.h"
#include "engine/heads/HeadSimilarity.h"
#include "engine/heads/contacts/ContactRegression.h"
#include "tests/engine/heads/GoldenHeads.h"
#include "tests/support/ErrorOf.h"

namespace head_atlas_golden_test {

using namespace engine;
using nlohmann::json;
using test::errorOf;
using test::goldenHeads;
using test::goldenNumbers;
using testing::HasSubstr;

Array<float> weightsOf(const HeadSet& heads, Index head) {
  Array<float> weights;
  heads.readWeights(head / heads.numHeads, head % heads.numHeads, weights);
  return weights;
}

/// Places may be mirrored, each axis as a whole.
void expectPlaces(const std::vector<double>& found, const json& expected, size_t axis) {
  double sign = 0;
  for (size_t k = 0; k < found.size(); ++k) {
    const double place = expected[k][axis];
    if (sign == 0 && std::abs(place) > 1e-3) sign = found[k] * place < 0 ? -1 : 1;
    EXPECT_NEAR(found[k] * (sign == 0 ? 1 : sign), place, 1e-6) << k;
  }
}

TEST(HeadAtlas, hasTheDistancesPlacesAndClustersOfThePlantedHeads) {
  const HeadTable table = test::tableOf(*goldenHeads("planted.npz"));
  ASSERT_TRUE(table.atlas);
  const json& expected = goldenNumbers()["atlas"];
  for (Index a = 0; a < table.count(); ++a)
    for (Index b = 0; b < table.count(); ++b)
      EXPECT_NEAR(table.atlas->distance(a, b),
                  expected["distance"][static_cast<size_t>(a)][static_cast<size_t>(b)].get<double>(), 1e-9)
          << a << " " << b;
  expectPlaces(table.atlas->x, expected["xy"], 0);
  expectPlaces(table.atlas->y, expected["xy"], 1);
  EXPECT_EQ(json(table.atlas->cluster), expected["cluster"]);
  EXPECT_EQ(json(averageLinkage(table.atlas->distance, 0.9)), expected["cluster 0.9"]);
}

TEST(HeadAtlas, ofNoHeadAndOfOneIsThere) {
  for (const Index count : {Index{0}, Index{1}, Index{2}}) {
    Progress progress;
    PooledHeads pooled = pooledHeads(count, 3, 3);
    for (Index k = 0; k < pooled.maps.size(); ++k) pooled.maps[k] = static_cast<double>(k % 5);
    const HeadAtlas atlas = headAtlas(std::move(pooled), 2, progress);
    EXPECT_EQ(atlas.x.size(), static_cast<size_t>(count));
    EXPECT_EQ(atlas.cluster.size(), static_cast<size_t>(count));
    for (const double x : atlas.x) EXPECT_TRUE(std::isfinite(x));
  }
}

/// Average linkage from its definition.
std::vector<Index> plainLinkage(const Array<double>& distance, double cut) {
  std::vector<std::vector<Index>> groups;
  for (Index k = 0; k < distance.length(0); ++k) groups.push_back({k});
  for (;;) {
    double best = 1e300;
    size_t first = 0, second = 0;
    for (size_t a = 0; a < groups.size(); ++a)
      for (size_t b = a + 1; b < groups.size(); ++b) {
        double sum = 0;
        for (const Index i : groups[a])
          for (const Index j : groups[b]) sum += distance(i, j);
        const double mean = sum / static_cast<double>(groups[a].size() * groups[b].size());
        if (mean < best) best = mean, first = a, second = b;
      }
    if (best > cut) break;
    groups[first].insert(groups[first].end(), groups[second].begin(), groups[second].end());
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(second));
  }
  std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  std::vector<Index> cluster(static_cast<size_t>(distance.length(0)));
  for (size_t k = 0; k < groups.size(); ++k)
    for (const Index member : groups[k]) cluster[static_cast<size_t>(member)] = static_cast<Index>(k);
  return cluster;
}

TEST(HeadAtlas, clustersAreThoseOfTheDefinitionAlsoWhereDistancesAreEqual) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 60; ++trial) {
    const Index count = 2 + trial % 9;
    Array<double> distance({count, count}, 0.0, "distance");
    for (Index a = 0; a < count; ++a)
      for (Index b = 0; b < a; ++b) distance(a, b) = distance(b, a) = static_cast<double>(random() % 4) / 4;
    for (const double cut : {0.1, 0.3, 0.5, 0.8})
      EXPECT_EQ(averageLinkage(distance, cut), plainLinkage(distance, cut)) << trial << " " << cut;
  }
}

TEST(HeadComparison, hasTheDivergenceOfThePlantedHeads) {
  const auto heads = goldenHeads("planted.npz");
  for (const auto& [pair, expected] : goldenNumbers()["jensen_shannon"].items()) {
    const auto dash = pair.find('-');
    const HeadComparison found = comparedMaps(weightsOf(*heads, std::stoi(pair.substr(0, dash))),
                                              weightsOf(*heads, std::stoi(pair.substr(dash + 1))));
    ASSERT_TRUE(found.divergence);
    EXPECT_NEAR(*found.divergence, expected.get<double>(), 1e-9) << pair;
  }
}

TEST(HeadComparison, ofAMapWithItselfIsNothingAndOfApartOnesOneBit) {
  const Array<float> a({2, 2}, {1, 0, 1, 0}, "a"), b({2, 2}, {0, 1, 0, 1}, "b");
  EXPECT_EQ(comparedMaps(a, a).divergence, 0);
  EXPECT_NEAR(comparedMaps(a, a).correlation, 1, 1e-12);
  EXPECT_EQ(comparedMaps(a, b).divergence, 1);
  EXPECT_NEAR(comparedMaps(a, b).correlation, -1, 1e-12);
  const Array<float> even({2, 2}, 0.5F, "even");
  EXPECT_EQ(comparedMaps(a, even).correlation, 0) << "no variance";
  EXPECT_FALSE(comparedMaps(Array<float>({0, 0}), Array<float>({0, 0})).divergence);
  EXPECT_THAT(errorOf([&] { comparedMaps(a, Array<float>({3, 3}, 1.0F, "c")); }), HasSubstr("(3, 3)"));
}

TEST(HeadComparison, ofTwoSequencesLooksAtLinkedResiduesOnly) {
  constexpr Index kLength = 12;
  Array<float> a({kLength, kLength}, 0.0F, "a"), b({kLength + 1, kLength + 1}, 0.0F, "b");
  std::vector<Index> to;
  for (Index i = 0; i < kLength; ++i) {
    a(i, (i + 1) % kLength) = 1;
    b(i, (i + 1) % kLength) = 0.5F;
    b(i, kLength) = 0.5F;  // a residue that the first sequence has not
    to.push_back(i);
  }
  const HeadComparison found = comparedMaps(a, b, ResidueMap::fromPartners(to, kLength + 1));
  EXPECT_NEAR(found.correlation, 1, 1e-12);
  EXPECT_NEAR(*found.divergence, 0, 1e-12);
  EXPECT_NEAR(found.keptOfFirst, 1, 1e-12);
  EXPECT_NEAR(found.keptOfSecond, 0.5, 1e-12);
  to.assign(kLength, -1);
  EXPECT_THAT(errorOf([&] { comparedMaps(a, b, ResidueMap::fromPartners(to, kLength + 1)); }),
              HasSubstr("at least 10"));
}

TEST(HeadComparison, leastCostPairsAreTheBestOfAllArrangements) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 40; ++trial) {
    const Index rows = 1 + trial % 4, columns = 1 + trial / 4 % 5;
    Array<double> cost({rows, columns}, 0.0, "cost");
    for (double& value : cost) value = static_cast<double>(random() % 100);
    const auto sumOf = [&](const std::vector<Index>& partner) {
      double sum = 0;
      for (Index k = 0; k < rows; ++k)
        if (partner[static_cast<size_t>(k)] >= 0) sum += cost(k, partner[static_cast<size_t>(k)]);
      return sum;
    };
    std::vector<Index> places(static_cast<size_t>(std::max(rows, columns)));
    for (size_t k = 0; k < places.size(); ++k) places[k] = static_cast<Index>(k) < columns ? static_cast<Index>(k) : -1;
    std::sort(places.begin(), places.end());
    double least = 1e300;
    do least = std::min(least, sumOf(places));
    while (std::next_permutation(places.begin(), places.end()));
    EXPECT_EQ(sumOf(leastCostPairs(cost)), least) << rows << " x " << columns;
  }
}

TEST(HeadComparison, aHeadIsThePartnerOfItself) {
  const auto heads = goldenHeads("planted.npz");
  Progress progress;
  const HeadPairing pairing = pairedHeads(*heads, *heads, true, 2, progress);
  for (size_t k = 0; k < pairing.partner.size(); ++k) {
    EXPECT_EQ(pairing.partner[k], static_cast<Index>(k));
    EXPECT_NEAR(pairing.divergence[k], 0, 1e-12);
  }
}

TEST(JointAtlas, aHeadLiesOnItselfAndAllLieAsTheyDoAlone) {
  const auto heads = goldenHeads("planted.npz");
  Progress progress;
  const JointAtlas joint = jointAtlas(*heads, *heads, 2, progress);
  const Index count = heads->count();
  EXPECT_EQ(joint.shared, 60);
  ASSERT_EQ(joint.atlas.distance.shape(), (Shape{2 * count, 2 * count}));
  const HeadPairing pairing = pairedHeads(*heads, *heads, true, 1, progress);
  for (Index a = 0; a < count; ++a) {
    EXPECT_NEAR(joint.atlas.distance(a, count + a), 0, 1e-9);
    EXPECT_NEAR(joint.atlas.x[static_cast<size_t>(a)], joint.atlas.x[static_cast<size_t>(count + a)], 1e-6);
    for (Index b = 0; b < count; ++b) EXPECT_NEAR(joint.atlas.distance(a, count + b), pairing.distance(a, b), 1e-9);
  }
}

TEST(JointAtlas, takesTheResiduesThatBothHave) {
  const auto heads = goldenHeads("planted.npz");
  const Array<float> whole = weightsOf(*heads, 4);
  std::vector<Index> part(50);
  for (size_t k = 0; k < part.size(); ++k) part[k] = static_cast<Index>(k) + 10;
  const HeadSet shorter = test::headsOf({mapAt(whole, part, part)}, heads->queryLetters.substr(10));
  const HeadSet longer = test::headsOf({whole, weightsOf(*heads, 1)}, heads->queryLetters);
  Progress progress;
  const JointAtlas joint = jointAtlas(longer, shorter, 1, progress);
  EXPECT_EQ(joint.shared, 50);
  EXPECT_NEAR(joint.atlas.distance(0, 2), 0, 1e-9) << "the same head on a part of the sequence";
  EXPECT_GT(joint.atlas.distance(1, 2), 0.5);
  const HeadSet other = test::headsOf({whole}, std::string(60, 'W'));
  EXPECT_NE(test::errorOf([&] { jointAtlas(longer, other, 1, progress); }).find("that both have"), std::string::npos);
  const HeadSet nameless = test::headsOf({mapAt(whole, part, part)}, "");
  EXPECT_NE(test::errorOf([&] { jointAtlas(longer, nameless, 1, progress); }).find("without letters"),
            std::string::npos);
}

/// All but the last of the planted heads, whose cells are all known.
HeadSet finiteHeads() {
  const auto planted = goldenHeads("planted.npz");
  std::vector<Array<float>> maps;
  for (Index k = 0; k < 11; ++k) maps.push_back(weightsOf(*planted, k));
  return test::headsOf(maps, planted->queryLetters);
}

TEST(ContactRegression, reachesTheObjectiveAndPrecisionOfThePlantedHeads) {
  const HeadSet heads = finiteHeads();
  const ContactPairs pairs(test::goldenDistances().beta, 8);
  Progress progress;
  const ContactFeatures features = contactFeatures(heads, pairs, 0, 1, 2, progress);
  for (const auto& [penalty, expected] : goldenNumbers()["regression"].items()) {
    const ContactRegression found = fitContacts(features, std::stod(penalty), 2, progress);
    EXPECT_EQ(found.pairs, expected["pairs"].get<Index>());
    EXPECT_EQ(found.contacts, expected["positives"].get<Index>());
    EXPECT_NEAR(found.objective, expected["objective"].get<double>(), 1e-6 * expected["objective"].get<double>());
    ContactRegression golden = found;
    golden.weights = expected["weights"].get<std::vector<double>>();
    golden.bias = expected["intercept"];
    const Array<float> a = predictedContacts(heads, found, progress), b = predictedContacts(heads, golden, progress);
    for (Index k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], 1e-4) << k;
    EXPECT_EQ(rankedContacts(a, pairs).at(59), expected["precision L"].get<double>());
    for (Index i = 0; i < 60; ++i)
      for (Index j = 0; j < i; ++j) ASSERT_EQ(a(i, j), a(j, i));
  }
}

TEST(ContactRegression, doesNotDependOnThreadsAndDrawsNegativesBySeed) {
  const HeadSet heads = finiteHeads();
  const ContactPairs pairs(test::goldenDistances().beta, 8);
  Progress progress;
  const ContactFeatures some = contactFeatures(heads, pairs, 300, 4, 1, progress);
  EXPECT_EQ(some.isContact, contactFeatures(heads, pairs, 300, 4, 3, progress).isContact);
  EXPECT_EQ(some.isContact.size(), 400U) << "all 100 contacts and 300 others";
  EXPECT_NEAR(some.keptNegatives, 300.0 / 1336, 1e-12);
  EXPECT_EQ(fitContacts(some, 0.15, 1, progress).weights, fitContacts(some, 0.15, 3, progress).weights);
  const ContactRegression drawn = fitContacts(some, 0.15, 1, progress);
  EXPECT_GT(rankedContacts(predictedContacts(heads, drawn, progress), pairs).at(59), 0.85);
}

TEST(ContactRegression, refusesWhatCannotBeFitted) {
  Progress progress;
  ContactFeatures none;
  none.scores = Array<float>({2, 0}, 0.0F, "scores");
  EXPECT_THAT(errorOf([&] { fitContacts(none, 1, 1, progress); }), HasSubstr("0 contacts among 0 pairs"));
  ContactRegression other;
  other.weights = {1};
  EXPECT_THAT(errorOf([&] { predictedContacts(finiteHeads(), other, progress); }), HasSubstr("expected 11"));
}

TEST(AttentionFlow, isTheMaximumFlowOfTheSmallHeads) {
  const auto heads = goldenHeads("small.npz");
  Progress progress;
  const Array<double> flow = attentionFlow(*heads, 2, progress);
  const Array<float> rollout = attentionRollout(*heads, 2, 2, progress);
  for (Index i = 0; i < 6; ++i) {
    const std::vector<double> row = attentionFlowFrom(*heads, i, 1, progress);
    for (Index j = 0; j < 6; ++j) {
      const auto a = static_cast<size_t>(i), b = static_cast<size_t>(j);
      EXPECT_NEAR(flow(i, j), goldenNumbers()["flow"][a][b].get<double>(), 1e-9);
      EXPECT_EQ(row[b], flow(i, j));
      EXPECT_LE(flow(i, j), 1 + 1e-12);
      EXPECT_NEAR(rollout(i, j), goldenNumbers()["rollout"][a][b].get<double>(), 1e-6);
    }
  }
}

TEST(AttentionFlow, ofOneLayerIsItsWeights) {
  const HeadSet heads = test::headsOf({Array<float>({2, 2}, {0.25F, 0.75F, 1, 0}, "A")});
  Progress progress;
  const Array<double> flow = attentionFlow(heads, 1, progress);
  EXPECT_NEAR(flow(0, 0), 0.625, 1e-12);
  EXPECT_NEAR(flow(0, 1), 0.375, 1e-12);
  EXPECT_NEAR(flow(1, 0), 0.5, 1e-12);
  const HeadSet none = test::headsOf({Array<float>({0, 0}, 0.0F, "A")});
  EXPECT_EQ(attentionFlow(none, 1, progress).size(), 0);
  EXPECT_THAT(errorOf([&] { attentionFlowFrom(heads, 2, 1, progress); }), HasSubstr("no position 3 of 2"));
  const HeadSet negative = test::headsOf({Array<float>({1, 1}, -1.0F, "A")});
  EXPECT_THAT(errorOf([&] { attentionFlow(negative, 1, progress); }), HasSubstr("layer 1, head 1, row 1, column 1"));
}

}  // namespace head_atlas_golden_test
