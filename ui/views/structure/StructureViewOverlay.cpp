// What is painted over the structure: labels, measurements, hollow marks, legend, heading, the table of a motion.
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/structure/StructureView.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kLabelOffset = 1.3;  ///< Å to the right of the C-alpha
constexpr size_t kLegendEntries = 12, kMostHollow = 300;
constexpr double kHollowRadius = 5, kBarHeight = 8, kEntryGap = 4;  // logical pixels
constexpr int kSmallWidth = 640, kSmallHeight = 400;  ///< below, the table of a motion would hide the molecule

QColor toQColor(const Rgb& color) { return {color[0], color[1], color[2]}; }

/// Text with a rim of the background's colour: readable on every molecule. The text itself stays text on pages.
void drawHaloText(QPainter& painter, QPointF baseline, const QString& text, const QColor& color, const Theme& theme) {
  QPainterPath path;
  path.addText(baseline, painter.font(), text);
  QColor rim = theme.canvas3d;
  rim.setAlphaF(0.85f);
  painter.strokePath(path, QPen(rim, 4 * theme.lineScale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setPen(color);
  painter.drawText(baseline, text);
}

/// Middle of what is measured: of the two ends, at the vertex of an angle, of the inner bond of a dihedral.
Vector3 labelPlace(const std::vector<Vector3>& at) {
  if (at.size() == 3) return at[1];
  return at.size() == 4 ? Vector3(0.5 * (at[1] + at[2])) : Vector3(0.5 * (at[0] + at[1]));
}

}  // namespace

void StructureView::paintOverlay(QPainter& painter, QSize size) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paintBars(painter, size);
  paintIncomplete(painter, size);
  paintLegend(painter, size);
  paintHeading(painter, size);
  paintMeasurements(painter, size);
  paintLabels(painter, size);
  paintInvariants(painter, size);
  painter.restore();
}

void StructureView::paintBars(QPainter& painter, QSize size) const {
  const Veil veil = m_scene->barVeil();
  if (veil.pixels.empty()) return;
  const QImage image(reinterpret_cast<const uchar*>(veil.pixels.data()), veil.width, veil.height,
                     QImage::Format_ARGB32_Premultiplied);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(QRectF(QPointF(0, 0), size), image);
}

void StructureView::paintLabels(QPainter& painter, QSize size) const {
  if (!m_structure) return;
  painter.setFont(theme().titleFont());
  const auto label = [&](const AtomPick& pick) {
    const auto at = m_camera.project(position(pick), size.width(), size.height());
    if (!at) return;
    const QPointF baseline(at->x + kLabelOffset * at->pixelsPerAngstrom, at->y - 0.4 * at->pixelsPerAngstrom);
    drawHaloText(painter, baseline, m_residues.text(pick), theme().text, theme());
  };
  const SelectionModel& selection = session().selection();
  std::vector<Focus> shown = selection.kept();
  shown.push_back(selection.locked());
  if (selection.hover() != selection.locked()) shown.push_back(selection.hover());
  for (const Focus& focus : shown) {
    const Index first = indexOf(focus.first), second = indexOf(focus.second);
    const bool isHovered = focus == selection.hover() && first == m_hovered.residue;
    label(isHovered ? m_hovered : AtomPick{first, "CA"});
    label({second, "CA"});
    const Vector3 a = alpha(first), b = alpha(second);
    const auto middle = m_camera.project(0.5 * (a + b), size.width(), size.height());
    if (middle)
      drawHaloText(painter, {middle->x + 6, middle->y - 6}, labelText({{first, "CA"}, {second, "CA"}}, {a, b}),
                   theme().text, theme());
  }
  for (const AtomPick& pick : m_picked) label(pick);
}

void StructureView::paintMeasurements(QPainter& painter, QSize size) const {
  painter.setFont(theme().labelFont());
  for (const Measurement& measurement : m_measurements) {
    std::vector<Vector3> at;
    for (const AtomPick& pick : measurement) at.push_back(position(pick));
    if (const auto place = m_camera.project(labelPlace(at), size.width(), size.height()))
      drawHaloText(painter, {place->x + 6, place->y - 6}, labelText(measurement, at), theme().text, theme());
  }
}

