// Statistics of heads from their definitions, on maps small enough for plain loops, and what is left empty.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>

#include "engine/analysis/ContactPrecision.h"
#include "engine/analysis/MapTransform.h"
#include "engine/base/Error.h"
#include "engine/base/Quantile.h"
#include "engine/heads/HeadColumns.h"
#include "engine/heads/HeadLabels.h"
#include "engine/heads/contacts/ContactScorer.h"
#include "engine/heads/contacts/ShiftedContacts.h"
#include "tests/engine/heads/GoldenHeads.h"
#include "tests/support/ErrorOf.h"

namespace head_table_test {

using namespace engine;
using test::errorOf;
using test::headsOf;
using test::tableOf;
using testing::HasSubstr;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

HeadStatistics statisticsOf(const Array<float>& map, const std::string& letters = {}) {
  return tableOf(headsOf({map}, letters)).heads.front();
}

Array<float> randomMap(Index rows, Index columns, unsigned seed) {
  std::mt19937 random(seed);
  Array<float> map({rows, columns}, 0.0F, "A");
  for (float& value : map) value = static_cast<float>(random() % 1000) / 1000;
  return map;
}

Array<float> randomDistances(Index length, unsigned seed) {
  std::mt19937 random(seed);
  Array<float> distance({length, length}, 0.0F, "distance");
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < i; ++j) distance(i, j) = distance(j, i) = 4 + static_cast<float>(random() % 20);
  return distance;
}

HeadTableOptions withDistances(const Array<float>& distance) {
  HeadTableOptions options;
  options.distances = MapDistances{distance, {}, {}};
  return options;
}

TEST(HeadTable, ofNoHeadAndOfEmptyMapsIsThere) {
  EXPECT_EQ(tableOf(HeadSet{}).count(), 0);
  const HeadStatistics none = statisticsOf(Array<float>({0, 0}, 0.0F, "A"));
  EXPECT_EQ(none.label(), "empty");
  EXPECT_FALSE(none.entropy);
  const HeadTable table = tableOf(headsOf({Array<float>({0, 0}, 0.0F, "A")}), withDistances(Array<float>({0, 0})));
  EXPECT_EQ(table.heads[0].contacts->pairs, 0);
  EXPECT_FALSE(table.chance);
}

TEST(HeadTable, ofOneResidueKnowsWhatItCan) {
  const HeadStatistics one = statisticsOf(Array<float>({1, 1}, 1.0F, "A"), "M");
  EXPECT_EQ(one.rows, 1);
  EXPECT_EQ(one.entropy, 0);
  EXPECT_FALSE(one.entropyNorm) << "one key: nothing to spread over";
  EXPECT_EQ(one.self, 1);
  EXPECT_FALSE(one.previous);
  EXPECT_FALSE(one.symmetry) << "no weight off the diagonal";
  EXPECT_EQ(one.distance, 0);
  EXPECT_EQ(one.offset, 0);
  EXPECT_FALSE(one.helixPeriod);
  EXPECT_EQ(one.keyType, 'M');
  const HeadTable table = tableOf(headsOf({Array<float>({1, 1}, 1.0F, "A")}), withDistances(Array<float>({1, 1})));
  EXPECT_EQ(table.heads[0].contacts->known, 1);
  EXPECT_FALSE(table.heads[0].contacts->at(PairRange::all, 0).precision);
}

