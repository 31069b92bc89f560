// The DP view, driven with the pointer and the keys.
#include "ui/views/dp/DpView.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QMenu>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "engine/datasets/SequenceSet.h"
#include "ui/views/readout/ProfileReadout.h"
#include "tests/ui/views/dp/DpFixture.h"
#include "ui/views/base/FailureLine.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/maps/MapAxes.h"

namespace dp_view_test {

using engine::Array;
using engine::Index;
using engine::PairState;
using test::someAlignment;
using ui::DpOptions;

/// A profile with one residue in most of each column.
std::shared_ptr<engine::ProfileHmm> someProfile(Index length) {
  auto profile = std::make_shared<engine::ProfileHmm>();
  profile->background.fill(0.05);
  for (Index column = 0; column < length; ++column) {
    engine::ResidueVector emissions;
    emissions.fill(0.01);
    emissions[static_cast<size_t>(column)] = 0.81;
    profile->emissions.push_back(emissions);
  }
  const double rare = std::log2(0.05), common = std::log2(0.9), half = -1;
  profile->transitions.assign(static_cast<size_t>(length + 1), {common, rare, rare, half, half, half, half});
  profile->columnNeff.resize(static_cast<size_t>(length + 1));
  profile->consensus = std::string("ARNDCQEGHILKMFPSTWYV").substr(0, static_cast<size_t>(length));
  profile->masterLetters = profile->consensus;
  profile->alignmentColumn.assign(static_cast<size_t>(length), -1);
  profile->hasPseudocounts = true;
  return profile;
}

/// Aligned for real: the path is the diagonal.
std::shared_ptr<engine::ProfileAlignment> alignedDiagonal() {
  auto alignment = std::make_shared<engine::ProfileAlignment>();
  alignment->query = someProfile(8);
  alignment->templ = someProfile(9);
  engine::Progress progress;
  auto result = engine::alignByViterbi(*alignment->query, *alignment->templ, alignment->options.viterbi, progress);
  alignment->matrices = result.matrices;
  alignment->paths = {result.path};
  return alignment;
}

engine::DatasetPtr datasetOf(std::shared_ptr<const engine::ProfileAlignment> alignment) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "aligned";
  dataset->axes = {"query", "template"};
  dataset->value = std::move(alignment);
  return dataset;
}

class DpViewTest : public test::DpViewFixture {
 protected:
  void showWith(const std::shared_ptr<const engine::ProfileAlignment>& alignment) {
    view.setDataset(datasetOf(alignment));
    test::show(view, {800, 500});
    test::waitForFrame(view.canvas());
  }
  void hover(Index i, Index j) {
    ui::Focus focus;
    focus.first = {"query", i};
    focus.second = {"template", j};
    session.selection().setHover(focus);
  }
};

TEST_F(DpViewTest, refusesOtherDatasets) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->value = std::make_shared<const engine::SequenceSet>();
  EXPECT_FALSE(view.accepts(*dataset));
  EXPECT_THROW(view.setDataset(dataset), engine::Error);
}

TEST_F(DpViewTest, hoverSelectsQueryAndTemplateColumn) {
  showWith(someAlignment(10, 14));
  test::movePointer(view.canvas(), pointOf(0, 3, 7));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"query", 3}));
  EXPECT_EQ(session.selection().hover().second, (ui::Position{"template", 7}));
  test::movePointer(view.canvas(), pointOf(3, 6, 2));
  EXPECT_EQ(session.selection().hover().first.index, 6) << "small planes are linked as well";
  EXPECT_EQ(session.selection().hover().second.index, 2);
}

TEST_F(DpViewTest, aCellIsCopiedAsLessonsWriteIt) {
  showWith(someAlignment(10, 14));
  test::movePointer(view.canvas(), pointOf(0, 3, 7));
  QTest::mouseClick(&view.canvas(), Qt::RightButton, {}, pointOf(0, 3, 7));
  QAction* copy = nullptr;
  for (QAction* action : view.findChildren<QAction*>())
    if (action->text() == QStringLiteral("Copy as lesson expression: MM[4,8]")) copy = action;
  ASSERT_TRUE(copy);
  copy->trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("MM[4,8]"));
  for (QMenu* menu : view.findChildren<QMenu*>()) menu->close();
}

TEST_F(DpViewTest, clickOnASmallPlaneAndNumberKeysMakeItLarge) {
  showWith(someAlignment(10, 10));
  const double small = panelOf(2, view.canvas().size()).width;
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, pointOf(2, 5, 5));
  EXPECT_EQ(view.options().mainPlane, 2);
  EXPECT_GT(panelOf(2, view.canvas().size()).width, 1.4 * small);
  QTest::keyClick(&view.canvas(), Qt::Key_5);
  EXPECT_EQ(view.options().mainPlane, 4);
  QTest::keyClick(&view.canvas(), Qt::Key_9);
  EXPECT_EQ(view.options().mainPlane, 4) << "there is no plane 9";
}

