// Realigned paths and posteriors against runs of hhalign of HH-suite 3.3.0.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/profile/ProfileBuilder.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace mac_reference_test {

using Pairs = std::vector<std::pair<Index, Index>>;

/// Match pairs of a hit, 1-based, from its runs [i, j, length]; a pair alone is printed as a range only.
Pairs pairsOf(const nlohmann::json& hit) {
  Pairs pairs;
  for (const auto& run : hit["diagonals"])
    for (Index k = 0; k < run[2].get<Index>(); ++k)
      pairs.emplace_back(run[0].get<Index>() + k, run[1].get<Index>() + k);
  if (pairs.empty()) pairs.emplace_back(hit["q_range"][0].get<Index>(), hit["t_range"][0].get<Index>());
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
  if (!hit.contains("mm_posterior")) return 0;
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
  void (*set)(ProfileAlignmentOptions& options);
};

/// What all sets but the default one have in common: no correlation score, no structure.
ProfileAlignmentOptions optionsOf(const OptionSet& set) {
  ProfileAlignmentOptions options = alignmentOptions(Preset::hhsuite33);
  options.correlation = 0;
  options.viterbi.structure.mode = StructureMode::none;
  options.mac.isOn = true;
  set.set(options);
  return options;
}

const OptionSet kOptionSets[] = {
    {"mac", [](ProfileAlignmentOptions&) {}},
    {"mac_mact01", [](ProfileAlignmentOptions& options) { options.mac.mact = 0.1; }},
    {"mac_a3m", [](ProfileAlignmentOptions&) {}},
    {"mac_glob",
     [](ProfileAlignmentOptions& options) {
       options.viterbi.mode = AlignmentMode::global;
       options.mac.mact = 0;
     }},
    {"alt4_mac",
     [](ProfileAlignmentOptions& options) {
       options.alternatives.count = 4;
       options.alternatives.minimumScore = 3;
     }},
    {"ssm2_mac", [](ProfileAlignmentOptions& options) { options.viterbi.structure.mode = StructureMode::inside; }},
    {"default", [](ProfileAlignmentOptions& options) {
       options.context = test::contextLibrary();
       options.correlation = 0.1;
       options.viterbi.structure.mode = StructureMode::inside;
     }}};

/// Paths have to be identical in any case.
constexpr double kPosteriorTolerance = 1e-4;

class HhalignMac : public testing::TestWithParam<OptionSet> {};

TEST_P(HhalignMac, pathsAreIdenticalAndPosteriorsAgree) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  const std::string name = GetParam().name;
  const ProfileAlignmentOptions options = optionsOf(GetParam());
  if (name == "default" && !options.context) GTEST_SKIP() << "the context library of HH-suite is not installed";
  const auto records = nlohmann::json::parse(test::readText(test::sharedFile("hh/alignments.json")));
  Progress progress;
  int compared = 0, agreeing = 0;
  double largest = 0;
  for (const auto& record : records) {
    if (record["option_set"] != name) continue;
    const std::string query = record["query"], templ = record["template"], kind = record["input"];
    SCOPED_TRACE(query + " " + templ);
    const ProfileAlignment found = alignProfiles(inputOf(query, kind), inputOf(templ, kind), options, progress);
    const auto& hits = record["hits"];
    ASSERT_EQ(found.paths.size(), hits.size());
    for (size_t rank = 0; rank < hits.size(); ++rank, ++compared) {
      SCOPED_TRACE(rank);
      const double distance = distanceOf(found.paths[rank], hits[rank]);
      EXPECT_LE(distance, kPosteriorTolerance);
      EXPECT_NEAR(found.scores[rank].sumProbabilities, hits[rank]["sum_probs"].get<double>(), 0.051);
      // HH-suite weighs the sequences of an alignment differently for the score (MATHEMATICS.md 7.1).
      if (kind == "hhm") {
        EXPECT_NEAR(found.scores[rank].total, hits[rank]["viterbi_score_3dec"].get<double>(), 0.01);
      }
      agreeing += distance <= kPosteriorTolerance;
      largest = std::max(largest, distance);
    }
  }
  std::printf("%s: %d of %d alignments agree, posteriors to %.1e\n", name.c_str(), agreeing, compared, largest);
  EXPECT_GE(compared, 3);
}

INSTANTIATE_TEST_SUITE_P(OptionSets, HhalignMac, testing::ValuesIn(kOptionSets),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace mac_reference_test
