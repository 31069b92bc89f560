// Plots that are told in steps, with spreads, rules, arrows and points at places of their own.
#include <QAction>
#include <QFormLayout>
#include <QJsonObject>
#include <QSlider>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/ErrorOf.h"
#include "tests/ui/support/Gui.h"
#include "tests/ui/views/plot/PlotFixture.h"
#include "ui/scenes/plot/PlotSteps.h"
#include "ui/views/plot/PlotStyle.h"
#include "ui/views/plot/PlotView.h"

namespace plot_steps_test {

using namespace test;
using engine::Array;
using engine::ArrayBundle;

constexpr QSize kSize(600, 450);

/// Three steps of a curve that grows, a spread about it, and a bound that stays.
ArrayBundle someSteps() {
  return {{"axis_x", Array<double>({2}, {0, 1})},
          {"curve_sum", Array<double>({3, 2}, {0, 1, 0, 2, 0, 9})},
          {"spread_sum", Array<double>({2, 2}, {-1, 0, 1, 10})},
          {"rule_limit", Array<double>({2}, {3, 4})},
          {"step_1 one", Array<double>({0})},
          {"step_2 two", Array<double>({0})},
          {"step_3 three", Array<double>({0})}};
}

/// An arrow that turns, and a circle.
ArrayBundle someArrows() {
  Array<double> circle({2, 61});
  for (engine::Index k = 0; k < 61; ++k) {
    circle(0, k) = std::cos(0.1047197551 * double(k));
    circle(1, k) = std::sin(0.1047197551 * double(k));
  }
  return {{"axis_first", Array<double>({0})},
          {"quantity_second", Array<double>({0})},
          {"outline_circle", circle},
          {"dots_points", Array<double>({2, 3}, {0.5, 0.2, std::nan(""), 0.1, -0.4, 1})},
          {"arrow_hand", Array<double>({2, 2, 2}, {0, 1, 0, 0, 0, 0, 0, 1})}};
}

class PlotStepsTest : public ::testing::Test {
 protected:
  void open(ArrayBundle arrays) {
    const engine::DatasetPtr dataset = datasetOf(std::move(arrays));
    session.document().publish(dataset);
    view.setDataset(dataset);
    test::show(view, kSize);
  }
  void command(const char* name) {
    auto* action = view.findChild<QAction*>(QLatin1String(name));
    ASSERT_NE(action, nullptr) << name;
    action->trigger();
  }
  std::string titleNow() { return view.shown().plot.title; }
  ui::Session session;
  ui::PlotView view{session};
};

TEST(PlotSteps, everyStepHasItsPartOfWhatHasSteps) {
  EXPECT_EQ(ui::numPlotSteps(someSteps()), 3);
  EXPECT_EQ(ui::numPlotSteps(someCurves()), 0);
  const ArrayBundle second = ui::atPlotStep(someSteps(), 1);
  EXPECT_EQ(std::get<Array<double>>(second.at("curve_sum")), Array<double>({2}, {0, 2}));
  EXPECT_EQ(engine::shapeOf(second.at("spread_sum")), (engine::Shape{2, 2})) << "without steps: in all of them";
  ArrayBundle wrong = someSteps();
  wrong["rule_limit"] = Array<double>({2, 2}, 1.0);
  EXPECT_NE(errorOf([&] { ui::numPlotSteps(wrong); }).find("rule_limit: found 2 steps"), std::string::npos);
}

TEST(PlotSteps, titlesAreThoseOfTheArraysOrCount) {
  EXPECT_EQ(ui::plotStepTitle(someSteps(), 1, 3), "step 2 of 3: two");
  EXPECT_EQ(ui::plotStepTitle({{"step_01 64 of them", Array<double>({0})}}, 0, 1), "step 1 of 1: 64 of them");
  EXPECT_EQ(ui::plotStepTitle({{"frame_output", Array<double>({0})}}, 2, 9), "output 3 of 9");
  EXPECT_EQ(ui::plotStepTitle(someCurves(), 0, 3), "step 1 of 3");
}

TEST(PlotSteps, whatDoesNotFitIsNamed) {
  const auto errorWith = [](const std::string& name, Array<double> array) {
    ArrayBundle arrays = someSteps();
    arrays[name] = std::move(array);
    return errorOf([&] { ui::plotTableOf(*datasetOf(arrays)); });
  };
  EXPECT_NE(errorWith("rule_limit", Array<double>({3}, 1.0)).find("rule_limit"), std::string::npos);
  EXPECT_NE(errorWith("spread_sum", Array<double>({2, 3}, 1.0)).find("spread_sum"), std::string::npos);
  EXPECT_NE(errorWith("spread_other", Array<double>({2, 2}, 1.0)).find("spread_other"), std::string::npos);
  EXPECT_NE(errorWith("arrow_hand", Array<double>({2, 3}, 1.0)).find("arrow_hand"), std::string::npos);
}

TEST(PlotSteps, rulesHaveNoPointsAndSpreadsBelongToTheirCurve) {
  const engine::DatasetPtr dataset = datasetOf(someSteps());
  const ui::PlotTable table = ui::plotTableOf(*dataset);
  const ui::Plot plot = ui::plotOf(table, ui::firstChoice(*dataset, table));
  ASSERT_EQ(plot.series.size(), 2U);
  EXPECT_EQ(plot.series[0].low, (std::vector<double>{-1, 0}));
  EXPECT_EQ(plot.series[0].high, (std::vector<double>{1, 10}));
  EXPECT_TRUE(plot.series[1].isRule);
  EXPECT_TRUE(plot.series[1].hasLine);
  EXPECT_FALSE(plot.series[1].hasPoints);
  const ui::Theme& theme = ui::ThemeModel::instance().theme();
  EXPECT_EQ(ui::styleOf(plot, 1, theme).color, theme.muted);
  EXPECT_FALSE(plot.hasOneScale);
}

TEST_F(PlotStepsTest, commandsAndSliderGoThroughTheStepsAndAxesStay) {
  open(someSteps());
  const ui::PlotPanel first = view.layoutFor(kSize).panel;
  EXPECT_NE(titleNow().find("step 1 of 3: one"), std::string::npos);
  EXPECT_EQ(view.shown().plot.series[0].y[1], 1);
  command("plot.next");
  command("plot.next");
  EXPECT_EQ(view.shown().plot.series[0].y[1], 9);
  EXPECT_NE(titleNow().find("step 3 of 3: three"), std::string::npos);
  EXPECT_EQ(view.layoutFor(kSize).panel.y, first.y);
  EXPECT_EQ(view.layoutFor(kSize).panel.area.y, first.area.y);
  command("plot.next");
  EXPECT_EQ(view.options().step, 2) << "there is none behind the last";
  command("plot.previous");
  EXPECT_EQ(view.options().step, 1);
  QWidget parent;
  auto* slider = view.makeControls(&parent)->findChild<QSlider*>();
  ASSERT_NE(slider, nullptr);
  EXPECT_EQ(slider->value(), 2);
  slider->setValue(1);
  EXPECT_EQ(view.options().step, 0);
}

TEST_F(PlotStepsTest, theStepIsAPartOfTheState) {
  open(someSteps());
  view.goSteps(2);
  const QJsonObject state = view.state();
  view.goSteps(-2);
  view.setState(state);
  EXPECT_EQ(view.options().step, 2);
  view.setState({{"step", 77}});
  EXPECT_EQ(view.options().step, 2) << "the last there is";
  view.setState({{"step", "two"}});
  EXPECT_EQ(view.options().step, 2);
}

TEST_F(PlotStepsTest, drawingsHaveOneScaleAndTellTheirPlaces) {
  open(someArrows());
  const ui::PlotPanel panel = view.layoutFor(view.canvas().size()).panel;
  EXPECT_NEAR(panel.toPixel(1, 0).x - panel.toPixel(0, 0).x, panel.toPixel(0, 0).y - panel.toPixel(0, 1).y, 1e-9);
  EXPECT_EQ(view.shown().plot.x.title, "first");
  EXPECT_EQ(view.shown().plot.y.title, "second");
  const ui::PixelPoint at = panel.toPixel(0.5, 0.1);
  test::movePointer(view.canvas(), {at.x, at.y});
  ASSERT_FALSE(view.readout().empty());
  EXPECT_EQ(view.readout().front().label, QStringLiteral("points"));
  EXPECT_EQ(view.readout().front().value, QStringLiteral("0.5, 0.1"));
  const auto tables = view.visibleNumbers();
  ASSERT_FALSE(tables.empty());
  EXPECT_EQ(tables[0].values.shape(), (engine::Shape{61, 6}));
}

TEST_F(PlotStepsTest, theArrowPointsWhereItsStepSays) {
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    open(someArrows());
    view.goSteps(-9);
    const ui::Theme& theme = ui::ThemeModel::instance().theme();
    const QColor color = ui::styleOf(view.shown().plot, 0, theme).color;  // arrow_hand is the first by name
    const auto near = [&](const QImage& image, double x, double y) {
      const ui::PixelPoint at = view.layoutFor(kSize).panel.toPixel(x, y);
      return test::countColor(image.copy(QRect(int(at.x) - 10, int(at.y) - 10, 20, 20)), color, 20);
    };
    const QImage right = view.renderImage(kSize, 1);
    view.goSteps(1);
    const QImage up = view.renderImage(kSize, 1);
    EXPECT_GT(near(right, 0.95, 0), 20);
    EXPECT_LT(near(up, 0.95, 0), 5);
    EXPECT_GT(near(up, 0, 0.95), 20);
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST_F(PlotStepsTest, aSpreadIsPaintedInTheColourOfItsCurve) {
  open(someSteps());
  ui::SeriesStyle style = ui::styleOf(view.shown().plot, 0, ui::ThemeModel::instance().theme());
  const QColor over = ui::spreadColor(style), ground = ui::ThemeModel::instance().theme().canvas;
  const auto mixed = [&](float part, float other) {
    return static_cast<int>(std::lround(255 * (over.alphaF() * part + (1 - over.alphaF()) * other)));
  };
  const QColor expected(mixed(over.redF(), ground.redF()), mixed(over.greenF(), ground.greenF()),
                        mixed(over.blueF(), ground.blueF()));
  const QImage with = view.renderImage(kSize, 1);
  EXPECT_GT(test::countColor(with, expected, 3), 2000);
  ArrayBundle without = someSteps();
  without.erase("spread_sum");
  open(without);
  EXPECT_LT(test::countColor(view.renderImage(kSize, 1), expected, 3), 100) << "edges of the line alone";
}

}  // namespace plot_steps_test
