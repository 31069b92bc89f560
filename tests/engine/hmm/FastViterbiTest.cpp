// The fast five-state Viterbi, and aligning again with kept column scores, against the plain definition.
#include "engine/hmm/viterbi/FastViterbi.h"

#include <gtest/gtest.h>

#include <cmath>
#include <future>
#include <thread>

#include "engine/hmm/pair/LiveAlignment.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace fast_viterbi_test {

constexpr float kTolerance = 1e-3F;

void expectSamePlanes(const DpMatrices& fast, const DpMatrices& plain) {
  ASSERT_EQ(fast.states, plain.states);
  for (size_t k = 0; k < plain.planes.size(); ++k)
    for (Index cell = 0; cell < plain.planes[k].size(); ++cell) {
      const float a = fast.planes[k][cell], b = plain.planes[k][cell];
      ASSERT_TRUE(a == b || std::abs(a - b) < kTolerance)
          << plain.planes[k].name << " " << cell << ": " << a << " " << b;
    }
}

/// Back pointers may differ where scores are equal up to rounding; the paths they lead to may not.
void expectFastIsPlain(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                       const Array<Bool>& allowed = {}) {
  Progress progress;
  const ViterbiResult plain = alignByViterbi(query, templ, options, progress, allowed);
  const Array<float> scores = columnScores(query, templ, options.nullModel);
  for (const KeptMatrices kept : {KeptMatrices::all, KeptMatrices::backPointers}) {
    const ViterbiResult fast = alignFast(query, templ, options, scores, kept, progress, allowed);
    fast.matrices.validate();
    ASSERT_EQ(fast.path.steps.empty(), plain.path.steps.empty());
    EXPECT_NEAR(fast.path.score, plain.path.score, kTolerance);
    if (kept == KeptMatrices::all)
      expectSamePlanes(fast.matrices, plain.matrices);
    else
      EXPECT_TRUE(fast.matrices.planes.empty());
    for (Index cell = 0; cell < plain.matrices.backtrace.size(); ++cell)
      EXPECT_EQ(fast.matrices.backtrace[cell] & pointer::kCellOff, plain.matrices.backtrace[cell] & pointer::kCellOff);
    if (!fast.path.steps.empty()) {
      EXPECT_NEAR(scoredPath(fast.path, query, templ, options).score, fast.path.score, 1e-9);
    }
  }
}

std::vector<ViterbiOptions> optionSets() {
  std::vector<ViterbiOptions> sets;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (const BorderRule borders : {BorderRule::gapsAllowed, BorderRule::matchOnly}) {
      ViterbiOptions options;
      options.mode = mode;
      options.borders = borders;
      options.endGapQuery = 0.3;
      options.endGapTemplate = 0.1;
      sets.push_back(options);
    }
  sets.front().nullModel = NullModel::local;
  sets.back().nullModel = NullModel::background;
  return sets;
}

TEST(FastViterbi, equalsThePlainCodeOnRandomProfilesOfAllSizes) {
  Random random(41);
  for (const ViterbiOptions& options : optionSets())
    for (const Index rows : {1, 2, 7, 33, 90})
      for (const Index columns : {1, 2, 15, 16, 17, 64, 65, 130})
        for (const bool withZeros : {false, true})
          expectFastIsPlain(test::randomProfile(rows, random, withZeros),
                            test::randomProfile(columns, random, withZeros), options);
}

TEST(FastViterbi, equalsThePlainCodeWithCellsOffAndStructure) {
  Random random(42);
  for (ViterbiOptions options : optionSets()) {
    options.excludedQuery = {{3, 6}};
    options.excludedTemplate = {{0, 1}, {20, 99}};
    ProfileHmm query = test::randomProfile(20, random, false), templ = test::randomProfile(30, random, false);
    query.annotations = {{"ss_pred", "HHHHHEEEEECCCCCHHHHH"}};
    templ.annotations = {{"ss_dssp", "HHHHHHEEEEEETTTTTTGGGGGGBBBBBB"}};
    Array<Bool> allowed({20, 30}, Bool{1});
    for (Bool& cell : allowed) cell = Bool{static_cast<std::uint8_t>(random.below(5) != 0)};
    expectFastIsPlain(query, templ, options);
    expectFastIsPlain(query, templ, options, allowed);
  }
}

