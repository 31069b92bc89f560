#include "ui/views/pair/PairPicture.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/look/RoleColors.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/pair/PairArrowPaint.h"
#include "ui/views/pair/PairWords.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kLineGap = 0.35;  // of the height of letters, below each line of the algorithm
constexpr double kGroundOpacity = 0.12, kPaleBar = 0.55;
constexpr double kLeastBar = 1.2;                   // logical pixels
constexpr double kTermName = 6.5, kTermNumber = 4;  // heights of letters

struct PairPainting {
  QPainter& painter;
  const Theme& theme;
  const PairShown& shown;
  const PairOptions& options;
  const PairLayout& layout;

  const engine::FramedPair& pair() const { return shown.walk.pair; }
  bool isWeighed() const { return isMade(shown.walk.weightLine); }
  double letters() const { return QFontMetricsF(theme.labelFont()).height(); }
  bool isMade(int line) const { return options.line == 0 || options.line >= line; }

  void title() const {
    if (!theme.page.isLegendShown) return;
    const double first = QFontMetricsF(theme.titleFont()).height();
    painter.setFont(theme.titleFont());
    painter.setPen(theme.text);
    const QString who =
        pairWords("%1 asks %2").arg(shown.names.residueInWords(pair().query), shown.names.residueInWords(pair().key));
    paintLine(painter, theme, QRectF(layout.title.topLeft(), QSizeF(layout.title.width(), first)), Qt::AlignLeft,
              shown.names.head(pair().head) + QStringLiteral(" · ") + who);
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    QStringList notes;
    if (options.line > 0) notes << pairWords("after line %1 of %2").arg(options.line).arg(shown.walk.numLines());
    if (isWeighed())
      notes << pairWords("score %1, weight %2, %3")
                   .arg(shownNumber(pair().score), shownNumber(pair().weight()), rankText(pair()));
    if (!shown.walk.scale.isEmpty()) notes << shown.walk.scale;
    paintLine(painter, theme, layout.title.adjusted(0, first, 0, 0), Qt::AlignLeft, notes.join(QStringLiteral(" · ")));
  }

  void heading(const QRectF& area, const QString& text) const {
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    paintLine(painter, theme, QRectF(area.left(), area.top(), area.width(), letters()), Qt::AlignLeft, text);
  }

  void frame(const QRectF& area) const {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.drawRect(area);
  }

  void inset(const QRectF& area, bool isQuery) const {
    if (area.isEmpty()) return;
    frame(area);
    const QRectF inner = area.adjusted(theme.space(1), theme.space(1), -theme.space(1), -theme.space(1));
    const Index residue = isQuery ? pair().query : pair().key;
    heading(inner, pairWords("before: in the frame of %1").arg(shown.names.residue(residue)));
    const QRectF stageArea = inner.adjusted(0, letters(), 0, 0);
    const std::vector<PairArrow>& arrows = isQuery ? shown.walk.query : shown.walk.key;
    PairStage stage{painter, theme, stageArea, localCamera(arrows, stageArea.width() / stageArea.height()),
                    options.line};
    painter.save();
    painter.setClipRect(area);
    paintArrows(stage, madeBy(arrows, options.line));
    painter.restore();
  }

  void world() const {
    const QRectF& area = layout.world;
    if (area.isEmpty()) return;
    const std::vector<PairArrow>& arrows = shown.walk.world;
    PairStage stage{painter, theme, area, worldCamera(arrows, options, area.width() / area.height()), options.line};
    painter.save();
    painter.setClipRect(area);
    if (options.isChainShown) paintChain(stage, shown.layer->alphaCarbons());
    std::vector<PairResidue> residues{{pair().queryFrame.origin, shown.names.residue(pair().query), PairRole::query}};
    if (pair().key != pair().query)
      residues.push_back({pair().keyFrame.origin, shown.names.residue(pair().key), PairRole::key});
    paintArrows(stage, madeBy(arrows, options.line), residues);
    painter.restore();
    frame(area);
    heading(area.adjusted(theme.space(1), theme.space(1), 0, 0),
            options.line == 1 ? pairWords("the world") : pairWords("after: in the world"));
  }

