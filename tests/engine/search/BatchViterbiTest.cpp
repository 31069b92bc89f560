// The batch Viterbi against the plain one: every backend, every option, templates of all lengths side by side.
#include <gtest/gtest.h>

#include <atomic>
#include <map>

#include "engine/compute/Device.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "engine/search/batch/BatchViterbi.h"
#include "tests/engine/hmm/Support.h"

namespace batch_viterbi_test {

using namespace engine;
using test::randomProfile;

struct Case {
  ProfileHmm query;
  std::vector<ProfileHmm> templates;
};

Case randomCase(Index queryLength, const std::vector<Index>& lengths, std::uint64_t seed, bool withZeros) {
  Random random(seed);
  Case profiles{randomProfile(queryLength, random, withZeros), {}};
  for (const Index length : lengths) profiles.templates.push_back(randomProfile(length, random, withZeros));
  return profiles;
}

/// "native", "opencl:0" with the kernel that suits the device, "opencl:0 gpu" with the one for GPUs, ...
std::vector<std::string> backends() {
  std::vector<std::string> names = {"native"};
  std::string reason;
  for (const DeviceInfo& info : listDevices(reason))
    for (const char* kernel : {"", " gpu"}) names.push_back("opencl:" + std::to_string(info.index) + kernel);
  return names;
}

/// Opened once for all tests.
Device& deviceOf(const std::string& choice) {
  static std::map<std::string, std::unique_ptr<Device>> opened;
  auto& device = opened[choice];
  if (!device) device = openDevice(choice).device;
  return *device;
}

std::vector<BatchHit> alignAll(const Case& profiles, const BatchViterbiOptions& options, const std::string& backend,
                               int threads = 2) {
  std::vector<SearchProfile> templates;
  for (const ProfileHmm& profile : profiles.templates) templates.push_back(searchProfile(profile));
  std::vector<const SearchProfile*> pointers;
  for (const SearchProfile& profile : templates) pointers.push_back(&profile);
  const SearchProfile query = searchProfile(profiles.query);
  Progress none;
  if (backend == "native") return alignBatchNative(query, pointers, options, threads, none);
  const bool isForGpus = backend.ends_with(" gpu");
  return alignBatchOnDevice(query, pointers, options, deviceOf(backend.substr(0, backend.find(' '))),
                            isForGpus ? BatchKernel::forGpus : BatchKernel::forProcessors, none);
}

/// Scores are equal to 1e-3 bit, and the path has that score by the definition.
void expectAgreement(const Case& profiles, const BatchViterbiOptions& options, const std::string& backend) {
  const std::vector<BatchHit> hits = alignAll(profiles, options, backend);
  ASSERT_EQ(hits.size(), profiles.templates.size());
  Progress none;
  for (size_t k = 0; k < hits.size(); ++k) {
    SCOPED_TRACE("template " + std::to_string(k + 1));
    const ProfileHmm& templ = profiles.templates[k];
    const AlignmentPath plain = alignByViterbi(profiles.query, templ, options.viterbi, none).path;
    if (plain.steps.empty()) {
      EXPECT_EQ(hits[k].score, -std::numeric_limits<float>::infinity());
      EXPECT_EQ(hits[k].i, -1);
      EXPECT_TRUE(hits[k].path.steps.empty());
      continue;
    }
    ASSERT_NEAR(hits[k].score, plain.score, 1e-3);
    if (!options.keepPaths) continue;
    ASSERT_FALSE(hits[k].path.steps.empty());
    EXPECT_EQ(hits[k].path.steps.back().i, hits[k].i);
    EXPECT_EQ(hits[k].path.steps.back().j, hits[k].j);
    const AlignmentPath again = scoredPath(hits[k].path, profiles.query, templ, options.viterbi);
    EXPECT_NEAR(again.score, plain.score, 1e-3);
    for (size_t n = 0; n < again.steps.size(); ++n)
      EXPECT_NEAR(hits[k].path.steps[n].score, again.steps[n].score, 1e-4) << "step " << n;
  }
}

std::vector<BatchViterbiOptions> optionVariants() {
  std::vector<BatchViterbiOptions> variants;
  for (const bool keepPaths : {false, true})
    for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
      for (const NullModel null : {NullModel::background, NullModel::pair, NullModel::templ, NullModel::query})
        for (const BorderRule borders : {BorderRule::gapsAllowed, BorderRule::matchOnly})
          for (const double endGap : {0.0, 0.4}) {
            BatchViterbiOptions options;
            options.keepPaths = keepPaths;
            options.viterbi.mode = mode;
            options.viterbi.shift = endGap > 0 ? 0.2 : -0.03;
            options.viterbi.nullModel = null;
            options.viterbi.borders = borders;
            options.viterbi.endGapQuery = endGap;
            options.viterbi.endGapTemplate = endGap / 2;
            variants.push_back(options);
          }
  return variants;
}

const std::vector<Index> kMixedLengths = {1, 2, 3, 5, 17, 30, 31, 32, 33, 40, 4, 7, 64, 50, 29, 12, 20};

class BatchViterbiOnEveryBackend : public ::testing::TestWithParam<std::string> {};

TEST_P(BatchViterbiOnEveryBackend, agreesWithThePlainRecursionForEveryOptionAndUnequalLengths) {
  for (const bool withZeros : {false, true}) {
    const Case profiles = randomCase(23, kMixedLengths, withZeros ? 7 : 8, withZeros);
    for (const BatchViterbiOptions& options : optionVariants()) expectAgreement(profiles, options, GetParam());
  }
}

TEST_P(BatchViterbiOnEveryBackend, agreesForEveryNumberOfTemplatesAndQueryLength) {
  for (const Index numTemplates : {0, 1, 2, 8, 16, 17, 33})
    for (const Index length : {1, 2, 3, 4, 5, 8}) {
      std::vector<Index> lengths;
      for (Index k = 0; k < numTemplates; ++k) lengths.push_back(1 + k * 5 % 13);
      const Case profiles = randomCase(length, lengths, static_cast<std::uint64_t>(100 * numTemplates + length), true);
      for (const bool keepPaths : {false, true})
        for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global}) {
          BatchViterbiOptions options;
          options.viterbi.mode = mode;
          options.keepPaths = keepPaths;
          expectAgreement(profiles, options, GetParam());
        }
    }
}

