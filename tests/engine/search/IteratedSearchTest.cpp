// Rounds of a search: with made-up hits for every rule, and with real families aligned by Viterbi.
#include "engine/search/IteratedSearch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <map>

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/io/Format.h"
#include "engine/search/hits/MergeHits.h"
#include "tests/engine/hmm/Support.h"
#include "tests/support/Files.h"

using namespace engine;

namespace {

const std::string kQuery = "ACDEFGHIKL";

/// A hit of the whole query by a template of the same length.
SearchHit fullHit(const std::string& entry, double eValue, Index pairs = 10) {
  SearchHit hit;
  hit.name = hit.entry = entry;
  hit.scores.eValue = eValue;
  for (Index k = 0; k < pairs; ++k) hit.path.steps.push_back({PairState::MM, k, k});
  hit.numPairs = pairs;
  return hit;
}

/// Searches whose hits are given per round; every template is one sequence named like its entry.
struct FakeSearch {
  std::vector<std::vector<SearchHit>> hitsOfRound;
  std::vector<Index> rowsSeen;           ///< rows shown by the profile that each round searched with
  std::vector<std::string> readEntries;  ///< in order
  Index rowsPerTemplate = 1;

  IterationCalls calls() {
    IterationCalls calls;
    calls.search = [this](const IterationQuery& query, Progress&) {
      rowsSeen.push_back(static_cast<Index>(query.profile->shownSequences.size()));
      return hitsOfRound[std::min(hitsOfRound.size() - 1, static_cast<size_t>(query.round))];
    };
    calls.readAlignment = [this](const SearchHit& hit) {
      readEntries.push_back(hit.entry);
      std::string text;
      Random random(std::hash<std::string>{}(hit.entry));
      for (Index row = 0; row < rowsPerTemplate; ++row) {
        text += ">" + hit.entry + "\n";
        for (int k = 0; k < 10; ++k) text += "ACDEFGHIKLMNPQRSTVWY"[random.below(20)];
        text += "\n";
      }
      return test::alignmentFromA3m(text);
    };
    return calls;
  }

  IteratedSearch run(const IterationOptions& options) {
    Progress progress;
    return iteratedSearch(test::alignmentFromA3m(">q\n" + kQuery + "\n"), {}, calls(), options, progress);
  }
};

IterationOptions roundsOf(int rounds) {
  IterationOptions options;
  options.rounds = rounds;
  return options;
}

}  // namespace

TEST(IteratedSearch, significantHitsJoinOnceAndTheRestDoNot) {
  FakeSearch fake{{{fullHit("a", 1e-9), fullHit("b", 1e-3), fullHit("c", 1.1e-3)},
                   {fullHit("a", 1e-9), fullHit("c", 1e-4), fullHit("b", 1e-4)}},
                  {},
                  {}};
  const IteratedSearch result = fake.run(roundsOf(2));
  EXPECT_THAT(fake.readEntries, testing::ElementsAre("a", "b", "c"));
  EXPECT_THAT(fake.rowsSeen, testing::ElementsAre(1, 3));
  EXPECT_EQ(result.alignment.numRows(), 4);
  EXPECT_EQ(result.reason, StopReason::rounds);
  ASSERT_EQ(result.rounds.size(), 2u);
  EXPECT_EQ(result.rounds[0].numMerged, 2);
  EXPECT_EQ(result.rounds[1].numMerged, 1);
  EXPECT_EQ(result.rounds[1].numHits, 3);
  EXPECT_EQ(result.profile->shownSequences.size(), 4u);
  EXPECT_EQ(result.hits.size(), 3u);
}

TEST(IteratedSearch, alternativesOfOneEntryJoinEach) {
  FakeSearch fake{{{fullHit("a", 1e-9), fullHit("a", 1e-8)}}, {}, {}};
  EXPECT_EQ(fake.run(roundsOf(3)).alignment.numRows(), 3);
  EXPECT_THAT(fake.readEntries, testing::ElementsAre("a", "a"));
}

