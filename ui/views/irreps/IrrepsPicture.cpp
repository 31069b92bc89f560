#include "ui/views/irreps/IrrepsPicture.h"

#include <QFontMetricsF>
#include <algorithm>

#include "engine/base/Nth.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kStrandOpacity = 0.55, kDimmedOpacity = 0.14, kCorner = 4, kBand = 4, kLeastAir = 4;
constexpr double kScaleLine = 22;  // of the samples of widths

struct IrrepsPainting {
  QPainter& painter;
  const Theme& theme;
  const IrrepsShown& shown;
  const IrrepsOptions& options;
  const IrrepMark& mark;

  void text(const QRectF& area, int flags, const QFont& font, const QColor& color, const QString& words) const {
    painter.setFont(font);
    painter.setPen(color);
    paintLine(painter, theme, area, flags, words);
  }

  /// Right of the note: lines as wide as 0.5 and 1.
  double scale(const QRectF& line) const {
    const QFontMetricsF metrics(theme.labelFont());
    double right = line.right();
    for (const double value : {1.0, 0.5}) {
      const QString number = shownNumber(value);
      const double width = metrics.horizontalAdvance(number) + theme.space(1);
      text(QRectF(right - width, line.top(), width, line.height()), Qt::AlignRight | Qt::AlignVCenter,
           theme.labelFont(), theme.muted, number);
      right -= width;
      painter.setPen(QPen(theme.muted, strandWidth(theme, options, value), Qt::SolidLine, Qt::FlatCap));
      painter.drawLine(QPointF(right - kScaleLine, line.center().y()), QPointF(right, line.center().y()));
      right -= kScaleLine + theme.space(3);
    }
    return right;
  }

  void head(const QRectF& area) const {
    if (area.height() <= 0) return;
    const double line = QFontMetricsF(theme.titleFont()).height();
    text(QRectF(area.left(), area.top(), area.width(), line), Qt::AlignLeft, theme.titleFont(), theme.text,
         shown.title);
    const QRectF below(area.left(), area.top() + line, area.width(), QFontMetricsF(theme.labelFont()).height());
    const double right = scale(below);
    text(QRectF(below.topLeft(), QPointF(right, below.bottom())), Qt::AlignLeft, theme.labelFont(), theme.muted,
         irrepsNote(shown, options));
  }

  bool isDimmed(const IrrepMark& path) const { return !mark.isEmpty() && !(mark == path); }

