// Structures fit to print: shading, ground, labels apart from each other, frames from the side.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>

#include "tests/ui/views/structure/StructureViewFixture.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/structure/print/FrameSide.h"
#include "ui/views/structure/print/GroundTheme.h"
#include "ui/views/structure/print/LabelPlaces.h"
#include "ui/views/structure/print/NamedResidues.h"
#include "ui/views/structure/print/ShadingPace.h"

namespace structure_print_test {

using namespace test;

// --- values ---

TEST(LabelPlaces, labelsDoNotLieOnEachOther) {
  const QRectF area(0, 0, 400, 300), heading(0, 0, 400, 30);
  std::vector<ui::WantedLabel> labels;
  for (int k = 0; k < 20; ++k) {
    const QPointF anchor(200 + 2 * k, 150 + k % 3);
    labels.push_back({anchor, QRectF(anchor + QPointF(6, -6), QSizeF(60, 14))});
  }
  const std::vector<QRectF> places = ui::placeLabels(labels, area, {heading});
  ASSERT_EQ(places.size(), labels.size());
  EXPECT_EQ(ui::placeLabels({labels[0]}, area, {heading})[0], labels[0].box) << "alone it has room";
  for (size_t a = 0; a < places.size(); ++a) {
    EXPECT_TRUE(area.contains(places[a])) << a;
    EXPECT_FALSE(places[a].intersects(heading)) << a;
    for (size_t b = 0; b < a; ++b) EXPECT_FALSE(places[a].intersects(places[b])) << a << " and " << b;
  }
}

TEST(LabelPlaces, nothingAndNoRoomAreNoHindrance) {
  EXPECT_TRUE(ui::placeLabels({}, QRectF(0, 0, 10, 10), {}).empty());
  const auto places = ui::placeLabels({{{5, 5}, QRectF(7, 0, 60, 14)}}, QRectF(0, 0, 10, 10), {});
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].topLeft(), QPointF(0, 0));
}

TEST(LabelPlaces, theLeaderEndsAtTheNearestPointOfTheBox) {
  EXPECT_EQ(ui::leaderLine({0, 0}, QRectF(10, -5, 20, 10)), QLineF(0, 0, 10, 0));
  EXPECT_EQ(ui::leaderLine({15, 0}, QRectF(10, -5, 20, 10)).length(), 0) << "inside";
}

