// Pictures of sequences, searches, trainings, states and volumes: what must hold of each.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "tests/support/ErrorOf.h"
#include "tests/ui/views/teaching/PictureSamples.h"
#include "ui/views/teaching/DrawnPicture.h"

namespace time_pictures_test {

using engine::Index;
using test::arrayOf;
using test::errorOf;
using test::pictureOf;
using test::sampleOf;
using ui::Theme;

bool says(const ui::TeachingPicture& picture, const char* words) {
  return picture.altText().contains(QString::fromUtf8(words));
}

TEST(UnrolledPicture, TellsWhereTheCurrentStepReads) {
  ui::PictureInput input = sampleOf("unrolled");
  EXPECT_TRUE(says(*pictureOf("unrolled", input), "At step 3, G, the most is read from 6, G"))
      << pictureOf("unrolled", input)->altText().toStdString();
  input.arrays[2].values[0] = 1;
  EXPECT_TRUE(says(*pictureOf("unrolled", input), "At step 1, I, the most is read from 8, I"));
}

TEST(BeamPicture, FindsTheBestLeafAndComparesItWithGreedyChoice) {
  ui::PictureInput input = sampleOf("beam");
  const auto picture = pictureOf("beam", input);
  // Kept leaves: D below M, -0.7; R below K, -2.6; V below E, -1.492; A below R, -2.7.
  EXPECT_TRUE(says(*picture, "The best is MD, log-probability −0.7")) << picture->altText().toStdString();
  EXPECT_TRUE(says(*picture, "Greedy choice finds the same"));
  input.arrays[1].values[2] = -0.5;  // now the likeliest second letter is E, and from there V
  const auto missed = pictureOf("beam", input);
  EXPECT_TRUE(says(*missed, "Greedy choice finds MEV, −1.49: less probable")) << missed->altText().toStdString();
  input.arrays[1].values[5] = -0.6;  // a search that dropped what greedy choice finds says so
  input.arrays[2].values[5] = 0;
  EXPECT_TRUE(says(*pictureOf("beam", input), "more probable, this search missed it"));
}

TEST(BeamPicture, LengthPenaltyPrefersLongerOnes) {
  ui::PictureInput input = sampleOf("beam");
  input.settings["penalty"] = std::string("3");  // -0.7 / 8 against -1.492 / 27
  EXPECT_TRUE(says(*pictureOf("beam", input), "The best is MEV"));
}

/// The picture as an image, somebody pointing at a cell.
QImage drawn(const ui::TeachingPicture& picture, const ui::PictureAttention& attention = {}) {
  QImage image(900, 500, QImage::Format_RGB32);
  image.fill(Theme::light().canvas);
  QPainter painter(&image);
  picture.paint(painter, Theme::light(), QRectF(0, 0, 900, 500), attention);
  return image;
}

/// Pixels of a colour, as far as letters and lines are not blended.
int count(const QImage& image, const QColor& color) {
  int found = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixel(x, y) == color.rgb()) ++found;
  return found;
}

/// Where a cell is hit, from the left; null: nowhere.
std::optional<QPointF> placeOf(const ui::TeachingPicture& picture, const ui::PictureCell& cell) {
  for (double x = 1; x < 900; x += 3)
    for (double y = 1; y < 500; y += 3)
      if (picture.cellAt(Theme::light(), QRectF(0, 0, 900, 500), {x, y}) == cell) return QPointF(x, y);
  return std::nullopt;
}

TEST(UnrolledPicture, WithoutAStepAllIsWrittenAndTheRowThatIsPointedAtShowsItsArrows) {
  ui::PictureInput input = sampleOf("unrolled");
  input.arrays.resize(1);
  input.handles.clear();
  input.settings.clear();
  const auto whole = pictureOf("unrolled", input);
  const QRectF place(0, 0, 900, 500);
  const auto texts = [&](const ui::TeachingPicture& picture, const ui::PictureAttention& attention) {
    return dynamic_cast<const ui::DrawnPicture&>(picture).textPlaces(Theme::light(), place, attention).size();
  };
  ui::PictureInput first = input;
  first.settings["step"] = std::string("1");
  EXPECT_EQ(texts(*whole, {}), texts(*pictureOf("unrolled", first), {}) + 7) << "seven letters that come later";
  EXPECT_TRUE(says(*whole, "At step 1, I, the most is read from 8, I"));
  input.marks = {{"A", {4, 2}}};
  EXPECT_TRUE(says(*pictureOf("unrolled", input), "At step 5")) << "a row that was chosen";
  EXPECT_NE(drawn(*whole, {ui::PictureCell{"A", {2, 5}}, {}}), drawn(*whole, {ui::PictureCell{"A", {3, 4}}, {}}));
}

