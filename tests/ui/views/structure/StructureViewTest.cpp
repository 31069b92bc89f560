// The structure view: pixels, picking, turning, attention lines, gaps, themes.

#include <gtest/gtest.h>

#include <QComboBox>

#include "tests/ui/views/structure/StructureViewFixture.h"

namespace structure_view_test {

using namespace test;

TEST_F(StructureViewTest, everyStyleDrawsTheMolecule) {
  showStructure(helix(30));
  set(&Options::areFramesShown, false);
  for (const auto style : {ui::StructureStyle::cartoon, ui::StructureStyle::tube, ui::StructureStyle::trace,
                           ui::StructureStyle::ballAndStick}) {
    set(&Options::style, style);
    EXPECT_GT(numDrawn(), 3000) << static_cast<int>(style);
  }
}

TEST_F(StructureViewTest, theWholeMoleculeIsInThePicture) {
  showStructure(helix(30));
  for (Index residue = 0; residue < 30; ++residue) {
    const QPointF at = pixelOf(residue);
    EXPECT_TRUE(QRectF(5, 5, 590, 390).contains(at)) << residue << " at " << at.x() << ", " << at.y();
  }
  EXPECT_LT(pixelOf(0).x(), 150) << "the longest axis runs from left to right";
  EXPECT_GT(pixelOf(29).x(), 450);
}

TEST_F(StructureViewTest, projectionAgreesWithWhatIsDrawn) {
  showStructure(helix(2));
  set(&Options::areFramesShown, false);
  set(&Options::style, ui::StructureStyle::trace);
  set(&Options::coloring, ui::ResidueColoring::secondaryStructure);
  const QImage image = picture();
  const QColor background = ui::ThemeModel::instance().theme().canvas3d;
  for (Index residue = 0; residue < 2; ++residue)
    EXPECT_NE(image.pixelColor(pixelOf(residue).toPoint()), background) << residue;
}

TEST_F(StructureViewTest, hoverPicksTheResidueUnderThePointer) {
  showStructure(helix(12));
  for (const Index residue : {0, 11}) {
    test::movePointer(view.canvas(), pixelOf(residue));
    EXPECT_EQ(session.selection().hover().first, (ui::Position{"s", residue}));
  }
  test::movePointer(view.canvas(), QPointF(2, 2));
  EXPECT_TRUE(session.selection().hover().isEmpty());
}

TEST_F(StructureViewTest, aMarkedResidueIsABallWithItsName) {
  showStructure(helix(12));
  const QColor amber = ui::ThemeModel::instance().theme().locked;
  const auto amberPixels = [&] {
    return test::countPixels(picture(),
                             [&](QColor p) { return std::abs(p.hue() - amber.hue()) < 8 && p.saturation() > 140; });
  };
  EXPECT_LT(amberPixels(), 20);
  session.selection().setLocked({{"s", 5}, {}, -1});
  EXPECT_GT(amberPixels(), 150);
  const auto lines = view.readout();
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0].value, "ASP 56 A");
}

TEST_F(StructureViewTest, aPairHasItsDistance) {
  showStructure(helix(12));
  session.selection().setLocked({{"s", 1}, {"s", 9}, -1});
  bool isThere = false;
  for (const auto& line : view.readout())
    if (line.label.startsWith("Distance")) {
      isThere = true;
      EXPECT_NEAR(line.value.section(' ', 0, 0).toDouble(), (alphas()[1] - alphas()[9]).norm(), 0.006);
    }
  EXPECT_TRUE(isThere);
}

TEST_F(StructureViewTest, theLabelSaysBetweenWhichAtomsAndHasTheNumberOfTheInspector) {
  showStructure(helix(12));
  session.selection().setLocked({{"s", 1}, {"s", 9}, -1});
  const QString label = ui::labelText({{1, "CA"}, {9, "CA"}}, {alphas()[1], alphas()[9]});
  EXPECT_TRUE(label.startsWith(QStringLiteral("Cα–Cα ")));
  bool isSame = false;
  for (const auto& line : view.readout())
    isSame |= line.label == QStringLiteral("Distance Cα–Cα") && QStringLiteral("Cα–Cα ") + line.value == label;
  EXPECT_TRUE(isSame) << label.toStdString();
  EXPECT_EQ(ui::labelText({{1, "CB"}, {2, "OD1"}}, {{0, 0, 0}, {3, 4, 0}}), QStringLiteral("Cβ–OD1 5.00 Å"));
}

