// A shown plot driven with the pointer, the keys and its controls; its state.
#include "ui/views/plot/PlotView.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/ui/support/Gui.h"
#include "tests/ui/views/plot/PlotFixture.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/plot/PlotStyle.h"

namespace plot_view_test {

using namespace test;
using engine::Array;

constexpr QSize kSize(600, 450);

QColor barColor() { return ui::barColor(ui::ThemeModel::instance().theme()); }

class PlotViewTest : public ::testing::Test {
 protected:
  void open(const engine::DatasetPtr& dataset) {
    session.document().publish(dataset);
    view.setDataset(dataset);
    test::show(view, kSize);
  }
  QPointF pointAt(size_t series, size_t point) {
    const ui::PlotSeries& of = view.shown().plot.series[series];
    const ui::PixelPoint at = view.layoutFor(view.size()).panel.toPixel(of.x[point], of.y[point]);
    return {at.x, at.y};
  }
  void choose(const ui::PlotChoice& choice) { view.setOptions(withChoice(view.options(), choice)); }
  QString line(const QString& label) {
    for (const ui::ReadoutLine& entry : view.readout())
      if (entry.label == label) return entry.value;
    return {};
  }
  ui::Session session;
  ui::PlotView view{session};
};

TEST_F(PlotViewTest, takesHistogramsAndTablesOnly) {
  EXPECT_TRUE(view.accepts(*datasetOf(someHistogram())));
  EXPECT_TRUE(view.accepts(*datasetOf(someCurves())));
  EXPECT_FALSE(view.accepts(*datasetOf({})));
  EXPECT_THROW(view.setDataset(datasetOf({})), engine::Error);
}

TEST_F(PlotViewTest, barsHaveTheAreasOfTheirCounts) {
  engine::ArrayBundle arrays = someHistogram();
  arrays.erase("fit");  // would lie over the bars
  view.setDataset(datasetOf(arrays));
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    const QImage image = view.renderImage({500, 400}, 1);
    const ui::PlotPanel panel = view.layoutFor({500, 400}).panel;
    const auto area = [&](double from, double to) {
      const auto left = panel.toPixel(from, 0).x, right = panel.toPixel(to, 0).x;
      const QRectF part(left, panel.area.y, right - left, panel.area.height);
      return test::countColor(image.copy(part.toRect()), barColor(), 2);
    };
    EXPECT_GT(area(0, 1), 500);
    EXPECT_NEAR(static_cast<double>(area(1, 2)) / area(0, 1), 4, 0.2);
    EXPECT_NEAR(static_cast<double>(area(2, 3)) / area(0, 1), 2, 0.1);
    EXPECT_EQ(area(3.1, 4), 0);
    EXPECT_EQ(image.pixelColor(499, 399), ui::ThemeModel::instance().theme().canvas);
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST_F(PlotViewTest, pointingReadsBarAndCurve) {
  view.setDataset(datasetOf(someHistogram()));
  test::show(view, {500, 400});
  const ui::PlotPanel panel = view.layoutFor(view.canvas().size()).panel;
  test::movePointer(view.canvas(), {panel.toPixel(1.5, 0).x, panel.area.y + 20});
  const auto lines = view.readout();
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].value, "1.50");
  EXPECT_EQ(lines[1].value, "1.00 to 2.00");
  EXPECT_EQ(lines[2].value, "8");
  EXPECT_NEAR(lines[3].value.toDouble(), 6, 0.02);
  test::movePointer(view.canvas(), {1, 1});
  EXPECT_TRUE(view.readout().empty());
}

TEST_F(PlotViewTest, pagesAreVectorsWithText) {
  view.setDataset(datasetOf(someHistogram()));
  const QTemporaryDir folder;
  view.exportVector(folder.filePath(QStringLiteral("plot.svg")), {500, 400});
  QFile file(folder.filePath(QStringLiteral("plot.svg")));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QString page = QString::fromUtf8(file.readAll());
  EXPECT_TRUE(page.contains(QStringLiteral("λ = 0.693")));
  EXPECT_TRUE(page.contains(QStringLiteral("<polyline")));
  EXPECT_FALSE(page.contains(QStringLiteral("<image")));
}

TEST_F(PlotViewTest, rowsAreCountedInWholeNumbers) {
  open(tableOf({{"a", {10, 20, 30}}}));
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("plot.svg"));
  view.exportVector(path, kSize);
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QString text = QString::fromUtf8(file.readAll());
  for (const char* number : {">1<", ">2<", ">3<"}) EXPECT_TRUE(text.contains(QLatin1String(number))) << number;
  for (const char* number : {">1.5<", ">0.5<", ">2.2<"}) EXPECT_FALSE(text.contains(QLatin1String(number))) << number;
}