  void strand(const IrrepPanel& panel, Index path) const {
    const IrrepMap& map = engine::nth(shown.maps, panel.map);
    const IrrepStrand& strand = engine::nth(panel.strands, path);
    const bool adds = shown.strength({panel.map, path}, options) != 0;
    QColor color = degreeColor(theme, map.boxOf(path, IrrepSide::out).degree);
    color.setAlphaF(static_cast<float>(isDimmed({panel.map, path}) ? kDimmedOpacity : kStrandOpacity));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, strand.width, adds ? Qt::SolidLine : Qt::DotLine, Qt::FlatCap));
    painter.drawPath(strand.line);
  }

  void node(const IrrepPanel& panel, Index path) const {
    const IrrepMap& map = engine::nth(shown.maps, panel.map);
    const QRectF& area = engine::nth(panel.strands, path).node;
    const QColor color = degreeColor(theme, map.boxOf(path, IrrepSide::out).degree);
    painter.save();
    if (isDimmed({panel.map, path})) painter.setOpacity(0.4);
    painter.setPen(QPen(color, theme.lineScale));
    painter.setBrush(panel.hasNumbers ? theme.canvas : color);
    painter.drawRoundedRect(area, area.height() / 2, area.height() / 2);
    if (panel.hasNumbers) {
      painter.setFont(theme.labelFont());
      painter.setPen(theme.text);
      painter.drawText(area, Qt::AlignCenter, decimalText(shown.strength({panel.map, path}, options), 2));
    }
    painter.restore();
  }

  /// `numbers` stand in place of what kind of irreps these are.
  void box(const QRectF& area, const IrrepBox& irreps, const QString& numbers, bool isMarked) const {
    painter.setPen(QPen(isMarked ? theme.accent : theme.muted, (isMarked ? 2 : 1) * theme.lineScale));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(area, kCorner, kCorner);
    painter.setPen(Qt::NoPen);
    painter.setBrush(degreeColor(theme, irreps.degree));
    painter.drawRect(QRectF(area.left() + 1, area.top() + kCorner, kBand, std::max(0.0, area.height() - 2 * kCorner)));
    const double line = QFontMetricsF(theme.labelFont()).height();
    const QRectF inner = area.adjusted(kBand + theme.space(1), 0, -2, 0);
    QFont strong = theme.labelFont();
    strong.setBold(true);
    if (area.height() < 0.8 * line) return;  // the inspector tells what it is
    const QString& said = numbers.isEmpty() ? irreps.kind() : numbers;
    if (area.height() < 2 * line + kLeastAir) {  // both in one line
      const double name = QFontMetricsF(strong).horizontalAdvance(irreps.name()) + theme.space(1);
      text(inner, Qt::AlignLeft | Qt::AlignVCenter, strong, theme.text, irreps.name());
      const QRectF rest = inner.adjusted(name, 0, -theme.space(1), 0);
      if (QFontMetricsF(theme.labelFont()).horizontalAdvance(said) <= rest.width())
        text(rest, (numbers.isEmpty() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, theme.labelFont(),
             numbers.isEmpty() ? theme.muted : theme.text, said);
      return;
    }
    const double top = area.center().y() - line;
    text(QRectF(inner.left(), top, inner.width(), line), Qt::AlignLeft | Qt::AlignVCenter, strong, theme.text,
         irreps.name());
    text(QRectF(inner.left(), top + line, inner.width(), line), Qt::AlignLeft | Qt::AlignVCenter, theme.labelFont(),
         numbers.isEmpty() ? theme.muted : theme.text, numbers.isEmpty() ? irreps.kind() : numbers);
  }

  void panel(const IrrepPanel& panel) const {
    const IrrepMap& map = engine::nth(shown.maps, panel.map);
    text(panel.title, Qt::AlignLeft, theme.titleFont(), theme.text, map.title());
    for (Index path = 0; path < map.numPaths(); ++path) strand(panel, path);
    const bool isHere = !mark.isEmpty() && mark.map == panel.map;
    if (isHere) strand(panel, mark.path);  // once more, above the others
    for (size_t side = 0; side < kNumIrrepSides; ++side) {
      text(panel.sideTitles[side], static_cast<IrrepSide>(side) == IrrepSide::out ? Qt::AlignRight : Qt::AlignLeft,
           theme.labelFont(), theme.muted, panel.boxes[side].empty() ? QString() : map.sideTitle(IrrepSide(side)));
      for (size_t k = 0; k < panel.boxes[side].size(); ++k)
        box(panel.boxes[side][k], map.boxes[side][k], boxText(shown, options, map, IrrepSide(side), Index(k)),
            isHere && engine::nth(map.paths, mark.path)[side] == static_cast<Index>(k));
    }
    for (Index path = 0; path < map.numPaths(); ++path) node(panel, path);
  }
};

}  // namespace

QColor degreeColor(const Theme& theme, int degree) {
  constexpr size_t kBlue = 5, kSky = 2, kGreen = 3, kOrange = 6;
  const bool isDark = theme.kind == ThemeKind::dark;
  if (degree == 0) return theme.muted;
  if (degree == 1) return toColor(okabeIto()[isDark ? kSky : kBlue]);
  return toColor(okabeIto()[degree == 2 ? kGreen : kOrange]);
}

void paintIrreps(QPainter& painter, const Theme& theme, const IrrepsShown& shown, const IrrepsOptions& options,
                 const IrrepsLayout& layout, const IrrepMark& mark) {
  const IrrepsPainting painting{painter, theme, shown, options, mark};
  painting.head(layout.title);
  for (const IrrepPanel& panel : layout.panels) painting.panel(panel);
}

}  // namespace ui
