// A cell of a view as lessons write it: for those who write one.
#pragma once

class QMenu;
class QString;

namespace ui {

/// "Copy as lesson expression: A[1,2]", into the clipboard; nothing for an empty one.
void addLessonExpression(QMenu& menu, const QString& expression);

}  // namespace ui
