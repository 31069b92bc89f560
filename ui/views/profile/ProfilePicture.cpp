#include "ui/views/profile/ProfilePicture.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/base/Nth.h"
#include "ui/scenes/structure/ResidueColors.h"
#include "ui/views/logo/LogoPainter.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/profile/ProfileText.h"
#include "ui/views/profile/TransitionDiagram.h"

namespace ui {

using engine::Index;

namespace {

constexpr float kKeptShare = 0.6F, kBandShare = 0.18F, kShareOfBar = 0.45F;
constexpr double kLeastLetterColumn = 7;

QColor faded(QColor color, float share) {
  color.setAlphaF(color.alphaF() * share);
  return color;
}

/// Calls visit(x, width, first, last) for each column in sight, or for each pixel where columns are narrower.
void forEachSlot(const QRectF& area, double first, double width, Index length,
                 const std::function<void(double, double, Index, Index)>& visit) {
  const Index step = std::max<Index>(1, static_cast<Index>(std::ceil(1 / width)));
  const Index begin = std::clamp(static_cast<Index>(std::floor(first)), Index{0}, length) / step * step;
  for (Index column = begin; column < length; column += step) {
    const double x = area.left() + (static_cast<double>(column) - first) * width;
    if (x >= area.right()) return;
    const Index last = std::min(column + step, length);
    visit(x, static_cast<double>(last - column) * width, column, last);
  }
}

double meanOf(const std::vector<double>& values, Index first, Index last) {
  double sum = 0;
  for (Index k = first; k < last; ++k) sum += engine::nth(values, k);
  return sum / static_cast<double>(last - first);
}

double xOf(const ProfilePicture& picture, double column) {
  return picture.layout.logo.left() + (column - picture.columns.first) * picture.columns.width;
}

void paintTitle(QPainter& painter, const Theme& theme, const ProfilePicture& picture) {
  const auto& [profile, options, layout, columns, marks] = picture;
  const QFontMetricsF label(theme.labelFont());
  const QString facts = QObject::tr("%1 columns, Neff %2").arg(profile.length).arg(profile.hmm->neff, 0, 'f', 1);
  const QString unit = scaleWithUnit(options.scale);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  const QString note =
      fittingText(label, {unit + QStringLiteral(" · ") + facts, unit, QString()}, layout.title.width() * 0.6);
  painter.drawText(layout.title, Qt::AlignRight | Qt::AlignBottom, note);
  if (!theme.page.isLegendShown) return;
  painter.setFont(theme.titleFont());
  painter.setPen(theme.text);
  const double besideNote = layout.title.width() - label.horizontalAdvance(note) - theme.space(3);
  const double room = theme.page.mayElide ? besideNote : layout.title.width();  // on paper the note is below
  painter.drawText(layout.title, Qt::AlignLeft | Qt::AlignTop,
                   shownLines(theme, painter.font(), profile.title, room).join(u'\n'));
}

/// The axis of the heights at the left of the logo.
void paintScale(QPainter& painter, const Theme& theme, const ProfilePicture& picture) {
  const auto& [profile, options, layout, columns, marks] = picture;
  const QFontMetricsF metrics(theme.labelFont());
  MapLook range;
  range.high = profile.limit;
  const int most = std::clamp(static_cast<int>(layout.logo.height() / (2 * metrics.height())), 2, 8);
  painter.setFont(theme.labelFont());
  for (const double value : scaleTicks(range, most)) {
    const double y = layout.logo.bottom() - value / profile.limit * layout.logo.height();
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.drawLine(QPointF(layout.logo.left() - 3, y), QPointF(layout.logo.right(), y));
    painter.setPen(theme.text);
    painter.drawText(QRectF(layout.gutter.left(), y - metrics.height() / 2, layout.gutter.width() - theme.space(1) - 2,
                            metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, scaleText(value));
  }
}

void paintBars(QPainter& painter, const Theme& theme, const QRectF& area, const ProfileColumns& columns,
               const ProfileRow& row) {
  const auto length = static_cast<Index>(row.shares.size());
  const QFontMetricsF metrics(theme.labelFont());
  const QColor bar = faded(theme.accent, kShareOfBar);
  const bool hasNumbers = columns.width >= metrics.horizontalAdvance(QStringLiteral("0.00")) + 2;
  painter.setFont(theme.labelFont());
  forEachSlot(area, columns.first, columns.width, length, [&](double x, double width, Index first, Index last) {
    const double height = meanOf(row.shares, first, last) * (area.height() - 2), gap = width >= 4 ? 1 : 0;
    painter.fillRect(QRectF(x, area.bottom() - 1 - height, width - gap, height), bar);
    if (!hasNumbers) return;
    painter.setPen(theme.text);
    const double value = engine::nth(row.numbers, first);
    painter.drawText(QRectF(x, area.top(), width, area.height()), Qt::AlignCenter,
                     std::isinf(value) ? QStringLiteral("∞") : QString::number(value, 'f', value < 10 ? 2 : 0));
  });
  painter.setPen(QPen(theme.line, theme.lineScale));
  painter.drawLine(area.bottomLeft() - QPointF(0, 0.5), area.bottomRight() - QPointF(0, 0.5));
}

void paintLetters(QPainter& painter, const Theme& theme, const QRectF& area, const ProfileColumns& columns,
                  const ProfileRow& row) {
  const auto length = static_cast<Index>(row.letters.size());
  const bool isStructure = row.kind == ProfileRow::Kind::secondaryStructure;
  const bool hasLetters = columns.width >= kLeastLetterColumn * theme.scale;
  painter.setFont(theme.residueFont());
  forEachSlot(area, columns.first, columns.width, length, [&](double x, double width, Index first, Index) {
    const char letter = engine::nth(row.letters, first);
    const Fold fold = isStructure ? foldOf(letter) : Fold::coil;
    const QColor color = toColor(foldColor(fold));
    if (hasLetters) {
      painter.setPen(fold == Fold::coil ? theme.text : color);
      if (fold != Fold::coil)
        painter.fillRect(QRectF(x, area.top() + 1, width, area.height() - 2), faded(color, 0.22F));
      if (fold != Fold::coil && theme.kind == ThemeKind::dark) painter.setPen(theme.text);
      painter.drawText(QRectF(x, area.top(), width, area.height()), Qt::AlignCenter, QString(QLatin1Char(letter)));
    } else if (isStructure) {
      const double thickness = fold == Fold::coil ? 2 : area.height() - 4;
      painter.fillRect(QRectF(x, area.center().y() - thickness / 2, width, thickness), color);
    }
  });
}

void paintRow(QPainter& painter, const Theme& theme, const ProfilePicture& picture, size_t row) {
  const auto& [profile, options, layout, columns, marks] = picture;
  const QRectF& area = layout.rows[row];
  if (area.isEmpty()) return;
  const ProfileRow& content = profile.rows[row];
  const QFontMetricsF metrics(theme.labelFont());
  const QRectF label(layout.gutter.left(), area.top(), layout.gutter.width() - theme.space(1) - 2, area.height());
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter,
                   fittingText(metrics, {content.title, content.shortTitle}, label.width()));
  painter.save();
  painter.setClipRect(area, Qt::IntersectClip);
  content.kind == ProfileRow::Kind::bars ? paintBars(painter, theme, area, columns, content)
                                         : paintLetters(painter, theme, area, columns, content);
  painter.restore();
}

void paintRuler(QPainter& painter, const Theme& theme, const ProfilePicture& picture) {
  const auto& [profile, options, layout, columns, marks] = picture;
  const QFontMetricsF metrics(theme.labelFont());
  const double spacing = metrics.horizontalAdvance(QString::number(profile.length)) + 2 * metrics.averageCharWidth();
  painter.setFont(theme.labelFont());
  const double end = columns.first + layout.ruler.width() / columns.width;
  for (const Index number : tickNumbers(profile.length, columns.first, end, columns.width, spacing)) {
    const double x = xOf(picture, static_cast<double>(number) - 0.5);
    const double width = metrics.horizontalAdvance(QString::number(number)) + 2;
    if (x + width / 2 > layout.ruler.right() + theme.space(2)) continue;
    painter.setPen(QPen(theme.muted, theme.lineScale));
    painter.drawLine(QPointF(x, layout.ruler.top()), QPointF(x, layout.ruler.top() + 3));
    painter.setPen(theme.text);
    painter.drawText(QRectF(x - width / 2, layout.ruler.top() + 3, width, metrics.height()), Qt::AlignCenter,
                     QString::number(number));
  }
}

/// Heights of all stacks, with what is in sight framed.
void paintOverview(QPainter& painter, const Theme& theme, const ProfilePicture& picture) {
  const auto& [profile, options, layout, columns, marks] = picture;
  const QRectF& area = layout.overview;
  if (area.isEmpty() || profile.length == 0) return;
  const double width = area.width() / static_cast<double>(profile.length);
  painter.setPen(Qt::NoPen);
  painter.fillRect(area, theme.kind == ThemeKind::dark ? theme.panel : theme.window);
  forEachSlot(area, 0, width, profile.length, [&](double x, double wide, Index first, Index last) {
    const double height = std::min(meanOf(profile.totals, first, last) / profile.limit, 1.0) * (area.height() - 2);
    painter.fillRect(QRectF(x, area.bottom() - height, wide, height), theme.muted);
  });
  const double seen = std::min(layout.logo.width() / columns.width, static_cast<double>(profile.length));
  painter.setBrush(faded(theme.accent, kBandShare));
  painter.setPen(QPen(theme.accent, 1.5 * theme.lineScale));
  painter.drawRect(QRectF(area.left() + columns.first * width, area.top(), seen * width, area.height()));
  const auto mark = [&](Index column, const QColor& color) {
    if (column < 0) return;
    const double x = area.left() + (static_cast<double>(column) + 0.5) * width;
    painter.setPen(QPen(color, 2 * theme.lineScale));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  };
  for (const Index column : marks.kept) mark(column, faded(theme.locked, kKeptShare));
  mark(marks.locked, theme.locked);
  mark(marks.hovered, theme.hover);
}

void paintMarks(QPainter& painter, const Theme& theme, const ProfilePicture& picture) {
  const auto& [profile, options, layout, columns, marks] = picture;
  const QRectF whole(layout.logo.left(), layout.logo.top(), layout.logo.width(),
                     layout.ruler.top() - layout.logo.top());
  painter.save();
  painter.setClipRect(whole, Qt::IntersectClip);
  const auto mark = [&](Index column, const QColor& color) {
    if (column < 0) return;
    const double least = 3 * theme.lineScale, width = std::max(columns.width, least);
    const double middle = xOf(picture, static_cast<double>(column) + 0.5);
    const QRectF band(middle - width / 2, whole.top(), width, whole.height());
    painter.fillRect(band, faded(color, kBandShare));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.5 * theme.lineScale));
    painter.drawRect(band);
  };
  if (!marks.isPointedAt && !layout.emissions.isEmpty()) mark(marks.detail, theme.line);
  for (const Index column : marks.kept) mark(column, faded(theme.locked, kKeptShare));
  mark(marks.locked, theme.locked);
  if (!marks.isHoverLocked) mark(marks.hovered, theme.hover);
  painter.restore();
}

