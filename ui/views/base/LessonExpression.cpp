#include "ui/views/base/LessonExpression.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QString>

namespace ui {

void addLessonExpression(QMenu& menu, const QString& expression) {
  if (expression.isEmpty()) return;
  menu.addAction(QObject::tr("Copy as lesson expression: %1").arg(expression), &menu,
                 [expression] { QGuiApplication::clipboard()->setText(expression); });
}

}  // namespace ui
