// The plots that operations give for lessons: every series is seen in light and dark, nothing lies on anything else,
// every step differs, axes that count have whole numbers.
#include <QJsonArray>
#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "engine/operations/Operation.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "tests/ui/views/plot/PlotFixture.h"
#include "ui/views/plot/PlotStyle.h"
#include "ui/views/plot/PlotView.h"

namespace lesson_plots_test {

using engine::Dataset;
using engine::ParameterValues;

constexpr QSize kSize(800, 600);
constexpr ui::ThemeKind kThemes[] = {ui::ThemeKind::light, ui::ThemeKind::dark};

const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }

engine::DatasetPtr queryRows() {
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = "query";
  dataset->value = std::make_shared<const engine::Alignment>(
      engine::alignmentOf({engine::Sequence::fromLetters("query", "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ")}));
  return dataset;
}

std::vector<Dataset> resultsOf(const std::string& id) {
  ParameterValues values;
  const auto& operation = engine::findOperation(id);
  const auto set = [&](const char* key, std::int64_t value) {
    if (engine::findParameter(operation.parameters(), key)) values.set(key, value);
  };
  set("most", 32);
  set("seeds", 5);
  set("longest", 128);
  test::TemporaryFolder folder;
  std::vector<engine::DatasetPtr> inputs(operation.inputs().size());
  if (id == "prefilter") {
    const std::string same = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ", other = "GGSGWPCDNHTGWPCDNHTGWPCDNH";
    for (const auto& [name, row] : {std::pair("a", same), std::pair("b", other), std::pair("c", same.substr(5))})
      test::writeText(folder.path() / (std::string(name) + ".a3m"), std::string(">") + name + "\n" + row + "\n");
    values.set("database", folder.path().string());
    inputs[0] = queryRows();
  }
  engine::Diagnostics diagnostics;
  engine::Progress none;
  return operation.run(inputs, values, {nullptr, 1}, diagnostics, none);
}

class LessonPlots : public testing::TestWithParam<const char*> {
 protected:
  ~LessonPlots() override { ui::ThemeModel::instance().setKind(ui::ThemeKind::light); }
  /// Calls `look` with a view of each plot of the operation, in both themes, at the last step.
  template <class Look>
  void forAll(const Look& look) {
    int count = 0;
    for (Dataset result : resultsOf(GetParam())) {
      result.id = result.title;
      const auto dataset = std::make_shared<const Dataset>(std::move(result));
      if (!ui::isMadeForPlots(*dataset->as<engine::ArrayBundle>())) continue;
      for (const auto kind : kThemes) {
        ui::ThemeModel::instance().setKind(kind);
        ui::PlotView view(session);
        session.document().publish(dataset);
        view.setDataset(dataset);
        view.goSteps(1000);
        look(view);
        ++count;
      }
    }
    EXPECT_GT(count, 0) << "no plot";
  }
  ui::Session session;
};

QImage panelOf(ui::PlotView& view) {
  const ui::Rect area = view.layoutFor(kSize).panel.area;
  return view.renderImage(kSize, 1).copy(QRect(int(area.x), int(area.y), int(area.width), int(area.height)));
}

/// One that cannot be seen at all would be a fault of the axes.
TEST_P(LessonPlots, everySeriesIsSeenInLightAndDark) {
  forAll([](ui::PlotView& view) {
    const ui::Plot plot = view.shown().plot;
    for (size_t s = 0; s < plot.series.size(); ++s) {
      const ui::SeriesStyle style = ui::styleOf(plot, s, theme());
      if (plot.series[s].isBand() || style.color == theme().text) continue;
      const bool isInLastStep =
          std::any_of(plot.series[s].y.begin(), plot.series[s].y.end(), [](double y) { return std::isfinite(y); });
      if (!isInLastStep) continue;
      view.change([&](ui::PlotOptions& options) {  // alone: what lies behind others is seen too
        for (const ui::PlotSeries& other : plot.series)
          options.setHidden(QString::fromStdString(other.name), other.name != plot.series[s].name);
      });
      // A level line a little more than a pixel wide may lie on two rows of them, half on each.
      EXPECT_GT(test::countColor(panelOf(view), style.color, 60), 5) << plot.title << ": " << plot.series[s].name;
    }
  });
}

