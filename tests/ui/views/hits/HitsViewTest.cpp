// The hits view, driven with the pointer and the keys.
#include "ui/views/hits/HitsView.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "engine/base/Error.h"
#include "engine/datasets/SequenceSet.h"
#include "tests/ui/support/Gui.h"
#include "tests/ui/views/hits/HitsFixture.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/hits/HitsBar.h"
#include "ui/views/hits/HitsControls.h"

namespace hits_view_test {

using namespace test;
using engine::Index;
using engine::SearchResult;
using ui::HitColumn;

class HitsViewTest : public ::testing::Test {
 protected:
  void showWith(const std::shared_ptr<const SearchResult>& result, QSize size = {1000, 600}) {
    view.setDataset(datasetOf(result));
    test::show(view, size);
  }
  QPoint cellMiddle(int row, HitColumn column) {
    return view.table().visualRect(view.table().model()->index(row, static_cast<int>(column))).center();
  }
  void clickHeading(HitColumn column) {
    QHeaderView& header = *view.table().horizontalHeader();
    const int section = static_cast<int>(column);
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                      {header.sectionViewportPosition(section) + header.sectionSize(section) / 2, header.height() / 2});
  }
  void hover(Index column) {
    ui::Focus focus;
    focus.first = {"query", column};
    session.selection().setHover(focus);
  }
  QString readoutOf(const QString& label) {
    for (const auto& line : view.readout())
      if (line.label == label) return line.value;
    return {};
  }

  ui::Session session;
  ui::HitsView view{session};
};

TEST_F(HitsViewTest, refusesOtherDatasets) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->value = std::make_shared<const engine::SequenceSet>();
  EXPECT_FALSE(view.accepts(*dataset));
  EXPECT_THROW(view.setDataset(dataset), engine::Error);
  EXPECT_FALSE(view.table().isVisibleTo(&view)) << "an empty view shows what to do, not an empty table";
}

TEST_F(HitsViewTest, clickOnAHeadingSortsBestFirstAndTurnsRound) {
  showWith(someResult());
  clickHeading(HitColumn::columns);
  EXPECT_EQ(view.table().shownHits(), (std::vector<int>{0, 3, 1, 2}));
  const auto headingText = [&](HitColumn column) {
    return view.table().model()->headerData(static_cast<int>(column), Qt::Horizontal, Qt::DisplayRole).toString();
  };
  EXPECT_EQ(headingText(HitColumn::columns), QStringLiteral("Cols ▾"));
  EXPECT_EQ(headingText(HitColumn::number), QStringLiteral("No"));
  clickHeading(HitColumn::columns);
  EXPECT_EQ(view.table().shownHits(), (std::vector<int>{2, 1, 3, 0}));
  clickHeading(HitColumn::eValue);
  EXPECT_EQ(view.table().shownHits(), (std::vector<int>{0, 3, 1, 2}));
}

TEST_F(HitsViewTest, typedWordsFilterNamesAndFamilies) {
  showWith(someResult());
  QTest::keyClicks(&view.bar().filter(), QStringLiteral("ALPHA tests"));
  EXPECT_EQ(view.table().shownHits(), std::vector<int>{0});
  view.bar().filter().clear();
  QTest::keyClicks(&view.bar().filter(), QStringLiteral("globin"));
  EXPECT_EQ(view.table().shownHits(), std::vector<int>{2});
  EXPECT_EQ(view.table().currentHit(), 2) << "a hit that is shown is chosen";
  QTest::keyClicks(&view.bar().filter(), QStringLiteral("zzz"));
  EXPECT_TRUE(view.table().shownHits().empty());
  view.bar().filter().clear();
  EXPECT_EQ(view.table().shownHits().size(), 4U);
}

TEST_F(HitsViewTest, arrowsHomeAndEndMoveAndTheReadoutFollows) {
  showWith(someResult());
  EXPECT_EQ(readoutOf("Hit"), "alpha");
  QTest::keyClick(&view.table(), Qt::Key_Down);
  EXPECT_EQ(readoutOf("Hit"), "beta");
  EXPECT_EQ(readoutOf("E-value"), "2.0e-04");
  QTest::keyClick(&view.table(), Qt::Key_End);
  EXPECT_EQ(readoutOf("Hit"), "delta");
  QTest::keyClick(&view.table(), Qt::Key_Home);
  EXPECT_EQ(readoutOf("Hit"), "alpha");
}

