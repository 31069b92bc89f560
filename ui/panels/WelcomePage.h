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

 Q_SIGNALS:
  void openRequested();
  void sampleRequested();

 private:
  QPushButton *m_open, *m_sample;
};

}  // namespace ui
