// Options, legend and words of a plot, without a view.
#include <QJsonArray>
#include <QJsonObject>

#include <gtest/gtest.h>

#include "tests/ui/views/plot/PlotFixture.h"
#include "ui/views/plot/PlotLayout.h"

namespace plot_picture_test {

using ui::PlotOptions;
using ui::ShownPlot;

const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }

/// Columns a and b of three rows.
ShownPlot someTable() { return ShownPlot(*test::tableOf({{"a", {1, 2, 3}}, {"b", {-4, 5, 60}}})); }

PlotOptions bothColumns() {
  PlotOptions options;
  options.choice.y = {"a", "b"};
  return options;
}

TEST(PlotOptions, comeBackFromJson) {
  PlotOptions options;
  options.choice = {"b", {"a"}, ui::PlotKind::points, true, false};
  options.hidden = QStringList{QStringLiteral("a"), QStringLiteral("a fit")};
  options.xWindow = ui::PlotRange{0.5, 7};
  options.yWindow = ui::PlotRange{-3, 4};
  for (const PlotOptions& each : {PlotOptions{}, options}) {
    PlotOptions read = each == options ? PlotOptions{} : options;
    takeJson(read, toJson(each), someTable().table);
    EXPECT_EQ(read, each);
  }
}

TEST(PlotOptions, nonsenseLeavesWhatIs) {
  const PlotOptions before = bothColumns();
  PlotOptions options = before;
  takeJson(options, {{"kind", "pie"}, {"x", "nowhere"}, {"y", 3}, {"logX", 1}, {"hidden", "a"}, {"horizontal", true},
                     {"vertical", QJsonArray{2, 1}}, {"whole", "yes"}},
           someTable().table);
  EXPECT_EQ(options, before);
}

TEST(PlotOptions, otherAxesAreShownAsAWhole) {
  PlotOptions options = bothColumns();
  options.xWindow = ui::PlotRange{1, 2};
  ui::PlotChoice choice = options.choice;
  choice.y = {"a"};
  EXPECT_TRUE(withChoice(options, choice).xWindow) << "of the same axes";
  choice.isLogarithmicX = true;
  EXPECT_FALSE(withChoice(options, choice).xWindow);
}

TEST(ShownPlot, hiddenSeriesLeaveTheRangesAndStayInTheLegend) {
  ShownPlot shown = someTable();
  PlotOptions options = bothColumns();
  shown.draw(options);
  const double high = shown.y.high;
  options.setHidden(QStringLiteral("b"), true);
  shown.draw(options);
  EXPECT_LT(shown.y.high, high);
  EXPECT_EQ(shown.plot.series.size(), 2U);
  const auto legend = ui::plotLayout(theme(), shown, options, {500, 400}).legend;
  ASSERT_EQ(legend.size(), 2U);
  EXPECT_FALSE(legend[0].isHidden);
  EXPECT_TRUE(legend[1].isHidden);
  EXPECT_FALSE(plotCaption(shown, options).contains(QStringLiteral("b,")));
}

TEST(ShownPlot, readoutTellsTheNumbersOfARowWithTheMinusOfPrint) {
  ShownPlot shown = someTable();
  const PlotOptions options = bothColumns();
  shown.draw(options);
  const auto lines = plotReadout(shown, options, {1.0, {0, 0}});
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1].value, QStringLiteral("1"));
  EXPECT_EQ(lines[2].value, QStringLiteral("−4"));
  EXPECT_TRUE(plotReadout(shown, options, {}).empty());
}

}  // namespace plot_picture_test
