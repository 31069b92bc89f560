#include "ui/views/training/TrainingPicture.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"
#include "ui/views/training/TrainingCharts.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kContactInk = 0.38, kLeastDot = 2.5;

QColor mixed(const QColor& ground, const QColor& ink, double share) {
  const auto part = [share](int from, int to) { return from + int(std::lround(share * (to - from))); };
  return {part(ground.red(), ink.red()), part(ground.green(), ink.green()), part(ground.blue(), ink.blue())};
}

struct TrainingPainting {
  QPainter& painter;
  const Theme& theme;
  const TrainingLayout& layout;
  const TrainingContent& content;

  const TrainingShown& shown() const { return content.shown; }

  /// One pixel per cell: scores above the diagonal, contacts below it.
  QImage cells(const ShownPairs& pairs) const {
    const Index length = shown().length();
    QImage image{QSize(int(length), int(length)), QImage::Format_RGB32};
    std::array<QRgb, 256> inks{};
    for (std::size_t k = 0; k < inks.size(); ++k) inks[k] = mixed(theme.canvas, theme.text, double(k) / 255).rgb();
    const QRgb contact = mixed(theme.canvas, theme.text, kContactInk).rgb();
    for (Index i = 0; i < length; ++i) {
      auto* row = reinterpret_cast<QRgb*>(image.scanLine(int(i)));
      for (Index j = 0; j < length; ++j) {
        if (j > i) {
          const double share = std::clamp(double(pairs.scores(i, j)) / pairs.high, 0.0, 1.0);
          row[j] = inks[std::size_t(std::lround(255 * (std::isfinite(share) ? share : 0)))];
        } else {
          const bool touches = shown().hasStructure() && i - j > 0 && shown().course->touches(i, j) > 0;
          row[j] = touches ? contact : inks[0];
        }
      }
    }
    return image;
  }

  QRectF cellOf(const QRectF& map, Index row, Index column) const {
    const double side = map.width() / double(std::max<Index>(layout.length, 1));
    const double shownSide = std::max(side, kLeastDot * theme.lineScale);
    const QPointF middle(map.left() + (double(column) + 0.5) * side, map.top() + (double(row) + 0.5) * side);
    return {middle.x() - shownSide / 2, middle.y() - shownSide / 2, shownSide, shownSide};
  }

  /// Those that touch over those that do not, above the diagonal and, where they are contacts, below it.
  void strongest(const QRectF& map, const ShownPairs& pairs) const {
    const auto count = std::min<Index>(numMarked(shown(), content.options), std::ssize(pairs.strongest));
    painter.setPen(Qt::NoPen);
    for (const bool touching : {false, true})
      for (Index k = 0; k < count; ++k) {
        const ScoredPair& pair = engine::nth(pairs.strongest, k);
        const bool touches = pair.touches > 0;
        if (touches != touching) continue;
        const QColor color = shown().hasStructure() ? touchingColor(touches) : theme.accent;
        painter.fillRect(cellOf(map, pair.i, pair.j), color);
        if (touches) painter.fillRect(cellOf(map, pair.j, pair.i), color);
      }
  }

