// What moves over the planes of the DP view: selected cells, the cell in work and where it comes from, cells that are
// not filled yet, what has just changed; the opened cell, the lanes and the texts beside them.
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "engine/hmm/viterbi/CellCandidates.h"
#include "ui/views/dp/DpLayout.h"
#include "ui/views/maps/MapMarks.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using engine::Index;
using engine::PairState;

namespace {

constexpr double kLeastMark = 5, kArrowCell = 8;
constexpr float kKeptAlpha = 0.6F;

QRectF cellRect(const MapFrame& frame, Index i, Index j) {
  const PixelPoint corner = frame.viewport.toPixel(frame.panel, static_cast<double>(i), static_cast<double>(j));
  return {corner.x, corner.y, frame.viewport.pixelsPerCell, frame.viewport.pixelsPerCell};
}

/// Cells of a pixel or two get a mark that can be seen.
QRectF atLeast(QRectF rect, double least) {
  const QPointF middle = rect.center();
  rect.setSize({std::max(rect.width(), least), std::max(rect.height(), least)});
  rect.moveCenter(middle);
  return rect;
}

}  // namespace

void DpView::paintBlank(QPainter& painter, const MapFrame& frame) const {
  QPainterPath blank;
  const QRectF panel = toRectF(frame.panel);
  const CellPoint top = frame.viewport.toCell(frame.panel, frame.panel.x, frame.panel.y);
  const CellPoint bottom = frame.viewport.toCell(frame.panel, frame.panel.right(), frame.panel.bottom());
  const auto firstRow = std::max<Index>(0, static_cast<Index>(std::floor(top.row)));
  const auto lastRow = std::min<Index>(frame.rows - 1, static_cast<Index>(std::floor(bottom.row)));
  for (Index i = firstRow; i <= lastRow; ++i) {
    const Index first = m_stepper.firstBlank(i);
    if (first >= frame.columns) continue;
    const QPointF from = cellRect(frame, i, first).topLeft(), to = cellRect(frame, i + 1, frame.columns).topLeft();
    blank.addRect(QRectF(from, to).intersected(panel));
  }
  painter.fillPath(blank, theme().canvas);
}

void DpView::paintMarks(QPainter& painter, const MapFrame& frame, int plane) const {
  const SelectionModel& selection = session().selection();
  for (const Focus& focus : selection.kept()) {
    const Cell cell = cellOf(focus);
    QColor color = theme().locked;
    color.setAlphaF(kKeptAlpha);
    paintCrosshair(painter, theme(), frame, cell.i, cell.j, color);
  }
  const auto mark = [&](const Cell& cell, const QColor& color) {
    paintCrosshair(painter, theme(), frame, cell.i, cell.j, color);
  };
  if (m_isStepping) {
    mark(currentCell(), theme().hover);
  } else {
    mark(cellOf(selection.locked()), theme().locked);
    if (selection.hover() != selection.locked()) mark(cellOf(selection.hover()), theme().hover);
  }
  if (m_flash > 0) paintFlash(painter, frame);
  if (m_isStepping) paintStepMarks(painter, frame, plane);
}

void DpView::paintStepMarks(QPainter& painter, const MapFrame& frame, int plane) const {
  const Cell cell = currentCell();
  if (cell.i < 0 || cell.j < 0) return;
  painter.save();
  painter.setClipRect(toRectF(frame.panel).adjusted(-2, -2, 2, 2));
  painter.setBrush(Qt::NoBrush);
  const double least = kLeastMark * theme().lineScale, width = 2 * theme().lineScale;
  const PairState main = m_planes[static_cast<size_t>(m_main)].state, own = m_planes[static_cast<size_t>(plane)].state;
  if (hasWaysIn() && !m_stepper.isTracing()) {
    const engine::CellCandidates ways = engine::cellCandidates(*alignment(), cell.i, cell.j);
    for (const engine::StateCandidates& state : ways.states)
      for (size_t k = 0; state.state == main && k < state.candidates.size(); ++k) {
        const auto from = state.candidates[k].from;
        const Index i = cell.i - engine::consumesQuery(main), j = cell.j - engine::consumesTemplate(main);
        const bool isWinner = state.winner == k;
        // A predecessor stands in the plane of its own state; the winner is marked in the main plane as well.
        if (!from || i < 0 || j < 0 || (*from != own && !(isWinner && plane == m_main))) continue;
        painter.setPen(QPen(toColor(stateColor(*from)), width, isWinner ? Qt::SolidLine : Qt::DotLine));
        painter.drawRect(atLeast(cellRect(frame, i, j), least));
        if (isWinner && plane == m_main && frame.viewport.pixelsPerCell >= kArrowCell)
          paintArrow(painter, frame, cell, {Predecessor::Kind::cell, *from, i, j}, frame.viewport.pixelsPerCell);
      }
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme().locked, 1.5 * width));
  painter.drawRect(atLeast(cellRect(frame, cell.i, cell.j), least));
  painter.restore();
}

