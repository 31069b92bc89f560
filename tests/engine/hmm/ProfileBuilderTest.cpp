// Profiles of alignments small enough to do by hand, and the golden family.
#include "engine/hmm/profile/ProfileBuilder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/weights/ClusterWeights.h"
#include "engine/hmm/weights/SequenceWeights.h"
#include "tests/engine/hmm/RandomAlignment.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace profile_builder_test {

ProfileHmm build(const Alignment& alignment, const std::string& rule = "a2m") {
  ProfileBuildOptions options;
  options.match = parseMatchRule(rule);
  Progress progress;
  ProfileHmm profile = buildProfile(alignment, options, progress);
  profile.validate();
  return profile;
}

double probability(const ProfileHmm& profile, Index column, Transition t) {
  return std::exp2(profile.transition(column, t));
}

size_t code(char letter) { return alphabet::kLetters.find(letter); }

TEST(ProfileBuilder, oneSequenceIsItsOwnProfile) {
  const ProfileHmm profile = build(test::alignmentOfRows({"ACX"}));
  ASSERT_EQ(profile.length(), 3);
  EXPECT_EQ(profile.neff, 1);
  EXPECT_EQ(profile.emissions[0][code('A')], 1);
  EXPECT_EQ(profile.emissions[1][code('C')], 1);
  EXPECT_EQ(profile.emissions[2], profile.background);
  EXPECT_EQ(profile.masterLetters, "ACX");
  for (Index i = -1; i < 3; ++i) EXPECT_EQ(probability(profile, i, Transition::MM), 1);
}

TEST(ProfileBuilder, oneColumnWorks) {
  const ProfileHmm profile = build(test::alignmentOfRows({"A", "C"}));
  ASSERT_EQ(profile.length(), 1);
  EXPECT_NEAR(profile.emissions[0][code('A')], 0.5, 1e-6);
  EXPECT_NEAR(profile.neff, 2, 1e-6);
}

TEST(ProfileBuilder, emptyAlignmentsAreRefused) {
  EXPECT_THROW(build(Alignment{}), Error);
  EXPECT_THROW(build(test::alignmentOfRows({"---", "---"}), "first"), Error);
}

TEST(ProfileBuilder, identicalRowsHaveOneEffectiveSequence) {
  ProfileBuildOptions options;
  options.filter.maxIdentity = 100;
  Progress progress;
  const ProfileHmm profile = buildProfile(test::alignmentOfRows({"ACDEFGHIKLMN", "ACDEFGHIKLMN"}), options, progress);
  EXPECT_NEAR(profile.neff, 1, 1e-9);
}

TEST(ProfileBuilder, rowOrderAfterTheMasterDoesNotChangeFrequencies) {
  const std::vector<std::string> rows{"ACDEFGHIKLMN", "ACDEYGHIKVMN", "SCDEFAHLKLMQ", "TC-EFGWIRLLN"};
  const ProfileHmm a = build(test::alignmentOfRows(rows));
  const ProfileHmm b = build(test::alignmentOfRows({rows[0], rows[3], rows[1], rows[2]}));
  ASSERT_EQ(a.emissions.size(), 12u);
  ASSERT_EQ(b.emissions.size(), 12u);
  for (size_t i = 0; i < a.emissions.size(); ++i)
    for (size_t r = 0; r < 20; ++r) EXPECT_NEAR(a.emissions[i][r], b.emissions[i][r], 1e-12);
  EXPECT_NEAR(a.neff, b.neff, 1e-12);
}

TEST(ProfileBuilder, insertAndGapTogetherCountAsInsert) {
  // Row 2: residue, inserted g, internal gap, residue. Row 3: internal gap only.
  const ProfileHmm profile = build(test::alignmentFromA3m(">a\nACDW\n>b\nAg-DY\n>c\nS-DW\n"));
  ASSERT_EQ(profile.length(), 4);
  const double toInsert = probability(profile, 0, Transition::MI), toDelete = probability(profile, 0, Transition::MD);
  EXPECT_GT(toInsert, 0.1);
  EXPECT_GT(toDelete, 0.1);
  EXPECT_NEAR(toInsert + toDelete + probability(profile, 0, Transition::MM), 1, 1e-12);
  EXPECT_EQ(probability(profile, 0, Transition::IM), 1);  // one inserted residue
  EXPECT_EQ(probability(profile, 1, Transition::DM), 1);
}

