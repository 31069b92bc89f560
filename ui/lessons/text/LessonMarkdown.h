// Prose of lessons before Qt reads it as Markdown: live numbers, marks and formulae are taken out and leave places.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "engine/lessons/expression/Expression.h"
#include "engine/lessons/file/Lesson.h"

namespace ui {

/// Markdown in which a place stands for each of the rest: kNumberPlace + index between kPlaceBegin and kPlaceEnd, and
/// so on. The target of a mark is "mark:INDEX".
struct LessonMarkdown {
  static constexpr char16_t kPlaceBegin = u'\uE000', kPlaceEnd = u'\uE001';
  static constexpr char16_t kNumberPlace = u'\uE100', kFormulaPlace = u'\uE800';
  static constexpr int kMostPlaces = 1024;  ///< of each; what is more stays as it was written

  struct Number {
    engine::LiveNumber number;
    QString text;  ///< between the braces, for speech and for the name of a control
  };
  struct InlineFormula {
    QString tex;
    bool isDisplayed = false;  ///< $$...$$
    engine::LessonPlace place;
  };

  QString markdown;
  std::vector<Number> numbers;
  std::vector<engine::LessonExpression> marks;
  std::vector<InlineFormula> formulas;
};

/// What cannot be read stays in the text as it was written, and is told.
LessonMarkdown readLessonMarkdown(const engine::LessonProse& prose, engine::LessonProblems& problems);

}  // namespace ui
