// Geometry of plots: ranges, ticks, bars and curves; tables of numbers and what is plotted of them.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/base/Error.h"
#include "engine/datasets/ArrayText.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "tests/engine/datasets/ToyKind.h"
#include "tests/support/ErrorOf.h"
#include "tests/ui/views/plot/PlotFixture.h"
#include "ui/views/plot/PlotView.h"

namespace plot_table_test {

using namespace test;
using engine::Array;

TEST(PlotScene, rangesHoldEverythingAndStartAtZero) {
  const ui::Plot plot = ui::histogramPlot(someHistogram());
  EXPECT_EQ(ui::horizontalRange(plot).low, 0);
  EXPECT_EQ(ui::horizontalRange(plot).high, 4);
  EXPECT_EQ(ui::verticalRange(plot).low, 0);
  EXPECT_GT(ui::verticalRange(plot).high, 8);
  EXPECT_EQ(ui::horizontalRange({}).high, 1) << "nothing to show";
  EXPECT_EQ(ui::verticalRange({}).high, 1);
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

TEST(PlotTable, rowsHaveTheLabelsThatArraysTellOfTheirAxis) {
  engine::ArrayBundle arrays{{"axis_template", Array<double>({2}, {1, 2})}, {"curve_score", Array<double>({2}, 3.0)}};
  engine::labelAxis(arrays, "template", {"related", "other"});
  const auto dataset = std::make_shared<engine::Dataset>();
  dataset->value = std::make_shared<const engine::ArrayBundle>(arrays);
  EXPECT_EQ(ui::plotTableOf(*dataset).labels, (std::vector<std::string>{"related", "other"}));
  EXPECT_EQ(ui::plotTableOf(*dataset).columns.size(), 2u) << "texts are no column";
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

TEST(PlotTable, rowsAndColumnsOfMatricesHaveTheNamesOfTheirAxes) {
  engine::ArrayBundle arrays;
  engine::addArray(arrays, Array<double>({3, 2}, 1.0, "shares"), {"shares", {"shares axis 1", "shares axis 2"}, {}});
  engine::labelAxis(arrays, "shares axis 1", {"first", "second", "third"});
  engine::labelAxis(arrays, "shares axis 2", {"warm", "cold"});
  const ui::PlotTable table = ui::plotTableOf(*datasetOf(arrays));
  EXPECT_EQ(table.labels, (std::vector<std::string>{"first", "second", "third"}));
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].name, "shares warm");
  EXPECT_EQ(table.columns[1].name, "shares cold");
  engine::labelAxis(arrays, "shares axis 1", {"first"});
  EXPECT_TRUE(ui::plotTableOf(*datasetOf(arrays)).labels.empty()) << "fewer than there are rows";
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

TEST(PlotTable, aKindThatIsAddedLaterIsPlottedByItsNumbers) {
  const engine::DatasetPtr lesson = test::lesson("helices", "LDD");
  ASSERT_TRUE(ui::hasPlotTable(*lesson));
  const ui::PlotTable table = ui::plotTableOf(*lesson);
  EXPECT_EQ(table.title, "helices");
  EXPECT_EQ(table.rowTitle, "letter");
  EXPECT_EQ(table.rows, ui::PlotRows::positions);
  EXPECT_EQ(table.axis, "helices");
  EXPECT_EQ(table.columns.at(0).values, (std::vector<double>{1, 1, 1})) << "\"Look at ...\", \"Now at DSSP.\"";
  EXPECT_EQ(ui::plotOf(table, ui::firstChoice(*lesson, table)).y.title, "mentions, times");
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

TEST(PlotTable, noLineJoinsMeasuredPointsAndCurvesBesideThemAreLinesAlone) {
  const auto dataset = datasetOf({{"axis_x", Array<float>({2}, {0, 1})},
                                  {"curve_fit", Array<float>({2}, {1, 2})},
                                  {"points_seen", Array<float>({2}, {3, 4})}});
  const ui::PlotTable table = ui::plotTableOf(*dataset);
  const ui::Plot plot = ui::plotOf(table, ui::firstChoice(*dataset, table));
  ASSERT_EQ(plot.series.size(), 2U);
  EXPECT_EQ(plot.series[0].name, "fit");
  EXPECT_TRUE(plot.series[0].hasLine && !plot.series[0].hasPoints);
  EXPECT_EQ(plot.series[1].name, "seen");
  EXPECT_TRUE(!plot.series[1].hasLine && plot.series[1].hasPoints);
}

TEST(PlotTable, theVerticalAxisSaysWhatTheCurvesAre) {
  const auto titleOf = [](const engine::DatasetPtr& dataset) {
    const ui::PlotTable table = ui::plotTableOf(*dataset);
    return ui::plotOf(table, ui::firstChoice(*dataset, table)).y.title;
  };
  engine::ArrayBundle curves = someCurves();
  EXPECT_EQ(titleOf(datasetOf(curves)), "linear, zero first");
  curves["quantity_operations, flop"] = Array<double>({0});
  EXPECT_EQ(titleOf(datasetOf(curves)), "operations, flop");
  for (const char* name : {"curve_a", "curve_b"}) curves[name] = curves["curve_linear"];
  curves.erase("quantity_operations, flop");
  EXPECT_EQ(titleOf(datasetOf(curves)), "value") << "four names are in the legend";
  ui::PlotTable table;
  table.rowTitle = "residue";
  table.columns = {{"phi", "°", {1}}, {"psi", "°", {2}}, {"distance", "Å", {3}}};
  EXPECT_EQ(ui::plotOf(table, {"", {"phi", "psi"}}).y.title, "phi, psi, °");
  EXPECT_EQ(ui::plotOf(table, {"", {"phi", "distance"}}).y.title, "phi, °; distance, Å");
  EXPECT_EQ(ui::plotOf(table, {"", {"psi"}}).y.title, "psi, °");
  EXPECT_EQ(ui::plotOf(table, {"", {}}).y.title, "");
}

TEST(PlotTable, bandsHaveTwoEndsAndHollowCurvesAreMarked) {
  const engine::DatasetPtr dataset = datasetOf({{"axis_pairs", Array<float>({2}, {1, 2})},
                                             {"band_by chance", Array<float>({2, 2}, {0, 0.1F, 0.5F, 0.3F})},
                                             {"curve_best head", Array<float>({2}, {1, 0.5F})},
                                             {"hollow_regression", Array<float>({2}, {1, 0.9F})}});
  const ui::PlotTable table = ui::plotTableOf(*dataset);
  const ui::Plot plot = ui::plotOf(table, ui::firstChoice(*dataset, table));
  ASSERT_EQ(plot.series.size(), 3U);
  EXPECT_TRUE(plot.series[0].isBand());
  EXPECT_FALSE(plot.series[0].hasLine);
  EXPECT_FLOAT_EQ(static_cast<float>(plot.series[0].upper[1]), 0.3F);
  EXPECT_FALSE(plot.series[1].isHollow);
  EXPECT_TRUE(plot.series[2].isHollow);
  EXPECT_GE(ui::verticalRange(plot).high, 1);
  EXPECT_EQ(ui::verticalRange(plot).low, 0) << "a band is no scatter";
  const engine::DatasetPtr wrong = datasetOf({{"axis_pairs", Array<float>({2}, {1, 2})},
                                           {"band_by chance", Array<float>({2}, {0, 1})},
                                           {"curve_best head", Array<float>({2}, {1, 0.5F})}});
  EXPECT_NE(test::errorOf([&] { ui::plotTableOf(*wrong); }).find("band_by chance"), std::string::npos);
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

}  // namespace plot_table_test
