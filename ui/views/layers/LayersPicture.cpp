#include "ui/views/layers/LayersPicture.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/ShownLines.h"

namespace ui {

using engine::Index;
using engine::SignalPlace;

namespace {

constexpr Index kMostEdges = 4000;  ///< that are drawn one by one
constexpr float kFaint = 0.28F, kWash = 0.12F, kLit = 0.35F;
constexpr double kPathWidth = 2.5, kArrow = 7, kLeastForArrow = 20;
constexpr double kBand = 5;  ///< half the height of a level that is drawn as an area

QColor faded(QColor color, float share) {
  color.setAlphaF(share);
  return color;
}

/// As `color` that covers this share of `below`, but opaque. Qt hands spans of transparent colours to its threads in
/// portions of 64: of thousands of lines that costs ten times the drawing.
QColor mixed(const QColor& color, const QColor& below, float share) {
  const auto between = [&](float of, float under) { return share * of + (1 - share) * under; };
  return QColor::fromRgbF(between(color.redF(), below.redF()), between(color.greenF(), below.greenF()),
                          between(color.blueF(), below.blueF()));
}

struct LayersPainting {
  QPainter& painter;
  const Theme& theme;
  const LayersShown& shown;
  const LayersOptions& options;
  const std::vector<LayerWay>& ways;
  const LayerMark& mark;
  Index step;

  void text(const QRectF& area, int flags, const QFont& font, const QColor& color, const QString& words) const {
    painter.setFont(font);
    painter.setPen(color);
    paintLine(painter, theme, area, flags, words);
  }

  template <class Use>
  void forEdges(const ShownLayer& layer, const Use& use) const {
    for (Index level = 1; level <= layer.numLevels; ++level)
      for (Index i = 0; i < shown.numTokens; ++i) {
        const engine::LayerReads reads = layer.layer->reads(i, shown.numTokens);
        for (Index j = reads.firstInput; j < reads.endInput; ++j) use(SignalPlace{level - 1, j}, SignalPlace{level, i});
        if (reads.state >= 0) use(SignalPlace{level, reads.state}, SignalPlace{level, i});
      }
  }

  /// What is read: faint lines, blue where the signal has come along; one area where they would run together.
  void edges(const LayerPanel& panel, const ShownLayer& layer, const LayerWay& way) const {
    Index count = 0;
    forEdges(layer, [&](const SignalPlace&, const SignalPlace&) { ++count; });
    if (panel.isDense || count > kMostEdges) {
      const QPointF corner = panel.node({layer.numLevels, 0}), other = panel.node({0, shown.numTokens - 1});
      painter.fillRect(QRectF(corner, other), faded(theme.muted, kWash));
      return;
    }
    std::vector<QLineF> faint, lit;
    forEdges(layer, [&](const SignalPlace& from, const SignalPlace& to) {
      const bool hasCome = way.isThere(from, step - 1) && way.isThere(to, step);
      (hasCome ? lit : faint).emplace_back(panel.node(from), panel.node(to));
    });
    painter.setPen(QPen(mixed(theme.muted, theme.canvas, kFaint), 0.8 * theme.lineScale));
    painter.drawLines(faint.data(), static_cast<int>(faint.size()));
    painter.setPen(QPen(mixed(theme.accent, theme.canvas, kLit), theme.lineScale));
    painter.drawLines(lit.data(), static_cast<int>(lit.size()));
  }

  /// Where the signal is, level by level: from the first to the last position that knows of it.
  void reached(const LayerPanel& panel, const ShownLayer& layer, const LayerWay& way) const {
    const double half = panel.column / 2, up = std::min(panel.row / 2, kBand * theme.scale);
    for (Index level = 0; level <= layer.numLevels; ++level) {
      Index first = -1, last = -1;
      for (Index i = 0; i < shown.numTokens; ++i)
        if (way.isThere({level, i}, step)) {
          if (first < 0) first = i;
          last = i;
        }
      if (first < 0) continue;
      const QPointF left = panel.node({level, first}), right = panel.node({level, last});
      painter.fillRect(QRectF(left.x() - half, left.y() - up, right.x() - left.x() + 2 * half, 2 * up),
                       faded(theme.accent, kLit));
    }
  }