void DpView::paintFlash(QPainter& painter, const MapFrame& frame) const {
  const engine::AlignmentPath* path = chosenPath();
  if (!path) return;
  QColor color = theme().locked;
  color.setAlphaF(static_cast<float>(m_flash));
  painter.save();
  painter.setClipRect(toRectF(frame.panel));
  const double least = 2 * kLeastMark * theme().lineScale;
  QPainterPath changed;
  changed.setFillRule(Qt::WindingFill);
  for (size_t k = 0; k < path->steps.size() && k < m_changedSteps.size(); ++k)
    if (m_changedSteps[k]) changed.addRect(atLeast(cellRect(frame, path->steps[k].i, path->steps[k].j), least));
  painter.fillPath(changed, color);
  painter.restore();
}

void DpView::paintCard(QPainter& painter, const QRectF& area) const {
  const Cell cell = currentCell();
  if (cell.i < 0 || cell.j < 0) {
    painter.setFont(theme().labelFont());
    painter.setPen(theme().muted);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     QStringLiteral("Point at a cell, click to hold it, or press S and step: here is every way into it "
                                    "with its terms."));
    return;
  }
  CellCard card;
  card.title =
      QStringLiteral("query %1 × template %2")
          .arg(residueText(lettersOf(alignment()->query), cell.i), residueText(lettersOf(alignment()->templ), cell.j));
  card.cell = engine::cellCandidates(*alignment(), cell.i, cell.j);
  card.main = m_planes[static_cast<size_t>(m_main)].state;
  card.packed = matrices().backtrace(cell.i + 1, cell.j + 1);
  paintCellCard(painter, theme(), area, card);
}

void DpView::paintLaneView(QPainter& painter, const QRectF& area) const {
  if (!hasLanes()) {
    painter.setFont(theme().labelFont());
    painter.setPen(theme().muted);
    painter.drawText(area, Qt::AlignCenter,
                     m_live->isPossible()
                         ? QStringLiteral("aligning the query with the template of every lane")
                         : QStringLiteral("Lanes need an alignment of two profiles (five pair states)"));
    return;
  }
  LaneMoment moment;
  const Cell cell = currentCell();
  moment.i = std::clamp<Index>(cell.i, 0, m_lanes.lanes->numRows() - 1);
  moment.j = std::clamp<Index>(cell.j, 0, m_lanes.lanes->numColumns() - 1);
  moment.comparisons = numComparisons();
  moment.stepper = m_isStepping ? &m_stepper : nullptr;
  paintLanes(painter, theme(), area, m_lanes, moment);
}

namespace {

/// Only the end of the path that is traced already; the rest is blank.
PathEntry traced(PathEntry entry, Index count) {
  const size_t blank = entry.letters.query.size() - std::min(entry.letters.query.size(), static_cast<size_t>(count));
  for (std::string* line : {&entry.letters.query, &entry.letters.match, &entry.letters.templ})
    std::fill_n(line->begin(), blank, ' ');
  std::fill_n(entry.posteriors.begin(), std::min(blank, entry.posteriors.size()), -1.0);
  if (blank > 0)
    entry.titles = {QStringLiteral("Trace back: %1 of %2 steps").arg(count).arg(entry.letters.query.size())};
  return entry;
}

}  // namespace

PathTexts DpView::texts() const {
  PathTexts texts;
  texts.offset = m_textOffset;
  const Cell cell = currentCell();
  texts.i = cell.i;
  texts.j = cell.j;
  texts.band = m_isStepping || !session().selection().locked().isEmpty() ? theme().locked : theme().hover;
  texts.changed = m_changedSteps;
  texts.flash = m_flash;
  if (m_isListShown) {
    texts.entries = m_entries;
    texts.first = m_firstEntry;
  } else if (m_path < static_cast<int>(m_entries.size())) {
    const PathEntry& entry = m_entries[static_cast<size_t>(m_path)];
    texts.entries = {m_isStepping ? traced(entry, m_stepper.numTraced()) : entry};
  }
  return texts;
}

}  // namespace ui
