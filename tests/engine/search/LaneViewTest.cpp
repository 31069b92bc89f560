// The opened cell of the vectorised Viterbi against the back pointers and scores of the plain one.
#include "engine/search/LaneView.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/hmm/Support.h"

namespace {

using namespace engine;
using test::randomProfile;

TEST(LaneView, packedByteAndScoresAreThoseOfThePlainRecursionInEveryCell) {
  Random random(17);
  const ProfileHmm query = randomProfile(6, random, false);
  std::vector<ProfileHmm> profiles;
  for (const Index length : {1, 2, 3, 4, 5, 6, 7, 8})
    profiles.push_back(randomProfile(length, random, length % 2 == 0));
  std::vector<const ProfileHmm*> templates;
  for (const ProfileHmm& profile : profiles) templates.push_back(&profile);
  Progress none;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (const BorderRule borders : {BorderRule::gapsAllowed, BorderRule::matchOnly}) {
      ViterbiOptions options;
      options.mode = mode;
      options.borders = borders;
      for (Index i = 0; i < query.length(); ++i)
        for (Index j = 0; j < profiles.back().length(); ++j) {
          const LaneView view = laneView(query, templates, options, i, j, none);
          for (size_t lane = 0; lane < templates.size(); ++lane) {
            ASSERT_EQ(view.isUsed[lane], j < profiles[lane].length());
            if (!view.isUsed[lane]) continue;
            const DpMatrices matrices = alignByViterbi(query, profiles[lane], options, none).matrices;
            EXPECT_EQ(int(view.packed[lane]), int(matrices.backtrace(i + 1, j + 1))) << i << "," << j << " " << lane;
            for (const LaneMaximum& maximum : view.maxima) {
              double best = maximum.steps.back().best[lane];
              if (maximum.state == PairState::MM) best += view.columnScore[lane] + options.shift;
              const double expected = (*matrices.plane(maximum.state))(i + 1, j + 1);
              EXPECT_TRUE(best == expected || std::abs(best - expected) < 1e-4) << best << " " << expected;
            }
          }
        }
    }
}

TEST(LaneView, tooManyTemplatesAndCellsOutsideAreErrors) {
  Random random(1);
  const ProfileHmm profile = randomProfile(2, random, false);
  const std::vector<const ProfileHmm*> one(1, &profile), nine(9, &profile);
  Progress none;
  EXPECT_THROW(laneView(profile, nine, {}, 0, 0, none), Error);
  EXPECT_THROW(laneView(profile, one, {}, 2, 0, none), Error);
  EXPECT_THROW(laneView(profile, one, {}, 0, 2, none), Error);
  EXPECT_THROW(laneView(profile, {}, {}, 0, 0, none), Error);
}

}  // namespace