/// Costs between those that states include and impossible ones, in places that a global alignment cannot avoid.
TEST_P(BatchViterbiOnEveryBackend, veryUnlikelyTransitionsCountInFull) {
  using enum Transition;
  Case profiles = randomCase(19, kMixedLengths, 31, false);
  Random random(32);
  const auto makeUnlikely = [&random](ProfileHmm& profile) {
    for (auto& row : profile.transitions) {
      const auto set = [&row](Transition t, double bits) { row[static_cast<size_t>(t)] = bits; };
      const double bits = -17 - 60 * random.uniform();
      if (random.below(3) == 0) set(MM, bits), set(MI, -1), set(MD, -1);
      if (random.below(3) == 0) set(DM, bits), set(DD, 0);
    }
  };
  makeUnlikely(profiles.query);
  for (ProfileHmm& templ : profiles.templates) makeUnlikely(templ);
  for (const BatchViterbiOptions& options : optionVariants()) expectAgreement(profiles, options, GetParam());
}

TEST_P(BatchViterbiOnEveryBackend, longAlignmentsKeepTheirScore) {
  Random random(3);
  Case profiles{randomProfile(500, random, false), {}};
  profiles.templates.assign(3, profiles.query);
  for (const bool keepPaths : {false, true}) {
    BatchViterbiOptions options;
    options.keepPaths = keepPaths;
    expectAgreement(profiles, options, GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(, BatchViterbiOnEveryBackend, ::testing::ValuesIn(backends()), [](const auto& info) {
  std::string name = info.param;
  for (const char unwanted : {':', ' '}) std::erase(name, unwanted);
  return name;
});

TEST_P(BatchViterbiOnEveryBackend, alignBatchTakesTheDeviceThatItIsGiven) {
  const Case profiles = randomCase(9, {4, 6, 5}, 2, false);
  std::vector<SearchProfile> templates;
  for (const ProfileHmm& profile : profiles.templates) templates.push_back(searchProfile(profile));
  const SearchProfile* pointers[] = {&templates[0], &templates[1], &templates[2]};
  Compute compute;
  if (GetParam() != "native") compute.device = &deviceOf(GetParam().substr(0, GetParam().find(' ')));
  Diagnostics diagnostics;
  Progress none;
  const auto hits = alignBatch(searchProfile(profiles.query), pointers, {}, compute, diagnostics, none);
  const auto expected = alignAll(profiles, {}, "native");
  for (size_t k = 0; k < hits.size(); ++k) EXPECT_NEAR(hits[k].score, expected[k].score, 1e-4);
  EXPECT_TRUE(diagnostics.warnings().empty());
}

TEST(BatchViterbi, littleMemoryForBackPointersGivesTheSamePaths) {
  const Case profiles = randomCase(150, kMixedLengths, 21, true);
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global}) {
    BatchViterbiOptions options;
    options.viterbi.mode = mode;
    options.keepPaths = true;
    const std::vector<BatchHit> whole = alignAll(profiles, options, "native");
    options.mostPointerBytes = 1;
    const std::vector<BatchHit> panels = alignAll(profiles, options, "native");
    ASSERT_EQ(whole.size(), profiles.templates.size());
    ASSERT_EQ(panels.size(), whole.size());
    for (size_t k = 0; k < whole.size(); ++k) {
      EXPECT_EQ(whole[k].score, panels[k].score);
      EXPECT_EQ(whole[k].path, panels[k].path);
    }
  }
}

TEST(BatchViterbi, resultsDoNotDependOnTheNumberOfThreads) {
  std::vector<Index> lengths;
  for (Index k = 0; k < 100; ++k) lengths.push_back(20 + k % 37);
  const Case profiles = randomCase(40, lengths, 11, false);
  BatchViterbiOptions options;
  options.keepPaths = true;
  const std::vector<BatchHit> one = alignAll(profiles, options, "native", 1),
                              many = alignAll(profiles, options, "native", 4);
  ASSERT_EQ(one.size(), lengths.size());
  ASSERT_EQ(many.size(), one.size());
  for (size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].score, many[k].score);
    EXPECT_EQ(one[k].path, many[k].path);
  }
}

TEST(BatchViterbi, aQueryOrTemplateWithoutColumnsIsAnError) {
  const Case profiles = randomCase(3, {2}, 1, false);
  SearchProfile query = searchProfile(profiles.query), empty = query;
  empty.length = 0;
  Diagnostics diagnostics;
  Progress none;
  const SearchProfile* templates[] = {&query, &empty};
  EXPECT_THROW(alignBatch(query, templates, {}, {}, diagnostics, none), Error);
  EXPECT_THROW(alignBatch(empty, std::span(templates, 1), {}, {}, diagnostics, none), Error);
}

TEST(BatchViterbi, aCancelEndsIt) {
  struct CancelLater : Progress {
    std::atomic<int> updates = 0;  // other threads ask whether they are cancelled
    bool cancelled() const override { return updates >= 2; }
    void report(double, std::string_view) override { ++updates; }
  } progress;
  Random random(5);
  const SearchProfile profile = searchProfile(randomProfile(300, random, false));
  const std::vector<const SearchProfile*> templates(640, &profile);
  Diagnostics diagnostics;
  EXPECT_THROW(alignBatch(profile, templates, {}, {nullptr, 2}, diagnostics, progress), Cancelled);
}

}  // namespace batch_viterbi_test
