#include "ui/lessons/answers/GoalLine.h"

#include "ui/look/Theme.h"

namespace ui {

GoalLine::GoalLine(const std::string& text, QWidget* parent) : QLabel(parent), m_text(text) {
  setWordWrap(true);
  setTextFormat(Qt::RichText);
  setReached(false);
}

void GoalLine::setReached(bool isReached) {
  m_isReached = isReached;
  const QString text = QString::fromStdString(m_text).toHtmlEscaped();
  const QColor good = ThemeModel::instance().theme().good;
  setText(isReached ? QStringLiteral("<span style=\"color:%1\">☑</span> %2").arg(good.name(), text)
                    : QStringLiteral("☐ %1").arg(text));
  setAccessibleName((isReached ? tr("Goal, reached: %1") : tr("Goal: %1")).arg(QString::fromStdString(m_text)));
}

}  // namespace ui
