// The plot: geometry of bars and curves, what arrays it takes, and a shown view driven with the pointer.
#include "ui/views/PlotView.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QJsonObject>
#include <QTemporaryDir>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/ui/support/Gui.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/plot/PlotStyle.h"

namespace {

using engine::Array;

Array<double> arrayOf(const std::string& name, const std::vector<double>& values) {
  Array<double> array({static_cast<engine::Index>(values.size())}, 0.0, name);
  std::copy(values.begin(), values.end(), array.begin());
  return array;
}

engine::ArrayBundle someHistogram() {
  engine::ArrayBundle arrays;
  const auto add = [&](const std::string& name, const std::vector<double>& values) {
    arrays[name] = arrayOf(name, values);
  };
  add("bin_edges", {0, 1, 2, 3, 4});
  add("counts", {2, 8, 4, 0});
  add("fit", {2, 6, 4, 2});
  add("lambda_mu", {0.6931, 1.5, 0.01, 0.25});
  return arrays;
}

engine::DatasetPtr datasetOf(engine::ArrayBundle arrays) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "calibration";
  dataset->value = std::make_shared<const engine::ArrayBundle>(std::move(arrays));
  return dataset;
}

QColor barColor() {
  const ui::Rgb color = ui::okabeIto()[2];
  return {color[0], color[1], color[2]};
}

TEST(PlotScene, rangesHoldEverythingAndStartAtZero) {
  const ui::Plot plot = ui::histogramPlot(someHistogram());
  EXPECT_EQ(ui::horizontalRange(plot).low, 0);
  EXPECT_EQ(ui::horizontalRange(plot).high, 4);
  EXPECT_EQ(ui::verticalRange(plot).low, 0);
  EXPECT_GT(ui::verticalRange(plot).high, 8);
  EXPECT_EQ(ui::horizontalRange({}).high, 1) << "nothing to show";
  EXPECT_EQ(ui::verticalRange({}).high, 1);
}

engine::ArrayBundle someCurves() {
  engine::ArrayBundle arrays;
  arrays["axis_n"] = arrayOf("axis_n", {1, 10, 100});
  arrays["curve_linear"] = arrayOf("curve_linear", {1, 10, 100});
  arrays["curve_zero first"] = arrayOf("curve_zero first", {0, 100, 1000});
  return arrays;
}

TEST(PlotScene, logarithmicAxesLeaveOutWhatHasNoLogarithm) {
  ui::Plot plot;
  plot.x.isLogarithmic = plot.y.isLogarithmic = true;
  plot.series = {{"a", {1, 10, 100}, {0, 100, 1000}}};
  EXPECT_EQ(ui::horizontalRange(plot), (ui::PlotRange{1, 100}));
  EXPECT_GT(ui::verticalRange(plot).low, 50) << "0 has no place";
  const ui::PlotPanel panel{{0, 0, 100, 100}, {1, 100}, {10, 1000}, true, true};
  EXPECT_NEAR(panel.toPixel(10, 100).x, 50, 1e-9);
  EXPECT_NEAR(panel.toPixel(10, 100).y, 50, 1e-9);
  EXPECT_NEAR(panel.xValueAt(50), 10, 1e-9);
  EXPECT_EQ(ui::nearestPoint(plot, panel, {0, 100}, 30), ui::PlotPoint{}) << "the first point is not shown";
  EXPECT_EQ(ui::nearestPoint(plot, panel, {52, 51}, 30), (ui::PlotPoint{0, 1}));
}

