// Whether everything in a window has its place.
#include "tests/app/window/Geometry.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QSlider>

#include "tests/app/window/Inputs.h"
#include "ui/panels/FoldedLabel.h"

namespace test {

namespace {

bool isScrolled(const QWidget& widget) {
  const auto* viewport = widget.parentWidget();
  const auto* area = viewport ? qobject_cast<const QAbstractScrollArea*>(viewport->parentWidget()) : nullptr;
  return area && area->viewport() == viewport;
}

QString nameOf(const QWidget& widget) {
  const QRect area = widget.geometry();
  return QStringLiteral("%1 at %2,%3 %4x%5 in %6 %7x%8")
      .arg(describe(widget))
      .arg(area.x())
      .arg(area.y())
      .arg(area.width())
      .arg(area.height())
      .arg(QLatin1String(widget.parentWidget()->metaObject()->className()))
      .arg(widget.parentWidget()->width())
      .arg(widget.parentWidget()->height());
}

bool isControl(const QWidget& widget) {
  return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
         qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QSlider*>(&widget);
}

}  // namespace

QStringList misplacedIn(const QWidget& root) {
  QStringList found;
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->isWindow() || widget->objectName().startsWith(QStringLiteral("qt_"))) continue;
    const QRect room = widget->parentWidget()->rect();
    const QRect area = widget->geometry();
    if (area.right() < 0 && area.bottom() < 0) continue;  // where Qt keeps docks and tabs that are not shown
    const bool isInside = isScrolled(*widget) ? area.left() >= room.left() && area.right() <= room.right()
                                              : room.contains(area) || area.isEmpty();
    if (!isInside) found << nameOf(*widget);
  }
  return found;
}

QStringList cutOffIn(const QWidget& root) {
  QStringList found;
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    const auto* label = qobject_cast<const QLabel*>(widget);
    const bool isFolded = label && (label->wordWrap() || qobject_cast<const ui::FoldedLabel*>(label));
    if (isFolded && !label->text().isEmpty() && label->height() < label->heightForWidth(label->width()))
      found << nameOf(*widget) + u' ' + label->text();
    if (label && !isFolded && label->width() < label->minimumSizeHint().width())
      found << nameOf(*widget) + u' ' + label->text();
    if (isControl(*widget) && widget->width() < widget->minimumSizeHint().width()) found << nameOf(*widget);
  }
  return found;
}

}  // namespace test
