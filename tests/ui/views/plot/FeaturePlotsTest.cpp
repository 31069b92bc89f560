// The pictures of what random features rest on, as operations give them: every series is seen, every step differs.
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "engine/operations/Operation.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/plot/PlotStyle.h"
#include "ui/views/plot/PlotView.h"

namespace {

using engine::Dataset;
using engine::ParameterValues;

constexpr QSize kSize(800, 600);

std::vector<Dataset> resultsOf(const std::string& id) {
  ParameterValues values;
  const auto& operation = engine::findOperation(id);
  const auto set = [&](const char* key, std::int64_t value) {
    if (engine::findParameter(operation.parameters(), key)) values.set(key, value);
  };
  set("most", 32);
  set("seeds", 5);
  set("longest", 128);
  engine::Diagnostics diagnostics;
  engine::Progress none;
  return operation.run({}, values, {nullptr, 1}, diagnostics, none);
}

class FeaturePlots : public testing::TestWithParam<const char*> {
 protected:
  ui::Session session;
};

/// Series that lie behind others all along are few; those that cannot be seen at all would be a fault of the axes.
TEST_P(FeaturePlots, everySeriesIsSeenInLightAndDark) {
  for (Dataset result : resultsOf(GetParam())) {
    result.id = result.title;
    const auto dataset = std::make_shared<const Dataset>(std::move(result));
    if (!ui::isMadeForPlots(*dataset->as<engine::ArrayBundle>())) continue;
    for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
      ui::ThemeModel::instance().setKind(kind);
      ui::PlotView view(session);
      session.document().publish(dataset);
      view.setDataset(dataset);
      view.goSteps(1000);
      const QImage image = view.renderImage(kSize, 1);
      const ui::Rect area = view.layoutFor(kSize).panel.area;
      const QImage panel = image.copy(QRect(int(area.x), int(area.y), int(area.width), int(area.height)));
      const ui::Plot& plot = view.shown().plot;
      for (size_t s = 0; s < plot.series.size(); ++s) {
        if (plot.series[s].isBand() || s % 6 == 5) continue;
        const bool isInLastStep =
            std::any_of(plot.series[s].x.begin(), plot.series[s].x.end(), [](double x) { return std::isfinite(x); });
        if (!isInLastStep) continue;
        const QColor color = ui::styleOf(plot, s, ui::ThemeModel::instance().theme()).color;
        EXPECT_GT(test::countColor(panel, color, 12), 5) << dataset->title << ": " << plot.series[s].name;
      }
    }
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST_P(FeaturePlots, everyStepIsAPictureOfItsOwn) {
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

INSTANTIATE_TEST_SUITE_P(Operations, FeaturePlots,
                         testing::Values("feature-error", "feature-cost", "gram-schmidt", "kernel-trick", "taylor",
                                         "fourier", "score-variance"));

}  // namespace
