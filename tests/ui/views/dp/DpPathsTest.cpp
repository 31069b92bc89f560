// Paths of the DP view as lines and texts: alternatives and co-optimal ones, swapping, posteriors, logos.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>

#include "tests/ui/views/dp/DpFixture.h"

namespace dp_paths_test {

using engine::Index;
using engine::PairState;
using ui::DpOptions;

class DpPathsTest : public test::DpViewFixture {
 protected:
  void listPaths() {
    const int before = view.live().numUpdates();
    press(Qt::Key_L);
    ASSERT_TRUE(waitForUpdate(before));
    ASSERT_GT(view.picture().paths().size(), 1U) << "the list looks for others by itself";
  }
};

/// Two repeats in the query, one in the template: a second alignment that keeps away from the first, or scores as much.
void showRepeats(ui::Session& session, ui::DpView& view) {
  const std::string repeat = "VLSEGEWQLVLHVWAKVEADVAGHGQDILIRLFKSHPETLEKFDRFKHLK";
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  const engine::Operation& operation = engine::findOperation("align");
  std::vector<engine::Dataset> results =
      operation.run({test::rowsDataset("twice", {repeat + repeat}), test::rowsDataset("once", {repeat})},
                    engine::completed(operation.parameters(), {}), {}, diagnostics, progress);
  engine::nameResults(results, "globins");
  engine::DatasetPtr first;
  for (engine::Dataset& result : results) {
    const auto dataset = std::make_shared<const engine::Dataset>(std::move(result));
    if (!first) first = dataset;
    session.document().publish(dataset);
  }
  view.setDataset(first);
  test::show(view, {1100, 760});
  test::giveFocus(view.canvas());
  test::waitForFrame(view.canvas());
}

TEST_F(DpPathsTest, twoFamiliesAreAskedForWithTheAlignmentsBehindTheProfiles) {
  showGlobins();
  engine::Request request;
  QObject::connect(&view, &ui::View::requested, &view, [&](const engine::Request& asked) { request = asked; });
  view.findChild<QAction*>(QStringLiteral("dp.families"))->trigger();
  EXPECT_EQ(request.operation, "merge");
  EXPECT_EQ(request.inputs, (std::vector<std::string>{"myoglobin", "globins", "haemoglobin"}));
  ui::Job* job = session.run(request);
  ASSERT_TRUE(job);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 30000));
  const engine::DatasetPtr merged = session.document().find(request.output);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->as<engine::Alignment>()->numRows(), 4);
}

TEST_F(DpPathsTest, theListShowsPathsWithTheirScoreLossAndTexts) {
  showRepeats(session, view);
  const double one = textArea(view.canvas().size()).height();
  listPaths();
  EXPECT_GE(textArea(view.canvas().size()).height(), 2 * one - 8) << "room for another entry";
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* box = form->findChild<QComboBox*>(QStringLiteral("Path"));
  ASSERT_NE(box, nullptr);
  EXPECT_TRUE(box->itemText(0).startsWith("Best: "));
  EXPECT_TRUE(box->itemText(1).contains("behind") || box->itemText(1).startsWith("Co-optimal"));
}

TEST_F(DpPathsTest, clickingAnEntryShowsItsPathAndXSwaps) {
  showRepeats(session, view);
  const double entry = textArea(view.canvas().size()).height();
  listPaths();
  const QRectF area = textArea(view.canvas().size());
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, QPointF(area.left() + 60, area.top() + entry * 1.05).toPoint());
  EXPECT_EQ(view.options().path, 1);
  press(Qt::Key_X);
  EXPECT_EQ(view.options().path, 0);
  press(Qt::Key_X);
  EXPECT_EQ(view.options().path, 1);
  press(Qt::Key_BracketLeft);
  EXPECT_EQ(view.options().path, 0);
  press(Qt::Key_BracketLeft);
  EXPECT_EQ(view.options().path, 0) << "there is none before the best";
}

TEST_F(DpPathsTest, aPathThatIsOnItsWayIsForgottenWhenAnotherIsChosen) {
  showRepeats(session, view);
  listPaths();
  engine::AlignmentKnobs knobs = view.live().knobs();
  knobs.shift += 0.01F;
  view.live().setKnobs(knobs);
  ASSERT_TRUE(view.live().isBusy());
  QJsonObject state = view.state();
  state[QStringLiteral("path")] = 9;
  view.setState(state);
  ASSERT_EQ(view.state()[QStringLiteral("path")], 9);
  set(&DpOptions::path, 0);
  EXPECT_EQ(view.state()[QStringLiteral("path")], 0);
}