TEST(ProfileBuilder, endGapsAreNoDeletions) {
  const ProfileHmm profile = build(test::alignmentOfRows({"ACDEFGHIKLMN", "--DEFGWIKLS-"}));
  for (Index i = -1; i < profile.length(); ++i) EXPECT_EQ(probability(profile, i, Transition::MD), 0) << i;
}

TEST(ProfileBuilder, keptRowsCarryTheirWeights) {
  const ProfileHmm profile = build(test::alignmentOfRows({"ACDEFGHIKLMN", "ACDEFGHIKLMN", "WCDYFGHVKLQN"}));
  ASSERT_EQ(profile.rows.size(), 2U);  // rows 1 and 2 are the same
  EXPECT_EQ(profile.rows[0].row, 0);
  EXPECT_EQ(profile.rows[1].row, 2);
  EXPECT_NEAR(profile.rows[0].weight + profile.rows[1].weight, 1, 1e-12);
}

TEST(ProfileBuilder, hashLineNamesTheProfile) {
  Alignment alignment = test::alignmentOfRows({"ACD"});
  alignment.notes = {{"#", " globins oxygen carriers"}};
  const ProfileHmm profile = build(alignment);
  EXPECT_EQ(profile.name, "globins");
  EXPECT_EQ(profile.description, "oxygen carriers");
  alignment.notes = {{"#", "  "}};
  EXPECT_EQ(build(alignment).name, "row1");
}

TEST(ProfileBuilder, consensusMasterIsShownButNotCounted) {
  Alignment alignment = test::alignmentOfRows({"ACDEF", "WYWYW", "WYWYF"});
  alignment.rows.front().name = "family_consensus";
  const ProfileHmm profile = build(alignment);
  EXPECT_EQ(profile.name, "family_consensus");
  EXPECT_EQ(profile.masterLetters, "ACDEF");
  EXPECT_EQ(profile.emissions[0][code('A')], 0);
  EXPECT_EQ(profile.emissions[0][code('W')], 1);
  alignment.rows.resize(1);
  alignment.codes.resize(5);
  EXPECT_EQ(build(alignment).emissions[0][code('A')], 1);
}

TEST(ProfileBuilder, rowsAboutStructureComeAlongWithTheirColumns) {
  const ProfileHmm profile =
      build(test::alignmentFromA3m(">ss_pred\nHHEC\n>ss_conf\n9871\n>sa_dssp\nABCD\n>a\nACDW\n>b\nAgC-Y\n"));
  using Rows = std::vector<ColumnAnnotation>;
  EXPECT_EQ(profile.annotations, (Rows{{"ss_pred", "HHEC"}, {"ss_conf", "9871"}, {"sa_dssp", "ABCD"}}));
}

TEST(ProfileBuilder, threadsChangeNothing) {
  Random random(9);
  Progress progress;
  const Alignment alignment = test::randomAlignment(300, 70, 0.4, random);
  ProfileBuildOptions options;
  options.threads = 1;
  const ProfileHmm one = buildProfile(alignment, options, progress);
  options.threads = 2;
  const ProfileHmm two = buildProfile(alignment, options, progress);
  EXPECT_EQ(one.emissions, two.emissions);
  EXPECT_EQ(one.transitions, two.transitions);
  EXPECT_EQ(one.columnNeff, two.columnNeff);
  EXPECT_EQ(one.rows, two.rows);
}

TEST(MatchColumns, rulesAreReadAndWritten) {
  for (const char* text : {"auto", "first", "a2m", "gap:50", "gap:0", "gap:12.5"})
    EXPECT_EQ(matchRuleText(parseMatchRule(text)), text);
  for (const char* text : {"", "gap", "gap:", "gap:101", "gap:-1", "gap:nan", "a3m", "gap:5x"})
    EXPECT_THROW(parseMatchRule(text), Error) << text;
}

