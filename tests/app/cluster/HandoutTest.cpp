// Who gets which shard, and what the end of a rank costs.
#include "app/cluster/Handout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace handout_test {

using namespace app;
using testing::HasSubstr;

std::vector<Shard> shards(Index count) {
  std::vector<Shard> all;
  for (Index k = 0; k < count; ++k) all.push_back({10 * k, 10 * k + 10, 1});
  return all;
}

void begin(Handout& handout, Index count) {
  handout.begin(1, shards(count), std::vector<bool>(static_cast<size_t>(count), false));
}

void finish(Handout& handout, int rank, const Order& order) {
  handout.tell(rank, {Report::Kind::finished, order.shard, 1, {}});
}

TEST(Handout, givesEveryShardOnceToWhoeverIsFree) {
  Handout handout(2);
  begin(handout, 3);
  const Order first = handout.next(0), second = handout.next(1);
  EXPECT_EQ(first.shard, 0);
  EXPECT_EQ(second.shard, 1);
  EXPECT_EQ(second.first, 10);
  EXPECT_EQ(second.last, 20);
  finish(handout, 1, second);
  const Order third = handout.next(1);
  EXPECT_EQ(third.shard, 2);
  finish(handout, 0, first);
  EXPECT_EQ(handout.next(0).kind, Order::Kind::wait);
  EXPECT_FALSE(handout.isOver());
  finish(handout, 1, third);
  EXPECT_TRUE(handout.isOver());
  EXPECT_TRUE(handout.missing().empty());
}

TEST(Handout, leavesOutWhatIsThereAlready) {
  Handout handout(1);
  handout.begin(4, shards(3), {true, false, true});
  const Order order = handout.next(0);
  EXPECT_EQ(order.shard, 1);
  EXPECT_EQ(order.task, 4);
  finish(handout, 0, order);
  EXPECT_TRUE(handout.isOver());
}

TEST(Handout, ofNothingIsOverAtOnce) {
  Handout handout(1);
  begin(handout, 0);
  EXPECT_TRUE(handout.isOver());
  EXPECT_EQ(handout.fraction(), 1);
}

TEST(Handout, aLostRankCostsTheShardInItsHandAndNoOther) {
  Handout handout(3);
  begin(handout, 4);
  const Order zero = handout.next(0);
  const Order lost = handout.next(1);
  handout.lose(1, "has died");
  EXPECT_TRUE(handout.hasLost());
  EXPECT_EQ(handout.next(1).kind, Order::Kind::wait) << "nothing more for it";
  finish(handout, 0, zero);
  while (!handout.isOver()) finish(handout, 2, handout.next(2));
  const auto missing = handout.missing();
  ASSERT_EQ(missing.size(), 1u);
  EXPECT_EQ(missing[0].shard, lost.shard);
  EXPECT_EQ(missing[0].first, 10);
  EXPECT_EQ(missing[0].reason, "rank 1 has died");
}

TEST(Handout, whatALostRankSaysTooLateChangesNothing) {
  Handout handout(2);
  begin(handout, 1);
  const Order order = handout.next(1);
  handout.lose(1, "has said nothing");
  finish(handout, 1, order);
  EXPECT_EQ(handout.missing().size(), 1u);
}

TEST(Handout, ranksThatWaitGetTheFirstShardsOfANewTask) {
  Handout handout(3);
  EXPECT_EQ(handout.next(1).kind, Order::Kind::wait);
  EXPECT_EQ(handout.next(2).kind, Order::Kind::wait);
  begin(handout, 3);
  EXPECT_EQ(handout.next(0).shard, 2);
  EXPECT_EQ(handout.next(2).shard, 1);
  EXPECT_EQ(handout.next(1).shard, 0);
}

TEST(Handout, whatWasKeptForARankThatIsLostWhileItWaitsGoesToAnother) {
  Handout handout(2);
  handout.next(1);
  begin(handout, 2);
  handout.lose(1, "has died");
  for (int k = 0; k < 2; ++k) finish(handout, 0, handout.next(0));
  EXPECT_TRUE(handout.isOver());
  EXPECT_TRUE(handout.missing().empty());
}

TEST(Handout, aShardThatFailedIsNamedAndItsRankGoesOn) {
  Handout handout(1);
  begin(handout, 2);
  const Order order = handout.next(0);
  handout.tell(0, {Report::Kind::failed, order.shard, 0, "no memory"});
  finish(handout, 0, handout.next(0));
  ASSERT_EQ(handout.missing().size(), 1u);
  EXPECT_EQ(handout.missing()[0].reason, "rank 0: no memory");
}

TEST(Handout, tellsHowFarAllRanksAre) {
  Handout handout(2);
  begin(handout, 4);
  finish(handout, 0, handout.next(0));
  const Order order = handout.next(1);
  handout.tell(1, {Report::Kind::works, order.shard, 0.5, {}});
  EXPECT_DOUBLE_EQ(handout.fraction(), 1.5 / 4);
  EXPECT_EQ(handout.text(), "1 of 4 shards; rank 0: waits; rank 1: shard 2, 50 %");
}

TEST(Handout, ofAThousandRanksNamesTheOnesThatComputeLongest) {
  Handout handout(1000);
  begin(handout, 3);
  handout.next(700);
  EXPECT_THAT(handout.text(), HasSubstr("shards; rank 700: shard 1"));
  EXPECT_THAT(handout.text(), HasSubstr("992 more ranks"));
}

TEST(Handout, stopsEverybody) {
  Handout handout(2);
  begin(handout, 2);
  handout.stop();
  EXPECT_EQ(handout.next(1).kind, Order::Kind::stop);
}

TEST(Handout, givesEveryShardOnceToManyThreads) {
  constexpr int kRanks = 8;
  constexpr Index kShards = 500;
  Handout handout(kRanks);
  begin(handout, kShards);
  std::vector<std::atomic<int>> given(kShards);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < kRanks; ++rank)
    threads.emplace_back([&, rank] {
      for (Order order = handout.next(rank); order.kind == Order::Kind::compute; order = handout.next(rank)) {
        ++given[static_cast<size_t>(order.shard)];
        finish(handout, rank, order);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& times : given) EXPECT_EQ(times, 1);
  EXPECT_TRUE(handout.isOver());
}

}  // namespace handout_test
