// What single heads reach, in words: computed from the heads, never fixed; pairs within groups beside chance.
#include "ui/views/training/ReachWords.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ui/views/training/CourseSample.h"

namespace reach_words_test {

using engine::Index;
using testing::HasSubstr;

/// Of two heads of the hairpin the first looks at its partners, the second at the residue seven further on.
engine::HeadSet headsOfHairpin(Index length = 20) {
  engine::HeadSet heads;
  heads.numHeads = 2;
  heads.numQueries = heads.numKeys = length;
  for (const bool isPartner : {true, false}) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = engine::Array<float>({length, length}, isPartner ? 0.01F : 0.02F);
    for (Index i = 0; i < length; ++i)
      map->weights(i, isPartner ? length - 1 - i : (i + 7) % length) = isPartner ? 0.8F : 0.4F;
    heads.maps.push_back(std::move(map));
  }
  return heads;
}

ui::ReachOfHeads reached(const engine::TrainingCourse& course) {
  engine::Progress progress;
  return ui::reachOfHeads(headsOfHairpin(course.length()), course, progress);
}

TEST(ReachWords, tellWhatEachHeadReachesAlone) {
  const engine::TrainingCourse course = test::hairpin();
  const ui::ReachOfHeads reaches = reached(course);
  ASSERT_EQ(reaches.heads.size(), 2U);
  EXPECT_DOUBLE_EQ(reaches.heads[0].topFifth, 1);
  EXPECT_DOUBLE_EQ(reaches.heads[0].peaked, 1);
  EXPECT_DOUBLE_EQ(reaches.heads[1].peaked, 0);
  EXPECT_LT(reaches.heads[1].topFifth, 0.6);
  const ui::TrainingShown shown(*test::courseDataset(course), {});
  const std::string text = ui::reachText(shown, &reaches).toStdString();
  EXPECT_THAT(text, HasSubstr("35 % of couplings (7 % by chance)"));
  EXPECT_THAT(text, HasSubstr("50 % of the rows of heads have a weight above 0.5."));
  EXPECT_TRUE(ui::reachText(shown, nullptr).isEmpty());
}

TEST(ReachWords, withoutAStructureSayNothingOfContacts) {
  engine::TrainingCourse course = test::hairpin();
  course.touches = {};
  const ui::ReachOfHeads reaches = reached(course);
  EXPECT_EQ(ui::reachText(ui::TrainingShown(*test::courseDataset(course), {}), &reaches),
            QStringLiteral("50 % of the rows of heads have a weight above 0.5."));
}

TEST(ReachWords, pairsWithinGroupsAreComparedWithChanceAndWithContacts) {
  engine::TrainingCourse course = test::hairpin();
  course.groups = {std::vector<Index>(20, 0), {"ends", "turn"}};
  for (const Index k : {0, 1, 18, 19}) course.groups.groups[std::size_t(k)] = 1;
  for (const Index k : {8, 9, 10}) course.groups.groups[std::size_t(k)] = 2;
  const ui::TrainingShown shown(*test::courseDataset(course), {});
  const ui::ReachOfHeads reaches = reached(course);
  const auto rows = ui::groupRows(shown, &reaches);
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0].name, QStringLiteral("couplings"));
  EXPECT_EQ(rows[0].share.all, 105);
  EXPECT_EQ(rows[0].share.allWithin, 4) << "of the ends; those of the turn are too near each other";
  EXPECT_EQ(rows[4].name, QStringLiteral("all contacts"));
  EXPECT_EQ(rows[4].share.asked, 7);
  EXPECT_EQ(rows[4].share.within, 2);
  const std::string text = ui::groupsText(shown, &reaches).toStdString();
  EXPECT_THAT(text, HasSubstr("Within one group: couplings "));
  EXPECT_THAT(text, HasSubstr("all contacts 7.5 ×"));
  EXPECT_THAT(text, HasSubstr("of 2 heads more than chance (0 would be by chance)."));
}

TEST(ReachWords, whatIsNoMoreThanChanceIsCalledSo) {
  engine::TrainingCourse course = test::hairpin();
  course.groups = {std::vector<Index>(20, 0), {"all"}};
  for (Index k = 0; k < 20; ++k) course.groups.groups[std::size_t(k)] = 1;
  const ui::TrainingShown shown(*test::courseDataset(course), {});
  EXPECT_THAT(ui::groupsText(shown, nullptr).toStdString(),
              HasSubstr("couplings 20 of 20 pairs, 1.0 × chance (no more than chance)"));
  course.groups = {};
  EXPECT_TRUE(ui::groupsText(ui::TrainingShown(*test::courseDataset(course), {}), nullptr).isEmpty());
}

}  // namespace reach_words_test
