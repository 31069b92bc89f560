// What the pointer does on the canvas of every view: moves, clicks, drags, wheel, the context menu.
#include "ui/views/base/PointerGestures.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>
#include <utility>

namespace ui {

namespace {

/// A press and release closer than this (logical pixels) is a click.
constexpr double kDragDistance = 4;
/// Qt's angle of one wheel notch: 15 degrees in eighths.
constexpr double kNotch = 120;

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
      if (const auto& mouse = static_cast<const QMouseEvent&>(event); mouse.button() == Qt::LeftButton)
        m_target.onDoubleClicked(mouse.position());
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
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
      onKey(static_cast<const QKeyEvent&>(event));
      break;
    case QEvent::FocusOut:
      m_isSpaceDown = false;
      break;
    default:
      break;
  }
  return false;
}

void PointerGestures::onPress(const QMouseEvent& event) {
  m_gesture = Gesture::pressed;
  m_button = event.button();
  m_modifiers = event.modifiers();
  m_last = event.position();
  m_target.onPressed(m_last);
}

void PointerGestures::onMove(QPointF position) {
  if (m_gesture == Gesture::pressed && (position - m_last).manhattanLength() >= kDragDistance)
    m_gesture = Gesture::dragging;
  if (m_gesture != Gesture::dragging || !m_dragButtons.testFlag(m_button)) return m_target.onPointerMoved(position);
  m_target.onDragged(std::exchange(m_last, position), position);
}

void PointerGestures::onRelease(const QMouseEvent& event) {
  if (event.button() != m_button || std::exchange(m_gesture, Gesture::none) != Gesture::pressed) return;
  if (m_button == Qt::LeftButton) m_target.onClicked(event.position());
  if (m_button == Qt::RightButton) m_target.onRightClicked(event.globalPosition().toPoint());
}

void PointerGestures::onWheel(const QWheelEvent& event) {
  const QPoint angle = event.angleDelta();
  const bool isSideways = angle.y() == 0;
  const Qt::KeyboardModifiers modifiers = isSideways ? event.modifiers() | Qt::ShiftModifier : event.modifiers();
  const int amount = isSideways ? angle.x() : angle.y();
  if (amount != 0) m_target.onWheel(event.position(), amount / kNotch, modifiers);
}

void PointerGestures::onKey(const QKeyEvent& event) {
  if (event.key() == Qt::Key_Space && !event.isAutoRepeat()) m_isSpaceDown = event.type() == QEvent::KeyPress;
}

}  // namespace ui
