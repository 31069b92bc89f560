// The planes of the DP view with axes, arrows, logos and colour bars. What moves on top is in DpViewMarks.cpp.
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/views/dp/DpLayout.h"
#include "ui/views/logo/LogoPainter.h"

namespace ui {

using engine::DpKind;
using engine::Index;

namespace {
/// Every cell has its arrow from this size on; smaller cells share one per this many pixels, the smallest have none.
constexpr double kArrowCellPixels = 28, kLeastArrowCell = 8;
}  // namespace

void DpView::paintArrow(QPainter& painter, const MapFrame& frame, Cell cell, const Predecessor& origin,
                        double size) const {
  const PixelPoint middle =
      frame.viewport.toPixel(frame.panel, static_cast<double>(cell.i) + 0.5, static_cast<double>(cell.j) + 0.5);
  const QPointF direction(static_cast<double>(origin.j - cell.j), static_cast<double>(origin.i - cell.i));
  // In a cell of its own the arrow is near the border that faces the predecessor: the number in the middle stays free.
  const bool isShared = size > frame.viewport.pixelsPerCell;
  const QPointF tip = QPointF(middle.x, middle.y) + direction * (size * (isShared ? 0.3 : 0.46));
  const QPointF tail = QPointF(middle.x, middle.y) + direction * (size * (isShared ? -0.2 : 0.22));
  const QColor color = toColor(stateColor(origin.state));
  painter.setPen(QPen(color, 1.6 * theme().lineScale, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(tail, tip);
  const double length = std::hypot(direction.x(), direction.y()), head = size * (isShared ? 0.16 : 0.09);
  const QPointF along = direction / length * head, across(-along.y(), along.x());
  painter.setBrush(color);
  painter.drawPolygon(QPolygonF({tip, tip - along + across * 0.7, tip - along - across * 0.7}));
}

void DpView::paintBackPointers(QPainter& painter, const MapFrame& frame, int plane) const {
  const double cell = frame.viewport.pixelsPerCell, whole = kArrowCellPixels * theme().scale;
  const Plane& shown = m_planes[static_cast<size_t>(plane)];
  if (cell < kLeastArrowCell * theme().scale || !isLarge(plane) || !shown.values || shown.kind != m_kind) return;
  const auto stride = static_cast<Index>(std::ceil(whole / cell - 1e-9));
  const double size = stride == 1 ? cell : whole;
  const CellPoint first = frame.viewport.toCell(frame.panel, frame.panel.x, frame.panel.y);
  const CellPoint last = frame.viewport.toCell(frame.panel, frame.panel.right(), frame.panel.bottom());
  painter.save();
  painter.setClipRect(toRectF(frame.panel));
  painter.setRenderHint(QPainter::Antialiasing);
  const auto from = [](double cell) { return static_cast<Index>(std::max(0.0, std::floor(cell))); };
  const auto onGrid = [stride](Index cell) { return (cell + stride - 1) / stride * stride; };
  for (Index i = onGrid(from(first.row)); i <= std::min(from(last.row), numRows() - 1); i += stride)
    for (Index j = onGrid(from(first.column)); j <= std::min(from(last.column), numColumns() - 1); j += stride) {
      if (!std::isfinite((*shown.values)(i, j))) continue;
      const Predecessor origin = predecessorOf(matrices(), shown.state, i, j);
      if (origin.kind == Predecessor::Kind::cell) paintArrow(painter, frame, {i, j}, origin, size);
    }
  painter.restore();
}

QString DpView::scaleCaption(DpKind kind) const {
  switch (kind) {
    case DpKind::viterbi:
      return showsLag(kind) ? QStringLiteral("bits behind the best so far") : QStringLiteral("score in bits, linear");
    case DpKind::forward:
      return showsLag(kind) ? QStringLiteral("all paths to here, bits behind the most so far")
                            : QStringLiteral("all paths to here, bits, linear");
    case DpKind::backward:
      return QStringLiteral("all paths from here on, bits, linear");
    case DpKind::posterior:
      return QStringLiteral("probability that a path is in this state here, linear");
  }
  return {};
}

QString DpView::shrinkingNote(int plane) const {
  const Plane& shown = m_planes[static_cast<size_t>(plane)];
  const Index cells = m_scene->cellsPerPixel(plane);
  // The maximum of what lies behind could be taken for the worst.
  if (showsLag(shown.kind) && cells > 1) return QStringLiteral("best of %1 × %1 cells").arg(cells);
  return shrinkingText(shown.look.shrinking, cells);
}

void DpView::paintHeader(QPainter& painter, const Layout& layout, int plane) const {
  const Plane& shown = m_planes[static_cast<size_t>(plane)];
  const Rect& header = layout.headers[static_cast<size_t>(plane)];
  const double line = QFontMetricsF(theme().titleFont()).height();
  const double swatch = theme().space(2);
  painter.fillRect(QRectF(header.x, header.y + (line - swatch) / 2, swatch, swatch), toColor(stateColor(shown.state)));
  painter.setFont(isLarge(plane) ? theme().titleFont() : theme().labelFont());
  painter.setPen(theme().text);
  const QRectF room(header.x + swatch + theme().space(1), header.y, header.width - swatch - theme().space(1), line);
  const QString name = QString::fromUtf8(engine::stateName(shown.state).data());
  std::vector<QString> texts;
  if (plane >= numPlanes())
    texts = {QStringLiteral("Posterior of %1").arg(name), QStringLiteral("P(%1)").arg(name)};
  else
    texts = {QStringLiteral("%1  %2").arg(plane + 1).arg(stateText(shown.state)),
             QStringLiteral("%1  %2").arg(plane + 1).arg(name), name};
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(QFontMetricsF(painter.font()), texts, room.width()));
}

void DpView::paintLogos(QPainter& painter, const Layout& layout, int plane, QSize size) const {
  const auto k = static_cast<size_t>(plane);
  if (layout.queryLogos[k].isEmpty()) return;
  const MapViewport viewport = viewportOf(plane, size);
  const Rect& panel = layout.panels[k];
  const CellPoint first = viewport.toCell(panel, panel.x, panel.y);
  const CellPoint last = viewport.toCell(panel, panel.right(), panel.bottom());
  const LogoColors& colors = logoColors(theme());
  paintLogo(painter, m_queryLogo, first.row, last.row, toRectF(layout.queryLogos[k]), m_logoLimit, LogoDirection::down,
            colors);
  paintLogo(painter, m_templateLogo, first.column, last.column, toRectF(layout.templateLogos[k]), m_logoLimit,
            LogoDirection::right, colors);
}

void DpView::paintPlane(QPainter& painter, const Layout& layout, int plane, QSize size) const {
  const Plane& shown = m_planes[static_cast<size_t>(plane)];
  const MapFrame frame = frameOf(plane, size);
  paintHeader(painter, layout, plane);
  if (!shown.values) {
    painter.setFont(theme().labelFont());
    painter.setPen(theme().muted);
    painter.drawText(toRectF(frame.panel), Qt::AlignCenter, QStringLiteral("summing over all paths"));
  }
  if (isLarge(plane)) {
    if (shown.shown)
      paintNumbers(painter, theme(), frame, shown.look, [&](Index i, Index j) { return (*shown.shown)(i, j); });
    paintBackPointers(painter, frame, plane);
  }
  if (m_isStepping) paintBlank(painter, frame);
  paintGrid(painter, theme(), frame);
  if (isLarge(plane)) {
    paintAxes(painter, theme(), frame);
    paintLogos(painter, layout, plane, size);
  }
  paintMarks(painter, frame, plane);
}

void DpView::paintOverlay(QPainter& painter, QSize size) {
  const Layout layout = layoutFor(size);
  for (int plane = 0; plane < static_cast<int>(m_planes.size()); ++plane)
    if (!layout.panels[static_cast<size_t>(plane)].isEmpty()) paintPlane(painter, layout, plane, size);
  if (!m_planes.empty() && layout.lanes.isEmpty() && layout.barHeight > 0) {
    paintColorBar(painter, theme(), layout.bar, m_planes[static_cast<size_t>(m_main)].look, scaleCaption(m_kind),
                  layout.captionWidth, shrinkingNote(m_main));
    if (isPosteriorBeside())
      paintColorBar(painter, theme(), layout.posteriorBar, m_planes.back().look, scaleCaption(DpKind::posterior),
                    layout.posteriorBar.width, shrinkingNote(static_cast<int>(m_planes.size()) - 1));
  }
  if (!layout.card.isEmpty()) paintCard(painter, layout.card);
  if (!layout.lanes.isEmpty()) paintLaneView(painter, layout.lanes);
  if (!layout.text.isEmpty()) paintPathTexts(painter, theme(), layout.text, texts());
}

}  // namespace ui
