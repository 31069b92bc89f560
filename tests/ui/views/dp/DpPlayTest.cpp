// The DP view in motion: stepping, playing with a clock of the test's own, tracing back, lanes.
#include <QApplication>
#include <QComboBox>
#include <QJsonObject>
#include <QSlider>

#include "tests/ui/views/dp/DpFixture.h"
#include "ui/panels/InspectorPanel.h"

namespace dp_play_test {

using engine::Index;
using test::DpViewFixture;
using ui::DpOptions;
using ui::StepUnit;

class DpPlayTest : public DpViewFixture {};

TEST_F(DpPlayTest, cellsThatAreNotComputedAreBlank) {
  showGlobins();
  set(&DpOptions::isPathShown, false);
  const QColor before = colorAt(pointOf(0, 30, 20));
  ASSERT_NE(before, theme().canvas);
  press(Qt::Key_S);
  EXPECT_TRUE(view.player().isOn());
  for (int plane = 0; plane < 5; ++plane) EXPECT_EQ(colorAt(pointOf(plane, 30, 20)), theme().canvas) << plane;
  view.player().setCell({31, 0});
  EXPECT_EQ(colorAt(pointOf(0, 30, 20)), before) << "row 31 is full";
  EXPECT_EQ(colorAt(pointOf(0, 33, 20)), theme().canvas);
  view.player().setUnit(StepUnit::antiDiagonal);
  view.player().setCell({10, 10});
  EXPECT_NE(colorAt(pointOf(0, 2, 12)), theme().canvas);
  EXPECT_EQ(colorAt(pointOf(0, 12, 12)), theme().canvas) << "a later anti-diagonal";
  press(Qt::Key_S);
  EXPECT_EQ(colorAt(pointOf(0, 30, 20)), before);
}

TEST_F(DpPlayTest, keysStepByTheChosenUnit) {
  showGlobins();
  const Index columns = globins().matrices.numTemplateColumns();
  press(Qt::Key_S);
  press(Qt::Key_Period);
  EXPECT_EQ(view.player().stepper().position(), columns);
  view.player().setUnit(StepUnit::cell);
  press(Qt::Key_Period);
  EXPECT_EQ(view.player().stepper().position(), columns + 1);
  press(Qt::Key_Comma);
  press(Qt::Key_Comma);
  EXPECT_EQ(view.player().stepper().position(), columns - 1);
  press(Qt::Key_End);
  EXPECT_TRUE(view.player().stepper().isAtEnd());
  press(Qt::Key_Home);
  EXPECT_EQ(view.player().stepper().position(), 0);
}

TEST_F(DpPlayTest, theCellInWorkAndItsPredecessorAreMarked) {
  showGlobins();
  set(&DpOptions::isPathShown, false);
  view.player().setOn(true);
  view.player().setUnit(StepUnit::cell);
  showCells(8, 8, 40);
  view.player().setCell({8, 8});
  const QImage image = picture();
  const auto edge = [&](Index i, Index j) {
    const QSize size = view.canvas().size();
    const ui::PixelPoint corner = viewportOf(0, size).toPixel(panelOf(0, size), double(i), double(j));
    return image.pixelColor(QPoint(qRound(corner.x) + 20, qRound(corner.y)));
  };
  EXPECT_EQ(edge(8, 8), theme().locked);
  const ui::Predecessor from = ui::predecessorOf(globins().matrices, engine::PairState::MM, 8, 8);
  ASSERT_EQ(from.kind, ui::Predecessor::Kind::cell);
  const ui::Rgb color = ui::stateColor(from.state);
  EXPECT_EQ(edge(from.i, from.j), QColor(color[0], color[1], color[2]));
  EXPECT_EQ(readoutOf("Query column").section(u' ', -1), "9") << "the inspector follows";
  EXPECT_EQ(session.selection().hover().second.index, 8) << "and so do the other views";
}

TEST_F(DpPlayTest, playFillsAtTheChosenSpeedAndPauses) {
  showGlobins();
  const Index columns = globins().matrices.numTemplateColumns();
  view.player().setSpeed(10);
  press(Qt::Key_Space);
  ASSERT_TRUE(view.player().isPlaying());
  view.player().advance(50);
  EXPECT_EQ(view.player().stepper().position(), 0) << "half a step";
  view.player().advance(50);
  EXPECT_EQ(view.player().stepper().position(), columns);
  view.player().advance(1000);
  EXPECT_EQ(view.player().stepper().position(), 11 * columns);
  press(Qt::Key_Space);
  EXPECT_FALSE(view.player().isPlaying());
  const Index position = view.player().stepper().position();
  view.player().advance(1000);
  EXPECT_EQ(view.player().stepper().position(), position);
}

TEST_F(DpPlayTest, playEndsWithTheWholePathTraced) {
  showGlobins();
  const auto& steps = globins().paths[0].steps;
  const ui::Rgb blue = ui::stateColor(engine::PairState::MM);
  const QColor onPath(blue[0], blue[1], blue[2]);
  press(Qt::Key_T);
  ASSERT_TRUE(view.player().isPlaying());
  EXPECT_EQ(view.player().stepper().position(), view.player().stepper().numCells());
  const QPoint first = pointOf(0, double(steps[2].i), double(steps[2].j));
  EXPECT_NE(colorAt(first), onPath) << "not traced yet";
  view.player().setSpeed(1000);
  view.player().advance(static_cast<int>(steps.size()) + 50);
  EXPECT_FALSE(view.player().isPlaying()) << "the end";
  EXPECT_EQ(colorAt(first), onPath);
}

TEST_F(DpPlayTest, theTextAppearsWithTheTrace) {
  showGlobins();
  const auto ink = [&] {
    const QRectF area = textArea(view.canvas().size());
    const double title = QFontMetricsF(theme().residueFont()).height();
    return test::countColor(partOf(picture(), area.adjusted(0, title, 0, 0)), theme().text, 60);
  };
  const int whole = ink();
  view.player().setOn(true);
  EXPECT_EQ(ink(), 0) << "nothing is traced yet";
  view.player().setPosition(view.player().stepper().numCells() + 20);
  const int part = ink();
  EXPECT_GT(part, whole / 10);
  EXPECT_LT(part, whole);
  view.player().setPosition(view.player().stepper().numPositions());
  EXPECT_EQ(view.options().path, 0);
  EXPECT_GT(ink(), part);
}

TEST_F(DpPlayTest, reducedMotionShowsResultsWithoutTheWay) {
  QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);
  showGlobins();
  press(Qt::Key_Space);
  EXPECT_FALSE(view.player().isPlaying());
  EXPECT_EQ(view.player().stepper().position(), view.player().stepper().numCells());
  press(Qt::Key_Space);
  EXPECT_TRUE(view.player().stepper().isAtEnd());
  press(Qt::Key_Comma);
  EXPECT_FALSE(view.player().stepper().isAtEnd()) << "single steps are there";
}

