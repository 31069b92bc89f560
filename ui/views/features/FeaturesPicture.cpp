#include "ui/views/features/FeaturesPicture.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/FeatureOnShow.h"
#include "ui/views/readout/ResidueText.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::FiringFeature;
using engine::Index;

namespace {

constexpr double kLetterShare = 0.8, kLightGround = 62, kLeastShare = 0.12;
constexpr float kRowOpacity = 0.16F, kHoverOpacity = 0.08F, kBarOpacity = 0.35F;
constexpr Index kTickStep = 10;

struct FeaturesPainting {
  QPainter& painter;
  const Theme& theme;
  const FeaturesShown& shown;
  const FeaturesOptions& options;
  const FeaturesLayout& layout;
  const FeatureMarks& marks;

  QRectF column(const QRectF& row, int k) const {
    const auto at = static_cast<size_t>(k);
    return {layout.columns[at], row.top(), layout.columns[at + 1] - layout.columns[at] - theme.space(2), row.height()};
  }
  QColor faint(QColor color, float opacity) const {
    color.setAlphaF(opacity);
    return color;
  }
  void write(const QRectF& area, const QString& text, int flags = Qt::AlignLeft) const {
    paintLine(painter, theme, area, flags | Qt::AlignVCenter, text);
  }

  void header() const {
    const FeatureOrder orders[] = {FeatureOrder::number, FeatureOrder::most, FeatureOrder::residues};
    const QString titles[] = {QObject::tr("feature"), QObject::tr("max"), QObject::tr("residues"), QObject::tr("name")};
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    for (int k = 0; k < kNumFeatureColumns; ++k) {
      const bool isSorted = k < 3 && options.order == orders[k];
      write(column(layout.header, k), titles[k] + (isSorted ? QStringLiteral(" ▾") : QString()));
    }
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.drawLine(layout.header.bottomLeft(), layout.header.bottomRight());
  }

  void row(Index k, double largest) const {
    const FiringFeature& one = shown.row(k);
    const QRectF at = layout.rowOf(k);
    if (one.feature == shown.feature) painter.fillRect(at, faint(theme.accent, kRowOpacity));
    if (k == marks.hoveredRow) painter.fillRect(at, faint(theme.text, kHoverOpacity));
    painter.setPen(theme.text);
    write(column(at, 0), QString::number(one.feature));
    QRectF bar = column(at, 1).adjusted(0, 2, 0, -2);
    bar.setWidth(bar.width() * double(one.most) / largest);
    painter.fillRect(bar, faint(theme.accent, kBarOpacity));
    write(column(at, 1).adjusted(2, 0, 0, 0), shownNumber(double(one.most)));
    write(column(at, 2), QString::number(one.residues));
    const QString name = QString::fromStdString(shown.set->nameOf(one.feature));
    painter.setPen(name.isEmpty() ? theme.muted : theme.text);
    write(column(at, 3), name.isEmpty() ? QObject::tr("at %1").arg(residueText(shown.set->letters, one.where)) : name);
  }

  void table() const {
    header();
    double largest = 1e-12;
    for (const FiringFeature& one : shown.set->firing) largest = std::max(largest, double(one.most));
    painter.setFont(theme.labelFont());
    for (Index k = layout.firstRow; k < layout.firstRow + layout.numRows; ++k) row(k, largest);
    const auto rows = static_cast<Index>(shown.rows.size());
    if (layout.numRows >= rows || rows == 0) return;
    const double height = layout.table.height(), share = double(layout.numRows) / double(rows);
    const double top = layout.table.top() + height * double(layout.firstRow) / double(rows);
    painter.fillRect(QRectF(layout.table.right() - 3, top, 3, std::max(height * share, 12.0)), theme.line);
  }

  void heading() const {
    const double line = QFontMetricsF(theme.titleFont()).height();
    painter.setFont(theme.titleFont());
    painter.setPen(theme.text);
    paintLine(painter, theme, QRectF(layout.heading.topLeft(), QSizeF(layout.heading.width(), line)), Qt::AlignLeft,
              shown.feature < 0 ? shown.title : shown.featureTitle());
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    paintLine(painter, theme, layout.heading.adjusted(0, line, 0, 0), Qt::AlignLeft, shown.words());
  }

