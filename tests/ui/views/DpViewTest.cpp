// The DP view: back pointers, aligned text, path lines, and a shown view driven with the pointer and the keys.
#include "ui/views/DpView.h"

#include <QCheckBox>
#include <QComboBox>
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/ui/support/Gui.h"

namespace {

using engine::Array;
using engine::Index;
using engine::PairState;
using ui::DpView;
using ui::Predecessor;

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

/// Nq x Nt with the diagonal as path; plane k has the value k + 1 everywhere, cell (0, Nt - 1) cannot be reached.
std::shared_ptr<engine::ProfileAlignment> someAlignment(Index rows, Index columns) {
  auto alignment = std::make_shared<engine::ProfileAlignment>();
  const auto profileOf = [](Index length) {
    auto profile = std::make_shared<engine::ProfileHmm>();
    profile->consensus = std::string("ARNDCQEGHILKMFPSTWYV").substr(0, static_cast<size_t>(length));
    return profile;
  };
  alignment->query = profileOf(rows);
  alignment->templ = profileOf(columns);
  auto& matrices = alignment->matrices;
  matrices.states = {PairState::MM, PairState::MI, PairState::IM, PairState::DG, PairState::GD};
  for (size_t plane = 0; plane < 5; ++plane) {
    matrices.planes.emplace_back(engine::Shape{rows + 1, columns + 1}, static_cast<float>(plane + 1), "plane");
    if (rows > 0 && columns > 0) matrices.planes.back()(1, columns) = kImpossible;
  }
  matrices.backtrace = Array<std::uint8_t>({rows + 1, columns + 1});
  for (Index i = 0; i < std::min(rows, columns); ++i) {
    matrices.backtrace(i + 1, i + 1) = i == 0 ? 0 : 2;
    if (alignment->paths.empty()) alignment->paths.emplace_back();
    alignment->paths[0].steps.push_back({PairState::MM, i, i, 1.5});
    alignment->paths[0].score += 1.5;
  }
  alignment->scores.resize(alignment->paths.size());
  for (engine::PathScores& scores : alignment->scores) scores.total = scores.viterbi = alignment->paths[0].score;
  return alignment;
}

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
  auto result = engine::alignByViterbi(*alignment->query, *alignment->templ, alignment->viterbi, progress);
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

class DpViewTest : public ::testing::Test {
 protected:
  void showWith(const std::shared_ptr<const engine::ProfileAlignment>& alignment) {
    view.setDataset(datasetOf(alignment));
    test::show(view, {800, 500});
    test::waitForFrame(view.canvas());
  }
  QPoint pointOf(int plane, double i, double j) {
    const QSize size = view.canvas().size();
    const ui::PixelPoint point = view.viewportOf(plane, size).toPixel(view.panelOf(plane, size), i + 0.5, j + 0.5);
    return QPointF(point.x, point.y).toPoint();
  }
  QColor colorAt(QPoint point) {
    test::waitForFrame(view.canvas());
    const QImage image = view.grab().toImage();
    return image.pixelColor((QPointF(point) * image.devicePixelRatio()).toPoint());
  }
  QString readoutOf(const QString& label) {
    for (const auto& line : view.readout())
      if (line.label == label) return line.value;
    return {};
  }
  void hover(Index i, Index j) {
    ui::Focus focus;
    focus.first = {"query", i};
    focus.second = {"template", j};
    session.selection().setHover(focus);
  }

  ui::Session session;
  DpView view{session};
};

TEST(BehindBest, leadersAreAtZeroAndRivalsBelow) {
  auto first = std::make_shared<Array<float>>(engine::Shape{2, 3}, 0.0F, "first");
  auto second = std::make_shared<Array<float>>(engine::Shape{2, 3}, kImpossible, "second");
  const float values[2][3] = {{1, 4, 2}, {3, 5, 0}};
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j) (*first)(i, j) = values[i][j];
  (*second)(1, 1) = 7;
  const auto behind = ui::behindBest({first, second, nullptr});
  ASSERT_EQ(behind.size(), 3u);
  EXPECT_EQ(behind[2], nullptr);
  // The lead by i + j: 1, 4, 7 (second plane), and still 7.
  const float expected[2][3] = {{0, 0, -5}, {-1, -2, -7}};
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j) EXPECT_EQ((*behind[0])(i, j), expected[i][j]) << i << ", " << j;
  EXPECT_EQ((*behind[1])(1, 1), 0);
  EXPECT_EQ((*behind[1])(0, 0), kImpossible);
}

