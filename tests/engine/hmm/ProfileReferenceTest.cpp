// Profiles against files written by hhmake of HH-suite 3.3.0, and its match-column and filter runs.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/hmm/profile/ProfileBuilder.h"
#include "engine/hmm/pseudocounts/ContextPseudocounts.h"
#include "engine/io/formats/HhmText.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace profile_reference_test {

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

std::vector<std::pair<std::string, std::string>> structureRows(const ProfileHmm& profile) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const ColumnAnnotation& row : profile.annotations) rows.emplace_back(row.name, row.symbols);
  return rows;
}

/// All 24 files: those above, and those with pseudocounts (the context ones where a library is installed).
TEST(ProfileReference, everyFileOfHhmakeIsReproduced) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  const std::string library = "/usr/share/hhsuite/data/context_data.crf";
  Progress progress;
  int agreeing = 0, compared = 0, skipped = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::sharedFile("hh/hhm"))) {
    const std::string name = entry.path().stem().string(), input = name.substr(0, name.find('.'));
    const auto ends = [&name](const char* end) { return name.ends_with(end); };
    ProfileBuildOptions options = hhsuiteOptions();
    if (ends(".nofilter")) options.filter.maxIdentity = 100, options.filter.diversity = 0;
    if (ends(".wg")) options.weights = SequenceWeighting::global;
    ProfileHmm found = buildProfile(referenceA3m(input), options, progress);
    if (ends(".pc_subst")) found = withEmissionPseudocounts(std::move(found), presetMatrix(Preset::hhsuite33));
    if (ends(".pc_crf")) {
      if (!std::filesystem::exists(library)) {
        ++skipped;
        continue;
      }
      const ContextLibrary contexts = readContextLibrary(test::readText(library), library, progress);
      found = withContextPseudocounts(std::move(found), contexts, contextAdmixture(), 0, progress);
    }
    if (ends(".pc_subst") || ends(".pc_crf")) found = withTransitionPseudocounts(std::move(found));
    const ProfileHmm expected = test::referenceProfile(name);
    ++compared;
    const int failures = testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
    expectSameProfile(found, expected);
    EXPECT_EQ(structureRows(found), structureRows(expected)) << name;
    if (testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count() == failures)
      ++agreeing;
    else
      ADD_FAILURE() << name << " differs";
  }
  std::printf("profiles: %d of %d files of hhmake agree, %d skipped\n", agreeing, compared, skipped);
  EXPECT_EQ(compared + skipped, 24);
}

/// hhmake itself, where it is installed: global weights have no file in the reference data.
TEST(ProfileReference, globalWeightsAreThoseOfHhmake) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  if (std::system("hhmake -h > /dev/null 2>&1") != 0) GTEST_SKIP() << "hhmake is not installed";
  Progress progress;
  Diagnostics diagnostics;
  const test::TemporaryFolder folder;
  int agreeing = 0, compared = 0;
  for (const char* name : {"globins4", "globins45", "fn3", "Pkinase", "FAM69B", "hba"}) {
    const std::string out = (folder.path() / (std::string(name) + ".hhm")).string();
    const std::string command = "hhmake -wg -v 0 -i '" +
                                test::sharedFile(std::string("hh/a3m/") + name + ".a3m").string() + "' -o '" + out +
                                "' > /dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    ProfileBuildOptions options = hhsuiteOptions();
    options.weights = SequenceWeighting::global;
    const int failures = testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
    expectSameProfile(buildProfile(referenceA3m(name), options, progress),
                      readHhm(test::readText(out), out, diagnostics, progress));
    ++compared;
    if (testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count() == failures) ++agreeing;
  }
  std::printf("global weights: %d of %d profiles agree with hhmake -wg\n", agreeing, compared);
}

TEST(ProfileReference, matchColumnRulesChooseTheColumnsOfHhmake) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  const auto records = nlohmann::json::parse(test::readText(test::sharedFile("hh/match_rules.json")));
  EXPECT_GT(records.size(), 0u);
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

}  // namespace profile_reference_test
