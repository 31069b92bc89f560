// Realigned paths and posteriors against runs of hhalign of HH-suite 3.3.0.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/hmm/AlignProfiles.h"
#include "engine/hmm/ProfileBuilder.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace {

using Pairs = std::vector<std::pair<Index, Index>>;

/// Match pairs of a hit, 1-based, from its runs [i, j, length].
Pairs pairsOf(const nlohmann::json& hit) {
  Pairs pairs;
  for (const auto& run : hit["diagonals"])
    for (Index k = 0; k < run[2].get<Index>(); ++k)
      pairs.emplace_back(run[0].get<Index>() + k, run[1].get<Index>() + k);
  return pairs;
}

Pairs pairsOf(const AlignmentPath& path) {
  Pairs pairs;
  for (const PathStep& step : path.steps)
    if (step.state == PairState::MM) pairs.emplace_back(step.i + 1, step.j + 1);
  return pairs;
}

/// Largest distance of a posterior from what the printed one may stand for; infinite when pairs differ.
double distanceOf(const AlignmentPath& path, const nlohmann::json& hit) {
  if (pairsOf(path) != pairsOf(hit)) return std::numeric_limits<double>::infinity();
  constexpr double kHalfDigit = 5e-5;  // of the four decimals that are printed
  double largest = 0;
  size_t n = 0;
  for (const PathStep& step : path.steps)
    if (step.state == PairState::MM)
      largest = std::max(largest, std::abs(step.posterior - hit["mm_posterior"][n++].get<double>()) - kHalfDigit);
  return largest;
}

/// As hhalign reads it: a profile file, or an alignment that it makes one of.
ProfileHmm inputOf(const std::string& name, const std::string& kind) {
  if (kind != "a3m") return test::referenceProfile(name);
  ProfileBuildOptions options;
  options.preset = Preset::hhsuite33;
  Progress progress;
  return buildProfile(test::alignmentFromA3m(test::readText(test::sharedFile("hh/a3m/" + name + ".a3m"))), options,
                      progress);
}

struct OptionSet {
  const char* name;
  AlignmentMode mode;
  double mact;
};

class HhalignMac : public testing::TestWithParam<OptionSet> {};

TEST_P(HhalignMac, pathsAreIdenticalAndPosteriorsAgree) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  const auto records = nlohmann::json::parse(test::readText(test::sharedFile("hh/alignments.json")));
  ProfileAlignmentOptions options = alignmentOptions(Preset::hhsuite33);
  options.viterbi.mode = GetParam().mode;
  options.correlation = 0;
  options.mac.isOn = true;
  options.mac.mact = GetParam().mact;
  Progress progress;
  int compared = 0, agreeing = 0;
  double largest = 0;
  for (const auto& record : records) {
    if (record["option_set"] != GetParam().name) continue;
    const std::string query = record["query"], templ = record["template"], kind = record["input"];
    SCOPED_TRACE(query + " " + templ);
    const ProfileAlignment found = alignProfiles(inputOf(query, kind), inputOf(templ, kind), options, progress);
    const auto& hit = record["hits"][0];
    ASSERT_EQ(found.paths.size(), 1u);
    const double distance = distanceOf(found.paths.front(), hit);
    // The weights that the tool gives to the sequences of an alignment have 12 bits (Q4).
    const double tolerance = kind == "hhm" ? 1e-4 : 2e-4;
    EXPECT_LE(distance, tolerance);
    EXPECT_NEAR(found.scores.front().sumProbabilities, hit["sum_probs"].get<double>(), 0.051);
    // HH-suite weighs the sequences of an alignment differently for the score (Q3).
    if (kind == "hhm") EXPECT_NEAR(found.scores.front().total, hit["viterbi_score_3dec"].get<double>(), 0.01);
    ++compared;
    agreeing += distance <= tolerance;
    largest = std::max(largest, distance);
  }
  std::printf("%s: %d of %d records agree, posteriors to %.1e\n", GetParam().name, agreeing, compared, largest);
  EXPECT_GE(compared, 3);
}

INSTANTIATE_TEST_SUITE_P(OptionSets, HhalignMac,
                         testing::Values(OptionSet{"mac", AlignmentMode::local, 0.3501},
                                         OptionSet{"mac_mact01", AlignmentMode::local, 0.1},
                                         OptionSet{"mac_a3m", AlignmentMode::local, 0.3501},
                                         OptionSet{"mac_glob", AlignmentMode::global, 0}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