TEST(BackPointers, everyMatchOriginIsDecoded) {
  auto alignment = someAlignment(4, 5);
  const std::pair<int, PairState> origins[] = {
      {2, PairState::MM}, {3, PairState::GD}, {4, PairState::IM}, {5, PairState::DG}, {6, PairState::MI}};
  for (const auto& [code, state] : origins) {
    alignment->matrices.backtrace(3, 4) = static_cast<std::uint8_t>(code);
    const Predecessor from = ui::predecessorOf(alignment->matrices, PairState::MM, 2, 3);
    EXPECT_EQ(from.kind, Predecessor::Kind::cell);
    EXPECT_EQ(from.state, state);
    EXPECT_EQ(from.i, 1);
    EXPECT_EQ(from.j, 2);
  }
  alignment->matrices.backtrace(3, 4) = 0;
  EXPECT_EQ(ui::predecessorOf(alignment->matrices, PairState::MM, 2, 3).kind, Predecessor::Kind::start);
}

TEST(BackPointers, gapStatesStepAlongTheSideTheyConsume) {
  auto alignment = someAlignment(4, 5);
  const struct {
    PairState state;
    int bit;
    Index i, j;
  } cases[] = {{PairState::GD, 3, 2, 2}, {PairState::IM, 4, 2, 2}, {PairState::DG, 5, 1, 3}, {PairState::MI, 6, 1, 3}};
  for (const auto& expected : cases) {
    alignment->matrices.backtrace(3, 4) = static_cast<std::uint8_t>(1 << expected.bit);
    Predecessor from = ui::predecessorOf(alignment->matrices, expected.state, 2, 3);
    EXPECT_EQ(from.state, PairState::MM);
    EXPECT_EQ(from.i, expected.i);
    EXPECT_EQ(from.j, expected.j);
    alignment->matrices.backtrace(3, 4) = 0;
    from = ui::predecessorOf(alignment->matrices, expected.state, 2, 3);
    EXPECT_EQ(from.state, expected.state) << "from itself";
  }
}

TEST(BackPointers, threeStatesUseTheirOwnCodes) {
  engine::DpMatrices matrices;
  matrices.states = {PairState::M, PairState::I, PairState::D};
  matrices.planes.assign(3, Array<float>({3, 3}, 0.0F, "plane"));
  matrices.backtrace = Array<std::uint8_t>({3, 3}, static_cast<std::uint8_t>(3 | 8));
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::M, 1, 1).state, PairState::D);
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::I, 1, 1).state, PairState::M);
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::I, 1, 1).i, 0);
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::D, 1, 1).state, PairState::D);
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::D, 1, 1).j, 0);
}

TEST(BackPointers, cellsOutsideAndSwitchedOffHaveNoOrigin) {
  auto alignment = someAlignment(2, 2);
  alignment->matrices.backtrace(1, 1) = 0x82;
  EXPECT_EQ(ui::predecessorOf(alignment->matrices, PairState::MM, 0, 0).kind, Predecessor::Kind::off);
  EXPECT_EQ(ui::predecessorOf(alignment->matrices, PairState::MM, 2, 0).kind, Predecessor::Kind::unknown);
  EXPECT_EQ(ui::predecessorOf(alignment->matrices, PairState::MM, -1, 0).kind, Predecessor::Kind::unknown);
  EXPECT_EQ(ui::predecessorOf(engine::DpMatrices{}, PairState::MM, 0, 0).kind, Predecessor::Kind::unknown);
}

TEST(AlignedText, gapsStandOppositeTheSideThatIsConsumed) {
  engine::AlignmentPath path;
  path.steps = {{PairState::MM, 0, 0, 2},   {PairState::MI, 1, 0, -1},  {PairState::IM, 1, 1, -1},
                {PairState::MM, 2, 2, 1.2}, {PairState::MM, 3, 3, 0.4}, {PairState::MM, 4, 4, -0.1}};
  const ui::AlignedText text = ui::alignedText(path, "ACDEF", "aGHIK");
  EXPECT_EQ(text.query, "AC-DEF");
  EXPECT_EQ(text.templ, "a-GHIK");
  EXPECT_EQ(text.match, "|  +. ");
  EXPECT_EQ(ui::alignedText({}, "", "").query, "");
}

