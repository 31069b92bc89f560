// Ranks and rank 0 together, with the hand-out in the place of MPI.
#include "app/cluster/Worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "app/cluster/Coordinator.h"
#include "engine/base/Error.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace worker_test {

using namespace app;
using testing::AllOf;
using testing::HasSubstr;

/// Speaks with a hand-out at once.
class DirectLink : public Link {
 public:
  DirectLink(Handout& handout, int rank) : m_handout(handout), m_rank(rank) {}
  void tell(const Report& report) override {
    m_handout.tell(m_rank, report);
    m_isFree = report.kind == Report::Kind::asks;
    m_leaves = report.kind == Report::Kind::leaves;
  }
  std::optional<Order> hear() override {
    if (m_leaves) return Order{Order::Kind::endTogether};
    if (!m_isFree) return std::nullopt;
    const Order order = m_handout.next(m_rank);
    m_isFree = order.kind == Order::Kind::wait;
    return order;
  }

 private:
  Handout& m_handout;
  int m_rank;
  bool m_isFree = false, m_leaves = false;
};

/// The numbers of the items, with the task before them; fails at one item.
class Numbers : public ShardWorker {
 public:
  explicit Numbers(Index failsAt = -1) : m_failsAt(failsAt) {}
  void take(const std::string& task) override { m_task = task; }
  std::string compute(Index first, Index last, engine::Progress& progress) override {
    progress.update(0.5, "counting");
    std::string text = m_task;
    for (Index k = first; k < last; ++k) {
      if (k == m_failsAt) engine::fail("item ", k, " is bad");
      text += " " + std::to_string(k);
    }
    return text;
  }

 private:
  Index m_failsAt;
  std::string m_task;
};

class Ranks : public testing::Test {
 protected:
  static constexpr int kRanks = 3;

  std::string folder() const { return m_folder.path() / "work"; }

  /// Two tasks of 20 items on all ranks; their results joined.
  std::string run(const CoordinatorOptions& options, Index failsAt = -1) {
    Handout handout(kRanks);
    std::vector<std::thread> ranks;
    for (int rank = 1; rank < kRanks; ++rank)
      ranks.emplace_back([this, &handout, rank, failsAt] {
        DirectLink link(handout, rank);
        Numbers numbers(failsAt);
        const WorkerOptions patient;
        EXPECT_EQ(work(link, ShardFolder(folder()), numbers, patient), Order::Kind::endTogether);
      });
    std::string all;
    const std::string problem = test::errorOf([&] {
      Coordinator coordinator(handout, ShardFolder(folder()), options);
      Numbers own(failsAt);
      engine::Progress progress;
      for (const char* task : {"a", "b"})
        coordinator.compute(
            task, shardsOf(std::vector<double>(20, 1.0), 7), own,
            [&all](const std::string& result) { all += result + ";"; }, progress);
    });
    handout.stop();
    for (std::thread& rank : ranks) rank.join();
    return problem == "no error" ? all : problem;
  }

  static std::string expected() {
    std::string all;
    for (const char* task : {"a", "b"})
      for (const Shard& shard : shardsOf(std::vector<double>(20, 1.0), 7)) {
        all += task;
        for (Index k = shard.first; k < shard.last; ++k) all += " " + std::to_string(k);
        all += ";";
      }
    return all;
  }

 private:
  test::TemporaryFolder m_folder;
};

TEST_F(Ranks, computeTasksOneAfterTheOtherAndJoinThemInOrder) { EXPECT_EQ(run({false, 0, "items"}), expected()); }

TEST_F(Ranks, nameTheShardThatFailedAndDoItAloneOnResume) {
  EXPECT_THAT(run({false, 0, "items"}, 7), AllOf(HasSubstr("1 of 7 shards are missing: shard 3 (items "),
                                                 HasSubstr("item 7 is bad"), HasSubstr("--resume")));
  EXPECT_THAT(run({false, 0, "items"}), HasSubstr("holds work that was begun before"));
  // Only what is missing is computed: a fault in an item that is there already is not met.
  EXPECT_THAT(run({true, 0, "items"}, 0), HasSubstr("item 0 is bad")) << "of the second task, which had not begun";
  EXPECT_EQ(run({true, 0, "items"}), expected());
}

TEST_F(Ranks, ofWhomRankZeroIsLostSaySo) {
  class Silent : public Link {
    void tell(const Report&) override {}
    std::optional<Order> hear() override { return std::nullopt; }
  };
  Silent link;
  Numbers numbers;
  WorkerOptions impatient;
  impatient.lostAfter = 0.01;
  EXPECT_THAT(test::errorOf([&] { work(link, ShardFolder(folder()), numbers, impatient); }),
              HasSubstr("rank 0 has said nothing"));
}

TEST(Rehearsal, isReadOrRefused) {
  EXPECT_EQ(parseRehearsal("").kind, Rehearsal::Kind::none);
  EXPECT_EQ(parseRehearsal("die:2:1").rank, 2);
  EXPECT_EQ(parseRehearsal("fail:2:3").shard, 3);
  for (const char* text : {"die", "die:1", "die:x:1", "die:1:0", "live:1:1", "die:1:1:1"})
    EXPECT_THAT(test::errorOf([&] { parseRehearsal(text); }), HasSubstr("expected die:RANK:SHARD")) << text;
}

}  // namespace worker_test