TEST_F(DpViewTest, inASmallDockTheNameOfAPlaneMakesItLarge) {
  showWith(someAlignment(10, 10));
  view.resize(300, 260);
  test::waitForFrame(view.canvas());
  const ui::Rect name = view.layoutFor(view.canvas().size()).headers[3];
  ASSERT_FALSE(name.isEmpty());
  const QPoint middle = ui::toRectF(name).center().toPoint();
  test::movePointer(view.canvas(), middle);
  EXPECT_TRUE(QToolTip::text().startsWith("DG: query delete")) << QToolTip::text().toStdString();
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, middle);
  EXPECT_EQ(view.options().mainPlane, 3);
}

TEST_F(DpViewTest, clickOnTheLargePlaneLocks) {
  showWith(someAlignment(10, 10));
  test::movePointer(view.canvas(), pointOf(0, 2, 7));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, pointOf(0, 2, 7));
  EXPECT_EQ(session.selection().locked().first.index, 2);
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().locked().isEmpty());
}

TEST_F(DpViewTest, unreachableCellsAreNeutral) {
  showWith(someAlignment(10, 10));
  EXPECT_EQ(colorAt(pointOf(0, 0, 9)), ui::ThemeModel::instance().theme().line);
}

TEST_F(DpViewTest, incomingHoverDrawsACrosshairOnEveryPlane) {
  showWith(someAlignment(10, 10));
  const auto cellOf = [&](const QImage& image, int plane) {
    const QPoint reach = pointOf(plane, 2, 5) - pointOf(plane, 1.4, 4.4);
    return image.copy(QRect(pointOf(plane, 2, 5) - reach, pointOf(plane, 2, 5) + reach));
  };
  const QImage before = picture();
  hover(2, 8);
  const QImage after = picture();
  for (int plane = 0; plane < 5; ++plane) EXPECT_NE(cellOf(after, plane), cellOf(before, plane)) << plane;
}

TEST_F(DpViewTest, thePathIsDrawnInTheColorOfItsState) {
  showWith(someAlignment(10, 10));
  const ui::Rgb blue = ui::stateColor(PairState::MM);
  const QColor onPath = colorAt(pointOf(0, 5, 5));
  EXPECT_EQ(onPath, QColor(blue[0], blue[1], blue[2]));
  set(&DpOptions::isPathShown, false);
  EXPECT_NE(colorAt(pointOf(0, 5, 5)), onPath);
}

TEST_F(DpViewTest, readoutGivesValuesOriginsAndTheStep) {
  showWith(someAlignment(10, 10));
  hover(3, 3);
  EXPECT_EQ(readoutOf("Query column"), QStringLiteral("Asp (D) 4"));
  EXPECT_EQ(readoutOf("MM"), QStringLiteral("1.00 bits, from MM at 3, 3"));
  EXPECT_EQ(readoutOf("MI"), QStringLiteral("2.00 bits, from MI at 3, 4"));
  EXPECT_EQ(readoutOf("Path"), QStringLiteral("step 4 of 10 in MM, adds 1.50 bits"));
  hover(0, 9);
  EXPECT_EQ(readoutOf("MM"), QStringLiteral("cannot be reached"));
  EXPECT_EQ(readoutOf("Path"), QStringLiteral("not on the path"));
}

TEST_F(DpViewTest, realCellsListEveryWayInWithItsTerms) {
  showWith(alignedDiagonal());
  hover(3, 3);
  const auto lines = view.readout();
  const auto table = std::find_if(lines.begin(), lines.end(), [](const auto& line) { return line.isTable; });
  ASSERT_NE(table, lines.end());
  EXPECT_EQ(table->label, "MM");
  const QStringList rows = table->value.split(u'\n');
  ASSERT_EQ(rows.size(), 9) << "headings, six ways in, what the cell adds, the sum";
  EXPECT_EQ(rows.filter(QStringLiteral("▸")).size(), 1);
  EXPECT_TRUE(rows.filter(QStringLiteral("▸"))[0].contains(QStringLiteral("MM")));
  EXPECT_TRUE(rows[7].startsWith(QStringLiteral("+ columns ")));
  EXPECT_TRUE(rows[8].contains(QStringLiteral("ahead")));
  EXPECT_TRUE(readoutOf("MI").contains(QStringLiteral("bits, from ")));
  const engine::ProfileAlignment& aligned = *view.picture().alignment();
  EXPECT_EQ(readoutOf("Query transitions as aligned"), ui::transitionTable(*aligned.query, 3)) << "with pseudocounts";
  EXPECT_EQ(readoutOf("Template transitions as aligned"), ui::transitionTable(*aligned.templ, 3));
  EXPECT_NE(readoutOf("Query transitions as aligned"), QString());
  set(&DpOptions::mainPlane, 1);
  EXPECT_TRUE(readoutOf("MI").contains(QStringLiteral("before"))) << "the large plane's state is told in full";
  EXPECT_TRUE(readoutOf("MM").contains(QStringLiteral("bits, from MM")));
}

