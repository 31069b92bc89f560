// Where the picture of three layers has its nodes.
#include "ui/views/layers/LayersLayout.h"

#include <gtest/gtest.h>

#include "tests/ui/views/layers/LayerPathsSample.h"

namespace layers_layout_test {

using engine::Index;
using test::layerPaths;
using ui::LayersLayout;
using ui::LayersShown;

TEST(LayersLayout, nodesStandInTheirPanelAndAreFoundThere) {
  for (const Index tokens : {1, 2, 16, 128}) {
    const LayersShown shown(*layerPaths(tokens));
    for (const QSizeF size : {QSizeF(1000, 640), QSizeF(500, 900), QSizeF(1600, 400)}) {
      const LayersLayout layout = layersLayout(ui::Theme::light(), shown, size);
      ASSERT_EQ(layout.panels.size(), 3U);
      for (Index k = 0; k < 3; ++k) {
        const ui::LayerPanel& panel = layout.panels[size_t(k)];
        EXPECT_TRUE(QRectF(QPointF(), size).adjusted(0, 0, 1, 1).contains(panel.numbers)) << size.width();
        for (const Index other : {0, 1, 2})
          EXPECT_TRUE(other == k || !panel.drawing.intersects(layout.panels[size_t(other)].drawing));
        for (Index i = 0; i < tokens; ++i)
          for (const Index level : {Index{0}, panel.numLevels}) {
            EXPECT_TRUE(panel.drawing.adjusted(-1, -1, 1, 1).contains(panel.node({level, i}))) << tokens;
            EXPECT_EQ(layout.markAt(panel.node({level, i})), (ui::LayerMark{k, i}));
          }
      }
      EXPECT_TRUE(layout.markAt({1, 1}).isEmpty());
    }
  }
}

}  // namespace layers_layout_test
