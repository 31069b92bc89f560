// Pointer, keys, labels and legend of the structure view.
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "ui/views/AlignmentReadout.h"
#include "ui/views/CanvasGestures.h"
#include "ui/views/StructureView.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kPickReach = 14;  ///< logical pixels around a C-alpha
constexpr double kZoomStep = 1.12, kKeyTurn = 12;
constexpr double kLabelOffset = 1.3;  ///< Å to the right of the C-alpha
constexpr int kLegendEntries = 12;

QColor toQColor(const Rgb& color) { return {color[0], color[1], color[2]}; }

/// Text with a rim of the background's colour: readable on every molecule.
void drawHaloText(QPainter& painter, QPointF baseline, const QString& text, const Theme& theme) {
  QPainterPath path;
  path.addText(baseline, painter.font(), text);
  QColor rim = theme.canvas3d;
  rim.setAlphaF(0.85f);
  painter.strokePath(path, QPen(rim, 4 * theme.lineScale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.fillPath(path, theme.text);
}

}  // namespace

Index StructureView::residueAt(QPointF position) const {
  const QSizeF size = const_cast<StructureView*>(this)->canvas().size();
  Index best = -1;
  double bestScore = kPickReach * theme().scale, bestDepth = 0;
  for (size_t residue = 0; residue < m_alphas.size(); ++residue) {
    const auto at = m_camera.project(m_alphas[residue], size.width(), size.height());
    if (!at) continue;
    const double away = std::hypot(at->x - position.x(), at->y - position.y());
    if (away > kPickReach * theme().scale) continue;
    // Of several residues about as near to the pointer the one in front is meant: 1 Å of depth weighs as 1.2 pixels.
    const double score = away + 1.2 * (best < 0 ? 0 : at->depth - bestDepth);
    if (best >= 0 && score >= bestScore) continue;
    best = static_cast<Index>(residue);
    bestScore = away;
    bestDepth = at->depth;
  }
  return best;
}

void StructureView::onPointerMoved(QPointF position) {
  if (!m_dataset) return;
  Focus focus;
  const Index residue = residueAt(position);
  if (residue >= 0) focus.first = {m_dataset->id, residue};
  session().selection().setHover(focus);
}

void StructureView::moveCamera() {
  m_isCameraMoved = true;
  refresh();
}

void StructureView::onDragged(QPointF from, QPointF to) {
  if (m_gestures->modifiers().testFlag(Qt::ShiftModifier)) return onPanned(from, to);
  m_camera.turn(to.x() - from.x(), to.y() - from.y(), canvas().height());
  moveCamera();
}

void StructureView::onPanned(QPointF from, QPointF to) {
  m_camera.pan(to.x() - from.x(), to.y() - from.y(), canvas().height());
  moveCamera();
}

void StructureView::onDoubleClicked(QPointF position) {
  const Index residue = residueAt(position);
  if (residue < 0) return resetView();
  m_camera.center = alpha(residue);
  moveCamera();
}

void StructureView::onWheel(QPointF, double steps, Qt::KeyboardModifiers) {
  m_camera.zoom(std::pow(kZoomStep, steps));
  moveCamera();
}

bool StructureView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  switch (key) {
    case Qt::Key_Left:
      m_camera.turn(-kKeyTurn, 0, canvas().height());
      break;
    case Qt::Key_Right:
      m_camera.turn(kKeyTurn, 0, canvas().height());
      break;
    case Qt::Key_Up:
      m_camera.turn(0, -kKeyTurn, canvas().height());
      break;
    case Qt::Key_Down:
      m_camera.turn(0, kKeyTurn, canvas().height());
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      m_camera.zoom(kZoomStep);
      break;
    case Qt::Key_Minus:
      m_camera.zoom(1 / kZoomStep);
      break;
    default:
      return View::onKey(key, modifiers);
  }
  moveCamera();
  return true;
}

void StructureView::paintOverlay(QPainter& painter, QSize size) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paintLegend(painter, size);
  paintLabels(painter, size);
  painter.restore();
}

void StructureView::paintLabels(QPainter& painter, QSize size) const {
  if (!m_structure) return;
  painter.setFont(theme().titleFont());
  const auto label = [&](Index residue) {
    const auto at = m_camera.project(alpha(residue), size.width(), size.height());
    if (!at) return;
    const QPointF baseline(at->x + kLabelOffset * at->pixelsPerAngstrom, at->y - 0.4 * at->pixelsPerAngstrom);
    drawHaloText(painter, baseline, structureResidueText(*m_structure, residue), theme());
  };
  const SelectionModel& selection = session().selection();
  std::vector<Focus> shown{selection.locked()};
  if (selection.hover() != selection.locked()) shown.push_back(selection.hover());
  for (const Focus& focus : shown) {
    const Index first = indexOf(focus.first), second = indexOf(focus.second);
    label(first);
    label(second);
    const Vector3 a = alpha(first), b = alpha(second);
    const auto middle = m_camera.project(0.5 * (a + b), size.width(), size.height());
    if (middle)
      drawHaloText(painter, {middle->x + 6, middle->y - 6}, QStringLiteral("%1 Å").arg((a - b).norm(), 0, 'f', 1),
                   theme());
  }
}

void StructureView::paintLegend(QPainter& painter, QSize size) const {
  const double margin = theme().space(3);
  painter.setFont(theme().labelFont());
  const QFontMetricsF metrics(painter.font());
  const double line = std::ceil(metrics.height()) + 2;
  double y = size.height() - margin;
  const auto write = [&](double x, const QString& text) {
    painter.setPen(theme().muted);
    painter.drawText(QPointF(x, y - metrics.descent()), text);
  };
  if (!m_legend.scale.empty()) {
    const QRectF bar(margin, y - line - 8, theme().space(30), 8);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    const size_t last = m_legend.scale.size() - 1;
    for (size_t k = 0; k <= 8; ++k)
      gradient.setColorAt(static_cast<double>(k) / 8, toQColor(m_legend.scale[k * last / 8]));
    painter.fillRect(bar, gradient);
    const QString low = QString::number(m_legend.low, 'g', 3), high = QString::number(m_legend.high, 'g', 3);
    write(bar.left(), low);
    write(bar.right() - metrics.horizontalAdvance(high), high);
    y = bar.top() - 3;
    write(margin, QString::fromStdString(m_legend.title));
  } else {
    double x = margin;
    const double swatch = metrics.ascent();
    const size_t shown = std::min<size_t>(m_legend.entries.size(), kLegendEntries);
    for (size_t k = 0; k < shown; ++k) {
      const QString text = QString::fromStdString(m_legend.entries[k].text);
      painter.fillRect(QRectF(x, y - metrics.descent() - swatch, swatch, swatch), toQColor(m_legend.entries[k].color));
      write(x + swatch + 4, text);
      x += swatch + 4 + metrics.horizontalAdvance(text) + theme().space(3);
    }
    y -= line;
    write(margin, QString::fromStdString(m_legend.title));
  }
  y = margin + line;
  if (!m_headMessage.isEmpty()) {
    painter.setPen(theme().warning);
    painter.drawText(QPointF(margin, y - metrics.descent()), m_headMessage);
  }
  if (!m_weights) return;
  write(margin, m_headLabel);
  y += line;
  write(margin, m_numLines == 1 ? tr("1 line") : tr("%1 lines").arg(m_numLines));
}

}  // namespace ui