TEST_F(StructureViewTest, dragTurnsRightDragPansWheelZooms) {
  showStructure(helix(12));
  const ui::StructureCamera before = view.camera();
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, {300, 200});
  test::movePointer(view.canvas(), {360, 220}, Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, {360, 220});
  EXPECT_GT((view.camera().axes - before.axes).norm(), 0.2);
  EXPECT_NEAR((view.camera().axes.transpose() * view.camera().axes - Eigen::Matrix3d::Identity()).norm(), 0, 1e-12);
  EXPECT_EQ(view.camera().center, before.center);
  const ui::StructureCamera turned = view.camera();
  QTest::mousePress(&view.canvas(), Qt::RightButton, {}, {300, 200});
  test::movePointer(view.canvas(), {330, 200}, Qt::RightButton);
  QTest::mouseRelease(&view.canvas(), Qt::RightButton, {}, {330, 200});
  EXPECT_EQ(view.camera().axes, turned.axes);
  EXPECT_GT((view.camera().center - turned.center).norm(), 0.1);
  const ui::StructureCamera panned = view.camera();
  QTest::mousePress(&view.canvas(), Qt::RightButton, {}, {300, 200});
  test::movePointer(view.canvas(), {302, 200}, Qt::RightButton);
  EXPECT_EQ(view.camera().center, panned.center) << "a hand that trembles while it asks for the menu";
  test::movePointer(view.canvas(), {330, 200}, Qt::RightButton);
  QTest::mouseRelease(&view.canvas(), Qt::RightButton, {}, {330, 200});
  test::turnWheel(view.canvas(), {300, 200}, 2);
  EXPECT_LT(view.camera().distance, turned.distance);
  view.resetView();
  EXPECT_TRUE(QTest::qWaitFor([&] { return view.camera().center == before.center; }, 3000)) << "it flies back";
  EXPECT_DOUBLE_EQ(view.camera().distance, before.distance);
}

TEST_F(StructureViewTest, turningAndHoveringBuildNoGeometry) {
  showStructure(helix(12));
  const int builds = view.scene().molecule().numBuilds(), frames = view.canvas().numFrames();
  const Eigen::Matrix3d axes = view.camera().axes;
  test::movePointer(view.canvas(), pixelOf(4));
  settle();
  QTest::keyClick(&view.canvas(), Qt::Key_Left);
  settle();
  EXPECT_GT(view.canvas().numFrames(), frames + 1);
  EXPECT_NE(view.camera().axes, axes);
  EXPECT_EQ(view.scene().molecule().numBuilds(), builds);
  set(&Options::style, ui::StructureStyle::trace);
  EXPECT_EQ(view.scene().molecule().numBuilds(), builds + 1);
}

TEST_F(StructureViewTest, theTraceStopsAtAMissingAlpha) {
  const Vector3 missing = helix(12).chains[0].residues[6].position("CA");
  const auto isDrawnThere = [&] {
    const QImage image = picture();
    const auto at = view.camera().project(missing, 600, 400);
    return at && image.pixelColor(qRound(at->x), qRound(at->y)) != ui::ThemeModel::instance().theme().canvas3d;
  };
  set(&Options::areFramesShown, false);
  set(&Options::style, ui::StructureStyle::trace);
  showStructure(helix(12));
  EXPECT_TRUE(isDrawnThere());
  view.setDataset(dataset("gap", helix(12, 6)));
  EXPECT_FALSE(isDrawnThere());
}

TEST_F(StructureViewTest, theCameraFollowsTheWindowUntilTheUserMovesIt) {
  showStructure(helix(30));
  const double wide = view.camera().distance;
  view.resize(200, 400);
  settle();
  EXPECT_GT(view.camera().distance, 1.5 * wide);
  QTest::keyClick(&view.canvas(), Qt::Key_Plus);
  const double chosen = view.camera().distance;
  view.resize(600, 400);
  settle();
  EXPECT_EQ(view.camera().distance, chosen);
}

TEST_F(StructureViewTest, picturesHaveSmoothEdges) {
  showStructure(helix(12));
  set(&Options::areFramesShown, false);
  set(&Options::coloring, ui::ResidueColoring::chain);
  const QColor background = ui::ThemeModel::instance().theme().canvas3d;
  const auto between = [&](const QImage& image) {
    return test::countPixels(
        image, [&](QColor p) { return p.lightness() > 150 && p.lightness() < background.lightness() - 5; });
  };
  view.canvas().setSmoothing(ui::VtkWidget::Smoothing::off);
  const int hard = between(view.canvas().renderImage({600, 400}, 1));
  view.canvas().setSmoothing(ui::VtkWidget::Smoothing::atRest);
  const QImage smooth = view.canvas().renderImage({600, 400}, 1);
  EXPECT_EQ(smooth.size(), QSize(600, 400));
  EXPECT_GT(between(smooth), hard + 100);
}

