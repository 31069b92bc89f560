// Where a question is answered: options, a field, a cell, bars, an order, letters, a curve.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/lessons/StepReading.h"

namespace ui {

class AnswerInput : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;
  /// None: it is not complete.
  virtual std::optional<engine::LessonAnswer> answer() const = 0;
  virtual void setAnswer(const engine::LessonAnswer& answer) = 0;
  /// What the values of the step say of the form of the answer: how many bars, which labels. Nothing that gives it
  /// away.
  virtual void setValues(const engine::StepValues&) {}
  /// How many right answers there are, where the input has to know.
  virtual void setNumTrue(int) {}
  /// Between what numbers the answer lies, where they are drawn: an input shows a good deal more.
  virtual void setReach(double /*least*/, double /*most*/) {}
  /// The truth beside what was answered; nothing can be changed then.
  virtual void showTruth(const engine::LessonAnswer& truth) = 0;
  /// A key that the page does not use: "3". True: used.
  virtual bool onKey(int key, Qt::KeyboardModifiers modifiers);
  /// A cell of a picture was chosen.
  virtual void chooseCell(const MarkedCells&) {}
  /// Hands are counted instead of answered.
  virtual void setVoting(bool) {}
  virtual void setVotes(const std::vector<int>&) {}
  virtual std::vector<int> votes() const { return {}; }
  /// Begins anew.
  virtual void clear() = 0;

 Q_SIGNALS:
  void changed();
  /// Complete by itself: there is nothing more to say.
  void given();
};

AnswerInput* makeAnswerInput(const engine::LessonQuestion& question, QWidget* parent);

// One per kind; see makeAnswerInput().
AnswerInput* makeChooseInput(const engine::LessonQuestion& question, QWidget* parent);
AnswerInput* makeNumberInput(const engine::LessonQuestion& question, QWidget* parent);
AnswerInput* makeCellInput(const engine::LessonQuestion& question, QWidget* parent);
AnswerInput* makeBarsInput(const engine::LessonQuestion& question, QWidget* parent);
AnswerInput* makeOrderInput(const engine::LessonQuestion& question, QWidget* parent);
AnswerInput* makeLettersInput(const engine::LessonQuestion& question, QWidget* parent);
AnswerInput* makeDrawInput(const engine::LessonQuestion& question, QWidget* parent);

}  // namespace ui
