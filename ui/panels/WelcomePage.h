// What an empty window says: what to do, with the buttons that do it.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace ui {

class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent = nullptr);
  QPushButton& openButton() { return *m_open; }
  QPushButton& sampleButton() { return *m_sample; }
  /// Of use only while something is open without a view; shown by the owner.
  QPushButton& newButton() { return *m_new; }

 Q_SIGNALS:
  void openRequested();
  void sampleRequested();
  void newRequested();

 protected:
  bool event(QEvent* event) override;

 private:
  void sizeText();  ///< as large as its font needs it

  QLabel* m_text;
  QPushButton *m_open, *m_sample, *m_new;
};

}  // namespace ui
