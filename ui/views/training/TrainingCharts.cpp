#include "ui/views/training/TrainingCharts.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

QColor methodColor(const Theme& theme, std::size_t method) {
  constexpr std::array<std::size_t, 4> kColors{5, 1, 3, 7};  // blue, orange, green, purple
  return method == 0 ? theme.accent : toColor(okabeIto()[kColors[method % kColors.size()]]);
}

std::vector<double> steps(std::size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1.0);
  return numbers;
}

double lastStep(const TrainingShown& shown) {
  return double(std::max({shown.course->numPlanned, shown.numSteps(), Index{1}}));
}

QString percent(double share) { return QString::number(100 * share, 'f', 0) + QStringLiteral(" %"); }

Chart objectiveChart(const Theme& theme, const TrainingShown& shown) {
  const auto& course = *shown.course;
  const bool hasFits = course.fits.size() == course.losses.size();
  const std::vector<double>& values = hasFits ? course.fits : course.losses;
  Chart chart;
  chart.xTitle = QObject::tr("step");
  chart.x = {0, lastStep(shown)};
  chart.curves.push_back({{}, theme.accent, steps(values.size()), values});
  if (values.empty()) {
    chart.title = QObject::tr("Objective");
    return chart;
  }
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double air = std::max(0.05 * (*most - *least), 1e-3 * std::abs(*most) + 1e-9);
  chart.y = {*least - air, *most + air};
  chart.title = hasFits ? QObject::tr("Objective: %1 nats per residue, %2 letters left")
                              .arg(shownNumber(values.back()))
                              .arg(shownNumber(std::exp(values.back())))
                        : QObject::tr("Objective J: %1 nats per sequence").arg(shownNumber(values.back(), 4));
  chart.shortTitle = hasFits ? QObject::tr("%1 nats per residue").arg(shownNumber(values.back()))
                             : QObject::tr("J: %1 nats").arg(shownNumber(values.back(), 4));
  return chart;
}

Chart learnedChart(const Theme& theme, const TrainingShown& shown) {
  Chart chart;
  ChartCurve top{QObject::tr("of L"), theme.accent, {}, {}};
  ChartCurve fifth{QObject::tr("of L/5"), methodColor(theme, 1), {}, {}};
  for (const engine::JudgedStep& judged : shown.course->judged) {
    top.x.push_back(double(judged.step));
    top.y.push_back(judged.top);
    fifth.x.push_back(double(judged.step));
    fifth.y.push_back(judged.topFifth);
  }
  chart.title =
      QObject::tr("Strongest pairs that touch: %1 of L, %2 of L/5").arg(percent(top.y.back()), percent(fifth.y.back()));
  chart.shortTitle = QObject::tr("%1 of L, %2 of L/5 touch").arg(percent(top.y.back()), percent(fifth.y.back()));
  chart.xTitle = QObject::tr("step");
  chart.x = {0, lastStep(shown)};
  chart.curves = {std::move(top), std::move(fifth)};
  return chart;
}

/// Three of them fit over a curve.
QString shortTitle(const QString& method) {
  if (method == QObject::tr("mutual information")) return QObject::tr("MI");
  return method.section(QLatin1Char(' '), 0, 0);
}

/// Over the number of pairs in lengths of the protein.
ChartCurve precisionCurve(const QString& name, const QColor& color, const std::vector<double>& shares, Index length,
                          bool isThin) {
  ChartCurve curve{name, color, {}, shares, isThin};
  for (std::size_t k = 0; k < shares.size(); ++k) curve.x.push_back(double(k + 1) / double(length));
  return curve;
}

/// `range`: 0 all, 1 to 3 near, middle and far ones.
Chart precisionChart(const Theme& theme, const TrainingShown& shown, const TrainingOptions& options,
                     std::size_t range) {
  const Index length = std::max<Index>(shown.length(), 1);
  const QString titles[] = {QObject::tr("Strongest pairs that touch, by their number"),
                            QObject::tr("6 to 11 residues apart"), QObject::tr("12 to 23 apart"),
                            QObject::tr("24 and more apart")};
  Chart chart;
  chart.xTitle = QObject::tr("pairs / L");
  chart.x = {0, range > 0 ? 1 : kMostPairs};
  if (range == 0) chart.mark = options.pairs;
  chart.title = titles[range];
  if (range == 0) chart.shortTitle = QObject::tr("Pairs that touch");
  for (std::size_t m = 0; m < shown.methods.size(); ++m) {
    const ShownPairs& method = *shown.methods[m];
    const std::vector<double>& shares = range > 0 ? method.byRange[range - 1] : method.precision;
    chart.curves.push_back(precisionCurve(shown.isComparison() ? shortTitle(method.title) : QObject::tr("all"),
                                          methodColor(theme, m), shares, length, false));
  }
  if (shown.isComparison()) return chart;
  const QString names[] = {QObject::tr("6–11 apart"), QObject::tr("12–23"), QObject::tr("24 and more")};
  for (std::size_t k = 1; k <= 3; ++k)
    chart.curves.push_back(
        precisionCurve(names[k - 1], methodColor(theme, k), shown.methods[0]->byRange[k - 1], length, true));
  return chart;
}

