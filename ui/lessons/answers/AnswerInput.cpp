#include "ui/lessons/answers/AnswerInput.h"

namespace ui {

bool AnswerInput::onKey(int, Qt::KeyboardModifiers) { return false; }

AnswerInput* makeAnswerInput(const engine::LessonQuestion& question, QWidget* parent) {
  switch (question.kind) {
    case engine::QuestionKind::choose:
      return makeChooseInput(question, parent);
    case engine::QuestionKind::number:
      return makeNumberInput(question, parent);
    case engine::QuestionKind::cell:
      return makeCellInput(question, parent);
    case engine::QuestionKind::bars:
      return makeBarsInput(question, parent);
    case engine::QuestionKind::order:
      return makeOrderInput(question, parent);
    case engine::QuestionKind::letters:
      return makeLettersInput(question, parent);
    case engine::QuestionKind::draw:
      return makeDrawInput(question, parent);
  }
  return nullptr;
}

}  // namespace ui
