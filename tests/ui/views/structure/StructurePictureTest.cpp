// The picture of a structure without a window: where things lie, what is said, picked and painted over it.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <array>

#include "tests/ui/support/Gui.h"
#include "tests/ui/views/structure/StructureViewFixture.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/structure/FlyingCamera.h"
#include "ui/views/structure/StructureHeads.h"
#include "ui/views/structure/StructureOverlay.h"
#include "ui/views/structure/StructurePicking.h"
#include "ui/views/structure/StructureTexts.h"
#include "ui/views/structure/Superposing.h"

namespace structure_picture_test {

using namespace test;

constexpr QSize kSize(600, 400);

ui::StructurePicture pictureOf(engine::Structure structure) {
  ui::StructurePicture picture;
  picture.structure = ui::PlacedStructure(dataset("s", std::move(structure)));
  return picture;
}

/// With the first of two heads on it.
ui::StructurePicture pictureWithHead(int residues) {
  ui::StructurePicture picture = pictureOf(helix(residues));
  picture.head = ui::shownHead(dataset("h", test::randomHeads(residues), {"s"}), {}, picture, {{0, 0}, {}});
  return picture;
}

ui::StructureCamera cameraOn(const ui::StructurePicture& picture) {
  ui::StructureCamera camera;
  camera.fit(ui::shownAlphas(picture), 1.5, ui::fitMargin(picture));
  return camera;
}

QPointF pixelOf(const ui::StructurePicture& picture, const ui::StructureCamera& camera, Index residue) {
  const auto at = camera.project(picture.structure.alpha(residue), kSize.width(), kSize.height());
  return at ? QPointF(at->x, at->y) : QPointF(-1, -1);
}

TEST(StructurePicture, aMotionCarriesAlphasAtomsAndFrames) {
  ui::PlacedStructure structure(dataset("s", helix(12)));
  const Vector3 alpha = structure.alpha(3), nitrogen = structure.position({3, "N"});
  ui::MotionSettings settings;
  settings.shift = {1, 2, 3};
  structure.move(settings);
  EXPECT_NEAR((structure.alpha(3) - alpha - settings.shift).norm(), 0, 1e-9);
  EXPECT_NEAR((structure.position({3, "N"}) - nitrogen - settings.shift).norm(), 0, 1e-9);
  EXPECT_NEAR((structure.frames().frames[3].origin - structure.alpha(3)).norm(), 0, 1e-9);
  structure.move({});
  EXPECT_EQ(structure.alpha(3), alpha) << "motions do not add up";
  EXPECT_FALSE(engine::isSet(structure.alpha(-1)));
  EXPECT_FALSE(engine::isSet(structure.alpha(12)));
}

TEST(StructurePicture, nothingAndAMissingAtomAreNoHindrance) {
  const ui::StructurePicture none;
  EXPECT_TRUE(ui::readoutLines(none, {}).empty());
  EXPECT_TRUE(ui::headingLines(none, {}).empty());
  EXPECT_TRUE(ui::numberTables(none).empty());
  EXPECT_TRUE(ui::captionText(none).isEmpty());
  EXPECT_EQ(ui::numShownBars(none), 0);
  const ui::PlacedStructure gapped(dataset("s", helix(12, 6)));
  EXPECT_EQ(gapped.incomplete(), std::vector<Index>{6});
  EXPECT_EQ(gapped.missingAtoms(6), "CA, O");
  EXPECT_EQ(gapped.numGaps(), 1);
}

TEST(StructurePicture, limitsAreAShareOfTheStrongestOrAWeight) {
  ui::StructurePicture picture = pictureWithHead(30);
  picture.options.perResidue = 20;
  picture.options.threshold = 0;
  EXPECT_EQ(ui::numShownBars(picture), static_cast<int>(picture.head.lines.size()));
  picture.options.threshold = 1;
  EXPECT_EQ(ui::numShownBars(picture), 1) << "the strongest itself";
  picture.options.weightLimit = ui::WeightLimit::weight;
  picture.options.lowestWeight = 0.4;
  for (const ui::AttentionLine& line : picture.head.lines)
    EXPECT_EQ(ui::isShown(picture, line), line.weight >= 0.4f);
  EXPECT_EQ(ui::attentionBars(picture, {}).size(), picture.head.lines.size());
  EXPECT_EQ(ui::attentionBars(picture, {}).back().share, 1);
}

TEST(StructurePicture, ofManyBarsTheStrongestAreShown) {
  ui::StructurePicture picture = pictureWithHead(30);
  picture.options.threshold = 0;
  const int all = ui::numShownBars(picture);
  ASSERT_GT(all, 5);
  for (const int most : {1, 5, all, all + 1}) {
    picture.options.mostBars = most;
    EXPECT_EQ(ui::numShownBars(picture), std::min(most, all));
  }
  picture.options.mostBars = 5;
  EXPECT_TRUE(ui::isShown(picture, picture.head.lines.back())) << "the strongest of all";
  EXPECT_TRUE(ui::captionText(picture).contains("at most the 5 strongest")) << ui::captionText(picture).toStdString();
  picture.options.threshold = 1;
  EXPECT_EQ(ui::numShownBars(picture), 1) << "both limits hold";
}

TEST(StructurePicture, aHeadThatDoesNotFitSaysWhy) {
  const ui::StructurePicture picture = pictureOf(helix(30));
  const auto heads = dataset("h", test::randomHeads(29), {"s"});
  const ui::ShownHead head = ui::shownHead(heads, {}, picture, {{0, 1}, {}});
  EXPECT_TRUE(head.weights.isEmpty());
  EXPECT_TRUE(head.message.contains("29") && head.message.contains("30")) << head.message.toStdString();
  EXPECT_TRUE(ui::shownHead(heads, {}, picture, {{0, 7}, {}}).message.isEmpty()) << "there is no such head";
  EXPECT_TRUE(ui::shownHead(nullptr, {}, picture, {{0, 0}, {}}).lines.empty());
}

TEST(StructurePicture, theReadoutSpeaksOfWhatIsCurrent) {
  const ui::StructurePicture picture = pictureWithHead(12);
  ui::StructureMarks marks;
  marks.hover = {3, -1};
  marks.current = {1, 9};
  const auto lines = ui::readoutLines(picture, marks);
  ASSERT_GE(lines.size(), 2u);
  EXPECT_EQ(lines[0].value, "ASP 52 A");
  EXPECT_EQ(lines[1].value, "ASP 60 A");
  EXPECT_TRUE(ui::statusText(picture, marks).startsWith("ASP 54 A"));
}

TEST(StructurePicture, theHeadingCountsBarsAndPicks) {
  ui::StructurePicture picture = pictureWithHead(30);
  picture.options.threshold = 1;
  picture.options.measuring = ui::MeasureKind::angle;
  ui::StructureMarks marks;
  marks.picked = {{4, "CA"}};
  const auto lines = ui::headingLines(picture, marks);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].first, "Head 1") << "of one layer";
  EXPECT_EQ(lines[1].first, "1 bar, from 100 % of the strongest, wide at the query");
  EXPECT_EQ(lines[2].first, "Angle: pick 2 of 3, Esc ends");
}

