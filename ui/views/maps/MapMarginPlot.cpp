// Margins of maps as bars that follow pan and zoom.
#include "ui/views/maps/MapMarginPlot.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

/// What remains of sums that cancel out.
constexpr double kNothing = 1e-6;
constexpr double kBars = 40, kBarsBelow = 30;  // logical pixels, at the largest value

struct Scale {
  double low = 0, high = 0;  ///< 0 lies between them
  double place(double value) const { return high > low ? (value - low) / (high - low) : 0; }
};

Scale scaleOf(const std::vector<double>& values) {
  Scale scale;
  for (const double value : values) {
    if (std::abs(value) < kNothing) continue;
    scale.low = std::min(scale.low, value);
    scale.high = std::max(scale.high, value);
  }
  return scale;
}

/// Extreme values of the cells [first, last) of a plot.
double strongest(const std::vector<double>& values, Index first, Index last) {
  double best = 0;
  for (Index k = std::max<Index>(first, 0); k < std::min(last, static_cast<Index>(values.size())); ++k)
    if (std::abs(engine::nth(values, k)) >= std::abs(best)) best = engine::nth(values, k);
  return best;
}

struct Bars {
  double from = 0, to = 0;          ///< extent of the matrix along the plot, pixels
  double firstCell = 0, scale = 1;  ///< cell at pixel 0, pixels per cell
};

void paintBars(QPainter& painter, const MarginPlot& plot, const Bars& bars, const Scale& scale, const Rect& area) {
  const bool isRight = plot.side == MarginPlot::Side::right;
  const double length = isRight ? area.width : area.height;
  const double zero = scale.place(0) * length;
  const auto bar = [&](double start, double end, double value) {
    const double tip = scale.place(value) * length;
    const double low = std::min(zero, tip), high = std::max(zero, tip);
    if (high - low < 1e-6) return;
    painter.fillRect(isRight ? QRectF(area.x + low, start, high - low, end - start)
                             : QRectF(start, area.y + low, end - start, high - low),
                     painter.brush());
  };
  if (bars.scale >= 1) {
    const auto first = std::max<Index>(0, static_cast<Index>(std::floor((bars.from) / bars.scale + bars.firstCell)));
    for (Index k = first; k < static_cast<Index>(plot.values.size()); ++k) {
      const double start = (static_cast<double>(k) - bars.firstCell) * bars.scale;
      if (start >= bars.to) break;
      const double gap = bars.scale >= 4 ? 1 : 0;
      bar(std::max(start, bars.from), std::min(start + bars.scale - gap, bars.to), engine::nth(plot.values, k));
    }
    return;
  }
  for (double pixel = std::floor(bars.from); pixel < bars.to; ++pixel) {
    const auto first = static_cast<Index>(std::floor(pixel / bars.scale + bars.firstCell));
    const auto last = static_cast<Index>(std::ceil((pixel + 1) / bars.scale + bars.firstCell));
    bar(pixel, pixel + 1, strongest(plot.values, first, last));
  }
}

QString rangeText(const MarginPlot& plot, const Scale& scale) {
  QString text = QStringLiteral("%1–%2").arg(scaleText(scale.low), scaleText(scale.high));
  if (!plot.unit.isEmpty()) text += u' ' + plot.unit;
  return text;
}

/// Beside `room` of the bars: right of a matrix above them, below one left of them.
void paintTitleAndRange(QPainter& painter, const Theme& theme, const QRectF& matrix, const Rect& room,
                        const MarginPlot& plot, const QString& range) {
  const QFontMetricsF metrics(theme.labelFont());
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  const double height = metrics.height();
  if (plot.side == MarginPlot::Side::right) {
    const double width =
        std::max({metrics.horizontalAdvance(plot.title), metrics.horizontalAdvance(range), room.width}) + 2;
    const auto flags = Qt::AlignLeft | Qt::AlignVCenter;
    painter.drawText(QRectF(room.x, matrix.top() - 2 * height - 2, width, height), flags, plot.title);
    painter.drawText(QRectF(room.x, matrix.top() - height - 2, width, height), flags, range);
    return;
  }
  const double width = matrix.left() - theme.space(1);
  const auto draw = [&](double y, const QString& text) {
    painter.drawText(QRectF(0, y, width, height), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(text, Qt::ElideRight, width));
  };
  draw(room.y, plot.title);
  draw(room.y + height, range);
}

}  // namespace

double marginExtent(const Theme& theme, MarginPlot::Side side) {
  return (side == MarginPlot::Side::right ? kBars : kBarsBelow) * theme.scale + theme.space(2);
}

void paintMargin(QPainter& painter, const Theme& theme, const MapFrame& frame, const Rect& area,
                 const MarginPlot& plot) {
  const QRectF matrix = matrixArea(frame);
  if (matrix.isEmpty() || area.isEmpty() || plot.values.empty()) return;
  const bool isRight = plot.side == MarginPlot::Side::right;
  const Scale scale = scaleOf(plot.values);
  const PixelPoint origin = frame.viewport.toPixel(frame.panel, 0, 0);
  const double pixels = frame.viewport.pixelsPerCell;
  const Bars bars = isRight ? Bars{matrix.top(), matrix.bottom(), -origin.y / pixels, pixels}
                            : Bars{matrix.left(), matrix.right(), -origin.x / pixels, pixels};
  // The bars begin where the matrix ends, which may be inside the panel.
  Rect room = area;
  (isRight ? room.x : room.y) = (isRight ? matrix.right() : matrix.bottom()) + theme.space(1);
  (isRight ? room.width : room.height) -= theme.space(2);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);  // bars that touch shall have no seams
  painter.setBrush(theme.muted);
  paintBars(painter, plot, bars, scale, room);
  if (plot.marked >= 0 && plot.marked < static_cast<Index>(plot.values.size())) {
    MarginPlot only = plot;
    for (Index k = 0; k < static_cast<Index>(only.values.size()); ++k)
      if (k != plot.marked) engine::nth(only.values, k) = 0;
    painter.setBrush(theme.accent);
    paintBars(painter, only, bars, scale, room);
  }
  painter.setRenderHint(QPainter::Antialiasing);
  paintTitleAndRange(painter, theme, matrix, room, plot, rangeText(plot, scale));
  painter.restore();
}

}  // namespace ui
