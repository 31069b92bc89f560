// Profile-profile alignments against runs of hhalign of HH-suite 3.3.0, and pseudocounts against its files.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/hmm/AlignProfiles.h"
#include "engine/hmm/PathScore.h"
#include "engine/hmm/ProfileBuilder.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace {

/// Sets the one option; false when it is none of the numbers of pseudocounts and gaps.
bool setNumber(ProfileAlignmentOptions& options, const std::string& key, double value) {
  TransitionPseudocounts& t = options.transitions;
  const std::map<std::string, double*> numbers{{"-corr", &options.correlation},
                                               {"-shift", &options.viterbi.shift},
                                               {"-egq", &options.viterbi.endGapQuery},
                                               {"-egt", &options.viterbi.endGapTemplate},
                                               {"-ssw", &options.viterbi.structure.weight},
                                               {"-smin", &options.alternatives.minimumScore},
                                               {"-gapb", &t.gapb},
                                               {"-gapd", &t.gapd},
                                               {"-gape", &t.gape},
                                               {"-gapf", &t.gapf},
                                               {"-gapg", &t.gapg},
                                               {"-gaph", &t.gaph},
                                               {"-gapi", &t.gapi},
                                               {"-pc_hhm_nocontxt_a", &options.emissions.a},
                                               {"-pc_hhm_nocontxt_b", &options.emissions.b},
                                               {"-pc_hhm_nocontxt_c", &options.emissions.c}};
  const auto found = numbers.find(key);
  if (found != numbers.end()) *found->second = value;
  return found != numbers.end();
}

void setOption(ProfileAlignmentOptions& options, const std::string& key, const std::string& text) {
  const NullModel nullModels[] = {NullModel::background, NullModel::pair,       NullModel::templ,
                                  NullModel::query,      NullModel::background, NullModel::local};
  const double value = std::atof(text.c_str());
  if (setNumber(options, key, value)) return;
  if (key == "-sc")
    options.viterbi.nullModel = nullModels[static_cast<size_t>(value)];
  else if (key == "-excl")
    options.viterbi.excludedQuery = parseRanges(text, key);
  else if (key == "-alt")
    options.alternatives.count = static_cast<Index>(value);
  else if (key == "-ssm")
    options.viterbi.structure.mode = static_cast<StructureMode>(value);
  else if (key == "-pc_hhm_nocontxt_mode")
    options.emissions.mode = static_cast<Admixture>(value);
  else
    ADD_FAILURE() << "unexpected option " << key;
}

ProfileAlignmentOptions optionsOf(const std::string& commandLine) {
  ProfileAlignmentOptions options = alignmentOptions(Preset::hhsuite33);
  if (commandLine.find("-nocontxt") == std::string::npos) options.context = test::contextLibrary();
  std::istringstream words(commandLine);
  for (std::string key; words >> key;) {
    if (key == "-nocontxt" || key == "-norealign") continue;
    if (key == "-glob") {
      options.viterbi.mode = AlignmentMode::global;
      continue;
    }
    std::string value;
    words >> value;
    setOption(options, key, value);
  }
  return options;
}