  void nodes(const LayerPanel& panel, const ShownLayer& layer, const LayerWay& way) const {
    for (Index level = 0; level <= layer.numLevels; ++level)
      for (Index i = 0; i < shown.numTokens; ++i) {
        const bool isThere = way.isThere({level, i}, step);
        painter.setPen(QPen(isThere ? theme.accent : theme.muted, theme.lineScale));
        painter.setBrush(theme.canvas);
        painter.drawEllipse(panel.node({level, i}), panel.radius, panel.radius);
        if (!isThere) continue;
        painter.setBrush(faded(theme.accent, kLit));
        painter.drawEllipse(panel.node({level, i}), panel.radius, panel.radius);
      }
  }

  void arrow(QPointF from, QPointF to, double radius) const {
    const double length = QLineF(from, to).length();
    if (length <= 0) return;
    const QPointF along = (to - from) / length, across(-along.y(), along.x());
    const double size = std::min(kArrow * theme.scale, length / 2);
    const QPointF tip = to - along * std::min(radius, length / 4), back = tip - along * size;
    painter.drawLine(from, back);
    painter.setBrush(theme.accent);
    painter.drawPolygon(QPolygonF{tip, back + across * size / 2, back - across * size / 2});
  }

  /// As far as the signal has gone with arrows, dotted beyond.
  void path(const LayerPanel& panel, const LayerWay& way) const {
    for (size_t k = 1; k < way.path.size(); ++k) {
      const QPointF from = panel.node(way.path[k - 1]), to = panel.node(way.path[k]);
      const bool isWalked = Index(k) <= step;
      painter.setPen(QPen(theme.accent, (isWalked ? kPathWidth : 1) * theme.lineScale,
                          isWalked ? Qt::SolidLine : Qt::DotLine, Qt::FlatCap, Qt::MiterJoin));
      const bool isLast = Index(k) == std::min(step, way.numSteps());
      if (isWalked && (isLast || QLineF(from, to).length() >= kLeastForArrow * theme.scale))
        arrow(from, to, panel.isDense ? 0 : panel.radius);
      else
        painter.drawLine(from, to);
    }
    const Index at = std::min(step, way.numSteps());
    painter.setPen(QPen(theme.canvas, theme.lineScale));
    painter.setBrush(theme.accent);
    const double radius = std::max(panel.radius, 2.5 * theme.lineScale);
    painter.drawEllipse(panel.node({0, shown.from(options)}), radius, radius);
    if (at > 0) painter.drawEllipse(panel.node(engine::nth(way.path, at)), radius, radius);
  }

  void ends(const LayerPanel& panel) const {
    const Index from = shown.from(options), to = shown.to(options);
    const auto number = [&](Index token, const QColor& color, bool isBold) {
      QFont font = theme.labelFont();
      font.setBold(isBold);
      const QString text = QString::number(token + 1);
      const double width = QFontMetricsF(font).horizontalAdvance(text) + 2;
      const double most = std::max(panel.tokens.left(), panel.tokens.right() - width);
      const double left = std::clamp(panel.node({0, token}).x() - width / 2, panel.tokens.left(), most);
      painter.setFont(font);
      painter.setPen(color);
      painter.drawText(QRectF(left, panel.tokens.top(), width, panel.tokens.height()), Qt::AlignCenter, text);
    };
    const double room = 3 * QFontMetricsF(theme.labelFont()).averageCharWidth();
    const auto isFar = [&](Index token) {
      return std::abs(double(token - from)) * panel.column > room && std::abs(double(token - to)) * panel.column > room;
    };
    for (const Index token : {Index{0}, shown.numTokens - 1})
      if (isFar(token)) number(token, theme.muted, false);
    number(from, theme.accent, true);
    if (std::abs(double(to - from)) * panel.column > room) number(to, theme.accent, true);
    if (!mark.isEmpty() && isFar(mark.token)) number(mark.token, theme.hover, false);
  }

  bool isLeast(double value, double ShownLayer::*quantity) const {
    return std::all_of(shown.layers.begin(), shown.layers.end(),
                       [&](const ShownLayer& other) { return !(other.*quantity < value); });
  }