TEST(FastViterbi, nothingIsReachedWhereAllIsOff) {
  Random random(43);
  const ProfileHmm profile = test::randomProfile(4, random, false);
  for (const ViterbiOptions& options : optionSets())
    expectFastIsPlain(profile, profile, options, Array<Bool>({4, 4}, Bool{0}));
}

TEST(FastViterbi, wrongShapesAreRefused) {
  Random random(44);
  Progress progress;
  const ProfileHmm p = test::randomProfile(4, random, false), q = test::randomProfile(5, random, false);
  const Array<float> scores = columnScores(p, p, NullModel::pair);
  EXPECT_THROW(alignFast(p, q, {}, scores, KeptMatrices::all, progress), Error);
  EXPECT_THROW(alignFast(p, p, {}, scores, KeptMatrices::all, progress, Array<Bool>({5, 4}, Bool{1})), Error);
  EXPECT_THROW(alignByViterbi(p, p, {}, progress, Array<Bool>({5, 4}, Bool{1})), Error);
}

TEST(LiveAlignment, everyChangeGivesWhatAFreshAlignmentGives) {
  Random random(45);
  Progress progress;
  ProfileHmm query = test::randomProfile(40, random, false), templ = test::randomProfile(50, random, false);
  query.hasTransitionPseudocounts = templ.hasTransitionPseudocounts = false;
  ProfileAlignmentOptions options = alignmentOptions(Preset::standard);
  const ProfileAlignment first = alignProfiles(query, templ, options, progress);
  LiveAlignment live(first.query, first.templ);
  const auto expectSame = [&](double gapOpening) {
    const ProfileAlignment found = live.update(options, gapOpening, progress);
    ProfileAlignmentOptions fresh = options;
    fresh.transitions.gapf *= gapOpening;
    fresh.transitions.gapg *= gapOpening;
    const ProfileAlignment expected = alignProfiles(query, templ, fresh, progress);
    ASSERT_EQ(found.paths.size(), expected.paths.size());
    for (size_t rank = 0; rank < expected.paths.size(); ++rank) {
      EXPECT_NEAR(found.paths[rank].score, expected.paths[rank].score, 1e-3);
      EXPECT_NEAR(found.scores[rank].total, expected.scores[rank].total, 1e-3);
    }
    expectSamePlanes(found.matrices, expected.matrices);
  };
  expectSame(1);
  options.viterbi.shift = 0.3;
  expectSame(1);
  expectSame(0.25);
  expectSame(0);
  options.correlation = 0;
  options.viterbi.nullModel = NullModel::query;
  expectSame(1);
  options.viterbi.mode = AlignmentMode::global;
  expectSame(2);
  EXPECT_THROW(live.update(options, -1, progress), Error);
}

/// Stops the work at its first report until it is released.
class BlockingProgress : public Progress {
 public:
  void waitUntilReached() { m_reached.get_future().wait(); }
  void release() { m_released.set_value(); }

 protected:
  void report(double, std::string_view) override {
    if (m_isReached) return;
    m_isReached = true;
    m_reached.set_value();
    m_released.get_future().wait();
  }

 private:
  std::promise<void> m_reached, m_released;
  bool m_isReached = false;
};

TEST(LiveAlignment, aCallThatIsStillAtWorkAndTheNextOneDoNotDisturbEachOther) {
  Random random(46);
  Progress progress;
  const ProfileHmm query = test::randomProfile(40, random, false), templ = test::randomProfile(50, random, false);
  ProfileAlignmentOptions options = alignmentOptions(Preset::standard), others = options;
  others.viterbi.nullModel = NullModel::query;
  ASSERT_NE(options.viterbi.nullModel, others.viterbi.nullModel);
  const ProfileAlignment first = alignProfiles(query, templ, options, progress);
  const auto fresh = [&](const ProfileAlignmentOptions& wanted) {
    return LiveAlignment(first.query, first.templ).update(wanted, 1, progress);
  };
  LiveAlignment live(first.query, first.templ);
  BlockingProgress blocking;
  ProfileAlignment slow;
  std::thread worker([&] { slow = live.update(options, 1, blocking); });
  blocking.waitUntilReached();
  const ProfileAlignment fast = live.update(others, 1, progress);
  blocking.release();
  worker.join();
  expectSamePlanes(fast.matrices, fresh(others).matrices);
  expectSamePlanes(slow.matrices, fresh(options).matrices);
}

}  // namespace fast_viterbi_test