TEST(PathSteps, nearestAndExact) {
  const auto alignment = someAlignment(5, 5);
  EXPECT_EQ(ui::stepAt(alignment->paths[0], 3, 3), 3);
  EXPECT_EQ(ui::stepAt(alignment->paths[0], 3, 4), -1);
  EXPECT_EQ(ui::nearestStep(alignment->paths[0], 4, 2), 2);
  EXPECT_EQ(ui::nearestStep({}, 0, 0), -1);
}

TEST(PathLines, emphasiseTheRunsOfOneState) {
  engine::AlignmentPath path;
  path.steps = {{PairState::MM, 0, 0, 1}, {PairState::MI, 1, 0, 1}, {PairState::MI, 2, 0, 1}, {PairState::MM, 3, 1, 1}};
  const auto lines = ui::pathLines(path, PairState::MI, {}, {}, 1);
  ASSERT_EQ(lines.size(), 3U) << "halo, path, one run";
  EXPECT_EQ(lines[0].points.size(), 4U);
  EXPECT_EQ(lines[2].points, (std::vector<ui::CellPoint>{{0.5, 0.5}, {1.5, 0.5}, {2.5, 0.5}}));
  EXPECT_EQ(lines[2].color, ui::stateColor(PairState::MI));
  EXPECT_TRUE(ui::pathLines({}, PairState::MM, {}, {}, 1).empty());
  path.steps.resize(1);
  EXPECT_EQ(ui::pathLines(path, std::nullopt, {}, {}, 1)[0].points.size(), 2U) << "a single cell can be seen";
}

TEST(InnerPlane, leavesTheBordersOut) {
  const auto alignment = someAlignment(2, 3);
  const auto plane = ui::innerPlane(alignment->matrices, PairState::IM);
  ASSERT_EQ(plane->shape(), (engine::Shape{2, 3}));
  EXPECT_EQ((*plane)(0, 0), 3);
  EXPECT_EQ((*plane)(0, 2), kImpossible);
  EXPECT_EQ(ui::innerPlane(alignment->matrices, PairState::M), nullptr);
}

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

TEST_F(DpViewTest, clickOnASmallPlaneAndNumberKeysMakeItLarge) {
  showWith(someAlignment(10, 10));
  const double small = view.panelOf(2, view.canvas().size()).width;
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, pointOf(2, 5, 5));
  EXPECT_EQ(view.mainPlane(), 2);
  EXPECT_GT(view.panelOf(2, view.canvas().size()).width, 2 * small);
  QTest::keyClick(&view.canvas(), Qt::Key_5);
  EXPECT_EQ(view.mainPlane(), 4);
  QTest::keyClick(&view.canvas(), Qt::Key_9);
  EXPECT_EQ(view.mainPlane(), 4) << "there is no plane 9";
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
  std::vector<QColor> before;
  for (int plane = 0; plane < 5; ++plane) before.push_back(colorAt(pointOf(plane, 2, 5)));
  hover(2, 8);
  for (int plane = 0; plane < 5; ++plane)
    EXPECT_NE(colorAt(pointOf(plane, 2, 5)), before[static_cast<size_t>(plane)]) << plane;
}

TEST_F(DpViewTest, thePathIsDrawnInTheColorOfItsState) {
  showWith(someAlignment(10, 10));
  const ui::Rgb blue = ui::stateColor(PairState::MM);
  const QColor onPath = colorAt(pointOf(0, 5, 5));
  EXPECT_EQ(onPath, QColor(blue[0], blue[1], blue[2]));
  view.setPathShown(false);
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
  view.setMainPlane(1);
  EXPECT_TRUE(readoutOf("MI").contains(QStringLiteral("before"))) << "the large plane's state is told in full";
  EXPECT_TRUE(readoutOf("MM").contains(QStringLiteral("bits, from MM")));
}

TEST_F(DpViewTest, onlyKindsThatAreHeldCanBeChosen) {
  auto alignment = someAlignment(10, 10);
  showWith(alignment);
  EXPECT_EQ(view.kinds(), std::vector{engine::DpKind::viterbi});
  view.setMatrixKind(engine::DpKind::posterior);
  EXPECT_EQ(view.matrixKind(), engine::DpKind::viterbi);
}

