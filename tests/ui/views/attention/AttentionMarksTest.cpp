// Contacts on maps: on both of two maps side by side, and seen on cells of every colour.
#include <algorithm>
#include <cmath>

#include "tests/ui/views/attention/AttentionFixture.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/attention/AttentionPainting.h"

namespace attention_marks_test {

using namespace test;
using ui::AttentionOptions;
using ui::HeadComparison;

/// With one contact, (1, 9), in both halves.
engine::DatasetPtr geometryWithAContact(Index length) {
  auto dataset = std::make_shared<engine::Dataset>(*geometryDataset(length));
  auto geometry = std::make_shared<engine::ChainGeometry>(*dataset->as<engine::ChainGeometry>());
  geometry->geometry.contacts(1, 9) = geometry->geometry.contacts(9, 1) = engine::Bool{1};
  dataset->value = std::shared_ptr<const engine::ChainGeometry>(geometry);
  return dataset;
}

class AttentionMarksTest : public AttentionViewTest {
 protected:
  /// Every cell has the value of the low end, the middle or the high end of the scale.
  void showFlat(float value) {
    auto heads = someHeads(kLength, 2);
    auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
    std::fill(map->weights.begin(), map->weights.end(), value);
    map->weights(0, 0) = 1;
    map->isStochastic = false;
    heads->maps[0] = heads->maps[1] = map;
    showWith({headsDataset(heads), geometryWithAContact(kLength)});
    view.change([](AttentionOptions& options) {
      options.areContactsShown = true;
      options.scale = ui::ScaleChoice::linear;
    });
  }
  QImage cellOf(ui::AttentionLayout::Map ui::AttentionLayout::*map, double row, double column) {
    waitForFrame(view.canvas());
    const QImage image = view.grab().toImage();
    const QRectF cell(pointOf(map, row - 0.5, column - 0.5), pointOf(map, row + 0.5, column + 0.5));
    return image.copy(cell.toAlignedRect().adjusted(-2, -2, 2, 2));
  }
  /// Least number of pixels that are much lighter or much darker than the cell.
  static int marked(const QImage& cell, QColor ground) {
    const double here = ui::lightness(ui::toRgb(ground));
    return test::countPixels(
        cell, [here](QColor color) { return std::abs(ui::lightness(ui::toRgb(color)) - here) > 35; });
  }
};

TEST_F(AttentionMarksTest, contactsAreSeenOnEveryColourOfEveryMapInBothThemes) {
  showFlat(0);
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    for (const ui::ColorMap& map : ui::colorMaps())
      for (const float value : {0.0F, 0.5F, 0.999F})
        for (const auto marks : {ui::ContactMarks::dots, ui::ContactMarks::outlines}) {
          if (map.isCyclic) continue;
          showFlat(value);
          view.change([&](AttentionOptions& options) {
            options.colorMap = QString::fromStdString(map.id);
            options.contactMarks = marks;
          });
          const QColor ground = ui::toColor(ui::colorOf(view.shown().look, value));
          const auto panel = &ui::AttentionLayout::attention;
          EXPECT_GT(marked(cellOf(panel, 1, 9), ground), 6)
              << map.id << " at " << value << (marks == ui::ContactMarks::dots ? ", dots" : ", outlines");
          EXPECT_EQ(marked(cellOf(panel, 4, 7), ground), 0) << map.id << " at " << value;
        }
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST_F(AttentionMarksTest, contactsStandOnBothMapsSideBySide) {
  showFlat(0);
  view.change([](AttentionOptions& options) {
    options.comparison = HeadComparison::beside;
    options.second = {{}, 0, 1};
  });
  const QColor ground = ui::toColor(ui::colorOf(view.shown().look, 0));
  for (const auto marks : {ui::ContactMarks::dots, ui::ContactMarks::outlines}) {
    view.change([marks](AttentionOptions& options) { options.contactMarks = marks; });
    for (const auto panel : {&ui::AttentionLayout::attention, &ui::AttentionLayout::companion}) {
      EXPECT_GT(marked(cellOf(panel, 1, 9), ground), 6);
      EXPECT_EQ(marked(cellOf(panel, 4, 7), ground), 0);
    }
  }
  view.change([](AttentionOptions& options) { options.comparison = HeadComparison::none; });
  EXPECT_FALSE(view.shown().companion.isSecondHead);
}

}  // namespace attention_marks_test
