// The blocks of a step, understood: what each kind asks for, as values.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/lessons/expression/Check.h"
#include "engine/lessons/expression/Expression.h"
#include "engine/lessons/file/Lesson.h"
#include "engine/lessons/formula/Formula.h"
#include "engine/lessons/questions/Question.h"

namespace engine {

enum class ControlKind { slider, choice, onOff, stepper, cell, matrix, points, sequence, weight, pose, seed };

/// One thing to move.
struct LessonControl {
  ControlKind kind = ControlKind::slider;
  std::string name;  ///< "T"; cells: "Q[1,1]"
  double from = 0, to = 1, by = 0, start = 0;
  bool isLogarithmic = false;
  std::vector<double> snap;
  std::vector<std::string> choices;  ///< of `choice`; the values of `switch` off and on
  std::string label, help;
  struct Play {
    double from = 0, to = 1, seconds = 5;
  };
  std::optional<Play> play;
  LessonPlace place;
};

/// A `picture` block.
struct LessonPicture {
  std::string name, kind;           ///< kind: a view of views.def or a picture of pictures.def
  std::vector<std::string> of;      ///< names of arrays and datasets, in the order written
  std::vector<std::pair<std::string, LessonLine>> settings;  ///< other keys: "uncover", "head", "state", ...
  std::vector<LessonExpression> marks;
  std::string beside;               ///< name of the picture that it stands beside; empty: alone
  LessonPlace place;
};

/// A `formula` block.
struct LessonFormula {
  std::string name;
  std::vector<FormulaTree> lines;
  std::vector<std::pair<std::string, LessonExpression>> bindings;         ///< symbol -> array
  std::vector<std::pair<std::string, std::optional<LessonExpression>>> at;  ///< index -> value; none: as hovered
  bool isPlain = false, areNumbersShown = true;
  int terms = 6;
  LessonPlace place;
};

/// A line of an `algorithm`.
struct AlgorithmLine {
  FormulaTree formula;
  std::string array, what;
};
struct LessonAlgorithm {
  std::string name;
  std::vector<AlgorithmLine> lines;
  std::vector<std::pair<std::string, std::optional<LessonExpression>>> at;
  LessonPlace place;
};

struct LessonGoal {
  LessonExpression condition;
  std::string text;
};

/// Everything that is in scope of a step or stands in it. `data` and `run` are the business of LessonRun alone.
struct StepBlocks {
  std::vector<std::vector<LessonControl>> controls;  ///< by block
  std::vector<LessonPicture> pictures;
  std::vector<LessonFormula> formulas;
  std::vector<LessonAlgorithm> algorithms;
  std::vector<LessonQuestion> questions;
  std::vector<LessonGoal> goals;
  std::vector<LessonCheck> checks;
};

}  // namespace engine