  /// The last number of a line right of its formula, where there is room for both.
  void resultBeside(const PairLine& line, const QRectF& formula) const {
    const double taken = QFontMetricsF(theme.labelFont()).horizontalAdvance(line.formula) + letters();
    const double wanted = QFontMetricsF(theme.residueFont()).horizontalAdvance(line.numbers.last());
    if (taken + wanted <= formula.width()) painter.drawText(formula, Qt::AlignRight, line.numbers.last());
  }

  /// Returns the height.
  double algorithmLine(const PairLine& line, double top, bool isWhole) const {
    const QRectF& area = layout.lines;
    const bool isCurrent = line.number == options.line, isKnown = isMade(line.number);
    const double row = letters(), indent = 2.2 * row;
    const qsizetype rows = isKnown && (isWhole || isCurrent) ? line.numbers.size() : 0;
    const double height = row * static_cast<double>(1 + rows) + kLineGap * row;
    const QColor color = colorOf(line.role, theme);
    if (isCurrent) {
      QColor ground = theme.accent;
      ground.setAlphaF(static_cast<float>(kGroundOpacity));
      painter.fillRect(QRectF(area.left(), top - kLineGap * row / 2, area.width(), height), ground);
    }
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    painter.drawText(QRectF(area.left(), top, indent - theme.space(2), row), Qt::AlignRight,
                     QString::number(line.number));
    painter.setPen(!isKnown ? theme.muted : line.role == PairRole::none ? theme.text : color);
    const QRectF formula(area.left() + indent, top, area.width() - indent - theme.space(1), row);
    paintLine(painter, theme, formula, Qt::AlignLeft, line.formula);
    painter.setFont(theme.residueFont());
    painter.setPen(theme.text);
    if (isKnown && rows == 0) resultBeside(line, formula);
    for (qsizetype k = 0; k < rows; ++k)
      paintLine(painter, theme, formula.translated(0, row * static_cast<double>(k + 1)), Qt::AlignLeft,
                line.numbers.at(k));
    return height;
  }

  void lines() const {
    const QRectF& area = layout.lines;
    if (area.isEmpty()) return;
    const std::vector<PairLine>& all = shown.walk.lines;
    painter.save();
    painter.setClipRect(area);
    heading(area, pairWords("%1, with the numbers of this pair").arg(shown.walk.algorithm));
    const QStringList beside = besideRows();
    double bottom = area.bottom() - letters() * static_cast<double>(beside.size());
    const double room = (bottom - area.top()) / letters() - 1.5;
    const ShownPairLines fit = shownPairLines(all, options.line, room);
    double y = area.top() + 1.5 * letters();
    for (const PairLine& line : all)
      if (line.number >= fit.first && y < bottom) y += algorithmLine(line, y, fit.areAllWhole);
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    for (const QString& row : beside) {
      painter.drawText(QRectF(area.left(), bottom, area.width(), letters()), Qt::AlignLeft, row);
      bottom += letters();
    }
    painter.restore();
  }

  /// What another layer does, wrapped; nothing until the score is there.
  QStringList besideRows() const {
    if (!isWeighed() || !theme.page.isLegendShown) return {};
    Theme wrapping = theme;
    wrapping.page.mayElide = false;
    return shownLines(wrapping, theme.labelFont(), shown.walk.beside, layout.lines.width() - theme.space(2));
  }

