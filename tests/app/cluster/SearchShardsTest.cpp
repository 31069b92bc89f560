// Tasks of a search as bytes.
#include "app/cluster/SearchShards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/ErrorOf.h"

namespace search_shards_test {

using namespace app;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(IndexRuns, giveAnyPartOfTheListBack) {
  const std::vector<Index> indices{3, 4, 5, 9, 2, 3, 20};
  const IndexRuns runs{indices};
  EXPECT_EQ(runs.count(), 7);
  EXPECT_EQ(runs.runs().size(), 4u);
  for (Index first = 0; first <= 7; ++first)
    for (Index last = first; last <= 7; ++last)
      EXPECT_EQ(runs.part(first, last), std::vector<Index>(indices.begin() + first, indices.begin() + last));
}

TEST(IndexRuns, holdAWholeDatabaseInOneRun) {
  std::vector<Index> all(100000);
  std::iota(all.begin(), all.end(), Index{0});
  const IndexRuns runs{all};
  EXPECT_EQ(runs.runs().size(), 1u);
  EXPECT_THAT(runs.part(99998, 100000), ElementsAre(99998, 99999));
}

TEST(SearchTask, comesBackWithAllBitsFromItsBytes) {
  SearchTask task;
  task.stage = SearchTask::Stage::gapped;
  task.asked = "version 1";
  task.database = "sum";
  task.profile.length = 2;
  task.profile.emissions = {0.1f, -0.0f, 3e-40f};
  task.profile.transitions = {-std::numeric_limits<float>::infinity(), 1};
  task.profile.composition[3] = 0.3f;
  task.profile.neff = 2.5f;
  task.states.length = 7;
  task.states.scores = {1, 255, 0};
  task.which = IndexRuns(std::vector<Index>{5, 6, 1});
  task.shards = {{0, 2, 1.5}, {2, 3, 1}};
  const SearchTask back = searchTaskFrom(searchTaskText(task));
  EXPECT_EQ(back.stage, task.stage);
  EXPECT_EQ(back.asked, task.asked);
  EXPECT_EQ(back.database, task.database);
  EXPECT_EQ(back.profile.emissions, task.profile.emissions);
  EXPECT_EQ(back.profile.transitions, task.profile.transitions);
  EXPECT_EQ(back.profile.composition, task.profile.composition);
  EXPECT_EQ(back.profile.neff, task.profile.neff);
  EXPECT_EQ(back.states.length, 7);
  EXPECT_EQ(back.states.scores, task.states.scores);
  EXPECT_THAT(back.which.part(0, 3), ElementsAre(5, 6, 1));
  EXPECT_EQ(back.shards, task.shards);
}

TEST(SearchTask, everyCutOfItsBytesIsAnError) {
  const std::string text = searchTaskText({});
  for (size_t k = 0; k < text.size(); ++k)
    EXPECT_NE(test::errorOf([&] { searchTaskFrom(text.substr(0, k)); }), "no error") << k;
}

TEST(Scores, areJoinedAndCutOnesAreAnError) {
  std::vector<int> scores;
  addScores(scores, std::string("\1\0\0\0", 4));
  addScores(scores, std::string("\2\0\0\0\3\0\0\0", 8));
  EXPECT_THAT(scores, ElementsAre(1, 2, 3));
  EXPECT_THAT(test::errorOf([&] { addScores(scores, "abc"); }), HasSubstr("found 3 bytes of scores"));
}

}  // namespace search_shards_test
