// What the DP view writes around and over its planes.
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/views/DpLayout.h"

namespace ui {

using engine::Index;

namespace {
constexpr double kArrowCellPixels = 28;
}  // namespace

MapFrame DpView::frameOf(int plane, QSize size) const {
  MapFrame frame;
  frame.panel = panelOf(plane, size);
  frame.viewport = viewportOf(plane, size);
  frame.rows = numRows();
  frame.columns = numColumns();
  frame.rowLetters = lettersOf(alignment()->query);
  frame.columnLetters = lettersOf(alignment()->templ);
  frame.rowTitle = QStringLiteral("query column");
  frame.columnTitle = QStringLiteral("template column");
  return frame;
}

void DpView::paintMarks(QPainter& painter, const MapFrame& frame) const {
  const SelectionModel& selection = session().selection();
  const Cell locked = cellOf(selection.locked());
  paintCrosshair(painter, theme(), frame, locked.i, locked.j, theme().locked);
  if (selection.hover() == selection.locked()) return;
  const Cell hovered = cellOf(selection.hover());
  paintCrosshair(painter, theme(), frame, hovered.i, hovered.j, theme().hover);
}

void DpView::paintBackPointers(QPainter& painter, const MapFrame& frame, int plane) const {
  const double size = frame.viewport.pixelsPerCell;
  if (size < kArrowCellPixels * theme().scale || !isLarge(plane)) return;
  const engine::PairState state = matrices().states[static_cast<size_t>(plane)];
  const CellPoint first = frame.viewport.toCell(frame.panel, frame.panel.x, frame.panel.y);
  const CellPoint last = frame.viewport.toCell(frame.panel, frame.panel.right(), frame.panel.bottom());
  painter.save();
  painter.setClipRect(toRectF(frame.panel));
  painter.setRenderHint(QPainter::Antialiasing);
  const auto from = [](double cell) { return static_cast<Index>(std::max(0.0, std::floor(cell))); };
  for (Index i = from(first.row); i <= std::min(from(last.row), numRows() - 1); ++i)
    for (Index j = from(first.column); j <= std::min(from(last.column), numColumns() - 1); ++j) {
      const auto& values = m_planes[static_cast<size_t>(plane)];
      if (!values || !std::isfinite((*values)(i, j))) continue;
      const Predecessor origin = predecessorOf(matrices(), state, i, j);
      if (origin.kind != Predecessor::Kind::cell) continue;
      // Drawn near the border that faces the predecessor, so that the number in the middle stays free.
      const PixelPoint middle =
          frame.viewport.toPixel(frame.panel, static_cast<double>(i) + 0.5, static_cast<double>(j) + 0.5);
      const QPointF direction(static_cast<double>(origin.j - j), static_cast<double>(origin.i - i));
      const QPointF tip = QPointF(middle.x, middle.y) + direction * (size * 0.46);
      const QPointF tail = QPointF(middle.x, middle.y) + direction * (size * 0.22);
      const QColor color = toColor(stateColor(origin.state));
      painter.setPen(QPen(color, 1.6 * theme().lineScale, Qt::SolidLine, Qt::RoundCap));
      painter.drawLine(tail, tip);
      const double length = std::hypot(direction.x(), direction.y()), head = size * 0.09;
      const QPointF along = direction / length * head, across(-along.y(), along.x());
      painter.setBrush(color);
      painter.drawPolygon(QPolygonF({tip, tip - along + across * 0.7, tip - along - across * 0.7}));
    }
  painter.restore();
}

QString DpView::scaleCaption() const {
  switch (m_kind) {
    case engine::DpKind::viterbi:
      return showsLag() ? QStringLiteral("bits behind the best so far") : QStringLiteral("score in bits, linear");
    case engine::DpKind::forward:
      return showsLag() ? QStringLiteral("all paths to here, bits behind the most so far")
                        : QStringLiteral("all paths to here, bits, linear");
    case engine::DpKind::backward:
      return QStringLiteral("all paths from here on, bits, linear");
    case engine::DpKind::posterior:
      return QStringLiteral("probability that a path is in this state here, linear");
  }
  return {};
}

void DpView::paintPlane(QPainter& painter, const Layout& layout, int plane, QSize size) const {
  const auto k = static_cast<size_t>(plane);
  const engine::PairState state = matrices().states[k];
  const MapFrame frame = frameOf(plane, size);
  const Rect& header = layout.headers[k];
  const double line = QFontMetricsF(theme().titleFont()).height();
  const double swatch = theme().space(2);
  painter.fillRect(QRectF(header.x, header.y + (line - swatch) / 2, swatch, swatch), toColor(stateColor(state)));
  painter.setFont(isLarge(plane) ? theme().titleFont() : theme().labelFont());
  painter.setPen(theme().text);
  const QRectF room(header.x + swatch + theme().space(1), header.y, header.width - swatch - theme().space(1), line);
  const QString name = QString::fromUtf8(engine::stateName(state).data());
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(QFontMetricsF(painter.font()),
                               {QStringLiteral("%1  %2").arg(plane + 1).arg(stateText(state)),
                                QStringLiteral("%1  %2").arg(plane + 1).arg(name), name},
                               room.width()));
  paintGrid(painter, theme(), frame);
  if (isLarge(plane)) {
    const auto& values = m_shown[k];
    if (values) paintNumbers(painter, theme(), frame, m_looks[k], [&](Index i, Index j) { return (*values)(i, j); });
    paintBackPointers(painter, frame, plane);
    paintAxes(painter, theme(), frame);
  }
  paintMarks(painter, frame);
}

