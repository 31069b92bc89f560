// A strip of made-up heads, painted; heads that take long, fail, or are never made.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include <QTest>
#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/attention/HeadStrip.h"

namespace test {

using engine::Array;
using engine::Index;
using ui::HeadStrip;

/// Head k attends to residue k alone: its picture is one bright column.
inline std::shared_ptr<engine::HeadSet> stripHeads(Index layers, Index heads, Index length) {
  auto set = std::make_shared<engine::HeadSet>();
  set->numLayers = layers;
  set->numHeads = heads;
  set->numQueries = set->numKeys = length;
  for (Index k = 0; k < layers * heads; ++k) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = Array<float>({length, length}, 0.0F, "weights");
    for (Index i = 0; i < length; ++i) map->weights(i, k % std::max<Index>(length, 1)) = 1;
    set->maps.push_back(map);
  }
  return set;
}

/// Heads that take long, fail, or are never made.
class SlowSource : public engine::HeadSource {
 public:
  std::shared_ptr<const engine::AttentionMap> map(Index, Index) const override { engine::fail("not asked for"); }
  engine::PooledMap pooled(Index layer, Index head, Index) const override {
    if (layer == 1 && head == 1) engine::fail("file.npz, array attention: is damaged");
    QTest::qSleep(1);
    return engine::pooledMap(Array<float>({8, 8}, static_cast<float>(layer + 1)), 1);
  }
};

inline std::shared_ptr<engine::HeadSet> slowHeads(Index layers, Index heads) {
  auto set = std::make_shared<engine::HeadSet>();
  set->numLayers = layers;
  set->numHeads = heads;
  set->numQueries = set->numKeys = 8;
  set->source = std::make_shared<SlowSource>();
  return set;
}

class HeadStripTest : public testing::Test {
 protected:
  QImage paint(QSizeF size, HeadStrip::Head current = {}) {
    area = QRectF(QPointF(), size);
    QImage image(size.toSize(), QImage::Format_RGB32);
    image.fill(theme.window);
    QPainter painter(&image);
    strip.paint(painter, theme, area, current);
    return image;
  }
  QColor middleOf(const QImage& image, HeadStrip::Head head) const {
    return image.pixelColor(strip.rectOf(theme, area, head).center().toPoint());
  }

  ui::Theme theme = ui::Theme::light();
  QRectF area;
  HeadStrip strip;
};

}  // namespace test
