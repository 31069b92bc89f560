// The one text of the status bar: what is under the pointer, or for a while a message.
#pragma once

#include <QTimer>
#include <QWidget>

namespace app {

/// Elided where it does not fit; the tip has all of it.
class StatusText : public QWidget {
  Q_OBJECT

 public:
  explicit StatusText(QWidget* parent = nullptr);
  /// What is under the pointer; empty: nothing.
  void setText(const QString& text);
  /// Stands in front of it for this long.
  void showMessage(const QString& text, int milliseconds);
  /// What is shown now, whole.
  const QString& text() const { return m_message.isEmpty() ? m_text : m_message; }
  /// As it is painted.
  QString shownText() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void changed();
  QRect room() const;

  QString m_text, m_message;
  QTimer m_timer;
};

}  // namespace app