/// Read as it is, or built; templates from alignments get global weights (Q3 of the spec's quirks).
ProfileHmm profileOf(const nlohmann::json& record, const std::string& side) {
  const std::string name = record[side];
  if (record["input"] == "hhm") return test::referenceProfile(name);
  ProfileBuildOptions options;
  options.preset = Preset::hhsuite33;
  options.weights = side == "template" ? SequenceWeighting::global : SequenceWeighting::local;
  Progress progress;
  return buildProfile(test::alignmentFromA3m(test::readText(test::sharedFile("hh/a3m/" + name + ".a3m"))), options,
                      progress);
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

/// Half a unit of the last digit of "8.6E-12", and what 0.01 bit in the score makes of the value.
double roundingOf(const std::string& printed) {
  const size_t exponentAt = printed.find_first_of("eE"), point = printed.find('.');
  const std::string mantissa = printed.substr(0, exponentAt);
  const double decimals = point == std::string::npos ? 0 : static_cast<double>(mantissa.size() - point - 1);
  const double exponent = exponentAt == std::string::npos ? 0 : std::atof(printed.c_str() + exponentAt + 1);
  return 0.5 * std::pow(10.0, exponent - decimals) + 0.005 * std::atof(printed.c_str());
}

void expectSignificance(const PathScores& scores, const nlohmann::json& hit) {
  const std::string pValue = hit["pvalue"], eValue = hit["evalue"];
  EXPECT_NEAR(scores.pValue, std::atof(pValue.c_str()), roundingOf(pValue));
  EXPECT_NEAR(scores.eValue, std::atof(eValue.c_str()), roundingOf(eValue));
  EXPECT_NEAR(scores.probability, hit["prob"].get<double>(), 0.03);
  EXPECT_NEAR(scores.secondaryStructure, hit["score_ss"].get<double>(), 0.06);
}

/// bound: of the score, bits.
void expectHit(const ProfileAlignment& found, size_t rank, const nlohmann::json& hit, double bound) {
  const AlignmentPath& path = found.paths[rank];
  EXPECT_NEAR(found.scores[rank].total, hit["viterbi_score_3dec"].get<double>(), bound);
  expectSignificance(found.scores[rank], hit);
  EXPECT_EQ(runLengths(path), hit["viterbi_path"].get<Runs>());
  EXPECT_EQ(path.steps.front().i + 1, hit["viterbi_start"][0].get<Index>());
  EXPECT_EQ(path.steps.front().j + 1, hit["viterbi_start"][1].get<Index>());
  const ColumnScorer scorer(*found.query, *found.templ, found.viterbi.nullModel);
  size_t pair = 0;
  for (const PathStep& step : path.steps) {
    if (step.state != PairState::MM || pair >= hit["mm_score"].size()) continue;
    EXPECT_NEAR(scorer.score(step.i, step.j), hit["mm_score"][pair++].get<double>(), 0.011);
  }
}

class HhalignRun : public testing::TestWithParam<const char*> {};

TEST_P(HhalignRun, pathsAreIdenticalAndScoresAgree) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  const auto records = nlohmann::json::parse(test::readText(test::sharedFile("hh/alignments.json")));
  Progress progress;
  int compared = 0, agreeing = 0;
  for (const auto& record : records) {
    if (record["option_set"] != GetParam()) continue;
    const std::string query = record["query"], templ = record["template"];
    SCOPED_TRACE(query + " " + templ);
    const ProfileAlignmentOptions options = optionsOf(record["options"]);
    if (record["options"].get<std::string>().find("-nocontxt") == std::string::npos && !options.context)
      GTEST_SKIP() << "the context library of HH-suite is not installed";
    const ProfileAlignment found =
        alignProfiles(profileOf(record, "query"), profileOf(record, "template"), options, progress);
    const auto& hits = record["hits"];
    ASSERT_EQ(found.paths.size(), hits.size());
    const auto failuresOf = [] {
      return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
    };
    for (size_t rank = 0; rank < hits.size(); ++rank) {
      SCOPED_TRACE(rank);
      const int before = failuresOf();
      // Context pseudocounts are sums over thousands of states, which the program approximates.
      expectHit(found, rank, hits[rank], options.context ? 0.025 : 0.01);
      agreeing += failuresOf() == before;
      ++compared;
    }
  }
  std::cout << GetParam() << ": " << agreeing << " of " << compared << " alignments agree\n";
  EXPECT_GE(compared, 3);
}

INSTANTIATE_TEST_SUITE_P(OptionSets, HhalignRun,
                         testing::Values("plain", "plain_corr", "plain_glob", "plain_noshift", "sc0", "sc2", "sc3",
                                         "sc5", "gap_params", "pc_params", "pc_const", "endgaps", "excl", "alt4",
                                         "ssm0", "ssm1", "ssm2", "ssm2_ssw05", "default_norealign", "plain_a3m"),
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
