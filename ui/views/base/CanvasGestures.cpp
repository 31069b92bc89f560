// Gestures that the base of all views does not know.
#include "ui/views/base/CanvasGestures.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWidget>

namespace ui {

CanvasGestures::CanvasGestures(QWidget* watched, QObject* parent) : QObject(parent) {
  watched->installEventFilter(this);
}

bool CanvasGestures::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      m_modifiers = mouse->modifiers();
      m_button = mouse->button();
      m_last = mouse->position();
      if (mouse->button() == Qt::RightButton) m_isRightDown = true;
      Q_EMIT pressed(mouse->position());
      break;
    }
    case QEvent::MouseMove: {
      const QPointF position = static_cast<QMouseEvent*>(event)->position();
      if (m_isRightDown) Q_EMIT draggedRight(m_last, position);
      m_last = position;
      break;
    }
    case QEvent::MouseButtonRelease:
      if (static_cast<QMouseEvent*>(event)->button() == Qt::RightButton) m_isRightDown = false;
      Q_EMIT released();
      break;
    case QEvent::MouseButtonDblClick: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      if (mouse->button() == Qt::LeftButton) Q_EMIT doubleClicked(mouse->position());
      break;
    }
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
      if (const auto* key = static_cast<QKeyEvent*>(event); key->key() == Qt::Key_Space && !key->isAutoRepeat())
        m_isSpaceDown = event->type() == QEvent::KeyPress;
      break;
    case QEvent::FocusOut:
      m_isSpaceDown = false;
      break;
    default:
      break;
  }
  return false;
}

}  // namespace ui
