// A question: what is asked, where it is answered, hints for wrong answers, what is true and why.
#pragma once

#include <QFrame>
#include <functional>

#include "ui/lessons/LessonMemory.h"
#include "ui/lessons/LessonRunner.h"
#include "ui/lessons/answers/AnswerInput.h"

class QLabel;
class QPushButton;

namespace ui {

class ProseView;

class QuestionCard : public QFrame {
  Q_OBJECT

 public:
  QuestionCard(engine::LessonQuestion question, LessonRunner& runner, const QString& folder, QWidget* parent);
  const engine::LessonQuestion& question() const { return m_question; }
  const QuestionMemory& memory() const { return m_memory; }
  /// As it was left.
  void setMemory(const QuestionMemory& memory);
  /// Of the step as it is; `truth`: the right answer, of which only its form is used before it is told.
  void setValues(const StepValuesPtr& values, const std::optional<engine::LessonAnswer>& truth);
  void setLetterSize(int pixels);
  void setVoting(bool isVoting);
  bool isVoting() const { return m_isVoting; }
  /// A hint before there is an answer: the one without a condition.
  void giveHint();
  void giveUp();
  void check();
  bool onKey(int key, Qt::KeyboardModifiers modifiers);
  void chooseCell(const MarkedCells& cell);
  bool isDone() const { return m_memory.isDone(); }
  AnswerInput& input() { return *m_input; }
  QString verdict() const;

 Q_SIGNALS:
  /// Tries, an answer, votes: to be kept.
  void remembered();
  /// Right or shown: what it covered may be seen.
  void done();
  /// A link: "softmax", "share".
  void lessonWanted(const QString& lesson, const QString& step);
  /// A hint, a verdict, a reason: there is more to see than before.
  void grown();

 private:
  void onGraded(const engine::LessonAnswer& answer, const LessonRunner::Grading& grading);
  void reveal();
  void showButtons();
  /// Live numbers are put in when they are there.
  void tell(ProseView& view, const std::string& markdown);
  void refreshTexts();

  engine::LessonQuestion m_question;
  LessonRunner& m_runner;
  QString m_folder;
  QuestionMemory m_memory;
  StepValuesPtr m_values;
  std::optional<engine::LessonAnswer> m_truth;
  ProseView *m_text, *m_hint, *m_because;
  AnswerInput* m_input;
  QLabel* m_verdict;
  QPushButton *m_check, *m_hintButton, *m_show;
  bool m_isVoting = false, m_isGrading = false;
};

}  // namespace ui