TEST(IteratedSearch, shortPathsDoNotJoin) {
  FakeSearch fake{{{fullHit("five", 1e-9, 5), fullHit("six", 1e-9, 6)}}, {}, {}};
  fake.run(roundsOf(1));
  EXPECT_THAT(fake.readEntries, testing::ElementsAre("six"));
}

TEST(IteratedSearch, unknownEvalueIsNotSignificant) {
  FakeSearch fake{{{fullHit("a", PathScores::kUnknown)}}, {}, {}};
  EXPECT_EQ(fake.run(roundsOf(1)).alignment.numRows(), 1);
}

TEST(IteratedSearch, endsWithoutANewHit) {
  FakeSearch fake{{{fullHit("a", 1e-9)}}, {}, {}};
  const IteratedSearch result = fake.run(roundsOf(8));
  EXPECT_EQ(result.reason, StopReason::noNewHit);
  EXPECT_EQ(result.rounds.size(), 2u);
}

TEST(IteratedSearch, nothingFoundLeavesTheQueryAsItIs) {
  FakeSearch fake{{{}}, {}, {}};
  const IteratedSearch result = fake.run(roundsOf(8));
  EXPECT_EQ(result.reason, StopReason::noNewHit);
  EXPECT_EQ(result.alignment.numRows(), 1);
  EXPECT_EQ(result.profile->neff, 1);
  EXPECT_TRUE(result.hits.empty());
}

TEST(IteratedSearch, endsWhenTheProfileIsDiverse) {
  FakeSearch fake{{{fullHit("a", 1e-9), fullHit("b", 1e-9), fullHit("c", 1e-9)}, {fullHit("d", 1e-9)}}, {}, {}};
  IterationOptions options = roundsOf(8);
  options.maxNeff = 1.5;
  const IteratedSearch result = fake.run(options);
  EXPECT_EQ(result.reason, StopReason::diversity);
  EXPECT_EQ(result.rounds.size(), 1u);
  EXPECT_GT(result.profile->neff, 1.5);
}

TEST(IteratedSearch, endsWhenTheAlignmentIsFull) {
  FakeSearch fake{{{fullHit("a", 1e-9), fullHit("b", 1e-9), fullHit("c", 1e-9)}}, {}, {}};
  IterationOptions options = roundsOf(8);
  options.maxRows = 3;
  const IteratedSearch result = fake.run(options);
  EXPECT_EQ(result.reason, StopReason::full);
  EXPECT_EQ(result.alignment.numRows(), 3);
}

/// 30 random sequences are less than 90 % identical to each other; 30 copies of one are not counted.
TEST(IteratedSearch, endsWithEnoughDifferentRowsOfEnoughCoverage) {
  FakeSearch fake{{{fullHit("a", 1e-9)}, {fullHit("b", 1e-9)}, {fullHit("c", 1e-9)}}, {}, {}, 30};
  IterationOptions options = roundsOf(8);
  options.enough = {{50, 75}};
  IteratedSearch result = fake.run(options);
  EXPECT_EQ(result.reason, StopReason::enough);
  EXPECT_EQ(result.rounds.size(), 2u);

  FakeSearch shorter{{{fullHit("a", 1e-9, 7)}, {fullHit("b", 1e-9, 7)}, {fullHit("c", 1e-9, 7)}}, {}, {}, 30};
  result = shorter.run(options);
  EXPECT_EQ(result.reason, StopReason::noNewHit);
  options.enough = {{1000, 75}, {50, 70}};
  FakeSearch again{{{fullHit("a", 1e-9, 7)}, {fullHit("b", 1e-9, 7)}, {fullHit("c", 1e-9, 7)}}, {}, {}, 30};
  EXPECT_EQ(again.run(options).reason, StopReason::enough);

  FakeSearch copies{{{fullHit("a", 1e-9)}, {fullHit("b", 1e-9)}}, {}, {}};
  IterationCalls calls = copies.calls();
  calls.readAlignment = [](const SearchHit&) {
    std::string text;
    for (int row = 0; row < 60; ++row) text += ">copy\n" + kQuery + "\n";
    return test::alignmentFromA3m(text);
  };
  options.enough = {{50, 75}};
  Progress progress;
  EXPECT_EQ(iteratedSearch(test::alignmentFromA3m(">q\n" + kQuery + "\n"), {}, calls, options, progress).reason,
            StopReason::noNewHit);
}