TEST(BeamPicture, AClickedNodeShowsItsWholeHypothesis) {
  ui::PictureInput input = sampleOf("beam");
  const int before = count(drawn(*pictureOf("beam", input)), Theme::light().locked);
  EXPECT_EQ(before, 0);
  EXPECT_TRUE(placeOf(*pictureOf("beam", input), {"score", {5}})) << "a node can be clicked";
  input.marks = {{"score", {2}}};  // E below M: two edges
  const int two = count(drawn(*pictureOf("beam", input)), Theme::light().locked);
  input.marks = {{"score", {5}}};  // V below E below M: three
  const int three = count(drawn(*pictureOf("beam", input)), Theme::light().locked);
  EXPECT_GT(two, 500);
  EXPECT_GT(three, two + 300);
  input.marks = {{"parent", {5}}};  // the same place of another of its arrays, marked elsewhere
  EXPECT_GT(count(drawn(*pictureOf("beam", input)), Theme::light().locked), two + 300);
  input.marks = {{"score", {77}}, {"other", {1}}, {"score", {-1}}};
  EXPECT_EQ(count(drawn(*pictureOf("beam", input)), Theme::light().locked), 0) << "nothing that it has";
}

TEST(BeamPicture, AClickedNodeIsWhereTheSearchGoesOnFrom) {
  ui::PictureInput input = sampleOf("beam");
  EXPECT_FALSE(pictureOf("beam", input)->press({"score", {2}})) << "nothing says that a search begins with a text";
  input.settings["begin"] = std::string("begun_with");
  const auto picture = pictureOf("beam", input);
  const auto move = picture->press({"score", {5}});
  ASSERT_TRUE(move && move->text);
  EXPECT_EQ(move->cell, (ui::PictureCell{"begun_with", {}}));
  EXPECT_EQ(*move->text, "MEV");
  EXPECT_EQ(picture->press({"parent", {5}})->text, "MEV") << "by keys through its other arrays";
  input.settings["begun"] = std::string("ME");
  const auto begun = pictureOf("beam", input);
  EXPECT_TRUE(says(*begun, "It was searched from ME on.")) << begun->altText().toStdString();
  EXPECT_EQ(begun->press({"score", {2}})->text, "") << "the last letter of the beginning lets go of it";
  EXPECT_EQ(begun->press({"score", {0}})->text, "M") << "one before it makes it shorter";
  EXPECT_NE(drawn(*begun), drawn(*picture)) << "the way to the beginning is drawn as one";
  input.arrays[0].labels[0][5] = QStringLiteral("<end>");
  EXPECT_FALSE(pictureOf("beam", input)->press({"score", {5}})) << "no way leads on from an end";
}

TEST(BeamPicture, RefusesParentsThatComeLater) {
  ui::PictureInput input = sampleOf("beam");
  input.arrays[0].values[0] = 2;
  EXPECT_NE(errorOf([&] { pictureOf("beam", input); }).find("expected a node before it, or 0"), std::string::npos);
}

TEST(TrainingPicture, TheScrubberGoesToTheNearestCheckpoint) {
  const auto picture = pictureOf("training", sampleOf("training"));
  EXPECT_TRUE(says(*picture, "Maps are those of step 300"));
  const QRectF place(0, 0, 900, 600);
  const auto first = picture->drag(Theme::light(), place, {"at", {}}, QPointF(60, 200));
  const auto last = picture->drag(Theme::light(), place, {"at", {}}, QPointF(520, 200));
  ASSERT_EQ(first.size(), 1U);
  ASSERT_EQ(last.size(), 1U);
  EXPECT_DOUBLE_EQ(first[0].value, 1);
  EXPECT_DOUBLE_EQ(last[0].value, 3);
}

