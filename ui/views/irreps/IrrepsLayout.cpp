#include "ui/views/irreps/IrrepsLayout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kPanelWidth = 360, kPanelHeight = 250;  // what panels would like, logical pixels
constexpr double kWidthOfOne = 12, kLeastWidth = 0.8, kMostWidth = 60;
constexpr double kBoxShare = 0.8, kMostBoxHeight = 44, kDot = 5, kReach = 7;
constexpr int kSamples = 32;

constexpr auto kFirst = static_cast<size_t>(IrrepSide::first), kSecond = static_cast<size_t>(IrrepSide::second),
               kOut = static_cast<size_t>(IrrepSide::out);

/// Boxes of one column below each other, centred in their slots.
std::vector<QRectF> boxColumn(const QRectF& area, size_t count, double mostHeight) {
  std::vector<QRectF> boxes;
  const double slot = area.height() / double(std::max<size_t>(1, count)),
               height = std::min(kBoxShare * slot, mostHeight);
  for (size_t k = 0; k < count; ++k)
    boxes.emplace_back(area.left(), area.top() + slot * (double(k) + 0.5) - height / 2, area.width(), height);
  return boxes;
}

struct PanelMaker {
  const Theme& theme;
  const IrrepsShown& shown;
  const IrrepsOptions& options;
  IrrepPanel& panel;
  const IrrepMap& map;
  QFontMetricsF label;

  double boxWidth(double most) const {
    QFont strong = theme.labelFont();
    strong.setBold(true);
    const QFontMetricsF names(strong);
    double width = shown.edgeOf(options) ? label.horizontalAdvance(QStringLiteral("rms 0.000")) : 0;
    for (const auto& side : map.boxes)
      for (const IrrepBox& box : side)
        width = std::max({width, names.horizontalAdvance(box.name()), label.horizontalAdvance(box.kind())});
    return std::min(width + theme.space(5), most);
  }

  /// Inputs left, the second below the first, outputs right, each under its title.
  void placeBoxes(const QRectF& area) {
    const double line = label.height(), width = boxWidth(0.36 * area.width());
    const double mostHeight = kMostBoxHeight * theme.scale;
    const bool isLinear = map.isLinear();
    const double numFirst = double(map.boxes[kFirst].size()), numSecond = double(map.boxes[kSecond].size());
    const double left = area.height() - line * (isLinear ? 1 : 2.4);
    const double upper = isLinear ? left : left * numFirst / std::max(1.0, numFirst + numSecond);
    panel.sideTitles[kFirst] = QRectF(area.left(), area.top(), width, line);
    panel.boxes[kFirst] =
        boxColumn(QRectF(area.left(), area.top() + line, width, upper), map.boxes[kFirst].size(), mostHeight);
    if (!isLinear) {
      const double top = area.top() + line + upper + 0.4 * line;
      panel.sideTitles[kSecond] = QRectF(area.left(), top, width, line);
      panel.boxes[kSecond] =
          boxColumn(QRectF(area.left(), top + line, width, left - upper), map.boxes[kSecond].size(), mostHeight);
    }
    panel.sideTitles[kOut] = QRectF(area.right() - width, area.top(), width, line);
    panel.boxes[kOut] = boxColumn(QRectF(area.right() - width, area.top() + line, width, area.height() - line),
                                  map.boxes[kOut].size(), mostHeight);
  }

  double middleOf(Index path, size_t side) const {
    const Index box = engine::nth(map.paths, path)[side];
    return box < 0 ? 0 : engine::nth(panel.boxes[side], box).center().y();
  }

  /// Paths from top to bottom, so that few lines cross: by the mean height of what they join.
  std::vector<Index> order() const {
    std::vector<Index> list(map.paths.size());
    std::iota(list.begin(), list.end(), 0);
    const auto height = [&](Index path) {
      return middleOf(path, kFirst) + middleOf(path, kSecond) + middleOf(path, kOut);
    };
    std::stable_sort(list.begin(), list.end(), [&](Index a, Index b) { return height(a) < height(b); });
    return list;
  }

  /// Where the lines of a box end: beside each other in the order of their nodes.
  std::vector<std::array<QPointF, kNumIrrepSides>> endsOf(const std::vector<Index>& order) const {
    std::vector<std::array<QPointF, kNumIrrepSides>> ends(map.paths.size());
    for (size_t side = 0; side < kNumIrrepSides; ++side)
      for (size_t box = 0; box < panel.boxes[side].size(); ++box) {
        std::vector<Index> here;
        for (const Index path : order)
          if (engine::nth(map.paths, path)[side] == static_cast<Index>(box)) here.push_back(path);
        const QRectF& area = panel.boxes[side][box];
        for (size_t k = 0; k < here.size(); ++k)
          engine::nth(ends, here[k])[side] =
              QPointF(side == kOut ? area.left() : area.right(),
                      area.top() + area.height() * (double(k) + 1) / (double(here.size()) + 1));
      }
    return ends;
  }

  static void join(QPainterPath& line, QPointF from, QPointF to) {
    const double middle = (from.x() + to.x()) / 2;
    line.moveTo(from);
    line.cubicTo(QPointF(middle, from.y()), QPointF(middle, to.y()), to);
  }

