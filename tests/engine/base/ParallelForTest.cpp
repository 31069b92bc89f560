// The parallel loop: completeness, exceptions, cancel, and independence of the number of threads.
#include "engine/base/ParallelFor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/Error.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::errorOf;

namespace parallel_for_test {

class StopAfter : public Progress {
 public:
  explicit StopAfter(int allowed) : m_allowed(allowed) {}
  bool cancelled() const override { return m_stop.load(); }
  void countPiece() {
    if (++m_pieces >= m_allowed) m_stop = true;
  }
  int pieces() const { return m_pieces; }

 private:
  int m_allowed;
  std::atomic<int> m_pieces{0};
  std::atomic<bool> m_stop{false};
};

class RecordingProgress : public Progress {
 public:
  std::vector<double> fractions;
  std::set<std::thread::id> threads;

 protected:
  void report(double fraction, std::string_view) override {
    fractions.push_back(fraction);
    threads.insert(std::this_thread::get_id());
  }
};

class ParallelFor : public testing::TestWithParam<int> {};

TEST_P(ParallelFor, visitsEveryItemOnce) {
  for (const Index count : {0, 1, 2, 63, 64, 65, 1000}) {
    std::vector<std::atomic<int>> visits(static_cast<size_t>(count));
    parallelFor(count, 7, GetParam(), [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) ++visits[static_cast<size_t>(k)];
    });
    for (const auto& visit : visits) ASSERT_EQ(visit.load(), 1) << "of " << count;
  }
}

TEST_P(ParallelFor, piecesDependOnCountAndGrainAlone) {
  const auto piecesOn = [](int threads) {
    std::set<std::pair<Index, Index>> pieces;
    std::mutex mutex;
    parallelFor(100, 9, threads, [&](Index begin, Index end) {
      const std::lock_guard lock(mutex);
      pieces.emplace(begin, end);
    });
    return pieces;
  };
  EXPECT_EQ(piecesOn(GetParam()), piecesOn(1));
}

TEST_P(ParallelFor, exceptionsReachTheCaller) {
  const auto failing = [](Index begin, Index) {
    if (begin == 30) fail("item ", begin, " is bad");
  };
  EXPECT_EQ(errorOf([&] { parallelFor(100, 10, GetParam(), failing); }), "item 30 is bad");
}

TEST_P(ParallelFor, cancelEndsTheLoopWithinOnePiecePerThread) {
  StopAfter progress(3);
  EXPECT_THROW(parallelFor(10000, 1, GetParam(), progress, "counting",
                           [&](Index, Index) {
                             progress.countPiece();
                             std::this_thread::yield();
                           }),
               Cancelled);
  EXPECT_GE(progress.pieces(), 3);
  EXPECT_LE(progress.pieces(), 3 + GetParam());
}

TEST_P(ParallelFor, progressComesFromTheCallingThread) {
  RecordingProgress progress;
  parallelFor(50, 1, GetParam(), progress, "counting", [](Index, Index) {});
  EXPECT_FALSE(progress.fractions.empty());
  for (const double fraction : progress.fractions) {
    EXPECT_GE(fraction, 0.0);
    EXPECT_LE(fraction, 1.0);
  }
  for (const std::thread::id id : progress.threads) EXPECT_EQ(id, std::this_thread::get_id());
}

INSTANTIATE_TEST_SUITE_P(threads, ParallelFor, testing::Values(1, 2, 4));

TEST(ParallelForThreads, aPieceThatHoldsALockMayRunALoop) {
  std::mutex mutex;
  std::atomic<Index> sum{0};
  bool isInside = false;
  parallelFor(200, 1, 4, [&](Index, Index) {
    const std::lock_guard lock(mutex);
    EXPECT_FALSE(std::exchange(isInside, true)) << "a piece began while its thread was in another one";
    parallelFor(200, 1, 4, [&](Index begin, Index end) { sum += end - begin; });
    isInside = false;
  });
  EXPECT_EQ(sum, 200 * 200);
}

TEST(ParallelForThreads, loopsOnManyThreadsThatEndDoNotDisturbEachOther) {
  std::atomic<Index> sum{0};
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread> callers;
    for (int k = 0; k < 4; ++k)
      callers.emplace_back(
          [&] { parallelFor(100, 1, 2, [&](Index begin, Index end) { sum += end - begin; }); });
    for (std::thread& caller : callers) caller.join();
  }
  EXPECT_EQ(sum, 20 * 4 * 100);
}

TEST(ParallelForThreads, zeroMeansAllCores) {
  EXPECT_GE(defaultThreadCount(), 1);
  std::atomic<Index> sum{0};
  parallelFor(100, 3, 0, [&](Index begin, Index end) { sum += end - begin; });
  EXPECT_EQ(sum.load(), 100);
}

TEST(PartProgress, mapsItsRangeAndPassesTheCancelOn) {
  RecordingProgress whole;
  PartProgress part(whole, 0.5, 0.75);
  part.update(0.0, "a");
  part.update(1.0, "b");
  EXPECT_EQ(whole.fractions, (std::vector<double>{0.5, 0.75}));
  StopAfter stopping(1);
  stopping.countPiece();
  PartProgress stopped(stopping, 0.0, 1.0);
  EXPECT_THROW(stopped.update(0.1, "c"), Cancelled);
}

}  // namespace parallel_for_test