  void numbers(const LayerPanel& panel, const ShownLayer& layer, const LayerWay& way) const {
    const double height = panel.numbers.height() / kLayerLines,
                 line = std::min(height, 1.25 * QFontMetricsF(theme.labelFont()).height());
    double top = panel.numbers.top();
    const auto write = [&](const QString& what, const QString& value, bool isBold) {
      const QRectF area(panel.numbers.left(), top, panel.numbers.width(), line);
      QFont strong = theme.labelFont();
      strong.setBold(isBold);
      const double width = std::min(area.width(), QFontMetricsF(strong).horizontalAdvance(value) + theme.space(2));
      text(area.adjusted(area.width() - width, 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter, strong, theme.text, value);
      text(area.adjusted(0, 0, -width, 0), Qt::AlignLeft | Qt::AlignVCenter, theme.labelFont(), theme.muted, what);
      top += line;
    };
    write(QObject::tr("operations"), groupedNumber(layer.operations),
          isLeast(layer.operations, &ShownLayer::operations));
    bar(QRectF(panel.numbers.left(), top, panel.numbers.width(), line), layer.operations);
    top += line;
    write(QObject::tr("wait for each other"), stepsText(std::llround(layer.waits)),
          isLeast(layer.waits, &ShownLayer::waits));
    const QString ends = QObject::tr("token %1 to %2").arg(shown.from(options) + 1).arg(shown.to(options) + 1);
    write(ends, stepsText(way.numSteps()), false);
    write(QObject::tr("first to last token"),
          stepsText(std::isfinite(layer.longest) ? Index(std::llround(layer.longest)) : Index{-1}),
          std::isfinite(layer.longest) && isLeast(layer.longest, &ShownLayer::longest));
  }

  /// Beside the most of the three.
  void bar(const QRectF& line, double operations) const {
    double most = 1;
    for (const ShownLayer& layer : shown.layers) most = std::max(most, layer.operations);
    const double height = line.height() / 3;
    const QRectF area(line.left(), line.center().y() - height / 2, line.width(), height);
    painter.fillRect(area, faded(theme.muted, kWash));
    painter.fillRect(QRectF(area.topLeft(), QSizeF(area.width() * operations / most, height)), theme.muted);
  }

  void panel(const LayerPanel& panel, const ShownLayer& layer, const LayerWay& way) const {
    text(panel.title, Qt::AlignLeft, theme.titleFont(), theme.text, layer.name());
    if (options.areEdgesShown) edges(panel, layer, way);
    if (panel.isDense)
      reached(panel, layer, way);
    else
      nodes(panel, layer, way);
    path(panel, way);
    ends(panel);
    numbers(panel, layer, way);
  }
};

}  // namespace

void paintLayers(QPainter& painter, const Theme& theme, const LayersShown& shown, const LayersOptions& options,
                 const LayersLayout& layout, const LayerMark& mark) {
  const std::vector<LayerWay> ways = shown.ways(options);
  const LayersPainting painting{painter, theme, shown, options, ways, mark, shownStep(ways, options)};
  painter.setRenderHint(QPainter::Antialiasing);
  if (layout.title.height() > 0) {
    painting.text(layout.title, Qt::AlignLeft, theme.titleFont(), theme.text, shown.title);
    const double line = layout.note.height() / 2;
    const QString signal =
        QObject::tr("n = %1 tokens of width d = %2, kernel k = %3. Blue: where a signal from token %4 is after %5.")
            .arg(shown.numTokens)
            .arg(shown.width)
            .arg(shown.kernel)
            .arg(shown.from(options) + 1)
            .arg(stepsText(painting.step));
    painting.text(QRectF(layout.note.topLeft(), QSizeF(layout.note.width(), line)), Qt::AlignLeft, theme.labelFont(),
                  theme.muted, signal);
    painting.text(QRectF(layout.note.left(), layout.note.top() + line, layout.note.width(), line), Qt::AlignLeft,
                  theme.labelFont(), theme.muted, crossingText(shown));
  }
  for (size_t k = 0; k < layout.panels.size(); ++k) painting.panel(layout.panels[k], shown.layers[k], ways[k]);
}

}  // namespace ui
