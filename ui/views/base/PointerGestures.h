// What the pointer does on the canvas of every view: moves, clicks, drags, wheel, the context menu.
#pragma once

#include <QPoint>
#include <QPointF>
#include <Qt>

class QEvent;
class QKeyEvent;
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
  /// With any button; gestures tell which.
  virtual void onPressed(QPointF) {}
  /// A click without a drag.
  virtual void onClicked(QPointF position) = 0;
  virtual void onDoubleClicked(QPointF) {}
  /// The pointer went from `from` to `to` with a button down that drags; the first call starts at the press.
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
  /// Left and middle unless said otherwise.
  void setDragButtons(Qt::MouseButtons buttons) { m_dragButtons = buttons; }
  /// Modifiers and button of the last press.
  Qt::KeyboardModifiers modifiers() const { return m_modifiers; }
  Qt::MouseButton button() const { return m_button; }
  bool isSpaceDown() const { return m_isSpaceDown; }

 private:
  enum class Gesture { none, pressed, dragging };

  void onPress(const QMouseEvent& event);
  void onMove(QPointF position);
  void onRelease(const QMouseEvent& event);
  void onWheel(const QWheelEvent& event);
  void onKey(const QKeyEvent& event);

  PointerTarget& m_target;
  const QWidget& m_canvas;
  Gesture m_gesture = Gesture::none;
  QPointF m_last;  ///< of the press until it has become a drag
  Qt::KeyboardModifiers m_modifiers;
  Qt::MouseButton m_button = Qt::NoButton;
  Qt::MouseButtons m_dragButtons = Qt::LeftButton | Qt::MiddleButton;
  bool m_isSpaceDown = false;
};

}  // namespace ui