/// MATHEMATICS.md 2.1 to 2.4 and 2.7 in plain loops.
void expectRows(const Array<float>& a, const HeadStatistics& found) {
  const Index n = a.length(0), m = a.length(1);
  double rows = 0, entropy = 0, confidence = 0, distance = 0, low = 0, high = 0;
  std::vector<double> c(static_cast<size_t>(m), 0);
  Array<double> p({n, m}, 0.0, "p");
  for (Index i = 0; i < n; ++i) {
    double sum = 0, largest = 0, h = 0, far = 0;
    for (Index j = 0; j < m; ++j) sum += std::isfinite(a(i, j)) ? static_cast<double>(a(i, j)) : 0;
    if (sum <= 0) continue;
    for (Index j = 0; j < m; ++j) {
      p(i, j) = std::isfinite(a(i, j)) ? static_cast<double>(a(i, j)) / sum : 0;
      largest = std::max(largest, p(i, j));
      if (p(i, j) > 0) h -= p(i, j) * std::log2(p(i, j));
      far += p(i, j) * static_cast<double>(std::abs(i - j));
      c[static_cast<size_t>(j)] += p(i, j);
    }
    ++rows, entropy += h, confidence += largest, distance += far;
  }
  ASSERT_EQ(found.rows, static_cast<Index>(rows));
  if (rows == 0) return;
  EXPECT_NEAR(*found.entropy, entropy / rows, 1e-11);
  EXPECT_NEAR(*found.confidence, confidence / rows, 1e-11);
  const auto sink = std::max_element(c.begin(), c.end());
  EXPECT_NEAR(*found.sinkShare, *sink / rows, 1e-11);
  EXPECT_EQ(*found.sinkPosition, sink - c.begin());
  if (n != m) {
    EXPECT_FALSE(found.distance || found.symmetry || found.offset);
    return;
  }
  EXPECT_NEAR(*found.distance, distance / rows, 1e-11 * static_cast<double>(n));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) low += 2 * std::min(p(i, j), p(j, i)), high += p(i, j) + p(j, i);
  if (high > 0) {
    EXPECT_NEAR(*found.symmetry, low / high, 1e-11);
  }
}

TEST(HeadTable, rowsAreThoseOfTheDefinitionAtEveryLength) {
  for (Index n = 1; n < 20; ++n)
    for (const Index m : {n, n + 3}) {
      Array<float> map = randomMap(n, m, static_cast<unsigned>(n));
      expectRows(map, statisticsOf(map));
      map(n / 2, m / 2) = kNan;
      if (n > 2) std::fill_n(map.data() + m, m, 0.0F);
      expectRows(map, statisticsOf(map));
    }
}

TEST(HeadTable, cellsWithoutANumberAreCountedAndLeftOut) {
  Array<float> map = randomMap(12, 12, 1);
  map(3, 9) = kNan;
  map(4, 2) = std::numeric_limits<float>::infinity();
  const HeadTable table = tableOf(headsOf({map}), withDistances(randomDistances(12, 2)));
  EXPECT_EQ(table.heads[0].notFinite, 2);
  EXPECT_EQ(table.heads[0].contacts->pairs, 21 - 1) << "of the pairs six apart one has no score";
  EXPECT_TRUE(std::isfinite(*table.heads[0].contacts->distanceCorrelation));
}

TEST(HeadTable, negativeWeightsLeaveContactsAlone) {
  Array<float> map = randomMap(20, 20, 3);
  map(2, 3) = -0.5F;
  const HeadTable table = tableOf(headsOf({map}), withDistances(randomDistances(20, 2)));
  const HeadStatistics& head = table.heads[0];
  EXPECT_TRUE(head.hasNegative);
  EXPECT_FALSE(head.entropy || head.sinkShare || head.distance || head.specialMass);
  EXPECT_TRUE(head.contacts->at(PairRange::all, 0).precision);
  EXPECT_FALSE(head.contacts->contactMass);
  EXPECT_EQ(head.label(), "other");
  EXPECT_THAT(head.labels[0].reason, HasSubstr("negative"));
}

TEST(HeadTable, causalMapsAreMeasuredAgainstTheKeysThatTheyMaySee) {
  Array<float> map({4, 4}, 0.0F, "A");
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j <= i; ++j) map(i, j) = 1 / static_cast<float>(i + 1);
  const HeadStatistics head = statisticsOf(map);
  EXPECT_TRUE(head.isCausal);
  EXPECT_NEAR(*head.entropyNorm, 1, 1e-7);
  EXPECT_NEAR(*head.distanceUniform, 0.75, 1e-12) << "(L - 1) / 4";
  EXPECT_NEAR(*head.distance, 0.75, 1e-7);
  EXPECT_EQ(head.symmetry, 0);
  EXPECT_FALSE(statisticsOf(Array<float>({4, 4}, 0.0F, "A")).isCausal) << "nothing at all is not causal";
  EXPECT_NEAR(*statisticsOf(Array<float>({4, 4}, 0.25F, "A")).distanceUniform, 15.0 / 12, 1e-12) << "(L^2 - 1) / 3L";
}

