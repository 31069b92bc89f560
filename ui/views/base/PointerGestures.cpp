// What the pointer does on the canvas of every view: moves, clicks, drags, wheel, the context menu.
#include "ui/views/base/PointerGestures.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

namespace ui {

namespace {

/// A press and release closer than this (logical pixels) is a click.
constexpr double kDragDistance = 4;
/// Qt's angle of one wheel notch: 15 degrees in eighths.
constexpr double kNotch = 120;

bool isGrabbing(const QMouseEvent& event) {
  return event.button() == Qt::LeftButton || event.button() == Qt::MiddleButton;
}

}  // namespace

bool PointerGestures::take(const QEvent& event) {
  switch (event.type()) {
    case QEvent::MouseButtonPress:
      onPress(static_cast<const QMouseEvent&>(event));
      break;
    case QEvent::MouseMove:
      onMove(static_cast<const QMouseEvent&>(event).position());
      break;
    case QEvent::MouseButtonRelease:
      onRelease(static_cast<const QMouseEvent&>(event));
      break;
    case QEvent::MouseButtonDblClick:
      m_gesture = Gesture::none;
      break;
    case QEvent::Wheel:
      onWheel(static_cast<const QWheelEvent&>(event));
      break;
    case QEvent::Leave:
      m_target.onPointerLeft();
      break;
    case QEvent::ContextMenu:  // of the mouse: opened on release, when it was no drag
      if (static_cast<const QContextMenuEvent&>(event).reason() == QContextMenuEvent::Keyboard)
        m_target.onRightClicked(m_canvas.mapToGlobal(m_canvas.rect().center()));
      return true;
    default:
      break;
  }
  return false;
}

void PointerGestures::onPress(const QMouseEvent& event) {
  if (isGrabbing(event)) {
    m_gesture = Gesture::pressed;
    m_pressed = m_last = event.position();
  }
  if (event.button() == Qt::RightButton) {
    m_isRightDown = true;
    m_rightPressed = event.position();
  }
}

void PointerGestures::onMove(QPointF position) {
  if ((position - m_rightPressed).manhattanLength() >= kDragDistance) m_isRightDown = false;
  if (m_gesture == Gesture::pressed && (position - m_pressed).manhattanLength() >= kDragDistance)
    m_gesture = Gesture::dragging;
  if (m_gesture != Gesture::dragging) return m_target.onPointerMoved(position);
  m_target.onDragged(m_last, position);
  m_last = position;
}

void PointerGestures::onRelease(const QMouseEvent& event) {
  if (m_gesture == Gesture::pressed && event.button() == Qt::LeftButton) m_target.onClicked(event.position());
  if (isGrabbing(event)) m_gesture = Gesture::none;
  if (event.button() != Qt::RightButton) return;
  if (m_isRightDown) m_target.onRightClicked(event.globalPosition().toPoint());
  m_isRightDown = false;
}

void PointerGestures::onWheel(const QWheelEvent& event) {
  const QPoint angle = event.angleDelta();
  const bool isSideways = angle.y() == 0;
  const Qt::KeyboardModifiers modifiers = isSideways ? event.modifiers() | Qt::ShiftModifier : event.modifiers();
  const int amount = isSideways ? angle.x() : angle.y();
  if (amount != 0) m_target.onWheel(event.position(), amount / kNotch, modifiers);
}

}  // namespace ui
