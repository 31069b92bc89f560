// The heads of a set as a row of small maps to choose from.
#pragma once

#include <QImage>
#include <QPainter>
#include <memory>
#include <optional>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "ui/look/Theme.h"
#include "ui/scenes/ColorMap.h"

namespace ui {

/// Small picture of a map, rows down, at most `pixels` wide and high; null for a matrix without cells. The range is the
/// map's own: 0 .. largest value, or around 0 when it has negative ones.
QImage thumbnailOf(const std::shared_ptr<const engine::Array<float>>& matrix, const MapLook& look, int pixels);

class HeadStrip {
 public:
  struct Head {
    int layer = 0, head = 0;
    bool operator==(const Head&) const = default;
  };

  void setHeads(std::shared_ptr<const engine::HeadSet> heads);
  /// Colours of the thumbnails (the range is each map's own).
  void setLook(const MapLook& look);
  static double height(const Theme& theme);
  void paint(QPainter& painter, const Theme& theme, const QRectF& area, Head current);
  std::optional<Head> headAt(const Theme& theme, const QRectF& area, QPointF position) const;
  /// By whole chips, positive: towards the last head.
  void scrollBy(int chips);
  /// Scrolls so that this head is seen.
  void reveal(Head head, const Theme& theme, const QRectF& area);

 private:
  struct Layout {
    double chipWidth = 0;
    int first = 0, last = 0;  ///< heads [first, last) in layer-major order
  };
  Layout layoutIn(const Theme& theme, const QRectF& area) const;
  int numHeads() const { return m_heads ? static_cast<int>(m_heads->maps.size()) : 0; }
  const QImage& thumbnail(int index, int pixels);
  QString labelOf(int index) const;
  void paintChip(QPainter& painter, const Theme& theme, const QRectF& chip, int index, bool isCurrent);

  std::shared_ptr<const engine::HeadSet> m_heads;
  std::vector<QImage> m_thumbnails;
  MapLook m_look;
  int m_first = 0;
};

}  // namespace ui