TEST(HeadTable, precisionIsThatOfTheMapTransformsAndOfContactPrecision) {
  const Array<float> map = randomMap(30, 30, 7), distance = randomDistances(30, 8);
  Progress progress;
  const ContactStatistics found = *tableOf(headsOf({map}), withDistances(distance)).heads[0].contacts;
  const Array<float> scores = averageProductCorrected(symmetrised(map, Symmetry::sum, 1, progress), 1, progress);
  PairGeometry geometry;
  geometry.distance = distance;
  geometry.contacts = Array<Bool>({30, 30}, Bool{}, "contacts");
  for (Index k = 0; k < distance.size(); ++k) geometry.contacts[k].value = distance[k] < 8 ? 1 : 0;
  std::vector<Index> residues(30);
  for (size_t k = 0; k < 30; ++k) residues[k] = static_cast<Index>(k);
  const ContactPrecision expected = contactPrecision(scores, residues, geometry);
  EXPECT_EQ(found.pairs, expected.numPairs);
  EXPECT_NEAR(*found.background, expected.byChance, 1e-12);
  for (size_t k = 0; k < kTopDivisors.size(); ++k)
    EXPECT_NEAR(*found.at(PairRange::all, k).precision, expected.at(kTopDivisors[k]), 1e-12) << k;
}

TEST(HeadTable, aNewStructureLeavesWhatNeedsNone) {
  const HeadSet heads = headsOf({randomMap(25, 25, 1), randomMap(25, 25, 2)}, std::string(25, 'A'));
  const HeadTable before = tableOf(heads, withDistances(randomDistances(25, 3)));
  HeadTableOptions options = withDistances(randomDistances(25, 4));
  const HeadTable plain = tableOf(heads, options);
  options.known = &before;
  const HeadTable again = tableOf(heads, options);
  EXPECT_EQ(test::headsJson(again), test::headsJson(plain));
  EXPECT_EQ(again.atlas, before.atlas) << "taken over, not computed";
}

TEST(HeadTable, chanceOfTheBestIsThatOfMapsShiftedByHand) {
  constexpr Index kLength = 16;
  const Array<float> distance = randomDistances(kLength, 5);
  const std::vector<Array<float>> maps{randomMap(kLength, kLength, 6), randomMap(kLength, kLength, 7)};
  const ContactPairs pairs(distance, 8);
  std::vector<double> best;
  for (Index shift = 1; shift < kLength; ++shift) {
    double largest = 0;
    for (const Array<float>& weights : maps) {
      HeadMap map;
      map.take(weights);
      ContactScorer scorer;
      scorer.describe(map, pairs, Progress());
      double hits = 0, known = 0;
      for (const auto& pair : scorer.best()) {
        const auto i = static_cast<Index>(pair.i + shift) % kLength, j = static_cast<Index>(pair.j + shift) % kLength;
        if (std::abs(i - j) < 6) continue;
        ++known;
        hits += distance(i, j) < 8 ? 1 : 0;
      }
      largest = std::max(largest, hits / known);
    }
    best.push_back(largest);
  }
  std::sort(best.begin(), best.end());
  const HeadTable table = tableOf(headsOf(maps), withDistances(distance));
  ASSERT_TRUE(table.chance);
  EXPECT_EQ(table.chance->numShifts, kLength - 1);
  EXPECT_NEAR(table.chance->median, best[7], 1e-12);
  EXPECT_NEAR(table.chance->band.low, quantileOf(best, 0.025), 1e-12);
  EXPECT_NEAR(table.chance->band.high, quantileOf(best, 0.975), 1e-12);
}

