// Pictures of costs, random features, rotations, columns and contacts: what must hold of each.
#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/ErrorOf.h"
#include "tests/ui/views/teaching/PictureSamples.h"

namespace counting_pictures_test {

using engine::Index;
using test::arrayOf;
using test::errorOf;
using test::pictureOf;
using test::sampleOf;
using test::scalar;

bool says(const ui::TeachingPicture& picture, const QString& words) { return picture.altText().contains(words); }

TEST(SweepPicture, CountsScoresOfAllKindsOfAttention) {
  const auto picture = pictureOf("sweep", {{scalar("R", 112), scalar("C", 329)}});
  const auto says = [&](QString words) {
    return counting_pictures_test::says(*picture, words.replace(u'_', QChar(0x202f)));
  };
  EXPECT_TRUE(says(QStringLiteral("all with all: 1_357_775_104 scores"))) << picture->altText().toStdString();
  EXPECT_TRUE(says(QStringLiteral("rows alone: 12_122_992 scores")));
  EXPECT_TRUE(says(QStringLiteral("columns alone: 4_126_976 scores")));
  EXPECT_TRUE(says(QStringLiteral("tied rows: 108_241 scores")));
}

TEST(SweepPicture, RefusesCountsThatAreNotThoseOfTheAlignment) {
  ui::PictureInput input = sampleOf("sweep");
  input.arrays[2].values[1] = 863;
  EXPECT_NE(errorOf([&] { pictureOf("sweep", input); }).find("\"counts\" says 863"), std::string::npos);
  EXPECT_NE(errorOf([&] {
              pictureOf("sweep", {{scalar("R", 0.5), scalar("C", 3)}});
            }).find("whole number"),
            std::string::npos);
}

TEST(AssociatePicture, SaysHowMuchTheOtherOrderSaves) {
  const auto picture = pictureOf("associate", sampleOf("associate"));  // L / 2 m
  EXPECT_TRUE(says(*picture, QStringLiteral("15.4 times fewer"))) << picture->altText().toStdString();
  EXPECT_TRUE(says(
      *pictureOf("associate", {{scalar("L", 64), scalar("m", 32), scalar("d", 16), arrayOf("o", {2}, {300, 100})}}),
      QStringLiteral("3 times fewer")));
}

TEST(FrequenciesPicture, TheMeanOfOneFrequencyIsItsCosine) {
  const ui::PictureInput input{
      {arrayOf("w", {1}, {2}), arrayOf("u", {2}, {0, 1}), arrayOf("k", {2}, {1, std::exp(-0.5)})}};
  // cos 2 - e^-1/2 = -1.0227
  EXPECT_TRUE(says(*pictureOf("frequencies", input), QStringLiteral("at most 1 away")))
      << pictureOf("frequencies", input)->altText().toStdString();
}

TEST(FrequenciesPicture, AFrequencyIsDraggedAlongItsAxisAndTheMeanFollows) {
  ui::PictureInput input = sampleOf("frequencies");
  const auto picture = pictureOf("frequencies", input);
  const QRectF place(0, 0, 900, 600);
  const auto moves = picture->drag(ui::Theme::light(), place, {"w", {0}}, {300, 400});
  const auto further = picture->drag(ui::Theme::light(), place, {"w", {0}}, {340, 400});
  ASSERT_EQ(moves.size(), 1U);
  ASSERT_EQ(further.size(), 1U);
  EXPECT_EQ(moves[0].cell, (ui::PictureCell{"w", {0}}));
  EXPECT_GT(further[0].value, moves[0].value + 0.3) << "right is more";
  EXPECT_TRUE(picture->drag(ui::Theme::light(), place, {"w", {1}}, {300, 400}).empty()) << "it has no handle";
  // All at 0: the mean is 1 everywhere, and within the band nowhere but where the kernel is 1.
  for (double& w : input.arrays[0].values) w = 0;
  EXPECT_TRUE(says(*pictureOf("frequencies", input), QStringLiteral("Within ± 1 s.d. at 1 of 41 distances")))
      << pictureOf("frequencies", input)->altText().toStdString();
}

TEST(FrequenciesPicture, ClocksTurnWithTheirFrequencyAndTheDistanceThatIsPointedAt) {
  const ui::PictureInput input{
      {arrayOf("w", {2}, {std::numbers::pi, 1}), arrayOf("u", {3}, {0, 0.5, 1}), arrayOf("k", {3}, {1, 0.88, 0.61})}};
  // Half a turn at distance 1, a quarter at one half: the hand is left of, and above, the middle of the first clock.
  const auto hand = [&](const ui::PictureAttention& attention) {
    QImage image(900, 600, QImage::Format_RGB32);
    image.fill(ui::Theme::light().canvas);
    QPainter painter(&image);
    pictureOf("frequencies", input)->paint(painter, ui::Theme::light(), QRectF(0, 0, 900, 600), attention);
    painter.end();
    QPointF sum;
    int found = 0;
    for (int y = 440; y < 580; ++y)
      for (int x = 0; x < 125; ++x)
        if (image.pixel(x, y) == ui::Theme::light().accent.rgb()) {
          sum += QPointF(x, y);
          ++found;
        }
    EXPECT_GT(found, 40);
    return sum / std::max(1, found);
  };
  const QPointF half = hand({}), quarter = hand({ui::PictureCell{"u", {1}}, {}});
  EXPECT_LT(half.x(), quarter.x() - 10);
  EXPECT_GT(half.y(), quarter.y() + 10);
}

TEST(FrequenciesPicture, WhatTheClocksShowIsSaid) {
  ui::PictureInput input{
      {arrayOf("w", {2}, {std::numbers::pi, 1}), arrayOf("u", {3}, {0, 0.5, 1}), arrayOf("k", {3}, {1, 0.88, 0.61})}};
  EXPECT_TRUE(says(*pictureOf("frequencies", input),
                   QStringLiteral("1 apart as hands that a frequency turns; frequency 3.1: cosine −1; frequency 1: ")))
      << pictureOf("frequencies", input)->altText().toStdString();
  input.marks = {{"w", {1}}, {"u", {0}}};
  EXPECT_TRUE(says(*pictureOf("frequencies", input),
                   QStringLiteral("0 apart as hands that a frequency turns; frequency 1: cosine 1; frequency 3.1: ")))
      << pictureOf("frequencies", input)->altText().toStdString();
}

TEST(FrequenciesPicture, TheOneThatIsPointedAtShowsItsOwnCosine) {
  ui::PictureInput input{{arrayOf("w", {2}, {1, 2}), arrayOf("u", {41}, std::vector<double>(41)),
                          arrayOf("k", {41}, std::vector<double>(41))}};
  for (Index k = 0; k < 41; ++k) {
    input.arrays[1].values[k] = 0.1 * static_cast<double>(k);
    input.arrays[2].values[k] = std::exp(-0.005 * static_cast<double>(k * k));
  }
  const auto strong = [&](const ui::PictureAttention& attention) {
    QImage image(900, 600, QImage::Format_RGB32);
    image.fill(ui::Theme::light().canvas);
    QPainter painter(&image);
    pictureOf("frequencies", input)->paint(painter, ui::Theme::light(), QRectF(0, 0, 900, 600), attention);
    painter.end();
    int found = 0;
    for (int y = 0; y < 600; ++y)
      for (int x = 420; x < 900; ++x) found += image.pixel(x, y) == ui::Theme::light().locked.rgb() ? 1 : 0;
    return found;
  };
  EXPECT_EQ(strong({}), 0);
  EXPECT_GT(strong({ui::PictureCell{"w", {1}}, {}}), 150) << "by the pointer";
  EXPECT_GT(strong({{}, ui::PictureCell{"w", {0}}}), 150) << "by keys";
}

TEST(FeaturesPicture, NamesKindsAndTheirErrors) {
  EXPECT_TRUE(says(*pictureOf("features", sampleOf("features")),
                   QStringLiteral("trigonometric: 0.444 with 8 features, 0.042 with 512")));
}

TEST(CayleyPicture, TellsTheAngleOfTwoTokens) {
  const auto picture = pictureOf("cayley", sampleOf("cayley"));
  EXPECT_TRUE(says(*picture, QStringLiteral("turns by −90 degrees"))) << picture->altText().toStdString();
  EXPECT_TRUE(says(*picture, QStringLiteral("to 1e−12")));
}

TEST(CayleyPicture, SaysWhenARotationIsNone) {
  ui::PictureInput input = sampleOf("cayley");
  input.arrays[1].values[0] = 0.001;
  EXPECT_FALSE(says(*pictureOf("cayley", input), QStringLiteral("to 1e−12")));
}

TEST(CayleyPicture, RefusesWhatIsNotMirroredWithMinus) {
  ui::PictureInput input = sampleOf("cayley");
  input.arrays[0].values[1] = 1;
  EXPECT_NE(errorOf([&] { pictureOf("cayley", input); }).find("expected the same with minus"), std::string::npos);
}

TEST(ColumnsPicture, TellsTheFirstLettersOfEachStage) {
  EXPECT_TRUE(says(*pictureOf("columns", sampleOf("columns")), QStringLiteral("counted: K 0.556, R 0.333, Q 0.111")));
}

TEST(ChancePicture, ComparesWithLuck) {
  const auto picture = pictureOf("chance", sampleOf("chance"));
  EXPECT_TRUE(says(*picture, QStringLiteral("by luck, 0.0141"))) << picture->altText().toStdString();
  EXPECT_TRUE(says(*picture, QStringLiteral("first 40 ranks")));
}

}  // namespace counting_pictures_test