TEST(TrainingPicture, DrawsOfEachExampleWhatItHasAndNamesItsSymbols) {
  ui::PictureInput input = sampleOf("training");
  // "AC" is written "CA" and ends: two columns, three rows; the rest of the sheet is room for the other example.
  engine::Array<double>& maps = input.arrays[4].values;
  for (Index c = 0; c < 3; ++c)
    for (Index t = 0; t < 6; ++t)
      for (Index s = 0; s < 6; ++s) maps(c, 1, t, s) = t < 3 && s < 2 ? 0.5 : 0;
  input.arrays[4].labels = {{}, {QStringLiteral("ABCDEF → FEDCB"), QStringLiteral("AC → CA")}};
  const auto picture = pictureOf("training", input);
  const QRectF place(0, 0, 900, 600);
  Index inside = 0, most = 0;
  for (int y = 0; y < 600; y += 2)
    for (int x = 560; x < 900; x += 2) {
      const auto cell = picture->cellAt(Theme::light(), place, QPointF(x, y));
      if (!cell || cell->array != "maps" || cell->at.size() != 4 || cell->at[1] != 1) continue;
      ++inside;
      most = std::max({most, cell->at[2], cell->at[3] + 1});
    }
  EXPECT_GT(inside, 100);
  EXPECT_EQ(most, 2) << "rows 0 to 2 and columns 0 to 1 alone";
}

TEST(PairhmmPicture, TellsEachWayInBits) {
  const auto picture = pictureOf("pairhmm", sampleOf("pairhmm"));
  EXPECT_TRUE(says(*picture, "From M: to M 0.15 bits, to I 4.32 bits")) << picture->altText().toStdString();
  EXPECT_FALSE(says(*picture, "From I: to M 0.74 bits, to I 1.32 bits, to D"));  // there is no way from I to D
}

TEST(PairhmmPicture, AClickedStateLightsAllOfItsExits) {
  ui::PictureInput input = sampleOf("pairhmm");
  const std::string name = input.arrays[0].name;
  const auto plain = pictureOf("pairhmm", input);
  EXPECT_TRUE(placeOf(*plain, {name, {0}})) << "a state can be clicked";
  EXPECT_TRUE(placeOf(*plain, {name, {0, 1}})) << "and so can its edges";
  EXPECT_TRUE(plain->readout({name, {0}}).contains(QStringLiteral("From M: to M 0.15 bits")))
      << plain->readout({name, {0}}).toStdString();
  input.marks = {{name, {0, 1}}};
  const int edge = count(drawn(*pictureOf("pairhmm", input)), Theme::light().locked);
  input.marks = {{name, {0}}};
  const int state = count(drawn(*pictureOf("pairhmm", input)), Theme::light().locked);
  EXPECT_GT(edge, 100);
  EXPECT_GT(state, edge + 100);
}

TEST(PairhmmPicture, RefusesExitsThatAddUpToMoreThanOne) {
  ui::PictureInput input = sampleOf("pairhmm");
  input.arrays[0].values[0] = 0.95;
  EXPECT_NE(errorOf([&] { pictureOf("pairhmm", input); }).find("sum of 1.05"), std::string::npos);
  input.arrays[0].values[0] = 0.5;  // an edge that was forbidden leaves less than 1
  EXPECT_EQ(errorOf([&] { pictureOf("pairhmm", input); }), "no error");
}

ui::PictureInput forbiddenEdge() {
  for (test::PictureSample& sample : test::pictureSamples())
    if (sample.id == "pairhmm" && sample.name == "forbidden") return sample.input;
  return {};
}

TEST(PairhmmPicture, AClickForbidsAnEdgeAndAllowsItAgain) {
  const auto picture = pictureOf("pairhmm", forbiddenEdge());
  EXPECT_TRUE(says(*picture, "M to D is forbidden.")) << picture->altText().toStdString();
  const auto forbid = picture->press({"T", {0, 1}}), allow = picture->press({"T", {0, 2}});
  ASSERT_TRUE(forbid && allow);
  EXPECT_EQ(forbid->cell, (ui::PictureCell{"allowed", {0, 1}}));
  EXPECT_EQ(forbid->value, 0);
  EXPECT_EQ(allow->value, 1);
  EXPECT_TRUE(placeOf(*picture, {"T", {0, 2}})) << "a forbidden edge is still there to be clicked";
  EXPECT_FALSE(picture->press({"T", {0}})) << "a state is no edge";
  EXPECT_TRUE(picture->press({"allowed", {0, 1}})) << "by keys through the other array";
}

TEST(PairhmmPicture, TheLastWayOutOfAStateStays) {
  ui::PictureInput input = forbiddenEdge();
  input.arrays[0].values(0, 0) = 0;
  input.arrays[0].values(0, 1) = 1;
  input.arrays[1].values(0, 0) = 0;
  const auto picture = pictureOf("pairhmm", input);
  EXPECT_FALSE(picture->press({"T", {0, 1}}));
  EXPECT_TRUE(picture->press({"T", {0, 0}})) << "but others are allowed again";
}

