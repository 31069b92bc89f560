#include "ui/views/maps/ShownLines.h"

#include <QFontMetricsF>
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

}  // namespace ui