TEST(MatchColumns, everyRuleChoosesItsColumns) {
  const Alignment alignment = test::alignmentOfRows({"A-cDE", "ACgDE", "A-.-E"});
  using Columns = std::vector<Index>;
  EXPECT_EQ(matchColumns(alignment, parseMatchRule("a2m")), (Columns{0, 1, 3, 4}));
  EXPECT_EQ(matchColumns(alignment, parseMatchRule("auto")), (Columns{0, 1, 3, 4}));
  EXPECT_EQ(matchColumns(alignment, parseMatchRule("first")), (Columns{0, 2, 3, 4}));
  EXPECT_EQ(matchColumns(alignment, parseMatchRule("gap:0")), (Columns{0, 4}));
  EXPECT_EQ(matchColumns(alignment, parseMatchRule("gap:100")), (Columns{0, 1, 2, 3, 4}));
}

TEST(MatchColumns, mixedCaseInOneColumnIsRefused) {
  EXPECT_THROW(matchColumns(test::alignmentOfRows({"Ac", "AC"}), parseMatchRule("a2m")), Error);
}

TEST(MatchColumns, automaticRuleIgnoresMasksAndDotsThatSayNothing) {
  const auto numColumns = [](const std::vector<std::string>& rows) {
    return matchColumns(test::alignmentOfRows(rows), parseMatchRule("auto")).size();
  };
  EXPECT_EQ(numColumns({"ACdef", "ACDEf", "A.DEF"}), 5u);  // masked, dots as gaps
  EXPECT_EQ(numColumns({"acd", "acd"}), 3u);               // all lower case
  EXPECT_EQ(numColumns({"ACdE", "AC.E"}), 3u);             // an insert column
}

TEST(MatchColumns, lowerCaseOfOneSequenceAloneIsAMask) {
  EXPECT_EQ(matchColumns(test::alignmentOfRows({"ACdefG"}), parseMatchRule("auto")).size(), 6u);
}

TEST(AlignmentFilter, masterSurvivesEverything) {
  Progress progress;
  FilterOptions options;
  options.maxIdentity = 0;
  options.minCoverage = 100;
  const Alignment alignment = test::alignmentOfRows({"A---", "ACDE", "ACDF"});
  const MatchAlignment matched = matchAlignment(alignment, {0, 1, 2, 3});
  EXPECT_EQ(filterRows(matched, options, gonnet(), 1, progress).front(), 0);
}

TEST(SequenceWeights, sumToOneAndPreferTheUnusual) {
  const Alignment alignment = test::alignmentOfRows({"ACDEF", "ACDEF", "WYWYW"});
  const std::vector<double> weights = globalWeights(matchAlignment(alignment, {0, 1, 2, 3, 4}), {0, 1, 2});
  EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1, 1e-12);
  EXPECT_NEAR(weights[0], weights[1], 1e-12);
  EXPECT_NEAR(weights[2], 0.5, 1e-4);
}

TEST(ClusterWeights, clustersShareOneVote) {
  // Rows 1 and 2 are 90 % identical, row 3 is like neither; row 2 has a gap in column 3, row 4 ends after column 5.
  const Alignment alignment = test::alignmentOfRows({"ACDEFGHIKL", "AC-EFGHIKL", "WYWYWYWYWY", "SSSSS-----"});
  ProfileBuildOptions options;
  options.preset = Preset::guide;
  options.filter.maxIdentity = 100;
  options.filter.diversity = 0;
  Progress progress;
  const ProfileHmm profile = buildProfile(alignment, options, progress);
  ASSERT_EQ(profile.length(), 10);
  EXPECT_NEAR(profile.emissions[0][code('A')], 1.0 / 3, 1e-12);
  EXPECT_NEAR(profile.emissions[2][code('D')], 1.0 / 3, 1e-12);
  EXPECT_NEAR(profile.emissions[2][code('S')], 1.0 / 3, 1e-12);
  EXPECT_NEAR(profile.emissions[9][code('L')], 1.0 / 2, 1e-12);
  EXPECT_EQ(profile.columnNeff[1].match, 3);
  EXPECT_EQ(profile.columnNeff[10].match, 2);
  EXPECT_NEAR(profile.neff, 2.5, 1e-12);
}

