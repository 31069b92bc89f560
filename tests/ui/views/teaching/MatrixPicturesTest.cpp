// What pictures of matrices, planes and curves say about their numbers, and refuse to say when it is not so.
#include <gtest/gtest.h>

#include "tests/support/ErrorOf.h"
#include "tests/ui/views/teaching/PictureSamples.h"

namespace matrix_pictures_test {

using engine::Index;
using test::arrayOf;
using test::errorOf;
using test::pictureOf;
using test::sampleOf;
using ui::PictureCell;
using ui::Theme;

const QRectF kPlace(0, 0, 900, 600);

bool says(const ui::TeachingPicture& picture, const char* words) {
  return picture.altText().contains(QString::fromUtf8(words));
}

TEST(Arrows2dPicture, DrawsLinesOnlyForTheScoreThatTheNumbersConfirm) {
  ui::PictureInput input = sampleOf("arrows2d");
  EXPECT_TRUE(says(*pictureOf("arrows2d", input), "straight lines"));
  for (double& score : input.arrays[2].values) score = 3 * score - 7;  // scaled and moved: the same lines
  EXPECT_TRUE(says(*pictureOf("arrows2d", input), "straight lines"));
  input.arrays[2].values = engine::Array<double>({1, 4}, {-0.5, -0.5, -2.5, -2.5}, "S");
  EXPECT_TRUE(says(*pictureOf("arrows2d", input), "circles"));
  input.arrays[2].values = engine::Array<double>({1, 4}, {1, 2, -3, 9}, "S");
  EXPECT_FALSE(says(*pictureOf("arrows2d", input), "Equal scores"));
  input.settings["score"] = "dot";
  EXPECT_EQ(errorOf([&] { pictureOf("arrows2d", input); }),
            "picture arrows2d: array \"S\" holds other scores than dot of Q and K, expected these, times and plus a "
            "constant");
}

TEST(Arrows2dPicture, TheGeneralScoreTurnsTheQueryFirst) {
  ui::PictureInput input = sampleOf("arrows2d");
  input.arrays.push_back(arrayOf("M", {2, 2}, {0, 1, -1, 0}));  // a quarter turn: (1, 0) M = (0, 1)
  input.arrays[2].values = engine::Array<double>({1, 4}, {0, 1, 2, 1}, "S");
  input.settings["score"] = "general";
  EXPECT_TRUE(says(*pictureOf("arrows2d", input), "best key is third"));
  input.arrays[2].values[0] = 0.5;
  EXPECT_NE(errorOf([&] { pictureOf("arrows2d", input); }), "no error");
}

TEST(Arrows2dPicture, ADraggedPointMovesBothComponents) {
  const auto picture = pictureOf("arrows2d", sampleOf("arrows2d"));
  const auto moves = picture->drag(Theme::light(), kPlace, {"Q", {0, 0}}, QPointF(500, 200));
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_EQ(moves[0].cell, (PictureCell{"Q", {0, 0}}));
  EXPECT_EQ(moves[1].cell, (PictureCell{"Q", {0, 1}}));
}

TEST(FlowPicture, FindsWhatFollowsFromWhat) {
  const auto picture = pictureOf("flow", sampleOf("flow"));
  EXPECT_TRUE(says(*picture, "= Q Kᵀ ÷ 1.73")) << picture->altText().toStdString();
  EXPECT_TRUE(says(*picture, "softmax of S by rows"));
  EXPECT_TRUE(says(*picture, "= A V"));
}

TEST(FlowPicture, ClaimsNothingThatTheNumbersDoNotConfirm) {
  ui::PictureInput input = sampleOf("flow");
  input.arrays[2].values(Index{1}, Index{0}) += 0.01;
  const auto picture = pictureOf("flow", input);
  EXPECT_FALSE(says(*picture, "Q Kᵀ"));
  EXPECT_FALSE(says(*picture, "softmax"));
  EXPECT_TRUE(says(*picture, "= A V"));
  input.arrays[3].isCovered = true;
  EXPECT_FALSE(says(*pictureOf("flow", input), "= A V"));
}

TEST(FlowPicture, ShowsOneHeadOfMany) {
  engine::Array<double> q({2, 1, 2}, {1, 2, 3, 4}, "Q"), k({2, 1, 2}, {1, 1, 1, 1}, "K"), s({2, 1, 1}, {3, 99}, "S");
  ui::PictureInput input{{{"Q", q}, {"K", k}, {"S", s}}};
  EXPECT_TRUE(says(*pictureOf("flow", input), "= Q Kᵀ"));
  input.settings["head"] = "2";  // 3 + 4 is not 99 but a multiple, which is said
  EXPECT_TRUE(says(*pictureOf("flow", input), "× 14.1"));
}

TEST(RegressionPicture, TellsTheEstimateAndTheHeaviestPoint) {
  ui::PictureInput input = sampleOf("regression");
  input.settings["query"] = "1";
  const auto picture = pictureOf("regression", input);
  EXPECT_TRUE(says(*picture, "The point at 0 weighs most")) << picture->altText().toStdString();
  EXPECT_FALSE(says(*picture, "4.5 weighs most"));
}

/// As kernel regression is asked at one place beside a curve that was asked at many.
TEST(RegressionPicture, TakesOneQuestionAndACurveOfItsOwn) {
  const ui::PictureInput all = sampleOf("regression");
  ui::PictureInput input{{all.arrays[0], all.arrays[1], test::scalar("q", 0.5),
                          arrayOf("A", {1, 10}, std::vector<double>(10, 0.1)), arrayOf("answer", {1}, {2.244}),
                          test::scalar("grid", 0), test::scalar("smooth", 0)}};
  input.arrays[5].values = all.arrays[2].values;
  input.arrays[6].values = all.arrays[3].values.reshaped({19, 1});
  input.handles.push_back({{"q", {}}, 0, 4.5, 0.05});
  const auto picture = pictureOf("regression", input);
  EXPECT_TRUE(says(*picture, "At 0.5 the estimate is 2.24")) << picture->altText().toStdString();
  const auto moves = picture->drag(Theme::light(), kPlace, {"q", {}}, QPointF(880, 100));
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_DOUBLE_EQ(moves[0].value, 4.5);
  input.arrays.resize(6);
  EXPECT_NE(errorOf([&] { pictureOf("regression", input); }).find("found 6 arrays, expected"), std::string::npos);
}

TEST(BarsPicture, NamesItsBars) {
  EXPECT_TRUE(says(*pictureOf("bars", sampleOf("bars")), "first 0.229, second −0.152"));
}

TEST(ClockPicture, AShiftTurnsEachHandByItsOwnAngle) {
  const auto picture = pictureOf("clock", sampleOf("clock"));
  EXPECT_TRUE(says(*picture, "hand 1 has turned by 115 degrees")) << picture->altText().toStdString();  // 2 rad
  EXPECT_TRUE(says(*picture, "hand 2 has turned by 11 degrees"));                                       // 0.2 rad
}

TEST(ClockPicture, NeedsASineAndACosineForEachClock) {
  ui::PictureInput input = sampleOf("clock");
  input.arrays[0] = arrayOf("P", {2, 3}, {0, 1, 0, 1, 0, 1});
  EXPECT_EQ(errorOf([&] { pictureOf("clock", input); }),
            "picture clock: array \"P\" has 3 channels, expected an even number: a sine and a cosine for each clock");
}

TEST(ClockPicture, MarksOfRowsAreHands) {
  ui::PictureInput input = sampleOf("clock");
  input.arrays.resize(1);
  input.handles.clear();
  input.marks = {{"P", {3}}, {"P", {5}}};
  const auto picture = pictureOf("clock", input);
  EXPECT_TRUE(says(*picture, "the hands show position 4"));
  EXPECT_TRUE(says(*picture, "2 further, hand 1 has turned by 115 degrees"));
}

TEST(StackPicture, SaysHowTheMapsAddUp) {
  ui::PictureInput input = sampleOf("stack");
  EXPECT_TRUE(says(*pictureOf("stack", input), "divided by the root of 6 rows"));
  for (double& value : input.arrays[1].values) value *= std::sqrt(6.0);
  EXPECT_TRUE(says(*pictureOf("stack", input), "The sum of the maps"));
  EXPECT_FALSE(says(*pictureOf("stack", input), "root"));
  input.arrays[1].values[0] += 0.1;
  EXPECT_FALSE(says(*pictureOf("stack", input), "sum of the maps"));
}

TEST(StackPicture, WeighsRowsBeforeItAddsThem) {
  ui::PictureInput input = sampleOf("stack");
  input.arrays[2].values[5] = 0;
  EXPECT_FALSE(says(*pictureOf("stack", input), "sum of the maps"));
  for (Index k = 0; k < 144; ++k) input.arrays[1].values[k] -= input.arrays[0].values[5 * 144 + k] / std::sqrt(6.0);
  EXPECT_TRUE(says(*pictureOf("stack", input), "root of 6 rows"));
}

ui::PictureInput maskedFlow() {
  for (test::PictureSample& sample : test::pictureSamples())
    if (sample.id == "flow" && sample.name == "masked") return sample.input;
  return {};
}

TEST(FlowPicture, AClickMasksACellInScoresAndWeightsToo) {
  const auto picture = pictureOf("flow", maskedFlow());
  EXPECT_TRUE(says(*picture, "M, 4 by 4, mask, 10 of 16 are seen")) << picture->altText().toStdString();
  EXPECT_TRUE(says(*picture, "softmax of S by rows"));
  for (const char* name : {"M", "S", "A"}) {
    const auto hidden = picture->press({name, {2, 1}}), shown = picture->press({name, {0, 3}});
    ASSERT_TRUE(hidden && shown) << name;
    EXPECT_EQ(hidden->cell, (PictureCell{"M", {2, 1}}));
    EXPECT_EQ(hidden->value, 0) << "it is seen: the click hides it";
    EXPECT_EQ(shown->value, 1) << "and back";
  }
  EXPECT_FALSE(picture->press({"V", {2, 1}})) << "values are not masked";
  EXPECT_FALSE(picture->press({"A", {2}})) << "a row is no cell";
}

TEST(FlowPicture, ClaimsNoSoftmaxThatAnotherMaskGave) {
  ui::PictureInput input = maskedFlow();
  input.arrays[3].values(3, 0) = 0;  // hidden, but it still has weight
  EXPECT_FALSE(says(*pictureOf("flow", input), "softmax"));
  ui::PictureInput empty = maskedFlow();
  for (Index j = 0; j < 4; ++j) empty.arrays[3].values(0, j) = empty.arrays[4].values(0, j) = 0;
  EXPECT_TRUE(says(*pictureOf("flow", empty), "softmax of S by rows")) << "a row that sees nothing gives nothing";
  input.arrays[3].values(3, 0) = 0.5;
  EXPECT_NE(errorOf([&] { pictureOf("flow", input); }).find("expected 1 or 0 of a mask"), std::string::npos);
  input.settings["mask"] = "nobody";
  EXPECT_NE(errorOf([&] { pictureOf("flow", input); }).find("mask nobody, expected one of its matrices"),
            std::string::npos);
}

TEST(FlowPicture, CallsMatricesAsTheBlockSays) {
  ui::PictureInput input{{test::arrayOf("Sx", {1, 2}, {0, 0}), test::arrayOf("A_x", {1, 2}, {0.5, 0.5})}};
  EXPECT_TRUE(test::pictureOf("flow", input)->altText().contains(QStringLiteral("A x, 1 by 2, softmax of Sx")));
  input.settings["names"] = std::string("scores the_shares");
  const QString text = test::pictureOf("flow", input)->altText();
  EXPECT_TRUE(text.contains(QStringLiteral("scores, 1 by 2; the shares, 1 by 2, softmax of scores by rows")))
      << text.toStdString();
  EXPECT_EQ(test::pictureOf("flow", input)->readout({"A_x", {0, 1}}), QStringLiteral("A_x[1,2] = 0.5"))
      << "what can be written into a lesson";
}

}  // namespace matrix_pictures_test