TEST_F(DpViewTest, onlyKindsThatAreHeldCanBeChosen) {
  auto alignment = someAlignment(10, 10);
  showWith(alignment);
  EXPECT_EQ(ui::kindsOf(*view.picture().alignment()), std::vector{engine::DpKind::viterbi});
  set(&DpOptions::kind, engine::DpKind::posterior);
  EXPECT_EQ(view.options().kind, engine::DpKind::viterbi);
}

TEST_F(DpViewTest, posteriorsAreColouredFromZeroToOne) {
  auto alignment = someAlignment(10, 10);
  alignment->posterior.kind = engine::DpKind::posterior;
  alignment->posterior.states = {PairState::MM};
  alignment->posterior.planes.emplace_back(engine::Shape{11, 11}, 0.5F, "MM");
  alignment->posterior.planes[0](3, 9) = 1;
  showWith(alignment);
  set(&DpOptions::kind, engine::DpKind::posterior);
  ASSERT_EQ(view.picture().numPlanes(), 1);
  set(&DpOptions::isPathShown, false);
  const auto colorFor = [](double place) {
    const ui::Rgb color = ui::colorOf(ui::MapLook{}, place);
    return QColor(color[0], color[1], color[2]);
  };
  EXPECT_EQ(colorAt(pointOf(0, 2, 8)), colorFor(1));
  EXPECT_EQ(colorAt(pointOf(0, 5, 2)).lightness(), colorFor(0.5).lightness()) << "not stretched to what occurs";
  hover(2, 8);
  EXPECT_EQ(readoutOf("MM"), "1");
}

TEST_F(DpViewTest, aPathOfHighPosteriorsIsAsBrightInASmallPictureAsInALargeOne) {
  auto alignment = someAlignment(600, 600);
  alignment->posterior.kind = engine::DpKind::posterior;
  alignment->posterior.states = {PairState::MM};
  alignment->posterior.planes.emplace_back(engine::Shape{601, 601}, 0.001F, "MM");
  for (Index i = 1; i <= 600; ++i) alignment->posterior.planes[0](i, i) = 0.95F;
  showWith(alignment);
  set(&DpOptions::kind, engine::DpKind::posterior);
  set(&DpOptions::isPathShown, false);
  const ui::Rgb color = ui::colorOf(ui::MapLook{}, 0.95);
  const QColor bright(color[0], color[1], color[2]);
  for (const QSize size : {QSize(300, 240), QSize(500, 400), QSize(900, 700)}) {
    const QImage image = view.renderImage(size, 1);
    const ui::Rect panel = panelOf(0, size);
    const ui::MapViewport viewport = viewportOf(0, size);
    for (Index i = 10; i < 590; i += 5) {
      const ui::PixelPoint at = viewport.toPixel(panel, double(i), double(i));
      const QRect around(QPointF(at.x, at.y).toPoint() - QPoint(2, 2), QSize(5, 5));
      EXPECT_GE(test::countColor(image.copy(around), bright, 4), 2) << "pair " << i << " of " << size.width();
    }
  }
}

TEST_F(DpViewTest, anotherKindOfDatasetUnderTheSameNameLeavesThePictureAndIsTold) {
  const engine::DatasetPtr shown = datasetOf(someAlignment(10, 10));
  session.document().publish(shown);
  view.setDataset(shown);
  test::show(view, {800, 500});
  const QImage before = view.renderImage({400, 300}, 1);
  auto other = std::make_shared<engine::Dataset>();
  other->id = shown->id;
  other->value = std::make_shared<const engine::SequenceSet>();
  EXPECT_NO_THROW(session.document().publish(other));
  ASSERT_TRUE(ui::ViewWaiting::of(&view)->failureLine());
  EXPECT_TRUE(ui::ViewWaiting::of(&view)->failureLine()->isVisible());
  EXPECT_EQ(view.renderImage({400, 300}, 1), before);
}