TEST_F(HitsViewTest, copyGivesTheSelectedRowsAsTabSeparatedText) {
  showWith(someResult());
  QTest::keyClick(&view.table(), Qt::Key_Down, Qt::ShiftModifier);
  QTest::keyClick(&view.table(), Qt::Key_C, Qt::ControlModifier);
  const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
  ASSERT_EQ(lines.size(), 3);
  EXPECT_TRUE(lines[0].startsWith(QStringLiteral("No\tHit\tProb\tE-value\t")));
  EXPECT_TRUE(lines[2].startsWith(QStringLiteral("2\tbeta of the tests\t80.5\t2.0e-04\t")));
  EXPECT_EQ(lines[0].count(u'\t'), lines[2].count(u'\t'));
}

TEST_F(HitsViewTest, savedTableHoldsTheShownRows) {
  showWith(someResult());
  view.bar().filter().setText(QStringLiteral("beta"));
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("hits.tsv"));
  ui::saveHitsTable(view, path);
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.readAll().count('\n'), 2);
  EXPECT_THROW(ui::saveHitsTable(view, folder.filePath(QStringLiteral("none/hits.tsv"))), engine::Error);
}

TEST_F(HitsViewTest, filterOrderAndChosenHitAreStateThatComesBack) {
  showWith(someResult());
  const QJsonObject start = view.state();
  view.table().sortBy(ui::HitColumn::hit, Qt::DescendingOrder);
  view.table().selectHit(1);
  const QJsonObject sorted = view.state();
  EXPECT_NE(sorted, start);
  view.bar().filter().setText(QStringLiteral("beta"));
  const QJsonObject filtered = view.state();
  EXPECT_NE(filtered, sorted);
  view.setState(start);
  EXPECT_EQ(view.state(), start);
  view.setState(filtered);
  EXPECT_EQ(view.state(), filtered);
  view.setState({{QStringLiteral("sortedBy"), 99}, {QStringLiteral("hit"), QStringLiteral("x")}});
  EXPECT_EQ(view.state()[QStringLiteral("hit")], filtered[QStringLiteral("hit")]);
}

TEST_F(HitsViewTest, orderIsChosenInTheControlsToo) {
  showWith(someResult());
  const std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* order = controls->findChild<QComboBox*>();
  ASSERT_TRUE(order);
  order->setCurrentIndex(static_cast<int>(ui::HitColumn::hit));
  const std::vector<int> best = view.table().shownHits();
  controls->findChild<QCheckBox*>()->click();
  std::vector<int> reversed = view.table().shownHits();
  EXPECT_NE(reversed, best);
}

TEST_F(HitsViewTest, enterDoubleClickAndButtonAskForTheHit) {
  showWith(someResult());
  std::vector<engine::Request> requests;
  QObject::connect(&view, &ui::View::requested, &view, [&](const engine::Request& r) { requests.push_back(r); });
  QTest::keyClick(&view.table(), Qt::Key_Down);
  QTest::keyClick(&view.table(), Qt::Key_Return);
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].operation, "hit");
  EXPECT_EQ(requests[0].inputs, std::vector<std::string>{"search"});
  EXPECT_EQ(requests[0].parameters.integer("rank"), 2);
  QTest::mouseClick(view.table().viewport(), Qt::LeftButton, {}, cellMiddle(2, HitColumn::hit));
  test::doubleClick(*view.table().viewport(), cellMiddle(2, HitColumn::hit));
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[1].parameters.integer("rank"), 3);
  EXPECT_NE(requests[1].output, requests[0].output);
  QTest::mouseClick(&view.bar().openButton(), Qt::LeftButton);
  EXPECT_EQ(requests.size(), 3U);
}

