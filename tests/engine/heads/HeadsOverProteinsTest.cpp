// Mean and spread of head tables over proteins, by the plain formulae; what a head is in which share of them.
#include "engine/heads/HeadsOverProteins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Nth.h"
#include "engine/base/Random.h"
#include "engine/heads/HeadColumns.h"
#include "engine/heads/HeadLabels.h"
#include "tests/support/ErrorOf.h"

namespace heads_over_proteins_test {

using namespace engine;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr Index kLayers = 2, kHeads = 3;

/// Numbers of one protein; some are absent, as without a structure or in short sequences.
HeadTable someTable(std::uint64_t seed, const std::string& label = "local") {
  Random random(seed);
  HeadTable table;
  table.numLayers = kLayers;
  table.numHeads = kHeads;
  for (Index k = 0; k < kLayers * kHeads; ++k) {
    HeadStatistics head;
    head.layer = k / kHeads;
    head.head = k % kHeads;
    head.rows = static_cast<Index>(random.below(100));
    head.entropy = 1e6 + random.uniform();  // a small spread around a large mean
    if (random.uniform() < 0.7) head.symmetry = random.uniform();
    head.offset = 7;
    head.offsets.assign(seed % 2 == 0 ? 65 : 9, 0.1 * static_cast<double>(seed));
    if (seed % 3 == 0) {
      head.contacts.emplace();
      head.contacts->precision[0][0].precision = random.uniform();
    }
    head.labels = {{ruleOfLabel(label), label, "because"}};
    table.heads.push_back(head);
  }
  return table;
}

double valueOf(const HeadTable& table, Index head, const std::string& key) {
  const auto columns = columnsOf(table);
  const HeadColumn* const column = findColumn(columns, key);
  EXPECT_NE(column, nullptr) << key;
  return column ? column->number(nth(table.heads, head)).value_or(std::nan("")) : std::nan("");
}

TEST(HeadsOverProteins, AreMeanAndStandardDeviationOfTheSingleTables) {
  std::vector<HeadTable> tables;
  HeadsOverProteins sum;
  for (std::uint64_t seed = 1; seed <= 11; ++seed) {
    tables.push_back(someTable(seed));
    sum.add(tables.back());
  }
  const HeadTable mean = sum.mean();
  ASSERT_EQ(mean.count(), kLayers * kHeads);
  for (const std::string& key : HeadsOverProteins::keys())
    for (Index k = 0; k < mean.count(); ++k) {
      std::vector<double> values;
      for (const HeadTable& table : tables)
        if (const double value = valueOf(table, k, key); !std::isnan(value)) values.push_back(value);
      double total = 0, squares = 0;
      for (const double value : values) total += value;
      const auto n = static_cast<double>(values.size());
      for (const double value : values) squares += (value - total / n) * (value - total / n);
      EXPECT_EQ(valueOf(mean, k, key + "_n"), n) << key;
      const double found = valueOf(mean, k, key), spread = valueOf(mean, k, key + "_sd");
      EXPECT_EQ(std::isnan(found), values.empty()) << key;
      EXPECT_EQ(std::isnan(spread), values.size() < 2) << key;
      if (!values.empty()) {
        EXPECT_NEAR(found, total / n, 1e-12 * std::abs(total / n)) << key;
      }
      if (values.size() > 1) {
        EXPECT_NEAR(spread, std::sqrt(squares / (n - 1)), 1e-9) << key;
      }
    }
}

TEST(HeadsOverProteins, OffsetsAreAveragedOverProteinsThatHaveThem) {
  HeadsOverProteins sum;
  for (const std::uint64_t seed : {1U, 2U, 3U}) sum.add(someTable(seed));
  const HeadTable mean = sum.mean();
  const HeadStatistics& head = mean.heads.front();
  EXPECT_NEAR(head.offsetAt(0).value(), 0.2, 1e-12);
  EXPECT_NEAR(head.offsetAt(-4).value(), 0.2, 1e-12);
  EXPECT_NEAR(head.offsetAt(5).value(), 0.2, 1e-12) << "of the second alone";
  EXPECT_FALSE(head.offset) << "the mean of positions says nothing";
}

TEST(HeadsOverProteins, LabelsHaveTheShareOfTheProteinsThatTheyAreFirstIn) {
  HeadsOverProteins sum;
  for (const char* label : {"previous residue", "local", "previous residue", "helix"}) sum.add(someTable(2, label));
  const HeadTable mean = sum.mean();
  const HeadStatistics& head = mean.heads.front();
  EXPECT_EQ(head.label(), "previous residue");
  EXPECT_EQ(head.labels.front().rule, HeadRule::offset);
  EXPECT_EQ(head.labels.front().reason, "in 2 of 4 proteins");
  EXPECT_EQ(head.tags(), "helix 25 %, local 25 %") << "of equal ones the first rule";
  EXPECT_EQ(valueOf(mean, 0, "label_share"), 0.5);
  EXPECT_EQ(valueOf(mean, 0, "proteins"), 4);
}

TEST(HeadsOverProteins, SinksAtOtherResiduesAreOneThing) {
  HeadsOverProteins sum;
  for (const char* label : {"sink at 12", "local", "sink at 3", "sink at 3", "local"}) sum.add(someTable(2, label));
  const HeadTable mean = sum.mean();
  const HeadStatistics& head = mean.heads.front();
  EXPECT_EQ(head.label(), "sink");
  EXPECT_EQ(head.labels.front().share, 0.6);
  EXPECT_THAT(head.labels.front().reason, HasSubstr("mostly \"sink at 3\""));
  HeadsOverProteins same;
  for (int k = 0; k < 2; ++k) same.add(someTable(2, "sink at 1"));
  EXPECT_EQ(same.mean().heads.front().label(), "sink at 1");
}

TEST(HeadsOverProteins, NoneAndOne) {
  HeadsOverProteins sum;
  EXPECT_EQ(sum.mean().count(), 0);
  sum.add(someTable(3));
  const HeadTable mean = sum.mean();
  EXPECT_EQ(valueOf(mean, 1, "entropy"), someTable(3).heads[1].entropy);
  EXPECT_TRUE(std::isnan(valueOf(mean, 1, "entropy_sd")));
  EXPECT_EQ(mean.bestContactHead(), someTable(3).bestContactHead());
}

TEST(HeadsOverProteins, ProteinsThatWereTakenInAloneElsewhereGiveTheSameBits) {
  HeadsOverProteins sum, joined;
  joined.add(HeadsOverProteins{});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const HeadTable table = someTable(seed, seed % 4 == 0 ? "uniform" : "local");
    sum.add(table);
    HeadsOverProteins alone;
    alone.add(table);
    joined.add(alone);
  }
  EXPECT_EQ(joined, sum);
  EXPECT_THAT(test::errorOf([&] { joined.add(sum); }), HasSubstr("found 20 proteins, expected one alone"));
}

