// One line below a picture that could not be renewed, with the whole text behind a button.
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace ui {

class FailureLine : public QFrame {
  Q_OBJECT

 public:
  explicit FailureLine(QWidget* parent);
  /// Shows "TITLE failed", and `error` when details are asked for.
  void tell(const QString& title, const QString& error);
  QLabel& text() { return *m_text; }
  QLabel& details() { return *m_details; }
  QToolButton& detailsButton() { return *m_button; }
  QToolButton& closeButton() { return *m_close; }

 private:
  void showDetails(bool on);
  void recolor();

  QLabel *m_text, *m_details;
  QToolButton *m_button, *m_close;
};

}  // namespace ui
