// The opened cell of the vectorised Viterbi against the back pointers and scores of the plain one.
#include "engine/search/batch/LaneView.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/hmm/Support.h"

namespace lane_view_test {

using namespace engine;
using test::randomProfile;

TEST(LaneView, packedByteAndScoresAreThoseOfThePlainRecursionInEveryCell) {
  Random random(17);
  const auto query = std::make_shared<const ProfileHmm>(randomProfile(6, random, false));
  std::vector<std::shared_ptr<const ProfileHmm>> templates;
  for (const Index length : {1, 2, 3, 4, 5, 6, 7, 8})
    templates.push_back(std::make_shared<const ProfileHmm>(randomProfile(length, random, length % 2 == 0)));
  Progress none;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (const BorderRule borders : {BorderRule::gapsAllowed, BorderRule::matchOnly}) {
      ViterbiOptions options;
      options.mode = mode;
      options.borders = borders;
      const LaneMatrices lanes(query, templates, options, none);
      ASSERT_EQ(lanes.numColumns(), 8);
      for (Index i = 0; i < lanes.numRows(); ++i)
        for (Index j = 0; j < lanes.numColumns(); ++j) {
          const LaneView view = lanes.at(i, j);
          for (size_t lane = 0; lane < templates.size(); ++lane) {
            ASSERT_EQ(view.isUsed[lane], j < templates[lane]->length());
            if (!view.isUsed[lane]) continue;
            const DpMatrices& matrices = lanes.matrices(lane);
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
  const auto profile = std::make_shared<const ProfileHmm>(randomProfile(2, random, false));
  Progress none;
  const auto lanesOf = [&](size_t count) {
    return LaneMatrices(profile, std::vector<std::shared_ptr<const ProfileHmm>>(count, profile), {}, none);
  };
  EXPECT_THROW(lanesOf(9), Error);
  EXPECT_THROW(lanesOf(0), Error);
  EXPECT_THROW(lanesOf(1).at(2, 0), Error);
  EXPECT_THROW(lanesOf(1).at(0, 2), Error);
}

}  // namespace lane_view_test