TEST_F(HitsViewTest, buttonAndCommandAskForTheHitAsTwoFamilies) {
  const auto query = std::make_shared<engine::Dataset>();
  query->id = query->title = "query";
  query->value = std::make_shared<const engine::ProfileHmm>();
  session.document().publish(query);
  session.document().publish(datasetOf(someResult()));
  showWith(someResult());
  std::vector<engine::Request> requests;
  QObject::connect(&view, &ui::View::requested, &view, [&](const engine::Request& r) { requests.push_back(r); });
  QTest::keyClick(&view.table(), Qt::Key_Down);
  QTest::mouseClick(&view.bar().familiesButton(), Qt::LeftButton);
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].operation, "merge");
  EXPECT_EQ(requests[0].inputs, (std::vector<std::string>{"query", "search"}));
  EXPECT_EQ(requests[0].parameters.integer("rank"), 2);
  view.findChild<QAction*>(QStringLiteral("hits.families"))->trigger();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[1].output, requests[0].output) << "asked again, it takes its own place";
}

TEST_F(HitsViewTest, aQueryThatIsGoneIsTold) {
  session.document().publish(datasetOf(someResult()));
  showWith(someResult());
  QSignalSpy asked(&view, &ui::View::requested), told(&session, &ui::Session::message);
  QTest::mouseClick(&view.bar().familiesButton(), Qt::LeftButton);
  EXPECT_EQ(asked.count(), 0);
  EXPECT_EQ(told.count(), 1);
}

TEST_F(HitsViewTest, reportsWithoutProfilesCannotBeOpenedAndSayWhy) {
  showWith(someResult(Profiles::none));
  int numRequests = 0;
  QObject::connect(&view, &ui::View::requested, &view, [&] { ++numRequests; });
  EXPECT_FALSE(view.bar().openButton().isEnabled());
  EXPECT_FALSE(view.bar().familiesButton().isEnabled());
  EXPECT_TRUE(view.bar().openButton().toolTip().contains(QStringLiteral("no profiles")));
  QTest::keyClick(&view.table(), Qt::Key_Return);
  EXPECT_EQ(numRequests, 0);
}

TEST_F(HitsViewTest, barsLieWhereTheHitIsAndShowItsProbability) {
  showWith(someResult());
  const QImage image = view.table().viewport()->grab().toImage();
  const auto bar = [&](int row) {
    const QColor color =
        ui::probabilityColor(ui::ThemeModel::instance().theme(), view.model().hit(row).scores.probability);
    const QRect cell = view.table().visualRect(view.table().model()->index(row, static_cast<int>(HitColumn::onQuery)));
    return test::countColor(image.copy(cell), color, 2);
  };
  EXPECT_GT(bar(1), 0);
  EXPECT_NEAR(static_cast<double>(bar(1)) / bar(2), 31.0 / 21, 0.15) << "31 and 21 query columns";
  const QRect cell = view.table().visualRect(view.table().model()->index(2, static_cast<int>(HitColumn::onQuery)));
  const int middle = cell.center().y();
  const QColor color = ui::probabilityColor(ui::ThemeModel::instance().theme(), 9.5);
  EXPECT_NE(image.pixelColor(cell.left() + cell.width() / 4, middle), color) << "starts at half of the query";
  EXPECT_EQ(image.pixelColor(cell.left() + cell.width() * 6 / 10, middle), color);
}

TEST_F(HitsViewTest, pointingAtABarSelectsTheQueryColumn) {
  showWith(someResult());
  test::movePointer(*view.table().viewport(), cellMiddle(0, HitColumn::onQuery));
  EXPECT_EQ(session.selection().hover().first.dataset, "query");
  EXPECT_NEAR(static_cast<double>(session.selection().hover().first.index), 50, 2);
  QTest::mouseClick(view.table().viewport(), Qt::LeftButton, {}, cellMiddle(0, HitColumn::onQuery));
  EXPECT_EQ(session.selection().locked().first, session.selection().hover().first);
  QTest::keyClick(&view.table(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().locked().isEmpty());
  test::movePointer(*view.table().viewport(), cellMiddle(0, HitColumn::hit));
  EXPECT_TRUE(session.selection().hover().isEmpty());
}

TEST_F(HitsViewTest, pointingAtALetterSelectsItsQueryColumn) {
  showWith(someResult());
  QPointF place(-1, -1);
  for (int y = 0; y < view.canvas().height() && place.y() < 0; ++y)
    for (int x = 0; x < view.canvas().width() && place.y() < 0; ++x)
      if (view.stepAt(QPointF(x, y)) == 12) place = QPointF(x + 1, y + 1);
  ASSERT_GE(place.y(), 0);
  test::movePointer(view.canvas(), place);
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"query", 22}));
  EXPECT_EQ(readoutOf("Query column"), "A 23");
  EXPECT_EQ(readoutOf("Template column"), "G 12");
  EXPECT_EQ(readoutOf("Posterior"), "0.900");
  hover(20);
  EXPECT_EQ(readoutOf("Template column"), "none: a gap");
}