TEST_F(DpPathsTest, aPathThatIsOnItsWayIsForgottenWithItsAlignment) {
  showRepeats(session, view);
  press(Qt::Key_L);
  ASSERT_TRUE(view.live().isBusy());
  QJsonObject state = view.state();
  state[QStringLiteral("path")] = 9;
  view.setState(state);
  ASSERT_EQ(view.state()[QStringLiteral("path")], 9);
  auto other = std::make_shared<engine::Dataset>(*session.document().find("globins"));
  other->id = "other";
  view.setDataset(other);
  EXPECT_EQ(view.state()[QStringLiteral("path")], 0);
}

TEST_F(DpPathsTest, theChosenPathIsTheOneInTheMatrix) {
  showRepeats(session, view);
  listPaths();
  set(&DpOptions::areRivalsShown, false);
  const ui::Rgb blue = ui::stateColor(PairState::MM);
  const QColor onPath(blue[0], blue[1], blue[2]);
  const QPoint first = pointOf(0, 25, 25), second = pointOf(0, 75, 25);
  const bool isFirst = colorAt(first) == onPath;
  EXPECT_NE(isFirst, colorAt(second) == onPath) << "one of the repeats";
  for (int path = 1; path < static_cast<int>(view.picture().paths().size()); ++path) {
    set(&DpOptions::path, path);
    if ((colorAt(first) == onPath) != isFirst) return;
  }
  FAIL() << "no path goes through the other repeat";
}

TEST_F(DpPathsTest, clickingALetterLocksItsPair) {
  showGlobins();
  const QRectF area = textArea(view.canvas().size());
  const double line = QFontMetricsF(theme().residueFont()).height();
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, QPointF(area.left() + 250, area.top() + 1.5 * line).toPoint());
  const ui::Focus& locked = session.selection().locked();
  ASSERT_FALSE(locked.isEmpty());
  EXPECT_GE(ui::stepAt(globins().paths[0], locked.first.index, locked.second.index), 0);
}

TEST_F(DpPathsTest, thePosteriorStandsBesideTheViterbiPlane) {
  showGlobins();
  const int before = view.live().numUpdates();
  press(Qt::Key_P);
  ASSERT_TRUE(waitForUpdate(before)) << "sums are made when they are needed";
  const QSize size = view.canvas().size();
  const ui::Rect left = panelOf(0, size), right = panelOf(5, size);
  EXPECT_EQ(left.width, right.width);
  EXPECT_GT(right.x, left.right());
  EXPECT_TRUE(panelOf(1, size).isEmpty()) << "the other planes make room";
  set(&DpOptions::isPathShown, false);
  const auto& step = globins().paths[0].steps[globins().paths[0].steps.size() / 2];
  const QColor sure = colorAt(pointOf(5, double(step.i), double(step.j)));
  const QColor unlikely = colorAt(pointOf(5, double(step.i), double(step.j + 15)));
  EXPECT_GT(sure.lightness(), unlikely.lightness() + 30);
  const double zoomed = viewportOf(5, size).pixelsPerCell;
  test::turnWheel(view.canvas(), pointOf(0, 20, 20), 3);
  EXPECT_GT(viewportOf(5, size).pixelsPerCell, zoomed) << "both zoom together";
  press(Qt::Key_P);
  EXPECT_FALSE(panelOf(1, size).isEmpty());
}