TEST(IteratedSearch, firstHitsAreRealignedToTheProfileThatHasTheOnesBefore) {
  FakeSearch fake{
      {{fullHit("a", 1e-9), fullHit("b", 1e-9), fullHit("c", 1e-9), fullHit("d", 1e-9), fullHit("e", 1e-9)}}, {}, {}};
  IterationCalls calls = fake.calls();
  std::map<std::string, size_t> rowsAtRealignment;
  calls.realign = [&](const ProfileHmm& query, const SearchHit& hit) {
    rowsAtRealignment[hit.entry] = query.shownSequences.size();
    return hit.entry == "d" ? fullHit("d", 1e-9, 3) : hit;
  };
  Progress progress;
  const IteratedSearch result =
      iteratedSearch(test::alignmentFromA3m(">q\n" + kQuery + "\n"), {}, calls, roundsOf(1), progress);
  EXPECT_EQ(rowsAtRealignment, (std::map<std::string, size_t>{{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 4}}));
  EXPECT_EQ(result.alignment.numRows(), 5);  // d became too short
}

TEST(IteratedSearch, queryOnOtherColumnsIsReducedToItsMatchColumns) {
  FakeSearch fake{{{}}, {}, {}};
  Progress progress;
  const IteratedSearch result = iteratedSearch(test::alignmentOfRows({"AC-DE", "ACWDE", "AC-DE"}),
                                               {MatchRule::Kind::master}, fake.calls(), roundsOf(1), progress);
  EXPECT_EQ(result.alignment.numColumns, 4);
  EXPECT_EQ(result.alignment.rows[1].inserts.size(), 1u);
  EXPECT_EQ(result.profile->length(), 4);
}

TEST(IteratedSearch, withoutARoundItIsRefusedAndACancelEndsIt) {
  FakeSearch fake{{{fullHit("a", 1e-9)}}, {}, {}};
  EXPECT_THROW(fake.run(roundsOf(0)), Error);
  struct Stop : Progress {
    bool cancelled() const override { return true; }
  } stop;
  EXPECT_THROW(iteratedSearch(test::alignmentFromA3m(">q\n" + kQuery + "\n"), {}, fake.calls(), {}, stop), Cancelled);
}

TEST(IteratedSearch, coverageRuleFollowsTheLength) {
  EXPECT_EQ(coverageFor(10, 0), 70);
  EXPECT_EQ(coverageFor(100, 0), 25);
  EXPECT_EQ(coverageFor(153, 0), 16);
  EXPECT_EQ(coverageFor(10000, 0), 0);
  EXPECT_EQ(coverageFor(100, 80), 80);
}

TEST(IteratedSearch, topTemplatesAreDifferentEntries) {
  std::vector<SearchHit> hits;
  for (int k = 0; k < 30; ++k) hits.push_back(fullHit("entry" + std::to_string(k / 2), k));
  const std::vector<SearchHit> top = topTemplates(hits);
  ASSERT_EQ(top.size(), 10u);
  for (size_t k = 0; k < top.size(); ++k) EXPECT_EQ(top[k].scores.eValue, 2.0 * double(k));
  EXPECT_TRUE(topTemplates({}).empty());
}

