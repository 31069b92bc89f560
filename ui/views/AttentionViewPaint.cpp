// What the attention view writes around and over its maps.
#include <QPainter>
#include <algorithm>

#include "ui/views/AttentionLayout.h"

namespace ui {

using engine::Index;

QString AttentionView::attentionTitle() const {
  if (!heads()) return {};
  const HeadStrip::Head head = chosenHead();
  QString text = heads()->numLayers > 1 ? QStringLiteral("Layer %1, head %2").arg(head.layer + 1).arg(head.head + 1)
                                        : QStringLiteral("Head %1").arg(head.head + 1);
  if (map() && !map()->label.empty()) text += QStringLiteral(": ") + QString::fromStdString(map()->label);
  return text;
}

QString AttentionView::attentionNote() const {
  if (!map()) return QStringLiteral("This head has not been computed yet");
  if (m_quantity == AttentionQuantity::scores && map()->scores.rank() == 2)
    return QStringLiteral("Scores before the softmax");
  return map()->isStochastic ? QStringLiteral("Each row sums to 1") : QStringLiteral("Rows are not normalised");
}

QString AttentionView::attentionCaption() const {
  if (m_attentionLook.colorMapId == "diverging" && m_attentionLook.low < 0)
    return m_quantity == AttentionQuantity::scores ? QStringLiteral("score, linear") : QStringLiteral("weight, linear");
  const QString scale =
      m_attentionLook.scale == ValueScale::logarithmic ? QStringLiteral("log scale") : QStringLiteral("linear");
  switch (m_range) {
    case WeightRange::zeroToOne:
      return QStringLiteral("weight, %1, 0–1").arg(scale);
    case WeightRange::largestOfHeads:
      return QStringLiteral("weight, %1, all heads").arg(scale);
    case WeightRange::ownLargest:
      break;
  }
  return QStringLiteral("weight, %1").arg(scale);
}

QString AttentionView::mismatchText() const {
  if (!m_geometry || geometry() || !heads()) return {};
  const auto* other = m_geometry->as<engine::ChainGeometry>();
  const Index length = other && other->geometry.distance.rank() == 2 ? other->geometry.distance.length(0) : 0;
  return QStringLiteral("Pair geometry not shown: it has %1 residues, the attention map %2 × %3")
      .arg(length)
      .arg(heads()->numQueries)
      .arg(heads()->numKeys);
}

void AttentionView::paintHeader(QPainter& painter, const Rect& area, const QString& title, const QString& note) const {
  const int colon = title.indexOf(QStringLiteral(": "));
  const QFontMetricsF titleMetrics(theme().titleFont()), noteMetrics(theme().labelFont());
  painter.setFont(theme().titleFont());
  painter.setPen(theme().text);
  painter.drawText(QRectF(area.x, area.y, area.width, titleMetrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(titleMetrics, {title, title.mid(colon < 0 ? 0 : colon + 2)}, area.width));
  painter.setFont(theme().labelFont());
  painter.setPen(theme().muted);
  painter.drawText(QRectF(area.x, area.y + titleMetrics.height(), area.width, noteMetrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, noteMetrics.elidedText(note, Qt::ElideRight, area.width));
}

void AttentionView::paintMarks(QPainter& painter, const MapFrame& frame) const {
  const SelectionModel& selection = session().selection();
  const Cell locked = cellOf(selection.locked());
  paintCrosshair(painter, theme(), frame, locked.row, locked.column, theme().locked);
  if (selection.hover() == selection.locked()) return;
  const Cell hovered = cellOf(selection.hover());
  paintCrosshair(painter, theme(), frame, hovered.row, hovered.column, theme().hover);
}

void AttentionView::paintMap(QPainter& painter, const Layout& layout, Plane plane) const {
  const bool isAttention = plane == Plane::attention;
  const Layout::Map& place = isAttention ? layout.attention : layout.companion;
  const auto matrix = isAttention ? attentionMatrix() : m_companionMatrix;
  const MapLook& look = isAttention ? m_attentionLook : m_companionLook;
  const MapFrame frame = frameOf(place.panel, m_navigation.in(place.panel, numRows(), numColumns()));
  if (isAttention) {
    paintHeader(painter, place.header, attentionTitle(), attentionNote());
  } else {
    QString note = m_companion == Companion::distance ? QStringLiteral("Chain %1")
                                                      : QStringLiteral("From row to column residue, chain %1");
    note = note.arg(QString::fromStdString(geometry()->chain));
    if (heads() && m_areContactsShown)
      note += QStringLiteral("; outlined left: < 8 Å, |i − j| ≥ %1").arg(kContactSeparation);
    paintHeader(painter, place.header, companionTitle(m_companion), note);
  }
  paintGrid(painter, theme(), frame);
  if (matrix)
    paintNumbers(painter, theme(), frame, look, [&](Index row, Index column) { return (*matrix)(row, column); });
  paintMarks(painter, frame);
  paintAxes(painter, theme(), frame);
  if (!matrix) return;
  QString caption = isAttention ? attentionCaption() : companionUnit(m_companion) + QStringLiteral(", linear");
  if (isAttention && m_areContactsShown && geometry() && !m_companionMatrix)
    caption += QStringLiteral("; outlined: contacts < 8 Å, |i − j| ≥ %1").arg(kContactSeparation);
  paintColorBar(painter, theme(), place.bar, look, caption, place.captionWidth);
}

void AttentionView::paintOverlay(QPainter& painter, QSize size) {
  const Layout layout = layoutFor(size);
  if (heads() && layout.strip.height() > 0) {
    m_strip.paint(painter, theme(), layout.strip, chosenHead());
  }
  if (heads()) paintMap(painter, layout, Plane::attention);
  if (m_companionMatrix && !layout.companion.panel.isEmpty()) paintMap(painter, layout, Plane::companion);
  if (const QString text = mismatchText(); !text.isEmpty()) {
    painter.setFont(theme().labelFont());
    painter.setPen(theme().warning);
    painter.drawText(
        QRectF(layout.attention.bar.right() + theme().space(3), layout.attention.bar.y,
               size.width() - layout.attention.bar.right() - theme().space(4), layout.attention.bar.height),
        Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
  }
}

}  // namespace ui