TEST_F(DpPlayTest, theCardTellsEveryWayInBesideThePlanes) {
  showGlobins();
  const QSize size = view.canvas().size();
  const double wide = panelOf(0, size).width;
  press(Qt::Key_C);
  EXPECT_LT(panelOf(0, size).width, wide) << "the card has a place of its own";
  session.selection().setLocked({{"globins.query", 12}, {"globins.template", 12}});
  const QRectF card(size.width() - 330, 0, 330, size.height() - 120);
  const ui::Rgb blue = ui::stateColor(engine::PairState::MM);
  EXPECT_GT(test::countColor(partOf(picture(), card), QColor(blue[0], blue[1], blue[2]), 4), 60)
      << "swatch and bits of the packed byte";
  view.resize(400, 500);
  test::waitForFrame(view.canvas());
  const double narrow = panelOf(0, view.canvas().size()).width;
  press(Qt::Key_C);
  EXPECT_EQ(panelOf(0, view.canvas().size()).width, narrow) << "too narrow for a card";
}

TEST_F(DpPlayTest, aSequenceAgainstAProfileIsToldAsWell) {
  engine::ParameterValues values;
  values.set("states", std::string("3"));
  showGlobins(values);
  ASSERT_EQ(view.picture().numPlanes(), 3);
  session.selection().setLocked({{"globins.query", 12}, {"globins.template", 12}});
  const QString table = readoutOf("M");
  EXPECT_EQ(table.count(QStringLiteral("▸")), 1);
  EXPECT_TRUE(table.contains(QStringLiteral("STOP")));
  press(Qt::Key_S);
  press(Qt::Key_End);
  EXPECT_TRUE(view.player().stepper().isAtEnd());
  EXPECT_FALSE(view.live().isPossible()) << "its knobs belong to two profiles";
}