  void axes(const QRectF& map) const {
    painter.setFont(theme.labelFont());
    const double side = map.width() / double(std::max<Index>(layout.length, 1)), room = 2.2 * layout.line;
    painter.setPen(theme.muted);
    for (const Index number : tickNumbers(layout.length, 0, double(layout.length), side, room)) {
      const double at = (double(number) - 0.5) * side;
      painter.drawText(QRectF(map.left() - room - 3, map.top() + at - layout.line / 2, room, layout.line),
                       Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
      painter.drawText(QRectF(map.left() + at - room / 2, map.top() - layout.line - 1, room, layout.line),
                       Qt::AlignCenter, QString::number(number));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.drawRect(map);
    painter.drawLine(map.topLeft(), map.bottomRight());
  }

  /// Cross hairs of a pair in both halves; groups of columns at the edges.
  void marks(const QRectF& map, const TrainingLayout::Cell& cell, QColor color) const {
    if (cell.isEmpty()) return;
    const double side = map.width() / double(layout.length);
    color.setAlphaF(0.75F);
    painter.setPen(QPen(color, theme.lineScale));
    painter.setBrush(Qt::NoBrush);
    for (const Index place : {cell.row, cell.column}) {
      const double at = (double(place) + 0.5) * side;
      painter.drawLine(QPointF(map.left(), map.top() + at), QPointF(map.right(), map.top() + at));
      painter.drawLine(QPointF(map.left() + at, map.top()), QPointF(map.left() + at, map.bottom()));
    }
  }

  void groups(const QRectF& map) const {
    const auto& course = *shown().course;
    const double side = map.width() / double(std::max<Index>(layout.length, 1)), thick = theme.space(1);
    for (Index k = 0; k < std::ssize(course.groups.groups); ++k) {
      const Index group = engine::nth(course.groups.groups, k);
      if (group == 0) continue;
      const QColor color = toColor(groupColor(std::size_t(group)));
      painter.fillRect(QRectF(map.right() + 1, map.top() + double(k) * side, thick, std::max(side, 1.0)), color);
      painter.fillRect(QRectF(map.left() + double(k) * side, map.bottom() + 1, std::max(side, 1.0), thick), color);
    }
  }

  void map(std::size_t k) const {
    const QRectF area = layout.maps[k];
    if (area.width() < 1 || !content.maps[k]) return;
    const ShownPairs& pairs = *content.maps[k];
    painter.setRenderHint(QPainter::SmoothPixmapTransform, area.width() < double(layout.length));
    painter.drawImage(area, cells(pairs));
    strongest(area, pairs);
    axes(area);
    groups(area);
    marks(area, content.mark, theme.hover);
    marks(area, content.locked, theme.locked);
    QStringList titles{pairs.title};
    if (shown().hasStructure()) {
      const QString top = QString::number(100 * pairs.top[0], 'f', 0);
      const QString fifth = QString::number(100 * pairs.topFifth[0], 'f', 0);
      titles = {QObject::tr("%1: %2 % of L, %3 % of L/5 touch").arg(pairs.title, top, fifth),
                QObject::tr("%1: %2 %, %3 %").arg(pairs.title, top, fifth), QObject::tr("%1 % touch").arg(top)};
    }
    painter.setFont(theme.labelFont());
    painter.setPen(theme.text);
    paintFitting(painter, theme, QRectF(area.left(), area.top() - 2.4 * layout.line, area.width(), layout.line),
                 titles);
  }

  /// What the colours mean, on one line: as much of it as there is room for.
  void legend() const {
    double x = layout.legend.left() + 2.2 * layout.line;
    bool isFull = false;
    painter.setFont(theme.labelFont());
    const auto add = [&](const QColor& color, const QString& text) {
      const double width = QFontMetricsF(theme.labelFont()).horizontalAdvance(text);
      if (isFull || x + width + layout.line > layout.legend.right() || content.maps.empty()) {
        isFull = true;  // nothing behind what is left out, as if that were all
        return;
      }
      const double box = layout.line * 0.6;
      painter.fillRect(QRectF(x, layout.legend.center().y() - box / 2, box, box), color);
      painter.setPen(theme.muted);
      painter.drawText(QRectF(x + box + 4, layout.legend.top(), width + 2, layout.line), Qt::AlignVCenter, text);
      x += box + width + theme.space(3);
    };
    const ShownPairs* const first = content.maps.empty() ? nullptr : content.maps.front();
    if (!shown().hasStructure()) {
      add(theme.accent, QObject::tr("strongest %1").arg(numMarked(shown(), content.options)));
    } else {
      add(touchingColor(true), QObject::tr("touch"));
      add(touchingColor(false), QObject::tr("do not touch"));
      add(mixed(theme.canvas, theme.text, kContactInk), QObject::tr("contacts of the structure"));
    }
    const bool hasTable = !layout.chart(TrainingChart::groups).isEmpty();  // which names them too
    for (std::size_t k = 0; !hasTable && k < shown().course->groups.names.size(); ++k)
      add(toColor(groupColor(k + 1)), QString::fromStdString(shown().course->groups.names[k]));
    if (first) add(theme.text, QObject::tr("score %1 and more").arg(shownNumber(first->high, 2)));
  }

  void heads() const {
    if (layout.heads.isEmpty()) return;
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    const Index mean = std::min(content.options.numHeads, layout.numHeads);
    paintFitting(painter, theme,
                 QRectF(layout.heads.left(), layout.heads.top() - layout.line - 2, layout.legend.width(), layout.line),
                 {QObject::tr("Heads: a click shows one alone"), QObject::tr("Heads: click one")});
    for (Index head = 0; head < layout.numHeads; ++head) {
      const QRectF rect = layout.headRect(head).adjusted(1, 1, -1, -1);
      const QImage small = content.thumbnail ? content.thumbnail(head) : QImage();
      if (small.isNull())
        painter.fillRect(rect, theme.line);
      else
        painter.drawImage(rect, small);
      const bool isMeant = content.options.upper == TrainingUpper::meanOfHeads && head < mean;
      const bool isAlone = content.options.upper == TrainingUpper::oneHead && head == content.head;
      if (!isMeant && !isAlone) continue;
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(isAlone ? theme.locked : theme.accent, (isAlone ? 2 : 1) * theme.lineScale));
      painter.drawRect(rect);
    }
  }

  void words() const {
    painter.setFont(theme.labelFont());
    painter.setPen(shown().isShallow() ? theme.warning : theme.muted);
    QRectF line(layout.words.left(), layout.words.bottom() - layout.line, layout.words.width(), layout.line);
    paintLine(painter, theme, line, Qt::AlignLeft, shown().sequencesText());
    painter.setPen(theme.text);
    const auto add = [&](const QStringList& texts) {
      line.translate(0, -layout.line);
      paintFitting(painter, theme, line, texts);
    };
    if (!shown().course->groups.isEmpty()) add({groupsText(shown(), content.reaches)});
    if (shown().isComparison()) add({shown().agreementText()});
    if (layout.numHeads > 0)
      add({reachText(shown(), content.reaches), reachText(shown(), content.reaches, ReachDetail::brief)});
  }
};

}  // namespace

QColor touchingColor(bool touches) { return toColor(okabeIto()[touches ? 3 : 6]); }

void paintTraining(QPainter& painter, const Theme& theme, const TrainingLayout& layout,
                   const TrainingContent& content) {
  painter.fillRect(painter.viewport(), theme.canvas);
  if (content.shown.isEmpty()) return;
  const TrainingPainting painting{painter, theme, layout, content};
  painter.save();
  for (std::size_t k = 0; k < layout.maps.size(); ++k) painting.map(k);
  painting.legend();
  painting.heads();
  painting.words();
  for (const auto& [which, area] : layout.charts) {
    if (which == TrainingChart::letters)
      paintLetterPairs(painter, theme, area, content.letters, content.lettersTitle);
    else if (which == TrainingChart::groups)
      paintGroupTable(painter, theme, area, content.shown, content.reaches);
    else
      paintChart(painter, theme, area, trainingChart(theme, which, content.shown, content.options));
  }
  painter.restore();
}

}  // namespace ui
