// Rescaled sums over paths against their plain definition.
#include "engine/hmm/posterior/FastPosterior.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/hmm/posterior/ForwardBackward.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace fast_posterior_test {

void expectPlainAgrees(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options) {
  Progress progress;
  const PathModel model(query, templ, options);
  const PathSums forward = forwardSums(model, progress);
  const DpMatrices plain = posteriorMatrices(forward, backwardSums(model, progress), forward.total);
  const MatchPosterior fast = matchPosterior(query, templ, options, progress);
  if (forward.total == kImpossible)
    EXPECT_EQ(fast.total, kImpossible);
  else
    EXPECT_NEAR(fast.total, forward.total, 1e-5 * (1 + std::abs(forward.total)));
  ASSERT_EQ(fast.probabilities.shape(), plain.planes.front().shape());
  for (Index n = 0; n < fast.probabilities.size(); ++n)
    ASSERT_NEAR(fast.probabilities[n], plain.planes.front()[n], 1e-5) << "cell " << n;
}

TEST(FastPosterior, equalsThePlainDefinition) { test::forPairsOfManySizes(expectPlainAgrees); }

TEST(FastPosterior, equalsThePlainDefinitionInBandsAndHoles) { test::forPairsInBandsAndHoles(expectPlainAgrees); }

TEST(FastPosterior, equalsThePlainDefinitionWithStructureOfEitherKind) {
  Random random(6);
  const ColumnAnnotation known{"ss_dssp", "HHHECSTGB-EEEH"}, predicted{"ss_pred", "HHHEECCC-EECHH"},
      confidences{"ss_conf", "90817263549876"};
  for (PathModelOptions options : test::pathOptionSets()) {
    options.viterbi.structure.weight = 0.7;
    ProfileHmm query = test::randomProfile(14, random, false), templ = test::randomProfile(14, random, false);
    query.annotations = {predicted, confidences};
    for (const auto& annotations : {std::vector{known}, std::vector{predicted, confidences}}) {
      templ.annotations = annotations;
      expectPlainAgrees(query, templ, options);
      expectPlainAgrees(templ, query, options);
    }
  }
}

TEST(FastPosterior, leavesTheRangeOfDoublesToThePlainDefinition) {
  // Two stretches in opposite order, each worth more than double precision can hold: only one fits into a path.
  constexpr int kLength = 330;
  std::vector<int> first, second;
  for (int k = 0; k < kLength; ++k) {
    first.push_back(k % 7);
    second.push_back(7 + k % 5);
  }
  std::vector<int> forward = first, swapped = second;
  forward.insert(forward.end(), second.begin(), second.end());
  swapped.insert(swapped.end(), first.begin(), first.end());
  PathModelOptions options;
  options.viterbi.nullModel = NullModel::background;
  expectPlainAgrees(test::sharpProfile(forward, 0.001), test::sharpProfile(swapped, 0.001), options);
}

TEST(FastPosterior, emptyProfilesAndWrongMasksAreRefused) {
  test::expectWrongPairsRefused([](const auto&... pair) {
    Progress progress;
    matchPosterior(pair..., progress);
  });
}

}  // namespace fast_posterior_test
