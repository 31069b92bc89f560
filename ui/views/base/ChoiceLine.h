// A question in one line below a picture, with a button for each answer.
#pragma once

#include <QFrame>
#include <QStringList>
#include <functional>

class QHBoxLayout;
class QLabel;

namespace ui {

class ChoiceLine : public QFrame {
  Q_OBJECT

 public:
  explicit ChoiceLine(QWidget* parent);
  /// Replaces a question that is still open. The line goes when it is answered or closed; `chosen` gets the number of
  /// the answer.
  void ask(const QString& question, const QStringList& answers, std::function<void(int)> chosen);

 private:
  QLabel* m_question;
  QWidget* m_answers = nullptr;
  QHBoxLayout* m_row;
};

}  // namespace ui
