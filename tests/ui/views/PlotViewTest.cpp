// The plot: geometry of bars and curves, what arrays it takes, and a shown view driven with the pointer.
#include "ui/views/PlotView.h"

#include <QFile>
#include <QTemporaryDir>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/ui/support/Gui.h"
#include "ui/scenes/ColorMap.h"

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

TEST(PlotScene, curvesOnLogarithmicAxesLeaveOutWhatHasNoLogarithm) {
  engine::ArrayBundle arrays;
  arrays["axis_n"] = arrayOf("axis_n", {1, 10, 100});
  arrays["curve_linear"] = arrayOf("curve_linear", {1, 10, 100});
  arrays["curve_zero first"] = arrayOf("curve_zero first", {0, 100, 1000});
  EXPECT_TRUE(ui::areCurves(arrays));
  EXPECT_EQ(ui::curvesOf(arrays).curves[0].y, (std::vector<double>{1, 10, 100}));
  arrays["log_axes"] = Array<engine::Bool>({2}, engine::Bool{1});
  const ui::Plot plot = ui::curvesOf(arrays);
  ASSERT_EQ(plot.curves.size(), 2u);
  EXPECT_EQ(plot.xTitle, "n");
  EXPECT_EQ(plot.curves[0].name, "linear");
  EXPECT_EQ(plot.curves[0].y, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(plot.curves[1].x, (std::vector<double>{1, 2}));
  EXPECT_EQ(ui::verticalRange(plot).low, 0);
  EXPECT_GT(ui::verticalRange(plot).high, 3);
}

TEST(PlotScene, curvesThatDoNotFitTheirAxisAreErrorsByName) {
  engine::ArrayBundle arrays;
  arrays["curve_a"] = arrayOf("curve_a", {1, 2});
  EXPECT_FALSE(ui::areCurves(arrays));
  EXPECT_THROW(ui::curvesOf(arrays), engine::Error);
  arrays["axis_n"] = arrayOf("axis_n", {1, 2, 3});
  try {
    ui::curvesOf(arrays);
    FAIL();
  } catch (const engine::Error& error) {
    EXPECT_NE(std::string(error.what()).find("curve_a"), std::string::npos);
  }
}

TEST(PlotScene, pixelsAndValuesAreInverse) {
  const ui::PlotPanel panel{{10, 20, 200, 100}, {-5, 15}, {0, 50}};
  const ui::PixelPoint point = panel.toPixel(5, 25);
  EXPECT_EQ(point.x, 110);
  EXPECT_EQ(point.y, 70);
  EXPECT_DOUBLE_EQ(panel.xValueAt(point.x), 5);
}

TEST(PlotScene, valuesFindTheirBarAndTheCurve) {
  const ui::Plot plot = ui::histogramPlot(someHistogram());
  EXPECT_EQ(ui::barAt(plot.bars, -0.1), -1);
  EXPECT_EQ(ui::barAt(plot.bars, 0), 0);
  EXPECT_EQ(ui::barAt(plot.bars, 1), 1) << "an edge belongs to the bar at its right";
  EXPECT_EQ(ui::barAt(plot.bars, 3.9), 3);
  EXPECT_EQ(ui::barAt(plot.bars, 4.1), -1);
  EXPECT_DOUBLE_EQ(ui::heightAt(plot.curves[0], 1).value_or(-1), 4) << "between the middles of two bars";
  EXPECT_FALSE(ui::heightAt(plot.curves[0], 3.75));
}

TEST(Histogram, titleTellsTheParametersWithTheirErrors) {
  EXPECT_EQ(ui::histogramPlot(someHistogram()).title, "λ = 0.693 ± 0.010 per bit,  μ = 1.500 ± 0.250 bits");
  engine::ArrayBundle plain;
  plain["bin_edges"] = arrayOf("bin_edges", {0, 1});
  plain["counts"] = arrayOf("counts", {3});
  const ui::Plot plot = ui::histogramPlot(plain);
  EXPECT_EQ(plot.title, "");
  EXPECT_TRUE(plot.curves.empty());
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
  ui::Session session;
  ui::PlotView view{session};
};

TEST_F(PlotViewTest, takesHistogramsOnly) {
  EXPECT_TRUE(view.accepts(*datasetOf(someHistogram())));
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

}  // namespace