TEST_P(LessonPlots, titleLegendAndPanelStandApart) {
  forAll([](ui::PlotView& view) {
    for (const QSize size : {kSize, QSize(420, 300)}) {
      const ui::PlotLayout layout = view.layoutFor(size);
      const std::string title = view.shown().plot.title;
      for (size_t a = 0; a < layout.legend.size(); ++a) {
        const QRectF& box = layout.legend[a].box;
        EXPECT_LE(box.right(), size.width()) << title;
        EXPECT_GE(box.top(), QFontMetricsF(theme().titleFont()).height()) << title;
        EXPECT_LT(box.bottom(), layout.panel.area.y) << title;
        for (size_t b = 0; b < a; ++b) EXPECT_FALSE(box.intersects(layout.legend[b].box)) << title;
      }
      EXPECT_LT(layout.panel.area.bottom() + QFontMetricsF(theme().labelFont()).height(), size.height()) << title;
      EXPECT_FALSE(layout.xTitle.isEmpty()) << title << ": what lies across";
      EXPECT_FALSE(layout.yTitle.isEmpty()) << title << ": what goes up";
    }
  });
}

TEST_P(LessonPlots, everyStepIsAPictureOfItsOwn) {
  for (Dataset result : resultsOf(GetParam())) {
    result.id = result.title;
    const auto dataset = std::make_shared<const Dataset>(std::move(result));
    if (!ui::isMadeForPlots(*dataset->as<engine::ArrayBundle>())) continue;
    ui::PlotView view(session);
    session.document().publish(dataset);
    view.setDataset(dataset);
    const ui::PlotRange before = view.shown().y;
    std::set<QByteArray> pictures;
    const int numSteps = std::min(view.shown().numSteps(), 6);
    for (int step = 0; step < numSteps; ++step) {
      const QImage image = view.renderImage({400, 300}, 1);
      pictures.insert(QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()));
      EXPECT_EQ(view.shown().y, before) << dataset->title;
      view.goSteps(1);
    }
    EXPECT_EQ(std::ssize(pictures), numSteps) << dataset->title;
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, LessonPlots,
                         testing::Values("score-variance", "feature-error", "feature-cost", "gram-schmidt",
                                         "kernel-trick", "taylor", "fourier", "prefilter", "position-clock",
                                         "equivariant check", "equivariant smoothness",
                                         "equivariant radial", "equivariant statistics"));

class OneLessonPlot : public testing::Test {
 protected:
  ~OneLessonPlot() override { ui::ThemeModel::instance().setKind(ui::ThemeKind::light); }
  void open(engine::DatasetPtr dataset) {
    session.document().publish(dataset);
    view.setDataset(dataset);
  }
  void open(std::vector<Dataset> results, size_t which) {
    results.at(which).id = "shown";
    open(std::make_shared<const Dataset>(results[which]));
  }
  /// Pixels of the horizontal axis below which a tick stands.
  std::vector<int> ticks() {
    const QImage image = view.renderImage(kSize, 1);
    const int y = int(view.layoutFor(kSize).panel.area.bottom()) + 3;
    std::vector<int> found;
    for (int x = 0; x < image.width(); ++x)
      if (test::countColor(image.copy(x, y, 1, 1), theme().canvas, 24) == 0 && (found.empty() || x - found.back() > 2))
        found.push_back(x);
    return found;
  }
  ui::Session session;
  ui::PlotView view{session};
};

TEST_F(OneLessonPlot, templatesOfThePrefilterAreCountedInWholeNumbers) {
  open(resultsOf("prefilter"), 0);
  EXPECT_TRUE(view.shown().countsX);
  EXPECT_FALSE(view.shown().countsY) << "bits";
  const ui::PlotPanel panel = view.layoutFor(kSize).panel;
  const std::vector<int> found = ticks();
  ASSERT_EQ(found.size(), 3U);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[size_t(k)], panel.toPixel(k + 1, panel.y.low).x, 2);
}