TEST_F(PlotViewTest, longAxesHaveNoMoreNumbersThanReadersNeed) {
  open(tableOf({{"a", {0.3, 4.7, 2.2}}}));
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("plot.svg"));
  view.exportVector(path, {3840, 2160});
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const qsizetype numTexts = QString::fromUtf8(file.readAll()).count(QStringLiteral("</text>"));
  EXPECT_GT(numTexts, 8);
  EXPECT_LT(numTexts, 2 * 21 + 6) << "and the words of axes, title and legend";
}

TEST_F(PlotViewTest, oneBarAndNoBarAreShown) {
  engine::ArrayBundle arrays;
  arrays["bin_edges"] = arrayOf("bin_edges", {2});
  arrays["counts"] = arrayOf("counts", {});
  view.setDataset(datasetOf(arrays));
  EXPECT_FALSE(view.renderImage({200, 150}, 1).isNull());
  arrays["bin_edges"] = arrayOf("bin_edges", {2, 3});
  arrays["counts"] = arrayOf("counts", {1});
  view.setDataset(datasetOf(arrays));
  EXPECT_GT(test::countColor(view.renderImage({200, 150}, 1), barColor(), 2), 100);
}

/// Two residues' worth of numbers that belong to the positions of dataset "chain".
engine::DatasetPtr residueTable() {
  engine::ArrayBundle arrays;
  arrays["a"] = arrayOf("a", {1, 5, 3, 2});
  arrays["b"] = arrayOf("b", {10, 20, 30, 40});
  auto dataset = std::make_shared<engine::Dataset>(*datasetOf(arrays));
  dataset->axes = {"chain"};
  return dataset;
}

TEST_F(PlotViewTest, pointsLeadToTheirResidues) {
  open(residueTable());
  test::movePointer(view.canvas(), pointAt(0, 1) + QPointF(5, 5));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"chain", 1}));
  EXPECT_EQ(line("Position"), QStringLiteral("2"));
  EXPECT_EQ(line("a"), QStringLiteral("5"));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, pointAt(0, 2).toPoint());
  EXPECT_EQ(session.selection().locked().first.index, 2);
  test::movePointer(view.canvas(), {1, 1});
  EXPECT_TRUE(session.selection().hover().isEmpty());
}

TEST_F(PlotViewTest, residuesSelectedElsewhereAreRinged) {
  open(residueTable());
  const QColor ring = ui::ThemeModel::instance().theme().locked;
  EXPECT_EQ(test::countColor(view.renderImage(view.size(), 1), ring, 10), 0);
  session.selection().setLocked({{"chain", 3}, {}});
  EXPECT_GT(test::countColor(view.renderImage(view.size(), 1), ring, 10), 20);
}

TEST_F(PlotViewTest, pointsOfHeadsChooseTheHead) {
  engine::ArrayBundle arrays;
  Array<double> entropy({2, 3}, 0.0, "head_entropy");
  for (engine::Index k = 0; k < 6; ++k) entropy[k] = static_cast<double>(k);
  arrays["head_entropy"] = entropy;
  open(datasetOf(arrays));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, pointAt(0, 5).toPoint());
  EXPECT_EQ(session.selection().layer(), 1);
  EXPECT_EQ(session.selection().head(), 2);
  EXPECT_EQ(line("Head"), QStringLiteral("layer 2, head 3"));
}

TEST_F(PlotViewTest, clickedPointsOfCurvesAreKeptUntilEscape) {
  open(datasetOf(someCurves()));
  ASSERT_NE(view.shown().table.rows, ui::PlotRows::positions);
  const auto values = [this] {
    QStringList texts;
    for (const ui::ReadoutLine& entry : view.readout()) texts << entry.value;
    return texts;
  };
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, pointAt(0, 1).toPoint());
  const QStringList clicked = values();
  ASSERT_FALSE(clicked.isEmpty());
  test::movePointer(view.canvas(), {1, 1});
  EXPECT_EQ(values(), clicked);
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  test::movePointer(view.canvas(), {2, 2});
  EXPECT_NE(values(), clicked);
}

TEST_F(PlotViewTest, arrowsWalkAlongThePointsAndEnterLocks) {
  open(residueTable());
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  EXPECT_EQ(session.selection().hover().first.index, 1);
  QTest::keyClick(&view.canvas(), Qt::Key_Left);
  QTest::keyClick(&view.canvas(), Qt::Key_Return);
  EXPECT_EQ(session.selection().locked().first.index, 0);
}

