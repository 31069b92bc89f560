// What the pointer does on the canvas of every view: moves, clicks, drags, wheel, the context menu.
#pragma once

#include <QPoint>
#include <QPointF>
#include <Qt>

class QEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace ui {

/// Is told what the pointer does; positions in logical pixels of the canvas.
class PointerTarget {
 public:
  virtual ~PointerTarget() = default;
  virtual void onPointerMoved(QPointF position) = 0;
  virtual void onPointerLeft() = 0;
  /// A click without a drag.
  virtual void onClicked(QPointF position) = 0;
  /// The pointer went from `from` to `to` with the left or middle button down; the first call starts at the press.
  virtual void onDragged(QPointF from, QPointF to) = 0;
  virtual void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) = 0;
  /// With the mouse, not as the end of a drag, or by a key. A position on the screen.
  virtual void onRightClicked(QPoint globalPosition) = 0;
};

class PointerGestures {
 public:
  PointerGestures(PointerTarget& target, const QWidget& canvas) : m_target(target), m_canvas(canvas) {}
  /// An event of the canvas. True when nobody else shall have it: never one of the mouse, because in 3D views VTK's
  /// interactor style wants the same ones.
  bool take(const QEvent& event);

 private:
  enum class Gesture { none, pressed, dragging };

  void onPress(const QMouseEvent& event);
  void onMove(QPointF position);
  void onRelease(const QMouseEvent& event);
  void onWheel(const QWheelEvent& event);

  PointerTarget& m_target;
  const QWidget& m_canvas;
  QPointF m_pressed, m_last, m_rightPressed;
  Gesture m_gesture = Gesture::none;
  bool m_isRightDown = false;
};

}  // namespace ui