/// A ring where a residue has no complete backbone: at the first of its atoms that is there.
void StructureView::paintIncomplete(QPainter& painter, QSize size) const {
  if (m_incomplete.size() > kMostHollow) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme().warning, 1.5 * theme().lineScale));
  for (const Index residue : m_incomplete)
    for (const engine::Atom& atom : m_residues.find(residue)->atoms) {
      if (!engine::isSet(atom.position)) continue;
      if (const auto at = m_camera.project(m_motion(atom.position), size.width(), size.height())) {
        const double radius = std::max(kHollowRadius, 0.7 * at->pixelsPerAngstrom);
        painter.drawEllipse(QPointF(at->x, at->y), radius, radius);
      }
      break;
    }
}

/// Named colours from left to right in as many lines as it takes, the last one at `bottom`. Returns their upper edge.
double StructureView::paintEntries(QPainter& painter, QSize size, double bottom) const {
  const QFontMetricsF metrics(painter.font());
  const double margin = theme().space(3), line = std::ceil(metrics.height()) + 2, swatch = metrics.ascent();
  const size_t shown = std::min(m_legend.entries.size(), kLegendEntries);
  std::vector<std::pair<QPointF, QString>> places;  // down from the first line
  QPointF at(margin, 0);
  for (size_t k = 0; k < shown; ++k) {
    QString text = QString::fromStdString(m_legend.entries[k].text);
    if (k + 1 == shown && shown < m_legend.entries.size()) text += QStringLiteral(" …");
    const double width = swatch + kEntryGap + metrics.horizontalAdvance(text);
    if (at.x() > margin && at.x() + width > size.width() - margin) at = {margin, at.y() + line};
    places.push_back({at, text});
    at.rx() += width + theme().space(3);
  }
  if (places.empty()) return bottom;
  const double first = bottom - at.y() - metrics.descent();
  for (size_t k = 0; k < places.size(); ++k) {
    const QPointF base = places[k].first + QPointF(0, first);
    painter.fillRect(QRectF(base.x(), base.y() - swatch, swatch, swatch), toQColor(m_legend.entries[k].color));
    drawHaloText(painter, base + QPointF(swatch + kEntryGap, 0), places[k].second, theme().muted, theme());
  }
  return bottom - at.y() - line;
}

void StructureView::paintLegend(QPainter& painter, QSize size) const {
  const double margin = theme().space(3), room = size.width() - 2 * margin;
  painter.setFont(theme().labelFont());
  const QFontMetricsF metrics(painter.font());
  double y = paintEntries(painter, size, size.height() - margin);
  const auto write = [&](double x, const QString& text) {
    drawHaloText(painter, {x, y - metrics.descent()}, metrics.elidedText(text, Qt::ElideRight, room), theme().muted,
                 theme());
  };
  if (!m_legend.scale.empty()) {
    const double line = std::ceil(metrics.height()) + 2;
    const QRectF bar(margin, y - line - kBarHeight, std::min<double>(room, theme().space(40)), kBarHeight);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    const size_t last = m_legend.scale.size() - 1;
    for (size_t k = 0; k <= 16; ++k)
      gradient.setColorAt(static_cast<double>(k) / 16, toQColor(m_legend.scale[k * last / 16]));
    painter.fillRect(bar, gradient);
    const QString low = QString::number(m_legend.low, 'g', 3), high = QString::number(m_legend.high, 'g', 3);
    write(bar.left(), low);
    write(bar.right() - metrics.horizontalAdvance(high), high);
    y = bar.top() - 3;
  }
  write(margin, QString::fromStdString(m_legend.title));
}

