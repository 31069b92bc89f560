// Text that is never wider than its place.
#include "ui/panels/FoldedLabel.h"

#include <QEvent>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace ui {

FoldedLabel::FoldedLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void FoldedLabel::setWholeText(const QString& text) {
  if (text == m_whole) return;
  m_whole = text;
  fold();
  updateGeometry();
}

QString FoldedLabel::folded(int width) const {
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  QStringList lines;
  for (const QString& line : m_whole.split(u'\n')) {
    QTextLayout layout(line, font());
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine part = layout.createLine(); part.isValid(); part = layout.createLine()) {
      part.setLineWidth(std::max(width, 1));
      lines << line.mid(part.textStart(), part.textLength());
    }
    layout.endLayout();
    if (line.isEmpty()) lines << QString();
  }
  return lines.join(u'\n');
}

void FoldedLabel::fold() { setText(folded(width())); }

int FoldedLabel::lineHeight() const {
  // As lines are drawn: rounded up one by one, which the metrics of the font are not.
  QTextLayout layout(QStringLiteral("x"), font());
  layout.beginLayout();
  QTextLine line = layout.createLine();
  line.setLeadingIncluded(true);
  line.setLineWidth(fontMetrics().maxWidth());
  const double drawn = line.height();
  layout.endLayout();
  return std::max(fontMetrics().lineSpacing(), static_cast<int>(std::ceil(drawn)));
}

int FoldedLabel::heightForWidth(int width) const {
  return static_cast<int>(folded(width).count(u'\n') + 1) * lineHeight();
}

QSize FoldedLabel::sizeHint() const {
  int widest = 0;
  for (const QString& line : m_whole.split(u'\n')) widest = std::max(widest, fontMetrics().horizontalAdvance(line));
  // One more: advances are rounded.
  return {widest + 1, static_cast<int>(m_whole.count(u'\n') + 1) * lineHeight()};
}

QSize FoldedLabel::minimumSizeHint() const { return {0, lineHeight()}; }

void FoldedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  fold();
}

void FoldedLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() != QEvent::FontChange) return;
  fold();
  updateGeometry();
}

}  // namespace ui