TEST_F(DpViewTest, startsWithThePathThatWasOpened) {
  auto alignment = someAlignment(10, 10);
  alignment->paths.emplace_back();
  for (Index i = 0; i + 4 < 10; ++i) alignment->paths[1].steps.push_back({PairState::MM, i, i + 4, 1});
  alignment->opened = 1;
  showWith(alignment);
  const ui::Rgb blue = ui::stateColor(PairState::MM);
  EXPECT_EQ(colorAt(pointOf(0, 3, 7)), QColor(blue[0], blue[1], blue[2]));
}

TEST_F(DpViewTest, rivalPathsAreThinLinesThatCanBeHidden) {
  auto alignment = someAlignment(10, 10);
  alignment->paths.emplace_back();
  for (Index i = 0; i + 4 < 10; ++i) alignment->paths[1].steps.push_back({PairState::MM, i, i + 4, 1});
  showWith(alignment);
  const QPoint onRival = pointOf(0, 3, 7);
  EXPECT_EQ(colorAt(onRival), ui::ThemeModel::instance().theme().muted);
  set(&DpOptions::areRivalsShown, false);
  EXPECT_NE(colorAt(onRival), ui::ThemeModel::instance().theme().muted);
  set(&DpOptions::path, 1);
  const ui::Rgb blue = ui::stateColor(PairState::MM);
  EXPECT_EQ(colorAt(onRival), QColor(blue[0], blue[1], blue[2])) << "now it is the chosen one";
}

TEST_F(DpViewTest, controlsOfferKindsAndPathsThatAreThere) {
  auto alignment = someAlignment(10, 10);
  alignment->forward = alignment->matrices;
  alignment->forward.kind = engine::DpKind::forward;
  alignment->sampledPaths = alignment->paths;
  showWith(alignment);
  const std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* kinds = controls->findChild<QComboBox*>(QStringLiteral("Matrix"));
  ASSERT_NE(kinds, nullptr);
  EXPECT_EQ(kinds->count(), 2);
  kinds->setCurrentIndex(1);
  EXPECT_EQ(view.options().kind, engine::DpKind::forward);
  EXPECT_EQ(controls->findChild<QComboBox*>(QStringLiteral("Path"))->count(), 2);
  EXPECT_NE(controls->findChild<QCheckBox*>(QStringLiteral("Show the other paths")), nullptr);
  EXPECT_EQ(controls->findChild<QCheckBox*>(QStringLiteral("Colour the path by posterior")), nullptr);
}

TEST_F(DpViewTest, sideBySideGivesAllPlanesTheSameSize) {
  showWith(someAlignment(10, 10));
  set(&DpOptions::arrangement, ui::PlaneArrangement::sideBySide);
  const QSize size = view.canvas().size();
  for (int plane = 1; plane < 5; ++plane) {
    EXPECT_EQ(panelOf(plane, size).width, panelOf(0, size).width);
    EXPECT_EQ(panelOf(plane, size).height, panelOf(0, size).height);
  }
}

TEST_F(DpViewTest, zoomingOneLinkedPlaneZoomsAll) {
  showWith(someAlignment(10, 10));
  const double before = viewportOf(3, view.canvas().size()).pixelsPerCell;
  test::turnWheel(view.canvas(), pointOf(0, 5, 5), 4);
  const auto large = viewportOf(0, view.canvas().size()), small = viewportOf(3, view.canvas().size());
  EXPECT_GT(large.pixelsPerCell, before);
  EXPECT_EQ(large.centerRow, small.centerRow);
  EXPECT_EQ(large.centerColumn, small.centerColumn);
}

TEST_F(DpViewTest, backPointersAppearWhenZoomedIn) {
  showWith(someAlignment(10, 10));
  set(&DpOptions::isPathShown, false);
  showCells(5, 5, 40);
  test::waitForFrame(view.canvas());
  const ui::Rgb blue = ui::stateColor(PairState::MM);
  const ui::Rect panel = panelOf(0, view.canvas().size());
  const QRect area(static_cast<int>(panel.x), static_cast<int>(panel.y), static_cast<int>(panel.width),
                   static_cast<int>(panel.height));
  const auto bluePixels = [&] {
    return test::countColor(view.grab().toImage().copy(area), QColor(blue[0], blue[1], blue[2]), 12);
  };
  EXPECT_GT(bluePixels(), 20);
  showCells(5, 5, 6);
  test::waitForFrame(view.canvas());
  EXPECT_EQ(bluePixels(), 0);
}

TEST_F(DpViewTest, sizesZeroAndOneAreShown) {
  for (const Index length : {0, 1}) {
    showWith(someAlignment(length, length));
    EXPECT_EQ(view.picture().numPlanes(), 5);
    EXPECT_TRUE(view.readout().empty());
  }
  auto empty = std::make_shared<engine::ProfileAlignment>();
  showWith(empty);
  EXPECT_EQ(view.picture().numPlanes(), 0);
}

}  // namespace dp_view_test
