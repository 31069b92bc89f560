#include "ui/views/lens/LensPicture.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kLetterShare = 0.74;         // of the side of a cell
constexpr double kLightGround = 62;           // CIE lightness above which letters are dark
constexpr double kLineWidth = 1.6, kCasing = 3.4;  // logical pixels
constexpr double kBarShare = 0.8;  // of the height of letters
constexpr Index kTickStep = 10;

struct LensPainting {
  QPainter& painter;
  const Theme& theme;
  const LensShown& shown;
  const LensOptions& options;
  const LensLayout& layout;

  bool isInSight(Index block) const {
    const double y = layout.top + double(block) * layout.block;
    return y - layout.head < layout.picture.bottom() && y + layout.block > layout.picture.top();
  }
  QFont letterFont(bool isBold) const {
    QFont font = theme.residueFont();
    font.setPixelSize(std::max(1, int(std::lround(layout.cell * kLetterShare))));
    font.setBold(isBold);
    return font;
  }

  void title() const {
    if (layout.title.height() <= 0) return;
    const double line = QFontMetricsF(theme.titleFont()).height();
    painter.setFont(theme.titleFont());
    painter.setPen(theme.text);
    paintLine(painter, theme, QRectF(layout.title.topLeft(), QSizeF(layout.title.width(), line)), Qt::AlignLeft,
              shown.title);
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    QString note = QObject::tr("most probable letter after each layer");
    if (shown.knowsLetters()) note += QObject::tr(", bold where it is not the one above");
    note += QObject::tr(" · bars: entropy at the end");
    if (options.areSettledShown) note += QObject::tr(" · line: from here down it stays");
    paintLine(painter, theme, layout.title.adjusted(0, line, 0, 0), Qt::AlignLeft, note);
  }

  void numbers(Index first, Index end) const {
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    const double height = QFontMetricsF(theme.labelFont()).height();
    for (Index residue = first; residue < end; ++residue) {
      const bool isLabelled = (residue + 1) % kTickStep == 0 || residue == 0;
      if (!isLabelled || (layout.cell * kTickStep < 2.5 * height && (residue + 1) % (5 * kTickStep) != 0)) continue;
      const QRectF at = layout.rectOf({-1, residue});
      painter.drawText(QRectF(at.center().x() - 40, at.top(), 80, height), Qt::AlignHCenter | Qt::AlignTop,
                       QString::number(residue + 1));
    }
  }

  void letters(Index first, Index end) const {
    if (!layout.hasLetters()) return;
    painter.setFont(letterFont(true));
    painter.setPen(theme.text);
    for (Index residue = first; residue < end; ++residue) {
      const QRectF at = layout.rectOf({-1, residue});
      painter.drawText(QRectF(at.left(), at.bottom() - layout.cell - 1, layout.cell, layout.cell), Qt::AlignCenter,
                       QString(QLatin1Char(engine::nth(shown.letters, residue))));
    }
  }

  void cells(Index first, Index end) const {
    const MapLook look = lensLook(options, theme);
    for (Index step = 0; step < layout.steps; ++step)
      for (Index residue = first; residue < end; ++residue) {
        const LensCell cell{step, residue};
        const Rgb color = colorOf(look, shown.value(options.coloring, cell));
        const QRectF at = layout.rectOf(cell);
        painter.fillRect(at, toColor(color));
        if (!layout.hasLetters()) continue;
        painter.setFont(letterFont(!shown.isRight(cell) && shown.knowsLetters()));
        painter.setPen(lightness(color) > kLightGround ? QColor(Qt::black) : QColor(Qt::white));
        painter.drawText(at, Qt::AlignCenter, QString(QLatin1Char(shown.topLetter(cell))));
      }
  }

  void names(Index first) const {
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    const double height = QFontMetricsF(theme.labelFont()).height();
    const auto stride = static_cast<Index>(std::ceil(height / layout.cell));
    for (Index step = 0; step < layout.steps; ++step) {
      if ((layout.steps - 1 - step) % stride != 0) continue;
      const QRectF at = layout.rectOf({step, first});
      painter.drawText(QRectF(0, at.center().y() - height, layout.left - theme.space(1), 2 * height),
                       Qt::AlignRight | Qt::AlignVCenter, shown.stepName(step));
    }
  }