TEST_F(StructureViewTest, thresholdAndTopKChangeTheNumberOfLines) {
  showStructure(helix(30));
  const auto heads = dataset("h", randomHeads(30), {"s"});
  session.document().publish(heads);
  ASSERT_TRUE(view.accepts(*heads));
  view.setDataset(heads);
  set(&Options::threshold, 0);
  set(&Options::perResidue, 5);
  const int all = numBars();
  EXPECT_GT(all, 75);
  set(&Options::perResidue, 1);
  const int one = numBars();
  EXPECT_LT(one, 31);
  EXPECT_GE(one, 15);
  set(&Options::perResidue, 5);
  EXPECT_EQ(numBars(), all);
  set(&Options::threshold, 0.95);
  EXPECT_LT(numBars(), all);
  set(&Options::threshold, 1);
  EXPECT_EQ(numBars(), 1);
  const int drawn = numDrawn();
  set(&Options::threshold, 0);
  EXPECT_GT(numDrawn(), drawn + 500);
}

TEST_F(StructureViewTest, anotherHeadDrawsOtherLines) {
  showStructure(helix(30));
  session.document().publish(dataset("h", randomHeads(30), {"s"}));
  view.setDataset(session.document().find("h"));
  const QImage first = picture();
  session.selection().setHead(0, 1);
  EXPECT_NE(picture(), first);
  session.selection().setHead(5, 1);
  EXPECT_EQ(numBars(), 0) << "a head that is not there has no lines";
}

TEST_F(StructureViewTest, attentionOfAnotherLengthIsNotDrawn) {
  showStructure(helix(30));
  view.setDataset(dataset("h", randomHeads(29), {"s"}));
  EXPECT_TRUE(view.picture().head.weights.isEmpty());
  EXPECT_TRUE(view.picture().head.message.contains("29")) << "and the view says why";
  EXPECT_TRUE(view.picture().head.message.contains("30"));
  EXPECT_FALSE(view.accepts(*dataset("x", randomHeads(30), {"other"})));
}

TEST_F(StructureViewTest, everyColouringChangesThePixels) {
  showStructure(helix(30));
  session.document().publish(dataset("h", randomHeads(30), {"s"}));
  view.setDataset(session.document().find("h"));
  QImage last = picture();
  for (const auto& info : ui::residueColorings()) {
    if (info.coloring == view.options().coloring) continue;
    set(&Options::coloring, info.coloring);
    const QImage now = picture();
    EXPECT_NE(now, last) << info.title;
    last = now;
  }
}

TEST_F(StructureViewTest, emptyAndOneResidueStructuresAreDrawn) {
  showStructure(engine::Structure{});
  test::movePointer(view.canvas(), {300, 200});
  EXPECT_TRUE(session.selection().hover().isEmpty());
  view.resetView();
  view.setDataset(dataset("one", helix(1)));
  settle();
  set(&Options::areFramesShown, false);
  EXPECT_GT(numDrawn(), 50);
  test::movePointer(view.canvas(), {300, 200});
  EXPECT_EQ(session.selection().hover().first.index, 0);
}

TEST_F(StructureViewTest, themeChangesTheBackground) {
  showStructure(helix(12));
  const QPoint corner(590, 10);
  EXPECT_EQ(picture().pixelColor(corner), ui::Theme::light().canvas3d);
  ui::ThemeModel::instance().setKind(ui::ThemeKind::dark);
  EXPECT_EQ(picture().pixelColor(corner), ui::Theme::dark().canvas3d);
}

TEST_F(StructureViewTest, controlsDriveTheView) {
  showStructure(helix(12));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* style = form->findChild<QComboBox*>("style");
  ASSERT_NE(style, nullptr);
  style->setCurrentIndex(3);
  EXPECT_EQ(view.options().style, ui::StructureStyle::ballAndStick);
}

TEST_F(StructureViewTest, everyControlHasANameAndTakesKeys) {
  showStructure(helix(12));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  int numControls = 0;
  for (QWidget* control : form->findChildren<QWidget*>()) {
    const bool isControl = control->inherits("QComboBox") || control->inherits("QSlider") ||
                           control->inherits("QSpinBox") || control->inherits("QAbstractButton");
    if (!isControl || control->parentWidget() != form.get()) continue;
    ++numControls;
    EXPECT_FALSE(control->objectName().isEmpty());
    EXPECT_TRUE(control->focusPolicy() & Qt::TabFocus) << control->objectName().toStdString();
    const bool isNamed = control->inherits("QAbstractButton") || !control->accessibleName().isEmpty();
    EXPECT_TRUE(isNamed) << control->objectName().toStdString();
  }
  EXPECT_GT(numControls, 15);
}

}  // namespace structure_view_test