  /// A bar for each summand of the score, and one for the score, all around one zero.
  void terms() const {
    const QRectF& area = layout.terms;
    if (area.isEmpty() || !isWeighed()) return;
    heading(area, pairWords("score %1 as a sum").arg(shownNumber(pair().score)));
    std::vector<PairTerm> all = shown.walk.terms;
    all.push_back({pairWords("score"), pair().score});
    double least = 0, most = 0;
    for (const PairTerm& term : all) least = std::min(least, term.value), most = std::max(most, term.value);
    const double name = kTermName * letters(), number = kTermNumber * letters();
    const QRectF bars = area.adjusted(name, 1.2 * letters(), -number, 0);
    const auto at = [&](double value) {
      return most > least ? bars.left() + bars.width() * (value - least) / (most - least) : bars.left();
    };
    const double height = std::min(letters(), bars.height() / static_cast<double>(all.size()));
    painter.setFont(theme.labelFont());
    for (size_t k = 0; k < all.size(); ++k) {
      const QRectF line(area.left(), bars.top() + height * static_cast<double>(k), area.width(), height);
      const bool isSum = k + 1 == all.size();
      const QColor color = isSum ? roleColors(theme).weight : theme.muted;
      painter.setPen(isSum ? theme.text : theme.muted);
      painter.drawText(QRectF(line.topLeft(), QSizeF(name, height)), Qt::AlignLeft | Qt::AlignVCenter, all[k].name);
      painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, shownNumber(all[k].value));
      painter.fillRect(
          QRectF(QPointF(at(0), line.top() + 0.2 * height), QPointF(at(all[k].value), line.bottom() - 0.2 * height))
              .normalized(),
          color);
    }
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.drawLine(QPointF(at(0), bars.top()), QPointF(at(0), bars.top() + height * static_cast<double>(all.size())));
  }

  void row() const {
    const QRectF& area = layout.row;
    if (area.isEmpty() || !isWeighed()) return;
    heading(area, pairWords("weights of row %1 over its keys").arg(shown.names.residue(pair().query)));
    const QRectF bars = area.adjusted(0, 1.3 * letters(), 0, -1.1 * letters());
    const double most = *std::max_element(pair().weights.begin(), pair().weights.end());
    const auto count = static_cast<Index>(pair().weights.size());
    const double step = bars.width() / static_cast<double>(count);
    const RoleColors colors = roleColors(theme);
    QColor pale = colors.weight;
    pale.setAlphaF(static_cast<float>(kPaleBar));
    for (Index j = 0; j < count; ++j) {
      const double height = most > 0 ? bars.height() * engine::nth(pair().weights, j) / most : 0;
      const QRectF bar(bars.left() + step * static_cast<double>(j), bars.bottom() - height,
                       std::max(kLeastBar, step > 3 ? step - 1 : step), height);
      painter.fillRect(bar, j == pair().key ? colors.key : pale);
    }
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.drawLine(bars.bottomLeft(), bars.bottomRight());
    rowLabels(bars, step, most);
  }

  void rowLabels(const QRectF& bars, double step, double most) const {
    painter.setFont(theme.labelFont());
    const auto name = [&](Index residue, const QColor& color) {
      painter.setPen(color);
      const QString text = shown.names.residue(residue);
      const double width = QFontMetricsF(theme.labelFont()).horizontalAdvance(text) + 2;
      const double middle = bars.left() + step * (static_cast<double>(residue) + 0.5);
      const double left = std::clamp(middle - width / 2, bars.left(), bars.right() - width);
      const QRectF place(left, bars.bottom() + 1, width, letters());
      painter.drawText(place, Qt::AlignHCenter | Qt::AlignTop, text);
      return place;
    };
    const QRectF key = name(pair().key, roleColors(theme).key);
    for (const Index end : {Index{0}, static_cast<Index>(pair().weights.size()) - 1}) {
      const double width = QFontMetricsF(theme.labelFont()).horizontalAdvance(shown.names.residue(end));
      const double left = end == 0 ? bars.left() : bars.right() - width;
      if (left > key.right() + letters() || left + width < key.left() - letters()) name(end, theme.muted);
    }
    painter.setPen(theme.muted);
    painter.drawText(QRectF(bars.left(), bars.top() - 1.3 * letters(), bars.width(), letters()), Qt::AlignRight,
                     pairWords("tallest %1").arg(shownNumber(most)));
  }

  /// A row of bars around a zero line; channels of this head stand out in the update.
  void channels(const QRectF& area, const std::vector<double>& values, double most, const QColor& color,
                const QString& name) const {
    const double left = 5.5 * letters(), step = (area.width() - left) / static_cast<double>(values.size());
    painter.setFont(theme.labelFont());
    painter.setPen(color);
    painter.drawText(QRectF(area.left(), area.top(), left, area.height()), Qt::AlignLeft | Qt::AlignVCenter, name);
    const double zero = area.center().y();
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.drawLine(QPointF(area.left() + left, zero), QPointF(area.right(), zero));
    for (size_t d = 0; d < values.size(); ++d) {
      const double height = most > 0 ? 0.48 * area.height() * values[d] / most : 0;
      const double width = std::max(kLeastBar, step > 3 ? step - 1 : step);
      painter.fillRect(QRectF(QPointF(area.left() + left + step * static_cast<double>(d), zero - height),
                              QPointF(area.left() + left + step * static_cast<double>(d) + width, zero))
                           .normalized(),
                       color);
    }
  }

  void residual() const {
    const QRectF& area = layout.residual;
    if (area.isEmpty() || !isMade(shown.walk.numLines())) return;
    const std::vector<double>&x = pair().features, &update = pair().update;
    if (!pair().hasResidual()) return heading(area, pairWords("no residual: input and output differ in length"));
    std::vector<double> sum = x;
    for (size_t d = 0; d < sum.size(); ++d) sum[d] += update[d];
    double most = 0;
    for (const auto* values : {&x, &update, static_cast<const std::vector<double>*>(&sum)})
      for (const double value : *values) most = std::max(most, std::abs(value));
    heading(area, pairWords("residual of %1, %2 channels").arg(shown.names.residue(pair().query)).arg(x.size()));
    const double height = (area.height() - 1.2 * letters()) / 3;
    QRectF band(area.left(), area.top() + 1.2 * letters(), area.width(), height);
    channels(band, x, most, theme.muted, pairWords("before"));
    channels(band.translated(0, height), update, most, roleColors(theme).value, pairWords("added"));
    channels(band.translated(0, 2 * height), sum, most, theme.text, pairWords("sum"));
  }
};

}  // namespace