TEST(HeadTable, headsThatAreMissingAndWrongSizesAreErrors) {
  HeadSet heads = headsOf({randomMap(3, 3, 1)});
  heads.maps[0] = nullptr;
  EXPECT_THAT(errorOf([&] { tableOf(heads); }), HasSubstr("layer 1, head 1 is missing"));
  const HeadSet good = headsOf({randomMap(3, 3, 1)});
  EXPECT_THAT(errorOf([&] { tableOf(good, withDistances(Array<float>({4, 4}))); }), HasSubstr("(4, 4)"));
  HeadTableOptions options;
  options.annotations = {{"site", {0, 1}}};
  EXPECT_THAT(errorOf([&] { tableOf(good, options); }), HasSubstr("annotation site: found 2 values, expected 3"));
}

TEST(HeadTable, stopsInTheMiddleOfAHeadWhenCancelled) {
  struct StopsAfterSome : Progress {
    mutable int left = 30;
    bool cancelled() const override { return --left < 0; }
  } progress;
  EXPECT_THROW(makeHeadTable(headsOf({randomMap(100, 100, 1)}), {}, 1, progress), Cancelled);
}

TEST(HeadTable, headsAreHandedOverAsTheyAreReady) {
  const HeadSet heads = headsOf({randomMap(5, 5, 1), randomMap(5, 5, 2), randomMap(5, 5, 3)});
  Progress progress;
  std::set<Index> seen;
  makeHeadTable(heads, {}, 3, progress, [&](const HeadStatistics& head) {
    EXPECT_FALSE(head.labels.empty());
    seen.insert(head.head);
  });
  EXPECT_EQ(seen.size(), 3U);
}

TEST(HeadLabels, sayWhyInWords) {
  Array<float> map({30, 30}, 0.0F, "A");
  for (Index i = 0; i < 30; ++i)
    for (Index j = 0; j < 30; ++j) map(i, j) = j == i - 1 ? 0.83F : 0.17F / 29;
  const HeadStatistics head = statisticsOf(map);
  EXPECT_EQ(head.label(), "previous residue");
  EXPECT_THAT(head.labels[0].reason, HasSubstr("looks one back: 83 % of the weight at offset \u22121"));
  EXPECT_EQ(offsetName(7), "offset +7");
  EXPECT_EQ(offsetName(-3), "offset -3");
}

TEST(HeadLabels, contactsNeedToBeatTheBestByChance) {
  HeadStatistics head;
  head.rows = 100;
  head.contacts.emplace();
  head.contacts->precision[0][0] = {0.25, 100, 1.0};
  head.contacts->enrichment = 5;
  head.contacts->enrichmentInterval = Interval{3, 7};
  EXPECT_EQ(labelsOf(head, {}, std::nullopt)[0].name, "contacts");
  EXPECT_EQ(labelsOf(head, {}, ChanceOfBest{99, 0.15, {0.1, 0.2}})[0].name, "contacts");
  EXPECT_EQ(labelsOf(head, {}, ChanceOfBest{99, 0.25, {0.1, 0.3}})[0].name, "other");
  HeadThresholds strict;
  strict.contactPrecision = 0.3;
  EXPECT_EQ(labelsOf(head, strict, std::nullopt)[0].name, "other");
}

TEST(HeadColumns, haveDifferentKeysAndSayDashWhereNothingIsKnown) {
  std::set<std::string> keys;
  const HeadStatistics nothing;
  for (const HeadColumn& column : headColumns()) {
    EXPECT_TRUE(keys.insert(column.key).second) << column.key;
    EXPECT_FALSE(column.title.empty() || column.help.empty() || column.group.empty()) << column.key;
    EXPECT_FALSE(column.text(nothing).find("nan") != std::string::npos) << column.key;
  }
  EXPECT_EQ(findColumn(headColumns(), "entropy")->text(nothing), "–");
  EXPECT_EQ(findColumn(headColumns(), "P_long_L10")->title, "P@L/10 long");
  EXPECT_EQ(findColumn(headColumns(), "nothing"), nullptr);
}

TEST(WilsonInterval, holdsTheShareAndStaysWithinZeroAndOne) {
  EXPECT_FALSE(wilsonInterval(0, 0));
  EXPECT_EQ(wilsonInterval(0, 5)->low, 0);
  EXPECT_EQ(wilsonInterval(5, 5)->high, 1);
  EXPECT_NEAR(wilsonInterval(9, 9)->low, 0.700854951580456, 1e-12);
}

}  // namespace head_table_test