TEST(PairhmmPicture, AForbiddenEdgeIsDashedAndCostsWithoutEnd) {
  ui::PictureInput input = forbiddenEdge();
  const QImage dashed = drawn(*pictureOf("pairhmm", input));
  const int muted = count(dashed, Theme::light().muted);
  input.arrays[1].values(0, 2) = 1;  // a way that nobody goes: not drawn
  EXPECT_GT(muted, count(drawn(*pictureOf("pairhmm", input)), Theme::light().muted) + 20);
  input.arrays[0].values(0, 0) = 0.9;
  input.arrays[0].values(0, 2) = 0.05;
  input.arrays[1].values(0, 2) = 0;
  EXPECT_NE(errorOf([&] { pictureOf("pairhmm", input); }).find("where \"allowed\" forbids it, expected 0"),
            std::string::npos);
}

TEST(CubePicture, VolumesAreDeterminants) {
  ui::PictureInput input = sampleOf("cube");
  input.arrays[0].values = engine::Array<double>({3, 3}, {2, 0, 0, 0, 3, 0, 0, 0, 4}, "Z");
  input.arrays[1].values = engine::Array<double>({3, 3}, {0, 1, 0, 1, 0, 0, 0, 0, 1}, "Y");
  const auto picture = pictureOf("cube", input);
  EXPECT_TRUE(says(*picture, "The box of Z has a volume of 24"));
  EXPECT_TRUE(says(*picture, "The box of Y has a volume of −1 and singular values 1, 1, 1"));
  EXPECT_TRUE(says(*picture, "factor of volumes is −0.382"));
}

TEST(CubePicture, StandsBesideWhatASoftmaxMakesOfTheTokens) {
  ui::PictureInput input;
  for (test::PictureSample& sample : test::pictureSamples())
    if (sample.name == "repeated") input = sample.input;
  input.arrays[3].values = engine::Array<double>({3, 3}, {1, 1, 1, 2, 2, 2, 2, 2, 2}, "P");  // all tokens alike
  const auto picture = pictureOf("cube", input);
  EXPECT_TRUE(says(*picture, "The box of P has a volume of 0 and singular values 5.2, 0, 0."))
      << picture->altText().toStdString();
  const auto place = placeOf(*picture, {"n", {}});
  ASSERT_TRUE(place) << "how often it is applied can be grabbed";
  const auto moves = picture->drag(Theme::light(), QRectF(0, 0, 900, 500), {"n", {}}, *place - QPointF(0, 40));
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_GT(moves[0].value, 4) << "up is more";
}

TEST(PosePicture, TellsWhatStaysAndWhatTurnsAlong) {
  const auto picture = pictureOf("pose", sampleOf("pose"));
  EXPECT_TRUE(says(*picture, "The points were turned")) << picture->altText().toStdString();
  EXPECT_TRUE(says(*picture, "The numbers are the same, to 1e−9"));
  EXPECT_TRUE(says(*picture, "The vectors turned along, to 1e−9"));
}

TEST(PosePicture, AMirrorIsCalledOne) {
  ui::PictureInput input = sampleOf("pose");
  for (Index i = 0; i < 6; ++i) input.arrays[1].values(i, Index{2}) *= -1;
  const auto picture = pictureOf("pose", input);
  EXPECT_TRUE(says(*picture, "The points were mirrored")) << picture->altText().toStdString();
  EXPECT_TRUE(says(*picture, "The vectors miss the motion by up to 1"));  // 0.5 up instead of 0.5 down
}

TEST(PosePicture, SaysWhenNumbersChangeOrPointsAreBent) {
  ui::PictureInput input = sampleOf("pose");
  input.arrays[3].values[2] += 0.25;
  EXPECT_TRUE(says(*pictureOf("pose", input), "The numbers differ by up to 0.25"));
  input.arrays[1].values[0] += 1;
  EXPECT_TRUE(says(*pictureOf("pose", input), "in another way"));
  EXPECT_FALSE(says(*pictureOf("pose", input), "vectors"));
}

TEST(PosePicture, KnowsRestAndShifts) {
  ui::PictureInput input = sampleOf("pose");
  input.arrays.resize(2);
  input.arrays[1].values = input.arrays[0].values;
  EXPECT_TRUE(says(*pictureOf("pose", input), "Nothing has moved"));
  for (double& value : input.arrays[1].values) value += 50;
  EXPECT_TRUE(says(*pictureOf("pose", input), "The points were moved"));
}

}  // namespace time_pictures_test