TEST_F(PlotViewTest, wheelZoomsDraggingPansAndZeroResets) {
  open(residueTable());
  const ui::PlotPanel whole = view.layoutFor(view.size()).panel;
  const QPointF at = pointAt(0, 1);
  test::turnWheel(view.canvas(), at, 4);
  ui::PlotPanel panel = view.layoutFor(view.size()).panel;
  EXPECT_NEAR((panel.x.high - panel.x.low) * std::pow(1.25, 4), whole.x.high - whole.x.low, 1e-9);
  const double low = panel.x.low;
  const QPointF middle(panel.area.x + panel.area.width / 2, panel.area.y + panel.area.height / 2);
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, middle.toPoint());
  test::movePointer(view.canvas(), middle + QPointF(-60, 0), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, (middle + QPointF(-60, 0)).toPoint());
  EXPECT_GT(view.layoutFor(view.size()).panel.x.low, low);
  QTest::keyClick(&view.canvas(), Qt::Key_0);
  EXPECT_EQ(view.layoutFor(view.size()).panel.x, whole.x);
  EXPECT_EQ(view.layoutFor(view.size()).panel.y, whole.y);
}

TEST_F(PlotViewTest, wheelOverAnAxisZoomsThatAxisOnly) {
  open(residueTable());
  const ui::PlotPanel whole = view.layoutFor(view.size()).panel;
  test::turnWheel(view.canvas(), {whole.area.x + 50, whole.area.bottom() + 10}, 2);
  EXPECT_NE(view.layoutFor(view.size()).panel.x, whole.x);
  EXPECT_EQ(view.layoutFor(view.size()).panel.y, whole.y);
}

TEST_F(PlotViewTest, controlsChooseColumnsKindAndLogarithms) {
  open(residueTable());
  QWidget host;
  QWidget* controls = view.makeControls(&host);
  controls->findChild<QCheckBox*>(QStringLiteral("Draw b"))->click();
  ASSERT_EQ(view.shown().plot.series.size(), 2U);
  auto* horizontal = controls->findChild<QComboBox*>(QStringLiteral("Horizontal"));
  horizontal->setCurrentIndex(horizontal->findData(QStringLiteral("b")));
  EXPECT_EQ(view.shown().plot.series[0].x, (std::vector<double>{10, 20, 30, 40}));
  controls->findChild<QCheckBox*>(QStringLiteral("Logarithmic vertical axis"))->click();
  EXPECT_TRUE(view.shown().plot.y.isLogarithmic);
  controls->findChild<QComboBox*>(QStringLiteral("Draw as"))->setCurrentIndex(3);
  EXPECT_EQ(view.shown().plot.bars.heights.size(), 5U) << "a histogram of the first column";
}

TEST_F(PlotViewTest, legendClicksHideAndShowASeries) {
  open(datasetOf(someCurves()));
  ASSERT_EQ(view.layoutFor(view.size()).legend.size(), 2U);
  const QPoint entry = view.layoutFor(view.size()).legend[1].box.center().toPoint();
  const double high = view.layoutFor(view.size()).panel.y.high;
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, entry);
  EXPECT_TRUE(view.layoutFor(view.size()).legend[1].isHidden);
  EXPECT_LT(view.layoutFor(view.size()).panel.y.high, high) << "the ranges follow";
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, entry);
  EXPECT_FALSE(view.layoutFor(view.size()).legend[1].isHidden);
}

TEST(PlotStyle, seriesDifferWithoutColour) {
  for (int a = 0; a < 40; ++a)
    for (int b = 0; b < a; ++b) {
      const ui::SeriesStyle first = ui::seriesStyle(a, ui::Theme::light()),
                            second = ui::seriesStyle(b, ui::Theme::light());
      EXPECT_TRUE(first.dashes != second.dashes || first.marker != second.marker) << a << " and " << b;
    }
}

TEST(PlotStyle, numbersReadWell) {
  EXPECT_EQ(ui::plotTickText(1e6), QStringLiteral("10⁶"));
  EXPECT_EQ(ui::plotTickText(5e-4), QStringLiteral("5·10⁻⁴"));
  EXPECT_EQ(ui::plotTickText(0.25), QStringLiteral("0.25"));
  EXPECT_EQ(ui::plotNumber(1234), QStringLiteral("1234"));
  EXPECT_EQ(ui::plotNumber(-3), QStringLiteral("−3"));
  EXPECT_EQ(ui::plotNumber(-1.5e-7), QStringLiteral("−1.50e−07"));
  EXPECT_EQ(ui::plotTickText(-0.25), QStringLiteral("−0.25"));
  EXPECT_EQ(ui::plotTickText(-1e6), QStringLiteral("−1·10⁶"));
}