struct LetterPainting {
  QPainter& painter;
  const Theme& theme;
  double line;

  void map(const QRectF& square, const LetterPairs& letters, const QString& title) const {
    MapLook look;
    look.colorMapId = "diverging";
    look.high = letters.largest > 0 ? letters.largest : 1;
    look.low = -look.high;
    const double cell = square.width() / kLetterCount;
    for (std::size_t a = 0; a < kLetterCount; ++a)
      for (std::size_t b = 0; b < kLetterCount; ++b)
        painter.fillRect(
            QRectF(square.left() + double(b) * cell, square.top() + double(a) * cell, cell + 0.3, cell + 0.3),
            toColor(colorOf(look, letters.value[a][b])));
    painter.setPen(theme.muted);
    painter.setFont(theme.labelFont());
    paintLine(painter, theme, QRectF(square.left(), square.top() - line - letterRoom(cell), square.width() + 4, line),
              Qt::AlignLeft, title);
    if (letterRoom(cell) <= 0) return;
    QFont small = theme.residueFont();
    small.setPixelSize(std::max(6, std::min(int(cell), QFontMetrics(theme.residueFont()).height() - 3)));
    painter.setFont(small);
    const double room = letterRoom(cell);
    for (std::size_t a = 0; a < kLetterCount; ++a) {
      const QString letter(QLatin1Char(kLetterOrder[a]));
      const double at = double(a) * cell;
      painter.drawText(QRectF(square.left() - room, square.top() + at, room, cell), Qt::AlignCenter | Qt::TextDontClip,
                       letter);
      painter.drawText(QRectF(square.left() + at, square.top() - room, cell, room), Qt::AlignCenter | Qt::TextDontClip,
                       letter);
    }
  }
  static double letterRoom(double cell) { return cell >= 5 ? 10 : 0; }
};

}  // namespace

Chart trainingChart(const Theme& theme, TrainingChart which, const TrainingShown& shown,
                    const TrainingOptions& options) {
  switch (which) {
    case TrainingChart::learned:
      return learnedChart(theme, shown);
    case TrainingChart::precision:
      return precisionChart(theme, shown, options, 0);
    case TrainingChart::near:
      return precisionChart(theme, shown, options, 1);
    case TrainingChart::middle:
      return precisionChart(theme, shown, options, 2);
    case TrainingChart::far:
      return precisionChart(theme, shown, options, 3);
    default:
      return objectiveChart(theme, shown);
  }
}

void paintLetterPairs(QPainter& painter, const Theme& theme, const QRectF& area, const LetterPairs& letters,
                      const QString& title) {
  const double line = QFontMetricsF(theme.labelFont()).height(), room = 12;
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  const QRectF heading(area.left(), area.top(), area.width(), line);
  if (letters.isEmpty()) {
    painter.setPen(theme.muted);
    paintLine(painter, theme, heading, Qt::AlignLeft, title);
    return;
  }
  const QString alike = decimalText(correlation(letters, lettersOfBlosum()), 2);
  paintFitting(painter, theme, heading,
               {QObject::tr("%1: r = %2 with BLOSUM62").arg(title, alike), QObject::tr("%1: r = %2").arg(title, alike)});
  painter.setPen(theme.muted);
  paintFitting(painter, theme, heading.translated(0, line),
               {QObject::tr("most favoured: %1").arg(favouredPairs(letters, 4)), favouredPairs(letters, 4),
                favouredPairs(letters, 2)});
  const double top = area.top() + 3 * line + room + theme.space(1);
  const double side = std::min(area.bottom() - top, (area.width() - 2 * room - theme.space(3)) / 2);
  if (side < 40) return;
  const LetterPainting painting{painter, theme, line};
  painting.map(QRectF(area.left() + room, top, side, side), letters, QObject::tr("learned"));
  painting.map(QRectF(area.left() + 2 * room + side + theme.space(3), top, side, side), lettersOfBlosum(),
               QObject::tr("BLOSUM62"));
}

}  // namespace ui