  /// Between the background and the accent: the stronger, the more of the accent.
  QColor colorOf(double share) const {
    const auto mixed = [&](int ground, int ink) { return ground + int(std::lround(share * (ink - ground))); };
    return {mixed(theme.canvas.red(), theme.accent.red()), mixed(theme.canvas.green(), theme.accent.green()),
            mixed(theme.canvas.blue(), theme.accent.blue())};
  }

  void residue(Index at) const {
    const double value = double(engine::nth(shown.values, at)), share = shown.most > 0 ? value / shown.most : 0;
    const QRectF cell = layout.cellOf(at), bar = layout.barOf(at);
    const QColor color = value > 0 ? colorOf(kLeastShare + (1 - kLeastShare) * share) : faint(theme.line, 0.5F);
    painter.fillRect(cell, color);
    if (value > 0) {
      const double height = (bar.height() - 2) * share, inset = layout.cell > 4 ? 1 : 0;
      painter.fillRect(QRectF(bar.left() + inset, bar.bottom() - height, bar.width() - 2 * inset, height),
                       theme.accent);
    }
    if (layout.hasLetters()) {
      const bool isLight = lightness(toRgb(color)) > kLightGround;
      painter.setPen(value <= 0 ? theme.text : isLight ? QColor(Qt::black) : QColor(Qt::white));
      painter.drawText(cell, Qt::AlignCenter, QString(QLatin1Char(engine::nth(shown.set->letters, at))));
    }
  }

  void sequence() const {
    QFont letters = theme.residueFont();
    letters.setPixelSize(std::max(1, int(std::lround(layout.cell * kLetterShare))));
    painter.setFont(letters);
    for (Index at = 0; at < layout.numResidues; ++at) residue(at);
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    const double line = QFontMetricsF(theme.labelFont()).height();
    const Index step = layout.cell * kTickStep > 3 * line ? kTickStep : 5 * kTickStep;
    for (Index at = 0; at < layout.numResidues; ++at) {
      if ((at + 1) % step != 0 && at != 0) continue;
      const QRectF bar = layout.barOf(at);
      painter.drawText(QRectF(bar.center().x() - 40, bar.top() - line, 80, line), Qt::AlignCenter,
                       QString::number(at + 1));
    }
  }

  void mark(Index at, const QColor& color) const {
    if (at < 0 || at >= layout.numResidues) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.5 * theme.lineScale));
    painter.drawRect(layout.cellOf(at).united(layout.barOf(at)));
  }

  void lists() const {
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    const auto fits = [&](const QRectF& list, int k) { return (k + 2) * layout.line <= list.height() + 1; };
    write(QRectF(layout.residues.topLeft(), QSizeF(layout.residues.width(), layout.line)),
          QObject::tr("Strongest residues"));
    write(QRectF(layout.alike.topLeft(), QSizeF(layout.alike.width(), layout.line)),
          QObject::tr("Alike by decoder vector (cosine)"));
    painter.setPen(theme.text);
    const std::vector<Index> strongest = shown.strongest(kListedResidues);
    for (int k = 0; k < static_cast<int>(strongest.size()) && fits(layout.residues, k); ++k) {
      const Index at = engine::nth(strongest, Index{k});
      write(layout.residueLineOf(k), residueText(shown.set->letters, at));
      write(layout.residueLineOf(k), shownNumber(double(engine::nth(shown.values, at))), Qt::AlignRight);
    }
    const FiringFeature* const one = shown.firing();
    for (int k = 0; one && k < static_cast<int>(one->alike.size()) && fits(layout.alike, k); ++k) {
      const engine::AlikeFeature& other = engine::nth(one->alike, Index{k});
      const double number = QFontMetricsF(theme.labelFont()).horizontalAdvance(QStringLiteral("0.000"));
      write(layout.alikeOf(k).adjusted(0, 0, -number - theme.space(1), 0), featureName(*shown.set, other.feature));
      write(layout.alikeOf(k), decimalText(double(other.cosine), 2), Qt::AlignRight);
    }
  }
};

}  // namespace

void paintFeatures(QPainter& painter, const Theme& theme, const FeaturesShown& shown, const FeaturesOptions& options,
                   const FeaturesLayout& layout, const FeatureMarks& marks) {
  const FeaturesPainting painting{painter, theme, shown, options, layout, marks};
  painting.table();
  painting.heading();
  painting.sequence();
  painting.mark(marks.locked, theme.locked);
  painting.mark(marks.hovered, theme.hover);
  painting.lists();
}

}  // namespace ui