TEST(StructurePicture, thePointerMeetsAtomsOfTheStyleAndShownBars) {
  ui::StructurePicture picture = pictureWithHead(12);
  const ui::StructureCamera camera = cameraOn(picture);
  const QPointF onAlpha = pixelOf(picture, camera, 11);
  EXPECT_EQ(ui::atomAt(picture, camera, kSize, onAlpha, 5), (ui::AtomPick{11, "CA"}));
  EXPECT_EQ(ui::pointedAt(picture, camera, kSize, onAlpha, 1).bar, nullptr) << "an atom comes before a bar";
  EXPECT_EQ(ui::atomAt(picture, camera, kSize, {1, 1}, 5).residue, -1);
  const ui::AttentionLine strongest = picture.head.lines.back();
  const QPointF middle = (pixelOf(picture, camera, strongest.i) + pixelOf(picture, camera, strongest.j)) / 2;
  picture.options.threshold = 1;
  const ui::AttentionLine* met = ui::barAt(picture, camera, kSize, middle, 3);
  ASSERT_NE(met, nullptr);
  EXPECT_EQ(met->i, strongest.i);
  picture.head.lines.clear();
  EXPECT_EQ(ui::barAt(picture, camera, kSize, middle, 3), nullptr);
}

TEST(StructurePicture, aMarkedResidueAndAMeasurementAreLabelled) {
  ui::StructurePicture picture = pictureOf(helix(12));
  const ui::StructureCamera camera = cameraOn(picture);
  const auto painted = [&](const ui::StructureMarks& marks) {
    QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    ui::paintStructureOverlay(painter, kSize, {}, picture, marks, camera, ui::Theme::light());
    return image;
  };
  const QImage plain = painted({});
  ui::StructureMarks marks;
  marks.locked = {5, -1};
  const QImage marked = painted(marks);
  EXPECT_NE(marked, plain);
  marks.hover = marks.locked;
  EXPECT_EQ(painted(marks), marked) << "once, not twice";
  picture.options.measurements = {{{0, "CA"}, {9, "CA"}}};
  EXPECT_NE(painted(marks), marked);
}