TEST(HeadsOverProteins, AnotherModelIsRefused) {
  HeadsOverProteins sum;
  sum.add(someTable(1));
  HeadTable other = someTable(1);
  other.numHeads = 6;
  other.numLayers = 1;
  EXPECT_THAT(test::errorOf([&] { sum.add(other); }), HasSubstr("found 1 layers x 6 heads, expected 2 x 3"));
}

TEST(HeadColumns, MeansAreShownWithTheirSpread) {
  HeadsOverProteins sum;
  for (const double entropy : {1.0, 2.0}) {
    HeadTable table = someTable(1);
    for (HeadStatistics& head : table.heads) head.entropy = entropy;
    sum.add(table);
  }
  const HeadTable mean = sum.mean();
  const auto columns = columnsOf(mean);
  const HeadColumn* const entropy = findColumn(columns, "entropy");
  EXPECT_EQ(entropy->text(mean.heads.front()), "1.50 ± 0.71");
  EXPECT_EQ(entropy->plainText(mean.heads.front()), "1.50");
  EXPECT_EQ(entropy->title, "Entropy");
  EXPECT_EQ(findColumn(columns, "P_all_L")->text(mean.heads.front()), "–");
}

TEST(HeadTable, ToldLabelsStayUnderOtherThresholds) {
  HeadsOverProteins sum;
  sum.add(someTable(1));
  HeadThresholds thresholds;
  thresholds.local = 0.9;
  const HeadTable again = relabelled(sum.mean(), thresholds);
  EXPECT_EQ(again.heads.front().label(), "local");
  EXPECT_EQ(again.thresholds, thresholds);
}

}  // namespace heads_over_proteins_test