void DpView::paintAlignedText(QPainter& painter, const QRectF& area) const {
  const QFontMetricsF metrics(theme().residueFont());
  if (!path() || m_text.query.empty()) {
    painter.setFont(theme().labelFont());
    painter.setPen(theme().muted);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("No path scored above 0"));
    return;
  }
  const double advance = metrics.horizontalAdvance(QLatin1Char('M')), line = metrics.height();
  const double label = metrics.horizontalAdvance(QStringLiteral("template 00000 "));
  const double tail = metrics.horizontalAdvance(QStringLiteral(" 00000"));
  const auto total = static_cast<Index>(m_text.query.size());
  const Index fitting = std::clamp<Index>(static_cast<Index>((area.width() - label - tail) / advance), 1, total);
  const Cell cell = cellOf(session().selection().current());
  const Index at = cell.i >= 0 || cell.j >= 0
                       ? nearestStep(*path(), cell.i >= 0 ? cell.i : cell.j, cell.j >= 0 ? cell.j : cell.i)
                       : 0;
  const Index first = std::clamp<Index>(at - fitting / 2, 0, total - fitting);
  const engine::PathStep& from = path()->steps[static_cast<size_t>(first)];
  const engine::PathStep& to = path()->steps[static_cast<size_t>(first + fitting - 1)];
  painter.setFont(theme().labelFont());
  painter.setPen(theme().muted);
  painter.drawText(QRectF(area.left(), area.top(), area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(QFontMetricsF(theme().labelFont()),
                               pathSummaries(m_choices[static_cast<size_t>(m_path)]), area.width()));
  painter.setFont(theme().residueFont());
  if (cell.i >= 0 || cell.j >= 0) {
    QColor band = session().selection().locked().isEmpty() ? theme().hover : theme().locked;
    band.setAlphaF(0.35F);
    painter.fillRect(
        QRectF(area.left() + label + static_cast<double>(at - first) * advance, area.top() + line, advance, 3 * line),
        band);
  }
  const auto write = [&](int row, const QString& name, const std::string& letters, Index start, Index end) {
    const double y = area.top() + (row + 1) * line;
    painter.setPen(theme().muted);
    painter.drawText(QRectF(area.left(), y, label, line), Qt::AlignLeft | Qt::AlignVCenter, name);
    if (start >= 0)
      painter.drawText(QRectF(area.left(), y, label - advance, line), Qt::AlignRight | Qt::AlignVCenter,
                       QString::number(start + 1));
    painter.setPen(theme().text);
    for (Index k = 0; k < fitting; ++k)
      painter.drawText(QRectF(area.left() + label + static_cast<double>(k) * advance, y, advance, line),
                       Qt::AlignCenter, QString(QLatin1Char(letters[static_cast<size_t>(first + k)])));
    painter.setPen(theme().muted);
    if (end >= 0)
      painter.drawText(QRectF(area.left() + label + static_cast<double>(fitting) * advance + advance, y, tail, line),
                       Qt::AlignLeft | Qt::AlignVCenter, QString::number(end + 1));
  };
  write(0, QStringLiteral("query"), m_text.query, from.i, to.i);
  write(1, {}, m_text.match, -1, -1);
  write(2, QStringLiteral("template"), m_text.templ, from.j, to.j);
}

void DpView::paintOverlay(QPainter& painter, QSize size) {
  const Layout layout = layoutFor(size);
  for (int plane = 0; plane < numPlanes(); ++plane)
    if (!layout.panels[static_cast<size_t>(plane)].isEmpty()) paintPlane(painter, layout, plane, size);
  if (!m_looks.empty())
    paintColorBar(painter, theme(), layout.bar, m_looks[static_cast<size_t>(m_main)], scaleCaption(),
                  layout.captionWidth);
  paintAlignedText(painter, layout.text);
}

}  // namespace ui