/// Pixels of the colours of the axes of frames, in a picture of this size.
std::array<int, 2> axisPixels(const ui::StructurePicture& picture, QSize size, const ui::StructureMarks& marks) {
  QImage image(size, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::white);
  QPainter painter(&image);
  ui::paintStructureOverlay(painter, size, {}, picture, marks, cameraOn(picture), ui::Theme::light());
  painter.end();
  const int words = 60;
  std::array<int, 2> counts{};  // above the legend, in it
  for (const ui::Rgb& axis : ui::kAxisColors) {
    counts[0] += test::countColor(image.copy(0, 0, size.width(), size.height() - words), ui::toColor(axis), 40);
    counts[1] += test::countColor(image.copy(0, size.height() - words, size.width(), words), ui::toColor(axis), 8);
  }
  return counts;
}

TEST(StructurePicture, theLegendNamesTheAxesOfFramesAndFewFramesHaveLetters) {
  const QSize large(2400, 2400);
  const ui::StructurePicture many = pictureOf(helix(20)), few = pictureOf(helix(4));
  const auto [manyLetters, manyLegend] = axisPixels(many, large, {});
  EXPECT_EQ(manyLetters, 0) << "letters would lie on each other";
  EXPECT_GT(manyLegend, 150);
  EXPECT_GT(axisPixels(few, large, {})[0], 50);
  ui::StructureMarks marks;
  marks.current = {5, -1};
  EXPECT_GT(axisPixels(many, large, marks)[0], 10) << "of the residue that is looked at";
  ui::StructurePicture none = many;
  none.options.areFramesShown = false;
  EXPECT_EQ(axisPixels(none, large, {})[1], 0);
  EXPECT_EQ(axisPixels({}, large, {})[1], 0) << "nor without a structure";
}

TEST(StructurePicture, theLegendNamesBars) {
  const auto accentPixels = [](const ui::StructurePicture& picture) {
    QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    ui::paintStructureOverlay(painter, kSize, {}, picture, {}, cameraOn(picture), ui::Theme::light());
    painter.end();
    return test::countColor(image, ui::Theme::light().accent, 4);
  };
  ui::StructurePicture picture = pictureWithHead(12);
  ASSERT_GT(ui::numShownBars(picture), 0);
  EXPECT_GT(accentPixels(picture), 50);
  picture.head.lines.clear();
  EXPECT_EQ(accentPixels(picture), 0);
}

TEST(StructurePicture, residuesOfTwoChainsPairBySequence) {
  engine::Structure first = helix(6), second = helix(6);
  const std::string letters = "ACDEFG";
  for (size_t k = 0; k < 6; ++k) first.chains[0].residues[k].letter = letters[k];
  second.chains.push_back(first.chains[0]);
  EXPECT_EQ(ui::partnersBySequence(first, second), (std::vector<Index>{6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(ui::partnersBySequence(first, {}), std::vector<Index>(6, -1));
}

TEST(StructureCamera, keysTurnMoveAndZoomOrAreLeftToOthers) {
  const ui::StructureCamera before;
  const auto after = [&](int key, Qt::KeyboardModifiers modifiers) {
    QWidget shown;
    ui::FlyingCamera camera(&shown);
    EXPECT_TRUE(camera.moveByKey(key, modifiers, 400));
    return camera.now();
  };
  EXPECT_NE(after(Qt::Key_Left, {}).axes, before.axes);
  EXPECT_EQ(after(Qt::Key_Left, Qt::ShiftModifier).axes, before.axes);
  EXPECT_NE(after(Qt::Key_Left, Qt::ShiftModifier).center, before.center);
  EXPECT_LT(after(Qt::Key_Plus, {}).distance, before.distance);
  EXPECT_GT(after(Qt::Key_Minus, {}).distance, before.distance);
  QWidget shown;
  ui::FlyingCamera camera(&shown);
  EXPECT_FALSE(camera.moveByKey(Qt::Key_X, {}, 400));
  EXPECT_EQ(camera.now(), before);
  EXPECT_TRUE(camera.state().isNull()) << "nobody has moved it";
}

}  // namespace structure_picture_test
