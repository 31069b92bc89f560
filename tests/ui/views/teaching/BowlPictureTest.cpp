// The bowl: heights of scores, widths of weights, the place of the mixture.
#include <gtest/gtest.h>

#include "tests/support/ErrorOf.h"
#include "tests/ui/views/teaching/PictureSamples.h"

namespace bowl_picture_test {

using engine::Index;
using test::pictureOf;
using ui::PictureCell;
using ui::Theme;

const QRectF kPlace(0, 0, 900, 600);

/// Where the pointer finds cells of an array: the middle of each.
std::map<Index, QPointF> placesOf(const ui::TeachingPicture& picture, const std::string& array, size_t axis) {
  std::map<Index, std::pair<QPointF, int>> sums;
  for (int y = 0; y < 600; y += 2)
    for (int x = 0; x < 900; x += 2)
      if (const auto cell = picture.cellAt(Theme::light(), kPlace, QPointF(x, y)))
        if (cell->array == array) {
          auto& [sum, count] = sums[cell->at[axis]];
          sum += QPointF(x, y);
          ++count;
        }
  std::map<Index, QPointF> places;
  for (const auto& [index, sum] : sums) places[index] = sum.first / sum.second;
  return places;
}

TEST(BowlPicture, PutsKeysInOrderFromTheLeft) {
  const auto picture = pictureOf("bowl", test::sampleOf("bowl"));
  for (const char* array : {"S", "A"}) {
    const auto places = placesOf(*picture, array, 1);
    ASSERT_EQ(places.size(), 4U) << array;
    for (Index j = 1; j < 4; ++j) EXPECT_GT(places.at(j).x(), places.at(j - 1).x());
  }
}

TEST(BowlPicture, PutsTheMixtureBetweenTheValuesItIsMadeOf) {
  const auto picture = pictureOf("bowl", test::sampleOf("bowl"));
  const auto values = placesOf(*picture, "V", 0);
  const auto output = placesOf(*picture, "O", 1);
  ASSERT_EQ(values.size(), 4U);
  ASSERT_EQ(output.size(), 1U);
  EXPECT_LT(output.at(0).y(), values.at(0).y());  // 1.72 is above 1 ...
  EXPECT_GT(output.at(0).y(), values.at(3).y());  // ... and below 8
}

TEST(BowlPicture, ADraggedValueFollowsThePointerOnItsSteps) {
  const auto picture = pictureOf("bowl", test::sampleOf("bowl"));
  const auto values = placesOf(*picture, "V", 0);
  const PictureCell first{"V", {0, 0}};
  const auto moves = picture->drag(Theme::light(), kPlace, first, values.at(2));
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0].cell, first);
  EXPECT_NEAR(moves[0].value, 4, 0.5);  // where the third key has 4
  EXPECT_DOUBLE_EQ(std::round(moves[0].value * 2), moves[0].value * 2);
}

TEST(BowlPicture, AnswersNothingBeforeItIsUncoveredThatFar) {
  ui::PictureInput input = test::sampleOf("bowl");
  input.settings["uncover"] = "scores";
  const auto picture = pictureOf("bowl", input);
  EXPECT_FALSE(picture->altText().contains(QStringLiteral("0.644")));
  EXPECT_TRUE(placesOf(*picture, "A", 1).empty());
  EXPECT_TRUE(placesOf(*picture, "O", 1).empty());
  input.settings["uncover"] = "weights";
  const auto weights = pictureOf("bowl", input);
  EXPECT_TRUE(weights->altText().contains(QStringLiteral("first 0.644")));
  EXPECT_FALSE(weights->altText().contains(QStringLiteral("1.72")));
}

TEST(BowlPicture, SaysWhichArraysDoNotFit) {
  ui::PictureInput input = test::sampleOf("bowl");
  input.arrays[2] = test::arrayOf("V", {3, 1}, {1, 2, 3});
  EXPECT_EQ(test::errorOf([&] { pictureOf("bowl", input); }),
            "picture bowl: array \"V\" has shape (3, 1), expected values (n, d) with m = 1, n = 4");
}

}  // namespace bowl_picture_test
