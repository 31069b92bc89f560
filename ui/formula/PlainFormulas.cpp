#include "ui/formula/PlainFormulas.h"

#include <QStringList>

#include "engine/lessons/formula/PlainFormula.h"

namespace ui {

std::vector<engine::ShownFormula> plainFormulas(const QString& text) {
  std::vector<engine::ShownFormula> formulas;
  for (const QString& line : text.split(u'\n', Qt::SkipEmptyParts)) {
    engine::LessonProblems problems;
    if (const auto tree = engine::parseFormula(engine::texOfPlain(line.toStdString()), {1, 1}, problems))
      formulas.push_back(engine::showFormula(tree));
  }
  return formulas;
}

}  // namespace ui
