// A question in a line above the views. Nothing waits for the answer: the program goes on meanwhile.
#pragma once

#include <QFrame>
#include <QPointer>
#include <functional>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace app {

class QuestionBar : public QFrame {
  Q_OBJECT

 public:
  using Answer = std::pair<QString, std::function<void()>>;

  /// Hidden until it asks.
  explicit QuestionBar(QWidget* parent);
  /// In place of what it asked before. An answer takes the bar away, then does its work; Escape gives the last one.
  /// `takesFocus`: as the user has asked for something that needs the answer.
  void ask(const QString& text, const std::vector<Answer>& answers, bool takesFocus);
  /// Hides the bar and forgets its answers.
  void forget();
  /// As if the last answer had been given.
  void dismiss();
  QString text() const;
  const std::vector<QPushButton*>& buttons() const { return m_buttons; }  ///< in the order of the answers

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void answer(const std::function<void()>& work);

  QHBoxLayout* m_row;
  QLabel* m_text;
  std::vector<QPushButton*> m_buttons;
  QPointer<QWidget> m_focusBefore;
};

}  // namespace app