  void bars(Index first, Index end) const {
    const double most = std::log2(20.0);
    painter.setPen(QPen(theme.line, theme.lineScale));
    for (Index residue = first; residue < end; ++residue) {
      const QRectF at = layout.rectOf({layout.steps, residue}).adjusted(0, 1, 0, 0);
      const double share = double(shown.summary.entropy(layout.steps - 1, residue)) / most;
      const double inset = layout.cell >= kTickStep ? 1 : 0;
      painter.fillRect(QRectF(at.left() + inset, at.top(), at.width() - 2 * inset, at.height() * share), theme.muted);
    }
  }

  /// The top edge of the cell from which on the letter stays, joined over neighbours.
  void settled(Index first, Index end) const {
    if (!options.areSettledShown) return;
    QPainterPath path;
    for (Index residue = first; residue < end; ++residue) {
      const QRectF at = layout.rectOf({shown.summary.settled[residue], residue});
      if (residue == first)
        path.moveTo(at.topLeft());
      else
        path.lineTo(at.topLeft());
      path.lineTo(at.topRight());
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.canvas, kCasing * theme.lineScale, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPath(path);
    painter.setPen(QPen(theme.locked, kLineWidth * theme.lineScale, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPath(path);
  }

  void block(Index index) const {
    const Index first = layout.firstOf(index), end = layout.endOf(index);
    numbers(first, end);
    letters(first, end);
    cells(first, end);
    names(first);
    bars(first, end);
    settled(first, end);
  }

  void bar(const QRectF& area, double share, const QString& text) const {
    const double letters = QFontMetricsF(theme.labelFont()).height();
    const double height = std::min(area.height() - 1, kBarShare * letters);
    const QRectF at(area.left(), area.center().y() - height / 2, area.width() * std::clamp(share, 0.0, 1.0), height);
    QColor fill = theme.accent;
    fill.setAlphaF(0.45F);
    painter.fillRect(at, fill);
    if (layout.cell < kBarShare * letters) return;
    painter.setPen(theme.text);
    painter.drawText(area.adjusted(2, -letters, letters, letters), Qt::AlignLeft | Qt::AlignVCenter, text);
  }

  /// Right of the first block, for all residues: how many letters are right after each layer, how sure the model is.
  void summary() const {
    if (layout.summary.isEmpty() || layout.residues == 0) return;
    const double half = layout.summary.width() / 2, gap = theme.space(1);
    const QFontMetricsF metrics(theme.labelFont());
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    const QRectF head(layout.summary.left(), layout.summary.top() - metrics.height() - 2, half - gap, metrics.height());
    if (shown.knowsLetters()) painter.drawText(head, Qt::AlignLeft, QObject::tr("letters right"));
    painter.drawText(head.translated(half, 0), Qt::AlignLeft, QObject::tr("mean bits"));
    for (Index step = 0; step < layout.steps; ++step) {
      const QRectF row(layout.summary.left(), layout.summary.top() + double(step) * layout.cell, half - gap,
                       layout.cell);
      const double right = shown.shareRight(step), bits = shown.meanEntropy(step);
      if (std::isfinite(right)) bar(row, right, QObject::tr("%1 %").arg(qRound(100 * right)));
      bar(row.translated(half, 0), bits / std::log2(20.0), decimalText(bits, 2));
    }
  }
};

}  // namespace

void paintLens(QPainter& painter, const Theme& theme, const LensShown& shown, const LensOptions& options,
               const LensLayout& layout) {
  const LensPainting painting{painter, theme, shown, options, layout};
  painting.title();
  painter.save();
  painter.setClipRect(QRectF(0, layout.picture.top(), layout.picture.right() + layout.summary.width() + theme.space(2),
                             layout.picture.height()));
  for (Index index = 0; index < layout.blocks; ++index)
    if (painting.isInSight(index)) painting.block(index);
  painting.summary();
  painter.restore();
  if (!layout.colorBar.isEmpty())
    paintColorBar(painter, theme, layout.colorBar, lensLook(options, theme), lensColoringText(options.coloring),
                  layout.picture.width() - layout.colorBar.x);
}

void paintLensMark(QPainter& painter, const Theme& theme, const LensLayout& layout, const LensCell& cell,
                   const QColor& color) {
  if (cell.residue < 0 || cell.residue >= layout.residues) return;
  painter.save();
  painter.setClipRect(layout.picture);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, 1.5 * theme.lineScale));
  painter.drawRect(layout.columnOf(cell.residue));
  if (cell.step >= 0 && cell.step < layout.steps) {
    painter.setPen(QPen(color, 2.5 * theme.lineScale));
    painter.drawRect(layout.rectOf(cell));
  }
  painter.restore();
}

}  // namespace ui
