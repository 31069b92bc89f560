// Cutting lists of items of known work into shards.
#include "app/cluster/Shards.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/Random.h"

namespace shards_test {

using namespace app;

std::vector<double> randomWork(int count, std::uint64_t seed) {
  engine::Random random(seed);
  std::vector<double> work;
  for (int k = 0; k < count; ++k) work.push_back(static_cast<double>(1 + random.below(500)));
  return work;
}

TEST(Shards, holdEveryItemOnceInOrderAndNoneIsEmpty) {
  for (const int count : {1, 2, 7, 100}) {
    const auto work = randomWork(count, 3);
    for (const Index parts : {1, 2, 3, 50, 100, 1000}) {
      const auto shards = shardsOf(work, parts);
      ASSERT_LE(std::ssize(shards), parts);
      Index next = 0;
      for (const Shard& shard : shards) {
        EXPECT_EQ(shard.first, next);
        EXPECT_GT(shard.last, shard.first);
        next = shard.last;
      }
      EXPECT_EQ(next, count);
    }
  }
}

TEST(Shards, haveTheWorkOfAnEqualPartGiveOrTakeAnItem) {
  const auto work = randomWork(1000, 5);
  double total = 0;
  for (const double one : work) total += one;
  const auto shards = shardsOf(work, 8);
  ASSERT_EQ(shards.size(), 8u);
  for (const Shard& shard : shards) EXPECT_NEAR(shard.work, total / 8, 500);
}

TEST(Shards, ofOneHugeItemLeaveTheOthersToOtherShards) {
  const std::vector<double> work{1, 1, 1000, 1, 1};
  const auto shards = shardsOf(work, 3);
  EXPECT_EQ(shards.back().last, 5);
  EXPECT_LE(shards.size(), 3u);
}

TEST(Shards, ofNothingAreNone) { EXPECT_TRUE(shardsOf({}, 4).empty()); }

TEST(Shards, ofItemsWithoutWorkAreThereAllTheSame) {
  const auto shards = shardsOf(std::vector<double>(5, 0.0), 2);
  ASSERT_FALSE(shards.empty());
  EXPECT_EQ(shards.back().last, 5);
}

TEST(Shards, areAsManyAsTheWorkAsksForWithinTheItems) {
  EXPECT_EQ(shardCount(std::vector<double>(10, 1.0), {1e9, 512}), 1);
  EXPECT_EQ(shardCount(std::vector<double>(5120, 1.0), {1e9, 512}), 10);
  EXPECT_EQ(shardCount(std::vector<double>(1000000, 1.0), {1e9, 512}), 64) << "little work: some shards";
  EXPECT_EQ(shardCount(std::vector<double>(1000000, 1e6), {1e9, 512}), 1000) << "a unit each";
  EXPECT_EQ(shardCount(std::vector<double>(1000000, 1e9), {1e9, 1}), 100000) << "no more than a folder can hold";
  EXPECT_EQ(shardCount({}, {1e9, 512}), 1);
}

}  // namespace shards_test