  void placeStrands(const QRectF& area) {
    const std::vector<Index> sorted = order();
    const auto ends = endsOf(sorted);
    const double line = label.height(), slot = (area.height() - line) / double(std::max<size_t>(1, sorted.size()));
    panel.hasNumbers = options.areNumbersShown && slot >= line;
    const double width = panel.hasNumbers ? label.horizontalAdvance(QStringLiteral("0.000")) + theme.space(2) : kDot;
    const double height = panel.hasNumbers ? line : kDot;
    panel.strands.resize(map.paths.size());
    for (size_t k = 0; k < sorted.size(); ++k) {
      const Index path = sorted[k];
      IrrepStrand& strand = engine::nth(panel.strands, path);
      const QPointF at(area.center().x(), area.top() + line + slot * (double(k) + 0.5));
      strand.node = QRectF(at.x() - width / 2, at.y() - height / 2, width, height);
      strand.width = strandWidth(theme, options, shown.strength({panel.map, path}, options));
      const auto& own = engine::nth(ends, path);
      const QPointF in(strand.node.left(), at.y()), out(strand.node.right(), at.y());
      join(strand.line, own[kFirst], in);
      if (!map.isLinear()) join(strand.line, own[kSecond], in);
      join(strand.line, out, own[kOut]);
    }
  }
};

IrrepPanel panelOf(const Theme& theme, const IrrepsShown& shown, const IrrepsOptions& options, Index number,
                   const QRectF& area) {
  IrrepPanel panel;
  panel.map = number;
  const double line = QFontMetricsF(theme.titleFont()).height(), gap = theme.space(2);
  panel.title = QRectF(area.left(), area.top(), area.width(), line);
  const QRectF body = area.adjusted(0, line + gap, 0, 0);
  PanelMaker maker{theme, shown, options, panel, engine::nth(shown.maps, number), QFontMetricsF(theme.labelFont())};
  maker.placeBoxes(body);
  maker.placeStrands(body);
  return panel;
}

int bestColumns(size_t count, QSizeF size) {
  int best = 1;
  double most = 0;
  for (int columns = 1; columns <= static_cast<int>(count); ++columns) {
    const double rows = std::ceil(double(count) / columns);
    const double room = std::min(size.width() / columns / kPanelWidth, size.height() / rows / kPanelHeight);
    if (room > most) best = columns;
    most = std::max(most, room);
  }
  return best;
}

double distanceTo(const IrrepStrand& strand, QPointF point) {
  if (strand.node.contains(point)) return 0;
  double least = 1e300;
  // A path of pieces: its percentages run along all of them.
  for (int k = 0; k <= 3 * kSamples; ++k) {
    const QPointF way = strand.line.pointAtPercent(double(k) / (3 * kSamples)) - point;
    least = std::min(least, std::hypot(way.x(), way.y()));
  }
  return std::max(0.0, least - strand.width / 2);
}

}  // namespace

double strandWidth(const Theme& theme, const IrrepsOptions& options, double strength) {
  return std::clamp(std::abs(strength) * kWidthOfOne * options.strandScale, kLeastWidth, kMostWidth) * theme.lineScale;
}

IrrepsLayout irrepsLayout(const Theme& theme, const IrrepsShown& shown, const IrrepsOptions& options, QSizeF size) {
  IrrepsLayout layout;
  const double gap = theme.space(3);
  const double lines = QFontMetricsF(theme.titleFont()).height() + QFontMetricsF(theme.labelFont()).height();
  const double head = theme.page.isLegendShown ? lines + gap : 0;
  layout.title = QRectF(gap, gap, std::max(size.width() - 2 * gap, 0.0), head);
  layout.picture = QRectF(gap, gap + head, layout.title.width(), std::max(size.height() - head - 2 * gap, 0.0));
  const std::vector<Index> maps = shown.visible(options);
  const int columns = bestColumns(maps.size(), layout.picture.size());
  const double rows = std::ceil(double(maps.size()) / columns), between = 2 * gap;
  const double width = (layout.picture.width() - between * (columns - 1)) / columns;
  const double height = (layout.picture.height() - between * (rows - 1)) / std::max(1.0, rows);
  for (size_t k = 0; k < maps.size(); ++k) {
    const double column = double(k % static_cast<size_t>(columns)), row = double(k / static_cast<size_t>(columns));
    const QRectF area(layout.picture.left() + column * (width + between),
                      layout.picture.top() + row * (height + between), std::max(width, 0.0), std::max(height, 0.0));
    layout.panels.push_back(panelOf(theme, shown, options, maps[k], area));
  }
  return layout;
}

IrrepMark IrrepsLayout::markAt(QPointF point) const {
  IrrepMark mark;
  double least = kReach;
  for (const IrrepPanel& panel : panels)
    for (size_t path = 0; path < panel.strands.size(); ++path) {
      const double distance = distanceTo(panel.strands[path], point);
      if (distance >= least) continue;
      least = distance;
      mark = {panel.map, static_cast<Index>(path)};
    }
  return mark;
}

}  // namespace ui