TEST(NamedResidues, areNumbersRangesAndChains) {
  engine::Structure structure = helix(12);  // numbers from 51
  structure.chains.push_back(structure.chains[0]);
  structure.chains[1].id = "B";
  const auto named = [&](const char* list) { return ui::namedResidues(structure, list, 60); };
  const std::string first = structure.chains[0].residues[0].label(), third = structure.chains[0].residues[2].label();
  EXPECT_EQ(named(first.c_str()), (std::vector<Index>{0, 12}));
  EXPECT_EQ(named(("B:" + first).c_str()), std::vector<Index>{12});
  EXPECT_EQ(named(("A:" + first + "-" + third).c_str()), (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(named(("A:" + first + ", A:" + first + " 9999 x").c_str()), std::vector<Index>{0});
  EXPECT_EQ(ui::namedResidues(structure, first + "-" + third, 2).size(), 2u);
  EXPECT_TRUE(named("").empty());
}

TEST(ShadingPace, whatIsTooSlowWaitsForRest) {
  ui::ShadingPace pace(nullptr);
  const auto draw = [&](double frame, double shading) {
    pace.frameBegins(true);
    pace.frameDrawn(frame, shading);
  };
  draw(20, 8);
  EXPECT_TRUE(pace.isLive());
  draw(60, 30);
  EXPECT_FALSE(pace.isLive());
  EXPECT_TRUE(pace.shading({}).isOn()) << "at rest";
  pace.cameraMoved();
  EXPECT_FALSE(pace.shading({}).isOn()) << "while it moves";
  draw(5, 0);
  EXPECT_FALSE(pace.isLive()) << "5 and 30 ms do not fit";
  draw(14, 10);
  EXPECT_TRUE(pace.isLive()) << "a smaller picture";
  pace.frameBegins(false);
  pace.frameDrawn(500, 300);
  EXPECT_TRUE(pace.isLive()) << "an exported picture says nothing";
}

TEST(GroundTheme, textCanBeReadOnEveryGround) {
  for (const ui::Theme& window : {ui::Theme::light(), ui::Theme::dark()})
    for (const auto ground : {ui::PageGround::white, ui::PageGround::black, ui::PageGround::transparent}) {
      const ui::Theme theme = ui::groundTheme(window, ground);
      EXPECT_GT(std::abs(theme.text.lightness() - theme.canvas3d.lightness()), 150);
      EXPECT_EQ(theme.scale, window.scale);
    }
}

// --- pictures ---

TEST_F(StructureViewTest, picturesHaveOutlinesAndDarkFolds) {
  showStructure(helix(30));
  set(&Options::areFramesShown, false);
  const auto brightness = [&](bool outlines, bool occlusion) {
    set(&Options::shading, {outlines, occlusion, false, ui::PageGround::white});
    const QImage drawn = view.renderImage({600, 400}, 1);
    double sum = 0;
    for (int y = 60; y < 330; ++y)
      for (int x = 0; x < 600; ++x) sum += drawn.pixelColor(x, y).lightnessF();
    return sum;
  };
  const double plain = brightness(false, false), outlined = brightness(true, false), folded = brightness(false, true);
  EXPECT_LT(outlined, plain - 100);
  EXPECT_LT(folded, plain - 100);
}

TEST_F(StructureViewTest, theGroundIsWhatOneChose) {
  showStructure(helix(12));
  const auto corner = [&](ui::PageGround ground) {
    set(&Options::shading, {true, true, true, ground});
    return view.renderImage({600, 400}, 1).pixelColor(590, 200);
  };
  EXPECT_EQ(corner(ui::PageGround::white), QColor(Qt::white));
  EXPECT_EQ(corner(ui::PageGround::black), QColor(Qt::black));
  EXPECT_EQ(corner(ui::PageGround::transparent).alpha(), 0);
}

TEST_F(StructureViewTest, aTransparentPictureIsSolidWhereTheMoleculeIs) {
  showStructure(helix(12));
  set(&Options::shading, {true, true, true, ui::PageGround::transparent});
  const QImage image = QImage::fromData(ui::pngBytes(view.renderImage({600, 400}, 2)), "PNG");
  ASSERT_TRUE(image.hasAlphaChannel());
  const QPointF at = 2 * pixelOf(6);
  EXPECT_EQ(image.pixelColor(at.toPoint()).alpha(), 255);
  EXPECT_EQ(image.pixelColor(1190, 400).alpha(), 0);
}

TEST_F(StructureViewTest, picturesAreMadeOfFinerMeshes) {
  showStructure(helix(12));
  EXPECT_EQ(view.scene().molecule().numFineTriangles(), 0u);
  view.renderImage({300, 200}, 1);
  EXPECT_GT(view.scene().molecule().numFineTriangles(), 3 * view.scene().molecule().numTriangles());
}

TEST_F(StructureViewTest, shadingGroundAndLabelsAreControlsAndState) {
  showStructure(helix(12));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  form->findChild<QCheckBox*>("outlines")->click();
  EXPECT_FALSE(view.options().shading.hasOutlines);
  form->findChild<QComboBox*>("ground")->setCurrentIndex(3);
  EXPECT_EQ(view.options().shading.ground, ui::PageGround::transparent);
  auto* labels = form->findChild<QLineEdit*>("labels");
  QTest::keyClicks(labels, "52 55");
  EXPECT_EQ(view.options().labels, "52 55");
  ui::StructureOptions read;
  ui::readJson(ui::toJson(view.options()), read);
  EXPECT_EQ(read, view.options());
}

TEST_F(StructureViewTest, aFrameFromTheSideIsLarge) {
  showStructure(helix(12));
  EXPECT_FALSE(ui::besideFrame(view.picture(), -1, view.camera()));
  const auto camera = ui::besideFrame(view.picture(), 5, view.camera());
  ASSERT_TRUE(camera);
  const engine::Frame frame = view.picture().structure.frames().frames[5];
  const auto origin = camera->project(frame.origin, 600, 400);
  const auto x = camera->project(frame.origin + 1.5 * frame.rotation.col(0), 600, 400);
  const auto z = camera->project(frame.origin + 1.5 * frame.rotation.col(2), 600, 400);
  ASSERT_TRUE(origin && x && z);
  EXPECT_GT(x->x, origin->x + 80);
  EXPECT_LT(z->y, origin->y - 80);
  session.selection().setLocked({{"s", 5}, {}, -1});
  view.centreOnSelection(ui::StructureView::LookFrom::frameSide);
  EXPECT_TRUE(QTest::qWaitFor([&] { return view.camera().distance < 1.1 * camera->distance; }, 3000));
}

}  // namespace structure_print_test