bool hasResidue(const MatchRow& row, Index i) { return row.codes[static_cast<size_t>(i)] < alphabet::kNumResidues; }

/// Rows that are similar in columns [begin, end), directly or through others; `clusters` has a number for each row.
std::vector<size_t> clustersByEnumeration(const MatchAlignment& alignment, Index begin, Index end) {
  std::vector<size_t> clusters(alignment.rows.size());
  for (size_t k = 0; k < clusters.size(); ++k) clusters[k] = k;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t a = 0; a < clusters.size(); ++a)
      for (size_t b = 0; b < clusters.size(); ++b) {
        Index common = 0, same = 0;
        for (Index i = begin; i < end; ++i) {
          if (!hasResidue(alignment.rows[a], i) || !hasResidue(alignment.rows[b], i)) continue;
          ++common;
          if (alignment.rows[a].codes[static_cast<size_t>(i)] == alignment.rows[b].codes[static_cast<size_t>(i)])
            ++same;
        }
        if (common == 0 || 5 * same < 4 * common || clusters[a] == clusters[b]) continue;
        clusters[a] = clusters[b] = std::min(clusters[a], clusters[b]);
        isChanged = true;
      }
  }
  return clusters;
}

/// Columns in which the same rows are present as in `column`, next to it.
std::pair<Index, Index> pieceAround(const MatchAlignment& alignment, Index column) {
  const auto areSame = [&](Index i, Index j) {
    return std::all_of(alignment.rows.begin(), alignment.rows.end(), [&](const MatchRow& row) {
      return (row.first <= i && i <= row.last) == (row.first <= j && j <= row.last);
    });
  };
  Index begin = column, end = column + 1;
  while (begin > 0 && areSame(begin - 1, column)) --begin;
  while (end < alignment.numColumns && areSame(end, column)) ++end;
  return {begin, end};
}

TEST(ClusterWeights, areThoseOfSingleLinkageInEveryPieceOnAnyNumberOfThreads) {
  Random random(5);
  Progress progress;
  for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 1}, {2, 3}, {30, 25}, {300, 12}}) {
    const Alignment alignment = test::randomAlignment(rows, columns, 0.25, random);
    std::vector<Index> all(static_cast<size_t>(columns)), kept(static_cast<size_t>(rows));
    std::iota(all.begin(), all.end(), Index{0});
    std::iota(kept.begin(), kept.end(), Index{0});
    const MatchAlignment matched = matchAlignment(alignment, all);
    ClusterWeights one(matched, kept, 1), two(matched, kept, 2);
    for (Index i = 0; i < columns; ++i) {
      one.advance(progress);
      two.advance(progress);
      EXPECT_EQ(one.weights(), two.weights()) << i;
      const auto [begin, end] = pieceAround(matched, i);
      const std::vector<size_t> clusters = clustersByEnumeration(matched, begin, end);
      std::map<size_t, int> members;
      for (size_t k = 0; k < clusters.size(); ++k) members[clusters[k]] += hasResidue(matched.rows[k], i) ? 1 : 0;
      double numClusters = 0;
      for (const auto& [cluster, count] : members) numClusters += count > 0 ? 1 : 0;
      EXPECT_EQ(one.neff(), std::max(1.0, numClusters)) << i;
      for (size_t k = 0; k < clusters.size(); ++k)
        EXPECT_EQ(one.weights()[k], hasResidue(matched.rows[k], i) ? 1.0 / members[clusters[k]] : 0.0) << i << ' ' << k;
    }
  }
}

/// Lets so many reports pass and then asks to stop.
class StopAfter : public Progress {
 public:
  explicit StopAfter(int count) : m_left(count) {}
  bool cancelled() const override { return m_left <= 0; }
  int left() const { return m_left; }