TEST_F(DpViewTest, posteriorsAreColouredFromZeroToOne) {
  auto alignment = someAlignment(10, 10);
  alignment->posterior.kind = engine::DpKind::posterior;
  alignment->posterior.states = {PairState::MM};
  alignment->posterior.planes.emplace_back(engine::Shape{11, 11}, 0.5F, "MM");
  alignment->posterior.planes[0](3, 9) = 1;
  showWith(alignment);
  view.setMatrixKind(engine::DpKind::posterior);
  ASSERT_EQ(view.numPlanes(), 1);
  view.setPathShown(false);
  const auto colorFor = [](double place) {
    const ui::Rgb color = ui::colorOf(ui::MapLook{}, place);
    return QColor(color[0], color[1], color[2]);
  };
  EXPECT_EQ(colorAt(pointOf(0, 2, 8)), colorFor(1));
  EXPECT_EQ(colorAt(pointOf(0, 5, 2)).lightness(), colorFor(0.5).lightness()) << "not stretched to what occurs";
  hover(2, 8);
  EXPECT_EQ(readoutOf("MM"), "1");
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
  view.setRivalsShown(false);
  EXPECT_NE(colorAt(onRival), ui::ThemeModel::instance().theme().muted);
  view.setPath(1);
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
  EXPECT_EQ(view.matrixKind(), engine::DpKind::forward);
  EXPECT_EQ(controls->findChild<QComboBox*>(QStringLiteral("Path"))->count(), 2);
  EXPECT_NE(controls->findChild<QCheckBox*>(QStringLiteral("Show the other paths")), nullptr);
  EXPECT_EQ(controls->findChild<QCheckBox*>(QStringLiteral("Colour the path by posterior")), nullptr);
}

TEST_F(DpViewTest, sideBySideGivesAllPlanesTheSameSize) {
  showWith(someAlignment(10, 10));
  view.setArrangement(ui::PlaneArrangement::sideBySide);
  const QSize size = view.canvas().size();
  for (int plane = 1; plane < 5; ++plane) {
    EXPECT_EQ(view.panelOf(plane, size).width, view.panelOf(0, size).width);
    EXPECT_EQ(view.panelOf(plane, size).height, view.panelOf(0, size).height);
  }
}

TEST_F(DpViewTest, zoomingOneLinkedPlaneZoomsAll) {
  showWith(someAlignment(10, 10));
  const double before = view.viewportOf(3, view.canvas().size()).pixelsPerCell;
  test::turnWheel(view.canvas(), pointOf(0, 5, 5), 4);
  const auto large = view.viewportOf(0, view.canvas().size()), small = view.viewportOf(3, view.canvas().size());
  EXPECT_GT(large.pixelsPerCell, before);
  EXPECT_EQ(large.centerRow, small.centerRow);
  EXPECT_EQ(large.centerColumn, small.centerColumn);
}

TEST_F(DpViewTest, backPointersAppearWhenZoomedIn) {
  showWith(someAlignment(10, 10));
  view.setPathShown(false);
  view.showCells(5, 5, 40);
  test::waitForFrame(view.canvas());
  const ui::Rgb blue = ui::stateColor(PairState::MM);
  const ui::Rect panel = view.panelOf(0, view.canvas().size());
  const QRect area(static_cast<int>(panel.x), static_cast<int>(panel.y), static_cast<int>(panel.width),
                   static_cast<int>(panel.height));
  const auto bluePixels = [&] {
    return test::countColor(view.grab().toImage().copy(area), QColor(blue[0], blue[1], blue[2]), 12);
  };
  EXPECT_GT(bluePixels(), 20);
  view.showCells(5, 5, 6);
  test::waitForFrame(view.canvas());
  EXPECT_EQ(bluePixels(), 0);
}

TEST_F(DpViewTest, sizesZeroAndOneAreShown) {
  for (const Index length : {0, 1}) {
    showWith(someAlignment(length, length));
    EXPECT_EQ(view.numPlanes(), 5);
    EXPECT_TRUE(view.readout().empty());
  }
  auto empty = std::make_shared<engine::ProfileAlignment>();
  showWith(empty);
  EXPECT_EQ(view.numPlanes(), 0);
}

}  // namespace