TEST_F(OneLessonPlot, fractionsBetweenWholeNumbersHaveTicksOnceTheseAreOutOfSight) {
  open(test::datasetOf(test::someCurves()));
  view.setState({{"logX", false}, {"logY", false}, {"horizontal", QJsonArray{1.1, 1.9}}});
  EXPECT_GT(ticks().size(), 2U);
}

TEST_F(OneLessonPlot, theClockIsRoundAndHandsPointWhereTheyShould) {
  open(resultsOf("position-clock"), 1);
  for (const auto kind : kThemes) {
    ui::ThemeModel::instance().setKind(kind);
    const ui::PlotPanel panel = view.layoutFor(kSize).panel;
    const ui::PixelPoint middle = panel.toPixel(0, 0), right = panel.toPixel(1, 0), top = panel.toPixel(0, 1);
    EXPECT_NEAR(right.x - middle.x, middle.y - top.y, 0.01) << "a dial, no egg";
    const QImage image = view.renderImage(kSize, 1);
    const ui::Plot& plot = view.shown().plot;
    for (size_t s = 0; s < plot.series.size(); ++s) {
      if (!plot.series[s].isArrow) continue;
      EXPECT_EQ(plot.series[s].x.size(), 3U * 6 - 1) << "six hands";
      const ui::PixelPoint tip = panel.toPixel(plot.series[s].x[1], plot.series[s].y[1]);
      const QImage around = image.copy(int(tip.x) - 6, int(tip.y) - 6, 13, 13);
      EXPECT_GT(test::countColor(around, ui::styleOf(plot, s, theme()).color, 12), 8) << plot.series[s].name;
    }
  }
}

TEST_F(OneLessonPlot, pointsInOnePlaceAreBothSeen) {
  engine::ArrayBundle arrays;
  for (const char* name : {"axis_n", "points_first", "points_second", "points_third"})
    arrays[name] = test::arrayOf(name, {1, 2, 4});
  arrays["curve_above all"] = test::arrayOf("curve_above all", {8, 8, 8});
  open(test::datasetOf(std::move(arrays)));
  const ui::Plot& plot = view.shown().plot;
  ASSERT_EQ(plot.series.size(), 4U);
  const ui::SeriesStyle below = ui::styleOf(plot, 1, theme()), above = ui::styleOf(plot, 3, theme());
  EXPECT_FALSE(below.isOpen);
  EXPECT_TRUE(above.isOpen);
  const QImage panel = panelOf(view);
  EXPECT_GT(test::countColor(panel, below.color, 12), 15);
  EXPECT_GT(test::countColor(panel, above.color, 12), 10);
}

double luminance(const QColor& color) {
  const auto linear = [](double part) {
    return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
  const double first = luminance(a), second = luminance(b);
  const double low = std::min(first, second), high = std::max(first, second);
  return (high + 0.05) / (low + 0.05);
}

/// As the guidelines for accessible pages (WCAG 2) measure it.
TEST(PlotStyle, textAndSeriesStandOutFromTheGround) {
  for (const ui::Theme& each : {ui::Theme::light(), ui::Theme::dark()}) {
    EXPECT_GE(contrast(each.text, each.canvas), 4.5);
    EXPECT_GE(contrast(each.muted, each.canvas), 4.5);
    for (int series = 0; series < 14; ++series) {
      const double least = each.kind == ui::ThemeKind::dark ? 3 : 2;
      EXPECT_GE(contrast(ui::seriesStyle(series, each).color, each.canvas), least) << series;
      for (int other = 0; other < series; ++other)
        EXPECT_NE(ui::seriesStyle(series, each).color, ui::seriesStyle(other, each).color) << series << " " << other;
    }
    EXPECT_NE(ui::barColor(each), ui::seriesStyle(0, each).color) << "a curve over bars is seen";
  }
}

}  // namespace lesson_plots_test
