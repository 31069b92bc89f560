// What the attention view paints around and over its maps.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/views/attention/AttentionLayout.h"
#include "ui/views/maps/MapMarginPlot.h"
#include "ui/views/maps/MapMarks.h"

namespace ui {

using engine::Index;

namespace {

/// Kept marks are paler than the locked one.
constexpr float kKeptOpacity = 0.6F;

QColor withOpacity(QColor color, float opacity) {
  color.setAlphaF(opacity);
  return color;
}

}  // namespace

void AttentionView::paintHeader(QPainter& painter, const Rect& area, const QString& title, const QString& note,
                                const QString& atRight) const {
  const int colon = title.indexOf(QStringLiteral(": ")), dot = title.indexOf(QStringLiteral(" · "));
  const QFontMetricsF titleMetrics(theme().titleFont()), noteMetrics(theme().labelFont());
  painter.setFont(theme().titleFont());
  painter.setPen(theme().text);
  painter.drawText(QRectF(area.x, area.y, area.width, titleMetrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(titleMetrics, {title, title.left(colon), title.left(dot)}, area.width));
  painter.setFont(theme().labelFont());
  const QRectF second(area.x, area.y + titleMetrics.height(), area.width, noteMetrics.height());
  double room = area.width;
  if (!atRight.isEmpty()) {
    const double width = noteMetrics.horizontalAdvance(atRight) + theme().space(3);
    if (noteMetrics.horizontalAdvance(note) + width <= area.width) {
      painter.setPen(session().selection().locked().isEmpty() ? theme().muted : theme().warning);
      painter.drawText(second, Qt::AlignRight | Qt::AlignVCenter, atRight);
      room -= width;
    }
  }
  painter.setPen(theme().muted);
  painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter, noteMetrics.elidedText(note, Qt::ElideRight, room));
}

void AttentionView::paintMarks(QPainter& painter, const MapFrame& frame) const {
  const SelectionModel& selection = session().selection();
  for (const Focus& focus : selection.kept()) {
    const Cell kept = cellOf(focus);
    paintCrosshair(painter, theme(), frame, kept.row, kept.column, withOpacity(theme().locked, kKeptOpacity));
  }
  const Cell locked = cellOf(selection.locked());
  paintCrosshair(painter, theme(), frame, locked.row, locked.column, theme().locked);
  if (selection.hover() == selection.locked()) return;
  const Cell hovered = cellOf(selection.hover());
  paintCrosshair(painter, theme(), frame, hovered.row, hovered.column, theme().hover);
}

void AttentionView::paintMargins(QPainter& painter, const Layout& layout, const MapFrame& frame) const {
  if (!m_data.margins || !hasNumbers()) return;  // those of the head before
  const Cell cell = cellOf(session().selection().current());
  if (!layout.rowMargin.isEmpty()) {
    const bool isEntropy = m_options.rowMargin == RowMargin::entropy;
    paintMargin(painter, theme(), frame, layout.rowMargin,
                {MarginPlot::Side::right, isEntropy ? m_data.margins->rowEntropy : m_data.margins->rowSum,
                 isEntropy ? tr("entropy") : tr("row sum"), isEntropy ? tr("bits") : QString(), cell.row});
  }
  if (!layout.columnMargin.isEmpty())
    paintMargin(painter, theme(), frame, layout.columnMargin,
                {MarginPlot::Side::bottom, m_data.margins->columnSum, columnTitle(), QString(), cell.column});
}

void AttentionView::paintProgress(QPainter& painter, const Rect& panel) const {
  if (!m_job || m_data.values || panel.isEmpty()) return;  // the base dims what was there before
  painter.setPen(theme().text);
  painter.setFont(theme().panelFont());
  painter.drawText(toRectF(panel), Qt::AlignCenter, tr("Computing… %1 %").arg(qRound(100 * m_job->fraction())));
}

void AttentionView::paintAttention(QPainter& painter, const Layout& layout) const {
  const Layout::Map& place = layout.attention;
  MapFrame frame = frameOf(place.panel, m_navigation.in(place.panel, numRows(), numColumns()));
  if (!layout.areAxesTitled) frame.rowTitle = frame.columnTitle = QString();
  paintHeader(painter, place.header, headTitle(), headNote(), lockText());
  paintGrid(painter, theme(), frame);
  paintLinesOverGrid(painter, frame, m_contactLines);
  const bool areBoth = isSplit();
  if (m_data.shown)
    paintNumbers(painter, theme(), frame, m_attentionLook, [&](Index row, Index column) -> std::optional<double> {
      const float value = (*m_data.shown)(row, column);
      if ((areBoth && row > column) || !std::isfinite(value)) return std::nullopt;  // filtered away
      return value;
    });
  if (areBoth)
    paintNumbers(painter, theme(), frame, m_companionLook, [&](Index row, Index column) -> std::optional<double> {
      return row > column ? std::optional<double>((*m_companionMatrix)(row, column)) : std::nullopt;
    });
  paintDiagonals(painter, theme(), frame, m_options.diagonals, markColor());
  paintMarks(painter, frame);
  paintMargins(painter, layout, frame);
  paintAxes(painter, theme(), frame);
  paintProgress(painter, place.panel);
  if (!m_data.values) return;
  paintColorBar(painter, theme(), place.bar, m_attentionLook, attentionCaption(), place.captionWidth,
                shrinkingText(m_attentionLook.shrinking, m_scene->cellsPerPixel(0)));
}

void AttentionView::paintCompanion(QPainter& painter, const Layout& layout) const {
  const Layout::Map& place = layout.companion;
  const QString unit = companionUnit(m_options.companion);
  const QString shrinking = shrinkingText(m_companionLook.shrinking, m_scene->cellsPerPixel(1));
  if (isSplit()) {
    paintColorBar(painter, theme(), place.bar, m_companionLook,
                  tr("below: %1, %2").arg(companionTitle(m_options.companion), unit), place.captionWidth, shrinking);
    return;
  }
  MapFrame frame = frameOf(place.panel, m_navigation.in(place.panel, numRows(), numColumns()));
  if (!layout.areAxesTitled) frame.rowTitle = frame.columnTitle = QString();
  paintHeader(painter, place.header, companionTitle(m_options.companion), companionNote(), {});
  paintGrid(painter, theme(), frame);
  paintNumbers(painter, theme(), frame, m_companionLook,
               [&](Index row, Index column) { return (*m_companionMatrix)(row, column); });
  paintDiagonals(painter, theme(), frame, m_options.diagonals, theme().accent);
  paintMarks(painter, frame);
  paintAxes(painter, theme(), frame);
  paintColorBar(painter, theme(), place.bar, m_companionLook, unit, place.captionWidth, shrinking);
}

void AttentionView::paintArcPicture(QPainter& painter, const Layout& layout) const {
  paintHeader(painter, layout.attention.header, headTitle(), headNote(), lockText());
  if (!layout.arcs.isEmpty()) {
    const SelectionModel& selection = session().selection();
    std::vector<ArcMark> marks;
    const auto add = [&](const Focus& focus, const QColor& color) {
      const Cell cell = cellOf(focus);
      if (cell.isIn()) marks.push_back({cell.row, cell.column, color});
    };
    add(selection.locked(), theme().locked);
    if (!(selection.hover() == selection.locked())) add(selection.hover(), theme().hover);
    for (const Focus& focus : selection.kept()) add(focus, withOpacity(theme().locked, kKeptOpacity));
    const ArcFrame frame = arcFrameOf(layout.arcs);
    paintArcs(painter, theme(), frame, m_data.arcs, m_attentionLook, marks);
    painter.setFont(theme().labelFont());
    painter.setPen(theme().muted);
    const QRectF area = toRectF(layout.arcs);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop, tr("above: to later residues"));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignBottom, tr("below: to earlier residues"));
  }
  paintProgress(painter, layout.arcs);
  if (m_data.values)
    paintColorBar(painter, theme(), layout.attention.bar, m_attentionLook, attentionCaption(),
                  layout.attention.captionWidth);
}

