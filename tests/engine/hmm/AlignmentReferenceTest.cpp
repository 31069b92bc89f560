// Profile-profile alignments against runs of hhalign of HH-suite 3.3.0, and pseudocounts against its files.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/hmm/AlignProfiles.h"
#include "engine/hmm/PathScore.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace {

ProfileAlignmentOptions optionsOf(const std::string& commandLine) {
  ProfileAlignmentOptions options = alignmentOptions(Preset::hhsuite33);
  std::istringstream words(commandLine);
  const NullModel nullModels[] = {NullModel::background, NullModel::pair, NullModel::templ, NullModel::query};
  for (std::string key; words >> key;) {
    if (key == "-nocontxt" || key == "-norealign") continue;
    if (key == "-glob") {
      options.viterbi.mode = AlignmentMode::global;
      continue;
    }
    double value = 0;
    words >> value;
    if (key == "-corr")
      options.correlation = value;
    else if (key == "-shift")
      options.viterbi.shift = value;
    else if (key == "-sc")
      options.viterbi.nullModel = nullModels[static_cast<size_t>(value)];
    else if (key == "-egq")
      options.viterbi.endGapQuery = value;
    else if (key == "-egt")
      options.viterbi.endGapTemplate = value;
    else if (key == "-gapb")
      options.transitions.gapb = value;
    else if (key == "-gapd")
      options.transitions.gapd = value;
    else if (key == "-gape")
      options.transitions.gape = value;
    else if (key == "-gapf")
      options.transitions.gapf = value;
    else if (key == "-gapg")
      options.transitions.gapg = value;
    else if (key == "-gaph")
      options.transitions.gaph = value;
    else if (key == "-gapi")
      options.transitions.gapi = value;
    else if (key == "-pc_hhm_nocontxt_a")
      options.emissions.a = value;
    else if (key == "-pc_hhm_nocontxt_b")
      options.emissions.b = value;
    else if (key == "-pc_hhm_nocontxt_c")
      options.emissions.c = value;
    else if (key == "-pc_hhm_nocontxt_mode")
      options.emissions.mode = static_cast<Admixture>(value);
    else if (key != "-ssm")
      ADD_FAILURE() << "unexpected option " << key;
  }
  return options;
}

using Runs = std::vector<std::pair<std::string, Index>>;

Runs runLengths(const AlignmentPath& path) {
  Runs runs;
  for (const PathStep& step : path.steps) {
    const std::string name(stateName(step.state));
    if (runs.empty() || runs.back().first != name) runs.emplace_back(name, 0);
    ++runs.back().second;
  }
  return runs;
}

class HhalignRun : public testing::TestWithParam<const char*> {};

TEST_P(HhalignRun, pathsAreIdenticalAndScoresAgree) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  const auto records = nlohmann::json::parse(test::readText(test::sharedFile("hh/alignments.json")));
  Progress progress;
  int compared = 0;
  for (const auto& record : records) {
    if (record["option_set"] != GetParam()) continue;
    const std::string query = record["query"], templ = record["template"];
    SCOPED_TRACE(query + " " + templ);
    const ProfileAlignmentOptions options = optionsOf(record["options"]);
    const ProfileAlignment found =
        alignProfiles(test::referenceProfile(query), test::referenceProfile(templ), options, progress);
    const auto& hit = record["hits"][0];
    ASSERT_EQ(found.paths.size(), 1u);
    const AlignmentPath& path = found.paths.front();
    EXPECT_NEAR(found.scores.front().total, hit["viterbi_score_3dec"].get<double>(), 0.01);
    EXPECT_EQ(runLengths(path), hit["viterbi_path"].get<Runs>());
    EXPECT_EQ(path.steps.front().i + 1, hit["viterbi_start"][0].get<Index>());
    EXPECT_EQ(path.steps.front().j + 1, hit["viterbi_start"][1].get<Index>());
    const ColumnScorer scorer(*found.query, *found.templ, options.viterbi.nullModel);
    size_t pair = 0;
    for (const PathStep& step : path.steps) {
      if (step.state != PairState::MM || pair >= hit["mm_score"].size()) continue;
      EXPECT_NEAR(scorer.score(step.i, step.j), hit["mm_score"][pair++].get<double>(), 0.011);
    }
    ++compared;
  }
  EXPECT_GE(compared, 3);
}

INSTANTIATE_TEST_SUITE_P(OptionSets, HhalignRun,
                         testing::Values("plain", "plain_corr", "plain_glob", "plain_noshift", "sc0", "sc2", "sc3",
                                         "gap_params", "pc_params", "pc_const", "endgaps"),
                         [](const auto& info) { return std::string(info.param); });

TEST(PseudocountReference, hhmakeFilesWithPseudocountsAreReproduced) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  for (const std::string name : {"aa20", "HBB_HUMAN", "globins4", "fn3_B"}) {
    SCOPED_TRACE(name);
    const ProfileHmm found =
        withTransitionPseudocounts(withEmissionPseudocounts(test::referenceProfile(name), gonnet(GonnetForm::hhsuite)));
    const ProfileHmm expected = test::referenceProfile(name + ".pc_subst");
    EXPECT_TRUE(expected.hasPseudocounts);
    ASSERT_EQ(found.length(), expected.length());
    for (size_t i = 0; i < found.emissions.size(); ++i)
      for (size_t a = 0; a < 20; ++a) ASSERT_NEAR(found.emissions[i][a], expected.emissions[i][a], 5e-4) << i;
    for (size_t i = 0; i < found.transitions.size(); ++i)
      for (size_t t = 0; t < kNumTransitions; ++t)
        ASSERT_NEAR(std::exp2(found.transitions[i][t]), std::exp2(expected.transitions[i][t]), 1e-3) << i << " " << t;
  }
}

}  // namespace