TEST_F(DpPlayTest, clickingACellWhileSteppingGoesThere) {
  showGlobins();
  press(Qt::Key_S);
  test::movePointer(view.canvas(), pointOf(0, 20, 9));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, pointOf(0, 20, 9));
  EXPECT_EQ(view.player().stepper().current(), (ui::DpCell{20, 9}));
}

TEST_F(DpPlayTest, whileSteppingEverythingSpeaksOfTheCellInWork) {
  showGlobins();
  ui::InspectorPanel inspector(session);
  inspector.setActiveView(&view);
  press(Qt::Key_S);
  view.player().setCell({20, 9});
  const auto expectCell = [&](Index i, Index j, const char* after) {
    EXPECT_EQ(view.player().stepper().current(), (ui::DpCell{i, j})) << after;
    EXPECT_EQ(readoutOf("Query column").section(u' ', -1), QString::number(i + 1)) << after;
    EXPECT_EQ(readoutOf("Template column").section(u' ', -1), QString::number(j + 1)) << after;
    EXPECT_EQ(session.selection().current(), (ui::Focus{{"globins.query", i}, {"globins.template", j}})) << after;
    const QString text = inspector.readoutText();
    const auto columns = [&](Index column) { return QStringLiteral(", column %1\n").arg(column + 1); };
    EXPECT_EQ(text.count(QStringLiteral("Profile\t")), 2) << after;
    EXPECT_TRUE(text.contains(columns(i)) && text.contains(columns(j))) << after << text.toStdString();
  };
  expectCell(20, 9, "going there");
  const QImage before = picture();
  test::movePointer(view.canvas(), pointOf(0, 12, 30));
  expectCell(20, 9, "pointing elsewhere");
  EXPECT_EQ(picture(), before) << "nothing else is marked";
  test::turnWheel(view.canvas(), pointOf(0, 12, 30), 2);
  expectCell(20, 9, "zooming with the wheel");
  for (const int zoom : {Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Right, Qt::Key_0}) press(zoom);
  expectCell(20, 9, "zooming with keys");
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(&view.canvas(), &leave);
  expectCell(20, 9, "leaving");
  session.selection().setHover({{"globins.template", 3}, {}});
  test::movePointer(view.canvas(), pointOf(0, 1, 1));
  expectCell(20, 9, "coming back from another view");
  view.player().setUnit(StepUnit::cell);
  press(Qt::Key_Period);
  expectCell(20, 10, "a step");
  QTest::keyClick(&view.canvas(), Qt::Key_Down, Qt::ControlModifier);
  expectCell(21, 10, "pointing with the keyboard");
  press(Qt::Key_S);
  EXPECT_EQ(readoutOf("Query column").section(u' ', -1), "22") << "the cell stays when stepping ends";
}

TEST_F(DpPlayTest, aLockedCellIsWhereSteppingStartsAndNotASecondMark) {
  showGlobins();
  session.selection().setLocked({{"globins.query", 7}, {"globins.template", 8}});
  press(Qt::Key_S);
  EXPECT_EQ(view.player().stepper().current(), (ui::DpCell{7, 8}));
  view.player().setCell({30, 8});
  EXPECT_EQ(session.selection().current().first.index, 30);
  session.selection().setLocked({{"globins.query", 2}, {}});
  EXPECT_EQ(readoutOf("Query column").section(u' ', -1), "31");
  EXPECT_EQ(view.readoutFocus().first.index, 30) << "what another view locks is its own";
  press(Qt::Key_Home);
  EXPECT_TRUE(view.readoutFocus().isEmpty());
  EXPECT_TRUE(view.readout().empty());
}

TEST_F(DpPlayTest, aClickWhilePlayingStopsAtThatCell) {
  showGlobins();
  press(Qt::Key_Space);
  view.player().advance(300);
  ASSERT_TRUE(view.player().isPlaying());
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, pointOf(0, 5, 6));
  EXPECT_FALSE(view.player().isPlaying());
  EXPECT_EQ(view.player().stepper().current(), (ui::DpCell{5, 6}));
}