ShownPairLines shownPairLines(const std::vector<PairLine>& lines, int line, double rowsThatFit) {
  const auto heightOf = [&](const PairLine& one, bool isWhole) {
    const bool hasRows = isWhole || one.number == line;
    const bool isMade = line == 0 || one.number <= line;
    return 1 + kLineGap + (hasRows && isMade ? static_cast<double>(one.numbers.size()) : 0);
  };
  double whole = 0;
  for (const PairLine& one : lines) whole += heightOf(one, true);
  if (whole <= rowsThatFit) return {true, 1};
  ShownPairLines shown{false, 1};
  double used = 0;
  for (const PairLine& one : lines) {
    used += heightOf(one, false);
    while (used > rowsThatFit && one.number <= line && shown.first < one.number) {
      used -= heightOf(lines[static_cast<size_t>(shown.first - 1)], false);
      ++shown.first;
    }
  }
  return shown;
}

void paintPair(QPainter& painter, const Theme& theme, const PairShown& shown, const PairOptions& options,
               const PairLayout& layout) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  PairOptions known = options;
  if (known.line > shown.walk.numLines()) known.line = 0;
  const PairPainting painting{painter, theme, shown, known, layout};
  painting.title();
  painting.inset(layout.query, true);
  painting.inset(layout.key, false);
  painting.world();
  painting.lines();
  painting.terms();
  painting.row();
  painting.residual();
  painter.restore();
}

}  // namespace ui