TEST(PlotScene, ticksAreRoundAndAtMostAsManyAsAskedFor) {
  EXPECT_EQ(ui::plotTicks({0, 10}, 5, false), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(ui::plotTicks({-0.7, 0.7}, 4, false), (std::vector<double>{-0.5, 0, 0.5}));
  EXPECT_EQ(ui::plotTicks({1, 1e6}, 6, true).size(), 7U) << "every power of ten";
  EXPECT_EQ(ui::plotTicks({1, 100}, 9, true), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
  EXPECT_GE(ui::plotTicks({30, 40}, 5, true).size(), 2U) << "less than a decade: as on a linear axis";
  EXPECT_FALSE(ui::plotTicks({3, 3}, 5, false).empty());
}

TEST(PlotScene, zoomKeepsTheValueUnderThePointer) {
  const ui::PlotRange linear = ui::zoomed({0, 100}, 0.25, 2, false);
  EXPECT_DOUBLE_EQ(linear.low + 0.25 * (linear.high - linear.low), 25);
  const ui::PlotRange logarithmic = ui::zoomed({1, 10000}, 0.5, 2, true);
  EXPECT_NEAR(logarithmic.low, 10, 1e-9);
  EXPECT_NEAR(logarithmic.high, 1000, 1e-6);
  EXPECT_EQ(ui::zoomed({1, 2}, 0.5, 1e300, false), (ui::PlotRange{1, 2})) << "closer than numbers can tell";
  EXPECT_EQ(ui::moved({0, 10}, 0.5, false), (ui::PlotRange{5, 15}));
}

TEST(PlotTable, curvesShareTheirAxisAndAskForLogarithms) {
  engine::ArrayBundle arrays = someCurves();
  arrays["log_axes"] = Array<engine::Bool>({2}, engine::Bool{1});
  const auto dataset = datasetOf(arrays);
  const ui::PlotTable table = ui::plotTableOf(*dataset);
  const ui::PlotChoice choice = ui::firstChoice(*dataset, table);
  EXPECT_EQ(choice.x, "n");
  EXPECT_EQ(choice.y, (std::vector<std::string>{"linear", "zero first"}));
  EXPECT_TRUE(choice.isLogarithmicX && choice.isLogarithmicY);
  const ui::Plot plot = ui::plotOf(table, choice);
  ASSERT_EQ(plot.series.size(), 2U);
  EXPECT_EQ(plot.x.title, "n");
  EXPECT_EQ(plot.series[1].y, (std::vector<double>{0, 100, 1000}));
}

TEST(PlotTable, curvesThatDoNotFitTheirAxisAreErrorsByName) {
  engine::ArrayBundle arrays = someCurves();
  arrays["curve_short"] = arrayOf("curve_short", {1, 2});
  try {
    ui::plotTableOf(*datasetOf(arrays));
    FAIL();
  } catch (const engine::Error& error) {
    EXPECT_NE(std::string(error.what()).find("curve_short"), std::string::npos);
  }
  arrays.erase("axis_n");
  EXPECT_THROW(ui::plotTableOf(*datasetOf(arrays)), engine::Error);
}

TEST(PlotTable, anyArraysOfOneLengthAreColumns) {
  engine::ArrayBundle arrays;
  arrays["a"] = arrayOf("a", {1, 2, 3});
  arrays["b"] = arrayOf("b", {4, 5, 6});
  arrays["other"] = arrayOf("other", {1, 2});
  Array<double> matrix({3, 2}, 7.0, "m");
  matrix(2, 1) = 9;
  arrays["m"] = matrix;
  auto dataset = std::make_shared<engine::Dataset>(*datasetOf(arrays));
  const ui::PlotTable table = ui::plotTableOf(*dataset);
  ASSERT_EQ(table.columns.size(), 4U);
  EXPECT_EQ(table.columns[3].name, "m 2");
  EXPECT_EQ(table.columns[3].values, (std::vector<double>{7, 7, 9}));
  EXPECT_EQ(table.rows, ui::PlotRows::numbers);
  dataset->axes = {"chain"};
  EXPECT_EQ(ui::plotTableOf(*dataset).rows, ui::PlotRows::positions) << "numbers of residues";
}

TEST(PlotTable, profilesAndStructuresHaveNumbersPerPosition) {
  auto profile = std::make_shared<engine::ProfileHmm>();
  engine::ResidueVector one{};
  one[2] = 1;
  profile->emissions = {one, one};
  profile->columnNeff = {{}, {4, 1, 1}, {6, 1, 1}};
  engine::Dataset dataset = *datasetOf({});
  dataset.value = std::shared_ptr<const engine::ProfileHmm>(profile);
  ui::PlotTable table = ui::plotTableOf(dataset);
  EXPECT_EQ(table.rows, ui::PlotRows::positions);
  EXPECT_EQ(table.axis, "calibration");
  EXPECT_NEAR(table.columns[0].values[1], std::log2(20), 1e-9);
  EXPECT_EQ(table.columns[1].values, (std::vector<double>{4, 6}));
  auto structure = std::make_shared<engine::Structure>();
  engine::Residue residue;
  residue.name = "ALA";
  residue.number = 52;
  residue.insertionCode = 'A';
  residue.atoms = {{"CA", "C", {}, 10, 1}, {"CB", "C", {}, 30, 1}};
  structure->chains = {{"B", {residue}}};
  dataset.value = std::shared_ptr<const engine::Structure>(structure);
  table = ui::plotTableOf(dataset);
  EXPECT_EQ(table.columns[0].values, (std::vector<double>{20}));
  EXPECT_EQ(table.labels[0], "ALA 52A B");
}

TEST(PlotTable, pairGeometryIsARamachandranPlotAtFirst) {
  auto geometry = std::make_shared<engine::ChainGeometry>();
  geometry->geometry.phiBackbone = {std::nan(""), -1.0471975511965976};
  geometry->geometry.psiBackbone = {0, 1.5707963267948966};
  geometry->geometry.omegaBackbone = {3, 3};
  engine::Dataset dataset = *datasetOf({});
  dataset.value = std::shared_ptr<const engine::ChainGeometry>(geometry);
  dataset.axes = {"chain"};
  const ui::PlotTable table = ui::plotTableOf(dataset);
  const ui::Plot plot = ui::plotOf(table, ui::firstChoice(dataset, table));
  EXPECT_EQ(plot.x.title, "backbone φ, °");
  EXPECT_EQ(plot.y.title, "backbone ψ, °");
  EXPECT_NEAR(plot.series[0].x[1], -60, 1e-9);
  EXPECT_NEAR(plot.series[0].y[1], 90, 1e-9);
  EXPECT_FALSE(plot.series[0].hasLine);
  EXPECT_EQ(table.axis, "chain");
}

TEST(PlotTable, histogramsCountEveryFiniteValueOnce) {
  const ui::PlotBars bars = ui::histogramOf("h", {0, 1, 2, 3, 10, std::nan("")});
  EXPECT_EQ(bars.heights.size(), 5U);
  EXPECT_EQ(std::accumulate(bars.heights.begin(), bars.heights.end(), 0.0), 5);
  EXPECT_EQ(bars.heights.back(), 1) << "the largest value belongs to the last bar";
  EXPECT_EQ(ui::histogramOf("h", {4, 4}).heights, (std::vector<double>{2}));
  EXPECT_TRUE(ui::histogramOf("h", {}).heights.empty());
}

TEST(PlotScene, pixelsAndValuesAreInverse) {
  const ui::PlotPanel panel{{10, 20, 200, 100}, {-5, 15}, {0, 50}, false, false};
  const ui::PixelPoint point = panel.toPixel(5, 25);
  EXPECT_EQ(point.x, 110);
  EXPECT_EQ(point.y, 70);
  EXPECT_DOUBLE_EQ(panel.xValueAt(point.x), 5);
  EXPECT_DOUBLE_EQ(panel.yValueAt(point.y), 25);
}

TEST(PlotScene, valuesFindTheirBarAndTheCurve) {
  const ui::Plot plot = ui::histogramPlot(someHistogram());
  EXPECT_EQ(ui::barAt(plot.bars, -0.1), -1);
  EXPECT_EQ(ui::barAt(plot.bars, 0), 0);
  EXPECT_EQ(ui::barAt(plot.bars, 1), 1) << "an edge belongs to the bar at its right";
  EXPECT_EQ(ui::barAt(plot.bars, 3.9), 3);
  EXPECT_EQ(ui::barAt(plot.bars, 4.1), -1);
  EXPECT_DOUBLE_EQ(ui::heightAt(plot.series[0], 1).value_or(-1), 4) << "between the middles of two bars";
  EXPECT_FALSE(ui::heightAt(plot.series[0], 3.75));
}

TEST(Histogram, titleTellsTheParametersWithTheirErrors) {
  EXPECT_EQ(ui::histogramPlot(someHistogram()).title, "λ = 0.693 ± 0.010 per bit,  μ = 1.500 ± 0.250 bits");
  engine::ArrayBundle plain;
  plain["bin_edges"] = arrayOf("bin_edges", {0, 1});
  plain["counts"] = arrayOf("counts", {3});
  const ui::Plot plot = ui::histogramPlot(plain);
  EXPECT_EQ(plot.title, "");
  EXPECT_TRUE(plot.series.empty());
}

TEST(Histogram, arraysThatContradictEachOtherAreRefused) {
  const auto with = [](const std::string& name, const std::vector<double>& values) {
    engine::ArrayBundle arrays = someHistogram();
    arrays[name] = arrayOf(name, values);
    return arrays;
  };
  EXPECT_THROW(ui::histogramPlot(with("bin_edges", {0, 1, 2, 3})), engine::Error);
  EXPECT_THROW(ui::histogramPlot(with("bin_edges", {0, 1, 1, 3, 4})), engine::Error);
  EXPECT_THROW(ui::histogramPlot(with("counts", {1, -1, 0, 0})), engine::Error);
  EXPECT_THROW(ui::histogramPlot(with("fit", {0, 1})), engine::Error);
  EXPECT_THROW(ui::histogramPlot(with("lambda_mu", {0, 1})), engine::Error);
  EXPECT_FALSE(ui::isHistogram({}));
}

class PlotViewTest : public ::testing::Test {
 protected:
  void open(const engine::DatasetPtr& dataset) {
    session.document().publish(dataset);
    view.setDataset(dataset);
    test::show(view, {600, 450});
  }
  QPointF pointAt(size_t series, size_t point) {
    const ui::PixelPoint at =
        view.panelFor(view.size()).toPixel(view.plot().series[series].x[point], view.plot().series[series].y[point]);
    return {at.x, at.y};
  }
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
    const ui::PlotPanel panel = view.panelFor({500, 400});
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
  const ui::PlotPanel panel = view.panelFor(view.canvas().size());
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
  const ui::PlotPanel whole = view.panelFor(view.size());
  const QPointF at = pointAt(0, 1);
  test::turnWheel(view.canvas(), at, 4);
  ui::PlotPanel panel = view.panelFor(view.size());
  EXPECT_NEAR((panel.x.high - panel.x.low) * std::pow(1.25, 4), whole.x.high - whole.x.low, 1e-9);
  const double low = panel.x.low;
  const QPointF middle(panel.area.x + panel.area.width / 2, panel.area.y + panel.area.height / 2);
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, middle.toPoint());
  test::movePointer(view.canvas(), middle + QPointF(-60, 0), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, (middle + QPointF(-60, 0)).toPoint());
  EXPECT_GT(view.panelFor(view.size()).x.low, low);
  QTest::keyClick(&view.canvas(), Qt::Key_0);
  EXPECT_EQ(view.panelFor(view.size()).x, whole.x);
  EXPECT_EQ(view.panelFor(view.size()).y, whole.y);
}

TEST_F(PlotViewTest, wheelOverAnAxisZoomsThatAxisOnly) {
  open(residueTable());
  const ui::PlotPanel whole = view.panelFor(view.size());
  test::turnWheel(view.canvas(), {whole.area.x + 50, whole.area.bottom() + 10}, 2);
  EXPECT_NE(view.panelFor(view.size()).x, whole.x);
  EXPECT_EQ(view.panelFor(view.size()).y, whole.y);
}

TEST_F(PlotViewTest, controlsChooseColumnsKindAndLogarithms) {
  open(residueTable());
  QWidget host;
  QWidget* controls = view.makeControls(&host);
  controls->findChild<QCheckBox*>(QStringLiteral("Draw b"))->click();
  ASSERT_EQ(view.plot().series.size(), 2U);
  auto* horizontal = controls->findChild<QComboBox*>(QStringLiteral("Horizontal"));
  horizontal->setCurrentIndex(horizontal->findData(QStringLiteral("b")));
  EXPECT_EQ(view.plot().series[0].x, (std::vector<double>{10, 20, 30, 40}));
  controls->findChild<QCheckBox*>(QStringLiteral("Logarithmic vertical axis"))->click();
  EXPECT_TRUE(view.plot().y.isLogarithmic);
  controls->findChild<QComboBox*>(QStringLiteral("Draw as"))->setCurrentIndex(3);
  EXPECT_EQ(view.plot().bars.heights.size(), 5U) << "a histogram of the first column";
}

TEST_F(PlotViewTest, legendClicksHideAndShowASeries) {
  open(datasetOf(someCurves()));
  ASSERT_EQ(view.legendFor(view.size()).size(), 2U);
  const QPoint entry = view.legendFor(view.size())[1].box.center().toPoint();
  const double high = view.panelFor(view.size()).y.high;
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, entry);
  EXPECT_TRUE(view.legendFor(view.size())[1].isHidden);
  EXPECT_LT(view.panelFor(view.size()).y.high, high) << "the ranges follow";
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, entry);
  EXPECT_FALSE(view.legendFor(view.size())[1].isHidden);
}

TEST(PlotStyle, seriesDifferWithoutColour) {
  for (int a = 0; a < 30; ++a)
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
}

TEST_F(PlotViewTest, stateComesBackExactlyAndWrongStatesDoNoHarm) {
  open(residueTable());
  view.setChoice({"b", {"a"}, ui::PlotKind::points, true, false});
  view.zoom(2);
  view.setSeriesHidden(QStringLiteral("a"), true);
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
      view.setChoice({{}, {"a"}, ui::PlotKind::lines, false, isLogarithmic});
      EXPECT_FALSE(view.renderImage({300, 200}, 1).isNull());
      EXPECT_FALSE(view.renderImage({1, 1}, 1).isNull());
    }
  }
}

TEST_F(PlotViewTest, wrongArraysLeaveThePlotThatIsThere) {
  open(datasetOf(someCurves()));
  engine::ArrayBundle wrong = someCurves();
  wrong["curve_short"] = arrayOf("curve_short", {1});
  EXPECT_THROW(view.setDataset(datasetOf(wrong)), engine::Error);
  EXPECT_EQ(view.plot().series.size(), 2U);
}

}  // namespace