void AttentionView::paintNotes(QPainter& painter, const Layout& layout) const {
  painter.setFont(theme().labelFont());
  const QFontMetricsF metrics(theme().labelFont());
  double y = layout.notes.top();
  const auto paragraph = [&](const QString& text, const QColor& color) {
    if (text.isEmpty()) return;
    const double wanted =
        metrics.boundingRect(QRectF(0, 0, layout.notes.width(), 1e4), Qt::TextWordWrap, text).height();
    const double height = std::min(wanted, layout.mostNoteLines * metrics.lineSpacing());
    painter.setPen(color);
    // What does not fit into the last line ends with dots.
    const QString fitting =
        height < wanted ? metrics.elidedText(text, Qt::ElideRight, 0.95 * layout.notes.width() * layout.mostNoteLines)
                        : text;
    painter.drawText(QRectF(layout.notes.left(), y, layout.notes.width(), height),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, fitting);
    y += height;
  };
  paragraph(warningText(), theme().warning);
  paragraph(noteText(), theme().muted);
}

void AttentionView::paintOverlay(QPainter& painter, QSize size) {
  const Layout layout = layoutFor(size);
  if (heads() && !layout.strip.isEmpty()) m_strip.paint(painter, theme(), layout.strip, chosenHead());
  if (picture() == AttentionPicture::arcs) {
    paintArcPicture(painter, layout);
  } else {
    if (heads()) paintAttention(painter, layout);
    if (m_companionMatrix && !layout.companion.panel.isEmpty()) paintCompanion(painter, layout);
  }
  paintNotes(painter, layout);
}

void AttentionView::paintPage(QPainter& painter, QSize size) {
  m_isOnPage = true;  // nobody can click there
  paintOverlay(painter, size);
  m_isOnPage = false;
}

}  // namespace ui