/// The first text that fits at the left of a line, the first note that fits at its right; gives what is left below.
QRectF paintHeading(QPainter& painter, const Theme& theme, const QRectF& area, const std::vector<QString>& texts,
                    std::vector<QString> notes) {
  const QFontMetricsF metrics(theme.titleFont()), label(theme.labelFont());
  const QRectF line(area.left(), area.top(), area.width(), metrics.height());
  const QString text = fittingText(metrics, texts, area.width());
  painter.setFont(theme.titleFont());
  painter.setPen(theme.text);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  const double room = area.width() - metrics.horizontalAdvance(text) - theme.space(2);
  notes.emplace_back();  // rather none than a part
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, fittingText(label, notes, room));
  return area.adjusted(0, metrics.height() + theme.space(1), 0, 0);
}

/// What bars and lines mean, from the longest text to the shortest.
std::vector<QString> barNotes(bool hasSteps, EmissionBars bars) {
  const QString lines = QObject::tr("lines: background");
  if (hasSteps)
    return {QObject::tr("outline: counted · pale: expected · full: mixed, β 10 · ") + lines,
            QObject::tr("outline: counted · pale: expected · full: mixed"), lines};
  const QString probability = QObject::tr("bars: probability · ") + lines;
  if (bars != EmissionBars::stored)
    return {QObject::tr("has its pseudocounts: what was counted is unknown · ") + probability,
            QObject::tr("has its pseudocounts"), lines};
  return {probability + QObject::tr(" · numbers: log-odds in bits"), probability, lines};
}