TEST_F(DpPathsTest, everyColumnTellsHowReliableItIs) {
  EXPECT_EQ(ui::reliabilityDigit(0.95), u'9');
  EXPECT_EQ(ui::reliabilityDigit(1), u'9');
  EXPECT_EQ(ui::reliabilityDigit(0.09), u'0');
  EXPECT_EQ(ui::reliabilityDigit(-1), u' ');
  showGlobins();
  const double without = textArea(view.canvas().size()).height();
  engine::ParameterValues values;
  values.set("sums", std::string("on"));
  view.setDataset(test::alignedGlobins(session, values));
  const QRectF area = textArea(view.canvas().size());
  EXPECT_GT(area.height(), without) << "a line more";
  const QImage line = partOf(picture(), area.adjusted(0, 4 * QFontMetricsF(theme().residueFont()).height(), 0, 0));
  EXPECT_GT(test::countPixels(line, [](QColor pixel) { return pixel.saturation() > 50; }), 300);
  set(&DpOptions::isPosteriorShown, true);
  const auto& steps = globins().paths[0].steps;
  const auto pair =
      std::find_if(steps.begin() + 5, steps.end(), [](const auto& step) { return step.state == PairState::MM; });
  const ui::Rgb own = ui::posteriorColor(ui::stepPosterior(*pair, globins().posterior));
  const QColor color = colorAt(pointOf(0, double(pair->i) - 0.5, double(pair->j) - 0.5));
  EXPECT_NEAR(color.red(), own[0], 12) << "the path as well";
  EXPECT_NEAR(color.green(), own[1], 12);
}

TEST_F(DpPathsTest, logosStandAtTheAxesAndFollowTheZoom) {
  showGlobins();
  const QSize size = view.canvas().size();
  const auto logo = [&] {
    const ui::Rect panel = panelOf(0, size);
    return partOf(picture(), QRectF(panel.x, panel.bottom() + 2, panel.width, 30));
  };
  const auto ink = [](const QImage& image) {
    return test::countPixels(image, [](QColor pixel) { return pixel.lightness() < 200; });
  };
  const QImage fitted = logo();
  EXPECT_GT(ink(fitted), 200);
  showCells(20, 20, 40);
  EXPECT_NE(logo(), fitted);
  view.resetView();
  EXPECT_EQ(logo(), fitted);
  const double narrow = panelOf(0, size).width;
  set(&DpOptions::areLogosShown, false);
  EXPECT_GT(panelOf(0, size).width, narrow) << "their room goes to the matrix";
}

TEST_F(DpPathsTest, arrowsAreThinnedWhereCellsAreSmall) {
  showGlobins();
  set(&DpOptions::isPathShown, false);
  set(&DpOptions::areLogosShown, false);
  const auto arrows = [&] {
    const ui::Rgb blue = ui::stateColor(PairState::MM);
    const ui::Rect panel = panelOf(0, view.canvas().size());
    return test::countColor(partOf(picture(), QRectF(panel.x, panel.y, panel.width, panel.height)),
                            QColor(blue[0], blue[1], blue[2]), 12);
  };
  showCells(20, 20, 32);
  const int whole = arrows();
  EXPECT_GT(whole, 100);
  showCells(20, 20, 16);
  EXPECT_GT(arrows(), 50) << "every other cell";
  showCells(20, 20, 6);
  EXPECT_EQ(arrows(), 0);
}

TEST_F(DpPathsTest, lowPicturesAreLeftToTheMatrix) {
  showGlobins();
  EXPECT_GT(panelOf(0, {300, 200}).height, 80);
  EXPECT_EQ(textArea({300, 200}).height(), 0);
  EXPECT_GT(textArea({600, 400}).height(), 40);
}

TEST_F(DpPathsTest, smallPlanesUseTheRoomThatTheLargeOneLeaves) {
  showGlobins();
  for (const QSize size : {QSize(536, 245), QSize(800, 600), QSize(1600, 700), QSize(500, 900)}) {
    const double reach = 0.3 * std::min(size.width() / 2, size.height() / 4);
    for (int plane = 1; plane < 5; ++plane) {
      const ui::Rect panel = panelOf(plane, size);
      EXPECT_GT(panel.height, std::max(36.0, reach)) << plane << " of " << size.width() << " x " << size.height();
      EXPECT_LE(panel.right(), size.width());
      EXPECT_LE(panel.bottom(), size.height());
      for (int other = 0; other < plane; ++other) {
        const ui::Rect beside = panelOf(other, size);
        EXPECT_TRUE(beside.right() <= panel.x || panel.right() <= beside.x || beside.bottom() <= panel.y ||
                    panel.bottom() <= beside.y)
            << plane << " over " << other << " in " << size.width() << " x " << size.height();
      }
    }
    EXPECT_GT(panelOf(0, size).height, panelOf(1, size).height) << "the large one is the largest";
  }
}

}  // namespace dp_paths_test
