// What an empty window says: what to do, with the buttons that do it.
#pragma once

#include <QWidget>

class QPushButton;

namespace ui {

class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent = nullptr);
  QPushButton& openButton() { return *m_open; }
  QPushButton& sampleButton() { return *m_sample; }
  /// Of use only while something is open without a view; enabled by the owner.
  QPushButton& newButton() { return *m_new; }

 Q_SIGNALS:
  void openRequested();
  void sampleRequested();
  void newRequested();

 private:
  QPushButton *m_open, *m_sample, *m_new;
};

}  // namespace ui