void paintDetails(QPainter& painter, const Theme& theme, const ProfilePicture& picture) {
  const auto& [profile, options, layout, columns, marks] = picture;
  const Index column = marks.detail;
  if (column < 0 || layout.emissions.isEmpty()) return;
  const auto k = static_cast<size_t>(column);
  const std::string& letters = profile.hmm->consensus;
  const QString consensus = k < letters.size() ? QStringLiteral(" (%1)").arg(QLatin1Char(letters[k])) : QString();
  const EmissionColumn emissions = emissionColumn(*profile.hmm, column, options.bars);
  const QRectF chart = paintHeading(
      painter, theme, layout.emissions,
      {QObject::tr("Column %1%2: emissions").arg(column + 1).arg(consensus), QObject::tr("Column %1").arg(column + 1)},
      barNotes(emissions.steps.has_value(), options.bars));
  paintEmissionChart(painter, theme, chart, emissions, options.order);
  if (layout.transitions.isEmpty()) return;
  QString neff;
  if (profile.hmm->columnNeff.size() == profile.hmm->emissions.size() + 1) {
    const engine::ColumnNeff& counts = profile.hmm->columnNeff[k + 1];
    neff = QObject::tr("Neff M %1, I %2, D %3")
               .arg(counts.match, 0, 'g', 3)
               .arg(counts.insert, 0, 'g', 3)
               .arg(counts.deletion, 0, 'g', 3);
  }
  const bool isLast = column + 1 == profile.length;
  const QRectF diagram = paintHeading(
      painter, theme, layout.transitions,
      {isLast ? QObject::tr("Transitions to the end") : QObject::tr("Transitions to column %1").arg(column + 2),
       QObject::tr("Transitions")},
      {neff});
  if (diagram.width() >= kLeastDiagramWidth && diagram.height() >= kLeastDiagramHeight)
    paintTransitionDiagram(painter, theme, diagram, transitionProbabilities(*profile.hmm, column), column, isLast);
}

}  // namespace

void paintProfile(QPainter& painter, const Theme& theme, const ProfilePicture& picture, QSize size) {
  const auto& [profile, options, layout, columns, marks] = picture;
  paintTitle(painter, theme, picture);
  if (profile.length == 0) {
    painter.setPen(theme.muted);
    painter.drawText(QRectF(QPointF(0, 0), QSizeF(size)), Qt::AlignCenter, QObject::tr("This profile has no columns"));
    return;
  }
  paintScale(painter, theme, picture);
  paintMarks(painter, theme, picture);
  paintLogo(painter, profile.heights, columns.first, columns.first + layout.logo.width() / columns.width, layout.logo,
            profile.limit, LogoDirection::right, logoColors(theme));
  for (size_t row = 0; row < profile.rows.size(); ++row) paintRow(painter, theme, picture, row);
  paintRuler(painter, theme, picture);
  paintOverview(painter, theme, picture);
  paintDetails(painter, theme, picture);
}

}  // namespace ui