 protected:
  void report(double fraction, std::string_view) override {
    EXPECT_GE(fraction, 0);
    EXPECT_LE(fraction, 1);
    --m_left;
  }

 private:
  std::atomic<int> m_left;
};

TEST(ProfileBuilder, tenThousandSequencesReportOftenAndCanBeCancelledAnywhere) {
  Random random(6);
  const Alignment alignment = test::randomAlignment(10000, 100, 0.6, random);
  for (const Preset preset : {Preset::standard, Preset::guide})
    for (const bool isFiltered : {true, false})
      for (const int count : {0, 1, 3, 10, 30}) {
        ProfileBuildOptions options;
        options.preset = preset;
        if (!isFiltered) options.filter = {100, 0, 0, -20, 0};
        StopAfter progress(count);
        EXPECT_THROW(buildProfile(alignment, options, progress), Cancelled) << presetName(preset) << ' ' << count;
        EXPECT_LE(progress.left(), 0);
      }
}

TEST(Pseudocounts, countFormLeavesOnlyTheExpectationForOneSequence) {
  const EmissionPseudocounts guide = presetPseudocounts(Preset::guide);
  EXPECT_EQ(admixtureOf(guide, 1), 1);
  EXPECT_NEAR(admixtureOf(guide, 11), 0.5, 1e-12);
}

TEST(Pseudocounts, singleSequenceKeepsFortyPercent) {
  EXPECT_NEAR(admixtureOf({}, 1), 0.6, 1e-12);
  const ProfileHmm profile = withEmissionPseudocounts(build(test::alignmentOfRows({"AC"})), gonnet());
  EXPECT_TRUE(profile.hasPseudocounts);
  EXPECT_NEAR(profile.emissions[0][code('A')], 0.4 + 0.6 * gonnet().conditional[code('A')][code('A')], 1e-12);
  profile.validate();
  // A second time changes nothing.
  EXPECT_EQ(withEmissionPseudocounts(profile, gonnet()).emissions, profile.emissions);
}

TEST(Pseudocounts, transitionsWithoutDataAreThePrior) {
  const ProfileHmm profile = withTransitionPseudocounts(build(test::alignmentOfRows({"ACD"})));
  EXPECT_NEAR(profile.transition(0, Transition::MI), -4.719, 5e-4);
  EXPECT_NEAR(profile.transition(0, Transition::II), -0.249, 5e-4);
  EXPECT_NEAR(profile.transition(0, Transition::DM), -2.0, 5e-4);
  EXPECT_EQ(profile.transition(2, Transition::MI), kImpossible);
  EXPECT_EQ(profile.transition(-1, Transition::MD), kImpossible);
}

/// tests/data/hmm/globins4.a3m: Neff 2.3 and these values are those of HH-suite 3.3.0 (hhmake, default options).
TEST(Golden, globinFamily) {
  ProfileBuildOptions options;
  options.preset = Preset::hhsuite33;
  Progress progress;
  const ProfileHmm profile =
      buildProfile(test::alignmentFromA3m(test::readText(test::dataFile("hmm/globins4.a3m"))), options, progress);
  ASSERT_EQ(profile.length(), 147);
  EXPECT_NEAR(profile.neff, 2.3, 0.05);
  EXPECT_NEAR(profile.columnNeff[147].match, 2.001, 1e-3);
  EXPECT_NEAR(profile.columnNeff[147].insert, 1.041, 1e-3);
  EXPECT_NEAR(profile.emissions[146][code('H')], std::exp2(-1.630), 5e-4);
  EXPECT_NEAR(profile.emissions[146][code('K')], std::exp2(-1.431), 5e-4);
  EXPECT_NEAR(profile.emissions[146][code('R')], std::exp2(-1.708), 5e-4);
  EXPECT_NEAR(profile.emissions[17][code('E')], std::exp2(-1.462), 5e-4);
  EXPECT_EQ(profile.consensus.substr(0, 29), "xLSxxektxVxxxWxkVxaxxxxxGxdxL");
  EXPECT_EQ(profile.masterLetters.substr(15, 6), "KV--NV");
}

}  // namespace profile_builder_test
