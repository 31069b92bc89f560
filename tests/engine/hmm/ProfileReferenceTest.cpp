// Profiles against files written by hhmake of HH-suite 3.3.0, and its match-column and filter runs.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/hmm/ProfileBuilder.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace {

Alignment referenceA3m(const std::string& name) {
  return test::alignmentFromA3m(test::readText(test::sharedFile("hh/a3m/" + name + ".a3m")));
}

double probability(double bits) { return std::exp2(bits); }

void expectSameProfile(const ProfileHmm& found, const ProfileHmm& expected) {
  ASSERT_EQ(found.length(), expected.length());
  EXPECT_NEAR(found.neff, expected.neff, 0.051);  // the file has one decimal
  for (size_t a = 0; a < 20; ++a) EXPECT_NEAR(found.background[a], expected.background[a], 6e-5);
  for (size_t i = 0; i < found.emissions.size(); ++i)
    for (size_t a = 0; a < 20; ++a)
      ASSERT_NEAR(found.emissions[i][a], expected.emissions[i][a], 5e-4) << "column " << i + 1 << " residue " << a;
  for (size_t i = 0; i < found.transitions.size(); ++i) {
    for (size_t t = 0; t < kNumTransitions; ++t)
      ASSERT_NEAR(probability(found.transitions[i][t]), probability(expected.transitions[i][t]), 1e-3)
          << "column " << i << " transition " << t;
    ASSERT_NEAR(found.columnNeff[i].match, expected.columnNeff[i].match, 1e-3) << "column " << i;
    ASSERT_NEAR(found.columnNeff[i].insert, expected.columnNeff[i].insert, 1e-3) << "column " << i;
    ASSERT_NEAR(found.columnNeff[i].deletion, expected.columnNeff[i].deletion, 1e-3) << "column " << i;
  }
  EXPECT_EQ(found.consensus, expected.consensus);
  EXPECT_EQ(found.alignmentColumn, expected.alignmentColumn);
  EXPECT_EQ(found.masterLetters, expected.masterLetters);
}

ProfileBuildOptions hhsuiteOptions() {
  ProfileBuildOptions options;
  options.preset = Preset::hhsuite33;
  return options;
}

class HhmakeProfile : public testing::TestWithParam<const char*> {};

TEST_P(HhmakeProfile, isReproduced) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  Progress progress;
  const std::string name = GetParam();
  expectSameProfile(buildProfile(referenceA3m(name), hhsuiteOptions(), progress), test::referenceProfile(name));
}

INSTANTIATE_TEST_SUITE_P(Files, HhmakeProfile,
                         testing::Values("7LESS_seg", "FAM69B", "HBB_HUMAN", "Pkinase", "aa20", "fn3", "fn3_A", "fn3_B",
                                         "globins4", "globins45", "hba", "hba_d", "hba_p", "hbb", "myg", "myg_d",
                                         "myg_p"),
                         [](const auto& info) { return "of_" + std::string(info.param); });

TEST(ProfileReference, unfilteredProfileIsReproduced) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  Progress progress;
  ProfileBuildOptions options = hhsuiteOptions();
  options.filter.maxIdentity = 100;
  options.filter.diversity = 0;
  expectSameProfile(buildProfile(referenceA3m("globins45"), options, progress),
                    test::referenceProfile("globins45.nofilter"));
}

TEST(ProfileReference, matchColumnRulesChooseTheColumnsOfHhmake) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  const auto records = nlohmann::json::parse(test::readText(test::sharedFile("hh/match_rules.json")));
  for (const auto& record : records) {
    const std::string input = record["input"], rule = record["M"];
    const Alignment alignment = test::alignmentFromFasta(test::readText(test::sharedFile("hh/afa/" + input + ".afa")));
    std::vector<Index> columns = matchColumns(alignment, parseMatchRule(rule == "first" ? rule : "gap:" + rule));
    for (Index& c : columns) ++c;
    EXPECT_EQ(columns, record["match_columns"].get<std::vector<Index>>()) << input << " -M " << rule;
  }
}

/// hhfilter's options.
FilterOptions filterOptions(const std::string& text) {
  FilterOptions options;
  options.diversity = 0;  // hhfilter's default
  std::istringstream words(text);
  for (std::string key; words >> key;) {
    double value = 0;
    words >> value;
    if (key == "-id")
      options.maxIdentity = value;
    else if (key == "-qid")
      options.minIdentity = value;
    else if (key == "-cov")
      options.minCoverage = value;
    else if (key == "-qsc")
      options.minScore = value;
    else if (key == "-diff")
      options.diversity = static_cast<Index>(value);
    else if (key == "-neff")
      options.targetNeff = value;
    else
      ADD_FAILURE() << "unknown option " << key;
  }
  return options;
}

TEST(ProfileReference, filterKeepsTheRowsOfHhfilter) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  Progress progress;
  const auto records = nlohmann::json::parse(test::readText(test::sharedFile("hh/filters.json")));
  size_t agreeing = 0;
  for (const auto& record : records) {
    const Alignment alignment = referenceA3m(record["input"]);
    const MatchAlignment matched =
        matchAlignment(alignment, matchColumns(alignment, {MatchRule::Kind::caseOfLetters, 50}));
    const auto kept = filterRows(matched, filterOptions(record["options"]), gonnet(GonnetForm::hhsuite), 0, progress);
    EXPECT_EQ(kept, record["kept_indices"].get<std::vector<Index>>()) << record["input"] << record["options"];
    if (kept == record["kept_indices"].get<std::vector<Index>>()) ++agreeing;
  }
  std::printf("filters: %zu of %zu runs of hhfilter keep the same rows\n", agreeing, records.size());
  EXPECT_EQ(records.size(), 33U);
}

}  // namespace
