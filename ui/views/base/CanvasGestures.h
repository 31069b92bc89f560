// Gestures that the base of all views does not know: where a drag began, the right button, double clicks.
#pragma once

#include <QObject>
#include <QPointF>

namespace ui {

/// Watches a widget without eating its events. Install it after the view's own filter: it then sees each event first.
class CanvasGestures : public QObject {
  Q_OBJECT

 public:
  explicit CanvasGestures(QWidget* watched, QObject* parent);
  /// Modifiers and button of the last press.
  Qt::KeyboardModifiers modifiers() const { return m_modifiers; }
  Qt::MouseButton button() const { return m_button; }
  bool isSpaceDown() const { return m_isSpaceDown; }

 Q_SIGNALS:
  void pressed(QPointF position);
  void released();
  void doubleClicked(QPointF position);
  void draggedRight(QPointF from, QPointF to);  ///< with the right button down

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QPointF m_last;
  Qt::KeyboardModifiers m_modifiers;
  Qt::MouseButton m_button = Qt::NoButton;
  bool m_isRightDown = false, m_isSpaceDown = false;
};

}  // namespace ui
