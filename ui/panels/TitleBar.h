// The 24 px title bar of a dock: title, extra buttons, float and close.
#pragma once

#include <QIcon>
#include <QWidget>

class QDockWidget;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ui {

class TitleBar : public QWidget {
  Q_OBJECT

 public:
  /// Becomes the dock's title bar; shows its window title.
  explicit TitleBar(QDockWidget* dock);
  /// A button left of float and close.
  QToolButton* addButton(const QString& iconName, const QString& toolTip);
  /// Drawn in full text colour with a line in the accent colour: the dock that the inspector describes.
  void setActive(bool on);
  /// Shown where there is room for it, and on hover; else the dock's window title, which is short for tabs.
  void setTitle(const QString& title);
  /// Left of the title: what kind of thing is shown.
  void setIcon(const QIcon& icon);
  /// Of what the dock waits for, 0..1, as a line and a number beside the title; below 0: it waits for nothing.
  void setProgress(double progress);
  double progress() const { return m_progress; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// By the mouse, on the bar itself; its buttons are no part of it.
  void pressed();

 protected:
  void paintEvent(QPaintEvent*) override;
  /// The dock can be dragged by it all the same.
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;

 private:
  QDockWidget* m_dock;
  QHBoxLayout* m_layout;
  QString m_title;
  QIcon m_icon;
  double m_progress = -1;
  bool m_isActive = false;
};

}  // namespace ui