std::vector<std::pair<QString, bool>> StructureView::headingLines() const {
  std::vector<std::pair<QString, bool>> lines;
  if (!m_headMessage.isEmpty()) lines.push_back({m_headMessage, true});
  if (!m_head.isEmpty()) {
    lines.push_back({m_headLabel, false});
    if (const HeadsPlace* at = place()) lines.push_back({placeText(*at), false});
    const QString limit = m_weightLimit == WeightLimit::share
                              ? tr("from %1 % of the strongest").arg(100 * m_threshold, 0, 'f', 0)
                              : tr("weight from %1").arg(m_lowestWeight, 0, 'f', 3);
    lines.push_back({m_numLines == 1 ? tr("1 bar, %1, wide at the query").arg(limit)
                                     : tr("%1 bars, %2, wide at the query").arg(m_numLines).arg(limit),
                     false});
  }
  if (m_companion)
    lines.push_back(
        {tr("%1 laid on %2 by %3: RMSD %4 Å over %5 CA pairs")
             .arg(QString::fromStdString(m_companion->dataset->title), QString::fromStdString(m_dataset->title),
                  m_companion->pairing == Pairing::alignment ? tr("alignment") : tr("sequence"))
             .arg(m_companion->superposition.rmsd, 0, 'f', 2)
             .arg(m_companion->superposition.numPairs),
         false});
  if (m_measuring != MeasureKind::none)
    lines.push_back({tr("%1: pick %2 of %3, Esc ends")
                         .arg(measureTitle(static_cast<size_t>(m_measuring)))
                         .arg(m_picked.size() + 1)
                         .arg(static_cast<int>(m_measuring)),
                     false});
  if (!m_incomplete.empty())
    lines.push_back({m_incomplete.size() == 1 ? tr("1 residue lacks backbone atoms (hollow ring)")
                     : m_incomplete.size() <= kMostHollow
                         ? tr("%1 residues lack backbone atoms (hollow rings)").arg(m_incomplete.size())
                         : tr("%1 of %2 residues lack backbone atoms").arg(m_incomplete.size()).arg(m_residues.size()),
                     false});
  return lines;
}

void StructureView::paintHeading(QPainter& painter, QSize size) const {
  const double margin = theme().space(3);
  painter.setFont(theme().labelFont());
  const QFontMetricsF metrics(painter.font());
  double y = margin + metrics.ascent();
  for (const auto& [text, isWarning] : headingLines()) {
    drawHaloText(painter, {margin, y}, metrics.elidedText(text, Qt::ElideRight, size.width() - 2 * margin),
                 isWarning ? theme().warning : theme().muted, theme());
    y += std::ceil(metrics.height()) + 2;
  }
}

void StructureView::paintInvariants(QPainter& painter, QSize size) const {
  if (m_invariants.empty() || size.width() < kSmallWidth * theme().scale ||
      size.height() < kSmallHeight * theme().scale)
    return;
  painter.setFont(theme().labelFont());
  const QFontMetricsF metrics(painter.font());
  const double line = std::ceil(metrics.height()) + 2, margin = theme().space(3);
  const double name = metrics.horizontalAdvance(QStringLiteral("Centre from the origin (Å)  ")),
               number = metrics.horizontalAdvance(QStringLiteral("-000.000 "));
  const double left = size.width() - margin - name - 3 * number;
  double y = margin;
  const double rows = static_cast<double>(m_invariants.size() + 1);
  QColor page = theme().canvas3d;
  page.setAlphaF(0.85f);
  painter.fillRect(QRectF(left - margin, 0, size.width() - left + margin, rows * line + 2 * margin), page);
  const auto write = [&](const QString& title, const QStringList& numbers, const QColor& color) {
    painter.setPen(color);
    painter.drawText(QPointF(left, y + metrics.ascent()), title);
    for (int k = 0; k < numbers.size(); ++k)
      painter.drawText(QRectF(left + name + k * number, y, number, line), Qt::AlignRight | Qt::AlignTop, numbers[k]);
    y += line;
  };
  write(tr("Mean, before and after"), {tr("before"), tr("after"), tr("|Δ| ≤")}, theme().muted);
  for (const auto& row : m_invariants) {
    const QString unit = row.unit.empty() ? QString() : QStringLiteral(" (%1)").arg(QString::fromStdString(row.unit));
    const bool isChanged = row.largestChange > kRounding;
    const auto text = [](double value) {
      return std::isfinite(value) ? withMinus(QString::number(value, 'f', 3)) : tr("none");
    };
    write(QString::fromStdString(row.name) + unit, {text(row.before), text(row.after), text(row.largestChange)},
          isChanged ? theme().warning : theme().text);
  }
}

}  // namespace ui
