#include "ui/views/maps/ShownLines.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <QTextOption>
#include <algorithm>

namespace ui {

QStringList shownLines(const Theme& theme, const QFont& font, const QString& text, double width) {
  if (text.isEmpty()) return {};
  if (theme.page.mayElide) return {QFontMetricsF(font).elidedText(text, Qt::ElideRight, width)};
  QTextLayout layout(text, font);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  QStringList lines;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(std::max(width, 1.0));
    lines << text.mid(line.textStart(), line.textLength()).trimmed();
  }
  layout.endLayout();
  return lines;
}

void paintLine(QPainter& painter, const Theme& theme, const QRectF& area, int flags, const QString& text) {
  const QFontMetricsF metrics(painter.font());
  if (theme.page.mayElide)
    return painter.drawText(area, flags, metrics.elidedText(text, Qt::ElideRight, area.width()));
  const double wanted = metrics.horizontalAdvance(text) + 1;
  if (wanted <= area.width() || area.width() <= 0) return painter.drawText(area, flags, text);
  const double share = area.width() / wanted;  // sizes of fonts have steps
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(share, share);
  painter.drawText(QRectF(0, 0, wanted, area.height() / share), flags, text);
  painter.restore();
}

}  // namespace ui