TEST_F(DpPlayTest, theFormStepsAndScrubs) {
  showGlobins();
  view.player().setOn(true);
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* progress = form->findChild<QSlider*>(QStringLiteral("Progress"));
  ASSERT_NE(progress, nullptr);
  EXPECT_EQ(progress->maximum(), view.player().stepper().numPositions());
  progress->setValue(500);
  EXPECT_EQ(view.player().stepper().position(), 500);
  view.player().step();
  EXPECT_EQ(progress->value(), view.player().stepper().position());
  auto* unit = form->findChild<QComboBox*>(QStringLiteral("Step by"));
  ASSERT_NE(unit, nullptr);
  unit->setCurrentIndex(2);
  EXPECT_EQ(view.player().stepper().unit(), StepUnit::antiDiagonal);
  auto* speed = form->findChild<QSlider*>(QStringLiteral("Speed"));
  speed->setValue(speed->maximum());
  EXPECT_GT(view.player().speed(), 10000);
}

TEST_F(DpPlayTest, lanesShowBytesOfSeveralTemplates) {
  showGlobins();
  press(Qt::Key_V);
  EXPECT_EQ(view.options().arrangement, ui::PlaneArrangement::lanes);
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.moment().lanes->lanes != nullptr; }, 20000));
  session.selection().setLocked({{"globins.query", 9}, {"globins.template", 9}});
  const QImage whole = picture();
  const ui::Rgb blue = ui::stateColor(engine::PairState::MM);
  EXPECT_GT(test::countColor(whole, QColor(blue[0], blue[1], blue[2]), 4), 100) << "bits that are set";
  press(Qt::Key_S);
  view.player().setUnit(StepUnit::cell);
  const Index position = view.player().stepper().position();
  press(Qt::Key_Period);
  EXPECT_EQ(view.player().stepper().position(), position + 1);
  for (int k = 0; k < ui::kLaneComparisons; ++k) press(Qt::Key_Period);
  EXPECT_EQ(view.player().stepper().position(), position + 1) << "nine comparisons belong to the cell";
  press(Qt::Key_Period);
  EXPECT_EQ(view.player().stepper().position(), position + 2);
  press(Qt::Key_V);
  EXPECT_EQ(view.options().arrangement, ui::PlaneArrangement::oneLarge);
}

TEST_F(DpPlayTest, laneMasksAreTintedWhereTheCandidateIsAhead) {
  showGlobins();
  const auto shown = std::shared_ptr<const engine::ProfileAlignment>(
      session.document().find("globins")->share<engine::ProfileAlignment>());
  engine::Progress progress;
  const auto lanes = std::make_shared<const engine::LaneMatrices>(
      shown->query, std::vector<std::shared_ptr<const engine::ProfileHmm>>{shown->templ, shown->templ},
      shown->options.viterbi, progress);
  const ui::LanePicture picture = ui::lanePicture(lanes, "viridis");
  ASSERT_EQ(picture.images.size(), 2U);
  EXPECT_EQ(picture.images[0].size(), QSize(int(shown->templ->length()), int(shown->query->length())));
  const QRectF area(0, 0, 1000, 700);
  const auto paint = [&](int comparisons) {
    QImage image(1000, 700, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    ui::paintLanes(painter, theme(), area, picture, {15, 15, comparisons, nullptr});
    return image;
  };
  const QImage all = paint(ui::kLaneComparisons), none = paint(0);
  const auto coloured = [&](const QImage& image, size_t lane) {
    const QRectF column = ui::laneArea(theme(), area, picture, lane);
    const double top = ui::laneMatrixArea(theme(), area, picture, lane).bottom() + 10;
    return test::countPixels(image.copy(QRectF(column.left(), top, column.width(), 700 - top).toAlignedRect()),
                             [](QColor pixel) { return pixel.saturation() > 60; });
  };
  EXPECT_GT(coloured(all, 0), 200);
  // Columns of different places have edges that fall differently on the pixels.
  EXPECT_NEAR(coloured(all, 0), coloured(all, 1), 0.02 * coloured(all, 0)) << "the same template twice";
  EXPECT_EQ(coloured(none, 0), 0) << "no comparison is done, no byte is kept";
  EXPECT_EQ(coloured(all, 5), 0) << "an idle lane";
}

}  // namespace dp_play_test
