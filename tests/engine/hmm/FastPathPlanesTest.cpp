// Planes of all states from rescaled sums against the plain definition.
#include "engine/hmm/posterior/FastPathPlanes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/hmm/posterior/ForwardBackward.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace fast_path_planes_test {

void expectSamePlanes(const DpMatrices& fast, const DpMatrices& plain, double tolerance) {
  fast.validate();
  EXPECT_EQ(fast.kind, plain.kind);
  ASSERT_EQ(fast.states, plain.states);
  for (size_t k = 0; k < plain.planes.size(); ++k) {
    ASSERT_EQ(fast.planes[k].shape(), plain.planes[k].shape());
    EXPECT_EQ(fast.planes[k].name, plain.planes[k].name);
    for (Index n = 0; n < plain.planes[k].size(); ++n) {
      const float expected = plain.planes[k][n], found = fast.planes[k][n];
      if (std::isinf(expected)) {
        ASSERT_EQ(found, expected) << stateName(plain.states[k]) << " cell " << n;
      } else {
        ASSERT_NEAR(found, expected, tolerance) << stateName(plain.states[k]) << " cell " << n;
      }
    }
  }
}

void expectPlainAgrees(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options) {
  Progress progress;
  const PathModel model(query, templ, options);
  const PathSums forward = forwardSums(model, progress), backward = backwardSums(model, progress);
  const PathPlanes fast = pathPlanes(query, templ, options, progress);
  expectSamePlanes(fast.forward, matricesOf(forward, DpKind::forward), 1e-4);
  expectSamePlanes(fast.backward, matricesOf(backward, DpKind::backward), 1e-4);
  expectSamePlanes(fast.posterior, posteriorMatrices(forward, backward, forward.total), 1e-5);
}

TEST(FastPathPlanes, equalThePlainDefinition) { test::forPairsOfManySizes(expectPlainAgrees); }

TEST(FastPathPlanes, equalThePlainDefinitionInBandsAndHoles) { test::forPairsInBandsAndHoles(expectPlainAgrees); }

TEST(FastPathPlanes, sumsBeyondTheRangeOfDoublesAreThePlainOnes) {
  PathModelOptions options;
  options.viterbi.nullModel = NullModel::background;
  for (const Index length : {Index{100}, Index{420}}) {
    Progress progress;
    const ProfileHmm profile = test::sharpProfile(std::vector<int>(static_cast<size_t>(length), 7), 0.0001);
    const PathSums forward = forwardSums(PathModel(profile, profile, options), progress);
    EXPECT_EQ(forward.total > 1024, length == 420) << forward.total;
    expectPlainAgrees(profile, profile, options);
  }
}

TEST(FastPathPlanes, emptyProfilesAndWrongMasksAreRefused) {
  test::expectWrongPairsRefused([](const auto&... pair) {
    Progress progress;
    pathPlanes(pair..., progress);
  });
}

}  // namespace fast_path_planes_test
