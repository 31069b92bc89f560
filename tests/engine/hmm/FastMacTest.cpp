// The recursion over strips against the one cell by cell.
#include "engine/hmm/posterior/FastMac.h"

#include <gtest/gtest.h>

#include "engine/base/Random.h"
#include "engine/hmm/score/AllowedCells.h"

using namespace engine;

namespace fast_mac_test {

/// Few different values, so that many paths are equally good.
Array<float> posteriorWithTies(Index rows, Index columns, Random& random) {
  Array<float> posterior({rows + 1, columns + 1}, 0.0F, "posterior");
  for (Index i = 1; i <= rows; ++i)
    for (Index j = 1; j <= columns; ++j) posterior(i, j) = 0.25F * static_cast<float>(random.below(5));
  return posterior;
}

void expectPlainIsMet(const Array<float>& posterior, const Array<Bool>& allowed) {
  Progress progress;
  for (const MacRule rule : {MacRule::stayInside, MacRule::asHhsuite})
    for (const double mact : {0.0, 0.25, 0.3501, 1.0}) {
      const MacResult plain = alignByMac(posterior, allowed, mact, rule, progress);
      const MacResult fast = alignByMacFast(posterior, allowed, mact, rule, progress);
      ASSERT_TRUE(fast.backtrace == plain.backtrace);
      ASSERT_EQ(fast.path.steps, plain.path.steps);
      ASSERT_EQ(fast.gain, plain.gain);
      ASSERT_EQ(fast.sumProbabilities, plain.sumProbabilities);
    }
}

constexpr std::pair<Index, Index> kSizes[] = {{1, 1}, {1, 9}, {9, 1}, {2, 3}, {8, 8}, {7, 17}, {17, 40}, {50, 33}};

TEST(FastMac, equalsThePlainRecursionTiesIncluded) {
  Random random(1);
  for (const auto& [rows, columns] : kSizes)
    for (int trial = 0; trial < 5; ++trial) expectPlainIsMet(posteriorWithTies(rows, columns, random), {});
}

TEST(FastMac, equalsThePlainRecursionInHolesAndBands) {
  Random random(2);
  for (const auto& [rows, columns] : kSizes) {
    const Array<float> posterior = posteriorWithTies(rows, columns, random);
    for (const std::uint64_t density : {2, 3, 20}) {
      Array<Bool> allowed({rows, columns});
      for (Bool& cell : allowed) cell = Bool{static_cast<std::uint8_t>(random.below(density) != 0)};
      expectPlainIsMet(posterior, allowed);
      for (Bool& cell : allowed) cell = Bool{static_cast<std::uint8_t>(!cell)};
      expectPlainIsMet(posterior, allowed);
    }
    expectPlainIsMet(posterior, Array<Bool>({rows, columns}));
    AlignmentPath path;
    for (Index k = 0; k < std::min(rows, columns); ++k) path.steps.push_back({PairState::MM, k, k, 0});
    expectPlainIsMet(posterior, bandAround(path, rows, columns, 3));
  }
}

TEST(FastMac, pathsThatGainAlikeOverLongWaysAreThePlainOnes) {
  // One good pair in the corner: all that comes from it comes by gaps, over many strips.
  Array<float> posterior({41, 61}, 0.0F, "posterior");
  posterior(1, 1) = posterior(40, 60) = posterior(20, 30) = 1;
  expectPlainIsMet(posterior, {});
}

TEST(FastMac, shapesThatContradictAreRefused) {
  Progress progress;
  const Array<float> posterior({3, 4}, 0.1F, "posterior");
  EXPECT_THROW(alignByMacFast(posterior, Array<Bool>({3, 4}), 0.1, MacRule::stayInside, progress), Error);
  EXPECT_THROW(alignByMacFast(Array<float>({1, 4}), {}, 0.1, MacRule::stayInside, progress), Error);
  class : public Progress {
   public:
    bool cancelled() const override { return true; }
  } stopped;
  EXPECT_THROW(alignByMacFast(posterior, {}, 0.1, MacRule::stayInside, stopped), Cancelled);
}

}  // namespace fast_mac_test