namespace {

Alignment sampleAlignment(const std::string& name) {
  Diagnostics diagnostics;
  Progress progress;
  const Dataset dataset = load(test::sampleFile(name), diagnostics, progress);
  return *dataset.as<Alignment>();
}

Alignment rowsOf(const Alignment& alignment, Index first, Index count) {
  Alignment part;
  part.numColumns = alignment.numColumns;
  for (Index row = first; row < std::min(first + count, alignment.numRows()); ++row) {
    part.rows.push_back(alignment.rows[static_cast<size_t>(row)]);
    part.codes.insert(part.codes.end(), alignment.row(row), alignment.row(row) + alignment.numColumns);
  }
  return part;
}

/// Groups of ten rows of real families as templates, aligned by Viterbi; E-values from one fixed Gumbel distribution
/// (lambda 0.4, mu 12), which is near enough for families that are clear.
struct FamilySearch {
  std::vector<std::pair<std::string, Alignment>> templates;
  std::vector<std::shared_ptr<const ProfileHmm>> profiles;

  void add(const std::string& name, const Alignment& family) {
    Progress progress;
    for (Index first = 0; first < family.numRows(); first += 10) {
      const Alignment part = rowsOf(family, first, 10);
      ProfileBuildOptions options;
      options.match.kind = MatchRule::Kind::master;
      profiles.push_back(std::make_shared<const ProfileHmm>(buildProfile(part, options, progress)));
      templates.emplace_back(name + std::to_string(first / 10),
                             onMatchColumns(part, matchColumns(part, options.match)));
    }
  }

  std::vector<SearchHit> search(const ProfileHmm& query) const {
    std::vector<SearchHit> hits;
    Progress progress;
    for (size_t k = 0; k < templates.size(); ++k) {
      const ProfileAlignment found = alignProfiles(query, *profiles[k], {}, progress);
      if (found.paths.empty()) continue;
      SearchHit hit;
      hit.name = hit.entry = templates[k].first;
      hit.path = found.paths[0];
      hit.scores.total = found.scores[0].total;
      hit.scores.eValue = double(templates.size()) * -std::expm1(-std::exp(-0.4 * (hit.scores.total - 12)));
      hits.push_back(std::move(hit));
    }
    std::sort(hits.begin(), hits.end(),
              [](const SearchHit& a, const SearchHit& b) { return a.scores.eValue < b.scores.eValue; });
    return hits;
  }
};

}  // namespace

/// One lactate dehydrogenase finds its family, through it malate dehydrogenases, and never a protease.
TEST(IteratedSearchFamilies, dehydrogenasesJoinAndProteasesDoNot) {
  FamilySearch families;
  const Alignment lactate = sampleAlignment("lactate.a3m");
  families.add("lactate", lactate);
  families.add("malate", sampleAlignment("malate.a3m"));
  families.add("trypsin", sampleAlignment("trypsins.a2m.gz"));
  std::map<std::string, int> joined;
  IterationCalls calls;
  calls.search = [&](const IterationQuery& query, Progress&) { return families.search(*query.profile); };
  calls.readAlignment = [&](const SearchHit& hit) {
    ++joined[hit.entry.substr(0, hit.entry.find_first_of("0123456789"))];
    for (const auto& [name, alignment] : families.templates)
      if (name == hit.entry) return alignment;
    return Alignment{};
  };
  Progress progress;
  const IteratedSearch result = iteratedSearch(rowsOf(lactate, 0, 1), {}, calls, roundsOf(3), progress);
  std::cout << "joined: " << joined["lactate"] << " lactate, " << joined["malate"] << " malate, " << joined["trypsin"]
            << " trypsin templates in " << result.rounds.size() << " rounds; " << result.alignment.numRows()
            << " rows, Neff " << result.profile->neff << " (" << stopReasonText(result.reason) << ")\n";
  EXPECT_EQ(joined["lactate"], 12);
  EXPECT_GE(joined["malate"], 9);
  EXPECT_EQ(joined["trypsin"], 0);
  result.alignment.validate();
  EXPECT_GT(result.profile->neff, 3);
}