TEST_F(PlotViewTest, stateComesBackExactlyAndWrongStatesDoNoHarm) {
  open(residueTable());
  choose({"b", {"a"}, ui::PlotKind::points, true, false});
  view.zoom(2);
  view.change([](ui::PlotOptions& options) { options.setHidden(QStringLiteral("a"), true); });
  const QJsonObject state = view.state();
  ui::PlotView other(session);
  other.setDataset(session.document().find("calibration"));
  other.setState(state);
  EXPECT_EQ(other.state(), state);
  other.setState({{"kind", 4}, {"x", "nowhere"}, {"horizontal", QJsonObject()}, {"logX", "yes"}});
  EXPECT_EQ(other.state(), state);
}

TEST_F(PlotViewTest, numbersOnShowAreThoseOfTheSeries) {
  open(residueTable());
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].values(1, 0), 2) << "position 2";
  EXPECT_EQ(tables[0].values(1, 1), 5);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("a over position")));
}

TEST_F(PlotViewTest, tablesOfNoAndOneRowAndOfNothingPositiveAreShown) {
  for (const std::vector<double>& values : {std::vector<double>{}, {1.0}, {-1.0, 0.0}, {std::nan("")}}) {
    engine::ArrayBundle arrays;
    arrays["a"] = arrayOf("a", values);
    view.setDataset(datasetOf(arrays));
    for (const bool isLogarithmic : {false, true}) {
      choose({{}, {"a"}, ui::PlotKind::lines, false, isLogarithmic});
      EXPECT_FALSE(view.renderImage({300, 200}, 1).isNull());
      EXPECT_FALSE(view.renderImage({1, 1}, 1).isNull());
    }
  }
}

TEST_F(PlotViewTest, aTableOfOtherColumnsUnderTheSameNameIsPlottedAnew) {
  open(tableOf({{"a", {1, 2, 3}}, {"b", {4, 5, 6}}}));
  ui::PlotChoice choice = view.options().choice;
  choice.y = {"b"};
  choose(choice);
  open(tableOf({{"a", {1, 2, 3}}, {"b", {7, 8, 9}}}));
  EXPECT_EQ(view.options().choice.y, std::vector<std::string>{"b"}) << "new numbers of the same columns";
  open(tableOf({{"c", {1, 2}}, {"d", {3, 4}}}));
  EXPECT_EQ(view.options().choice.y, std::vector<std::string>{"c"});
  ASSERT_EQ(view.shown().plot.series.size(), 1U);
}

TEST_F(PlotViewTest, whatWasInSightOfALinearAxisIsLeftByALogarithmicOne) {
  open(tableOf({{"a", {1, 10, 100}}}));
  view.setState({{"vertical", QJsonArray{-50, 50}}, {"horizontal", QJsonArray{-1, 2}}});
  view.setState({{"logX", true}, {"logY", true}});
  const ui::PlotPanel panel = view.layoutFor(kSize).panel;
  EXPECT_GT(panel.x.low, 0);
  EXPECT_GT(panel.y.low, 0);
}

TEST_F(PlotViewTest, layersOfTheLectureOpenAsCurvesOfOneQuantity) {
  engine::ArrayBundle arrays;
  arrays["axis_n"] = arrayOf("axis_n", {16, 32});
  arrays["log_axes"] = Array<engine::Bool>({2}, engine::Bool{1});
  for (const char* quantity : {"flops", "path"})
    for (const char* layer : {"convolution", "recurrence", "self-attention"})
      arrays[std::string(quantity) + "_" + layer] = arrayOf("values", {1, 10});
  open(datasetOf(arrays));
  ASSERT_EQ(view.shown().plot.series.size(), 3U);
  EXPECT_EQ(view.shown().plot.series[0].name, "convolution");
  EXPECT_EQ(view.shown().plot.x.title, "n");
  EXPECT_EQ(view.shown().plot.y.title, "flops");
  EXPECT_TRUE(view.shown().plot.x.isLogarithmic && view.shown().plot.y.isLogarithmic);
  EXPECT_EQ(view.layoutFor(kSize).legend.size(), 3U);
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* compare = controls->findChild<QComboBox*>(QStringLiteral("Compare"));
  ASSERT_NE(compare, nullptr);
  EXPECT_EQ(compare->currentText(), QStringLiteral("flops"));
  compare->setCurrentIndex(compare->findText(QStringLiteral("path")));
  ASSERT_EQ(view.shown().plot.series.size(), 3U);
  EXPECT_EQ(view.shown().plot.series[2].name, "self-attention");
  EXPECT_EQ(view.shown().plot.y.title, "path");
}

TEST_F(PlotViewTest, wrongArraysLeaveThePlotThatIsThere) {
  open(datasetOf(someCurves()));
  engine::ArrayBundle wrong = someCurves();
  wrong["curve_short"] = arrayOf("curve_short", {1});
  EXPECT_THROW(view.setDataset(datasetOf(wrong)), engine::Error);
  EXPECT_EQ(view.shown().plot.series.size(), 2U);
}

}  // namespace plot_view_test