TEST_F(HitsViewTest, incomingSelectionIsMarkedInBarsAndRows) {
  showWith(someResult());
  ui::Focus focus;
  focus.first = {"query", 30};
  const QImage rowsBefore = view.canvas().grab().toImage();
  session.selection().setLocked(focus);
  QCoreApplication::processEvents();
  const QColor locked = ui::ThemeModel::instance().theme().locked;
  EXPECT_GT(test::countColor(view.table().viewport()->grab().toImage(), locked), 20);
  EXPECT_NE(view.canvas().grab().toImage(), rowsBefore);
}

TEST_F(HitsViewTest, picturesAndPagesHoldTableAndRows) {
  view.setDataset(datasetOf(someResult()));
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    const ui::Theme& theme = ui::ThemeModel::instance().theme();
    const QImage image = view.renderImage({900, 600}, 1);
    EXPECT_EQ(image.pixelColor(1, 1), theme.canvas);
    EXPECT_GT(test::countColor(image, ui::probabilityColor(theme, 99.5), 2), 200);
    EXPECT_GT(test::countColor(image.copy(0, 150, 900, 450), theme.text, 40), 100) << "letters of the rows";
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
  const QTemporaryDir folder;
  view.exportVector(folder.filePath(QStringLiteral("hits.svg")), {900, 600});
  QFile file(folder.filePath(QStringLiteral("hits.svg")));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray page = file.readAll();
  EXPECT_TRUE(page.contains("alpha")) << "text stays text";
  EXPECT_FALSE(page.contains("<image")) << "nothing of it is a picture";
}

TEST_F(HitsViewTest, sizesZeroAndOneAreShown) {
  auto empty = std::make_shared<SearchResult>();
  showWith(empty);
  EXPECT_FALSE(view.bar().openButton().isEnabled());
  EXPECT_TRUE(view.readout().empty());
  EXPECT_FALSE(view.renderImage({400, 300}, 1).isNull());
  auto one = std::make_shared<SearchResult>();
  one->hits.resize(1);
  view.setDataset(datasetOf(one));
  EXPECT_EQ(view.table().currentHit(), 0);
  EXPECT_FALSE(view.renderImage({400, 300}, 1).isNull());
  EXPECT_FALSE(view.bar().openButton().isEnabled());
}

TEST_F(HitsViewTest, aWideViewBecomesNarrowAgain) {
  auto one = std::make_shared<SearchResult>();
  one->hits.resize(1);
  showWith(one, {1000, 600});
  view.resize(520, 600);
  QCoreApplication::processEvents();
  EXPECT_EQ(view.width(), 520);
  const QPushButton& open = view.bar().openButton();
  EXPECT_LE(open.mapTo(&view, open.rect().topRight()).x(), 520) << "the bar is as narrow as the view";
}

TEST_F(HitsViewTest, tenThousandHitsMakeNoWidgetPerRow) {
  auto many = std::make_shared<SearchResult>();
  many->numQueryColumns = kQueryLength;
  for (int k = 0; k < 10'000; ++k)
    many->hits.push_back(someHit("hit" + std::to_string(k), k % 50, 20, k % 101, 1e-3 * k));
  showWith(someResult());
  const auto numWidgets = view.findChildren<QWidget*>().size();
  view.setDataset(datasetOf(many));
  EXPECT_EQ(view.findChildren<QWidget*>().size(), numWidgets);
  clickHeading(HitColumn::probability);
  EXPECT_EQ(view.model().hit(view.table().shownHits().front()).scores.probability, 100);
  QTest::keyClick(&view.table(), Qt::Key_End);
  EXPECT_EQ(view.model().hit(view.table().currentHit()).scores.probability, 0);
}

}  // namespace hits_view_test
