// Choices of figures and where panels stand.
#include "ui/views/base/figure/FigureOptions.h"

#include <gtest/gtest.h>

#include "ui/views/base/figure/FigureGrid.h"

namespace figure_options_test {

using ui::FigureOptions;

TEST(FigureOptions, comeBackFromJson) {
  FigureOptions options;
  options.content = ui::FigureContent::heads;
  options.layer = 3;
  options.heads = {1, 4, 5};
  options.unit = ui::FigureUnit::pixels;
  options.width = 1200;
  options.height = 800;
  options.dotsPerInch = 600;
  options.fontPoints = 8;
  options.colorBar = ui::ColorBarPlace::right;
  options.isLegendShown = false;
  options.isTransparent = options.areMarksShown = true;
  FigureOptions read;
  ui::readJson(toJson(options), read);
  EXPECT_EQ(read, options);
}

TEST(FigureOptions, takeTheNearestValidNumbersAndPassOverWhatTheyDoNotKnow) {
  FigureOptions options;
  ui::readJson({{"width", 1e9}, {"dotsPerInch", 1}, {"fontPoints", -5}, {"content", "poster"}, {"layer", 0}}, options);
  EXPECT_EQ(options.width, 2000);
  EXPECT_EQ(options.dotsPerInch, 36);
  EXPECT_EQ(options.fontPoints, 3);
  EXPECT_EQ(options.content, ui::FigureContent::whole);
  EXPECT_EQ(options.layer, 1);
}

TEST(FigureOptions, sizesAreReadInMillimetresPixelsAndColumns) {
  const auto read = [](const char* text) {
    FigureOptions options;
    EXPECT_TRUE(ui::readFigureSize(QLatin1String(text), options)) << text;
    return options;
  };
  EXPECT_EQ(read("single").width, 88);
  EXPECT_EQ(read("double").width, 180);
  EXPECT_EQ(read("88.5x60mm").width, 88.5);
  EXPECT_EQ(read("88.5x60mm").height, 60);
  EXPECT_EQ(read("88mm").height, 0);
  EXPECT_EQ(read("1200x800").unit, ui::FigureUnit::pixels);
  EXPECT_NEAR(ui::millimetres(read("300px"), 300), 25.4, 1e-9) << "300 dots per inch";
  FigureOptions options;
  for (const char* text : {"", "wide", "5mm", "3000mm", "88x0mm", "-88mm", "88 mm x", "0x0"})
    EXPECT_FALSE(ui::readFigureSize(QLatin1String(text), options)) << text;
  EXPECT_EQ(options, FigureOptions());
}

TEST(FigureOptions, headsAreListsWithStretches) {
  EXPECT_EQ(ui::headsIn("1, 3, 5-8"), (std::vector<int>{1, 3, 5, 6, 7, 8}));
  EXPECT_EQ(ui::headsIn("4,2,2"), (std::vector<int>{2, 4}));
  EXPECT_TRUE(ui::headsIn("").empty());
  EXPECT_TRUE(ui::headsIn("0").empty());
  EXPECT_EQ(ui::headsText({1, 3, 5, 6, 7, 8}), "1, 3, 5-8");
  EXPECT_EQ(ui::headsText({}), "");
}

TEST(FigureOptions, panelsAreLettered) {
  EXPECT_EQ(ui::panelLabel(0), "A");
  EXPECT_EQ(ui::panelLabel(25), "Z");
  EXPECT_EQ(ui::panelLabel(26), "AA");
}

TEST(FigureOptions, theThemeIsLightWithLettersOfTheWantedSize) {
  FigureOptions options;
  options.fontPoints = 6;
  const ui::Theme theme = ui::figureTheme(options);
  EXPECT_EQ(theme.kind, ui::ThemeKind::light);
  EXPECT_NEAR(theme.labelFont().pointSizeF(), 6, 0.01);
  EXPECT_FALSE(theme.page.areMarksShown);
  EXPECT_EQ(theme.canvas.alpha(), 255);
  options.isTransparent = true;
  EXPECT_EQ(ui::figureTheme(options).canvas.alpha(), 0);
}

ui::FigureGrid gridOf(int count, QSize page) {
  return ui::figureGrid(count, page, ui::Theme::light(), [](int width) { return width; });
}

TEST(FigureGrid, onePanelIsThePage) {
  for (const int count : {0, 1}) {
    const ui::FigureGrid grid = gridOf(count, {300, 200});
    EXPECT_EQ(grid.panelAt(0), QRect(0, 0, 300, 200));
    EXPECT_EQ(grid.labelHeight, 0);
  }
}

TEST(FigureGrid, panelsFillTheirPageWithoutOverlap) {
  for (const int count : {2, 3, 4, 5, 6, 7, 8, 12, 20}) {
    const ui::FigureGrid grid = gridOf(count, {1000, 0});
    EXPECT_GE(grid.columns * grid.rows, count);
    EXPECT_LT(grid.columns * grid.rows - count, grid.columns) << "no empty row";
    EXPECT_GT(grid.size().width(), 1000 - grid.columns);
    for (int one = 0; one < count; ++one) {
      EXPECT_TRUE(QRect(QPoint(0, 0), grid.size()).contains(grid.panelAt(one))) << count << " " << one;
      for (int other = 0; other < one; ++other) EXPECT_FALSE(grid.panelAt(one).intersects(grid.panelAt(other)));
    }
  }
  EXPECT_EQ(gridOf(8, {1000, 0}).columns, 4) << "no empty places";
  EXPECT_EQ(gridOf(20, {1000, 0}).columns, 5);
}

TEST(FigureGrid, aNarrowPageHasFewColumns) { EXPECT_EQ(gridOf(9, {90, 0}).columns, 1); }

}  // namespace figure_options_test
