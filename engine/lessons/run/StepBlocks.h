// The blocks of a step, understood: what each kind asks for, as values.
#pragma once

#include <map>
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

/// What the reader of blocks must know that is not of this room.
struct LessonKnows {
  std::vector<std::string> pictureKinds = {};  ///< views and pictures; empty: any
  std::vector<std::string> pictureKeys = {};   ///< lines of `picture` beside those that all pictures have
};

enum class ControlKind { slider, choice, onOff, stepper, cell, matrix, points, sequence, weight, pose, seed, toggle };

/// One thing to move.
struct LessonControl {
  ControlKind kind = ControlKind::slider;
  std::string name;                            ///< "T"; cells and weights: "Q[1,1]"; points: "x y" or "w"
  double from = 0, to = 1, by = 0, start = 0;  ///< of a choice or switch: `start` counts its values from 0
  bool isLogarithmic = false;
  std::vector<double> snap;
  std::vector<std::string> choices;  ///< of `choice`; the values of `switch` off and on
  std::string label, help;
  struct Play {
    double from = 0, to = 1, seconds = 5;
  };
  std::optional<Play> play;
  std::vector<std::string> arrays = {};  ///< names of what is moved, where it is defined elsewhere: {"Q"}, {"x", "y"}
  std::string alphabet = {};             ///< of a sequence: "DNA", "RNA", "protein"
  int most = 0;                          ///< letters of a sequence; 0: any number
  LessonPlace place;

  /// Whether its name is a value of its own in expressions; others move what is defined elsewhere.
  bool isDefinition() const { return arrays.empty(); }
};
/// What stands for the control's name when it is at `position`: a number, one of its choices (a number where all are
/// numbers), the value of a switch, the 4 × 4 matrix of a pose that was not moved.
LessonValue valueAt(const LessonControl& control, double position);
/// As the file says.
inline LessonValue startValue(const LessonControl& control) { return valueAt(control, control.start); }

/// A `picture` block.
struct LessonPicture {
  std::string name, kind;                                    ///< kind: a view of views.def or a picture of pictures.def
  std::vector<std::string> of;                               ///< names of arrays and datasets, in the order written
  std::vector<std::pair<std::string, LessonLine>> settings;  ///< other keys: "uncover", "head", "state", ...
  std::vector<LessonExpression> marks;
  std::string beside;  ///< name of the picture that it stands beside; empty: alone
  LessonPlace place;
  std::vector<LessonPlace> ofPlaces = {};  ///< of the names
};

/// A `formula` block.
struct LessonFormula {
  std::string name;
  std::vector<FormulaTree> lines;
  std::vector<std::pair<std::string, LessonExpression>> bindings;           ///< symbol -> array
  std::vector<std::pair<std::string, std::optional<LessonExpression>>> at;  ///< index -> value; none: as hovered
  bool isPlain = false, areNumbersShown = true;
  int terms = 6;
  LessonPlace place;
};

/// A line of an `algorithm`.
struct AlgorithmLine {
  FormulaTree formula;
  std::string array, what;
  LessonPlace place = {};
};
struct LessonAlgorithm {
  std::string name;
  std::vector<AlgorithmLine> lines;
  std::vector<std::pair<std::string, LessonExpression>> bindings = {};  ///< symbol -> array, of all lines
  std::vector<std::pair<std::string, std::optional<LessonExpression>>> at;
  bool isPlain = false;  ///< said to be not executed
  LessonPlace place;

  bool isExecuted() const { return !isPlain && !bindings.empty(); }
  /// A line as a formula, its left side bound to its array unless the block binds it to something else.
  LessonFormula formula(const AlgorithmLine& line) const;
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
  std::map<std::string, std::vector<std::string>> covered = {};  ///< `cover NAME` lines, by question
  std::map<std::string, std::vector<std::string>> shown = {};    ///< `show NAME` lines
};

/// Understands the blocks of a step; those that are not understood are told and left out. Formulae and pictures in
/// `more` are among the others.
StepBlocks parseStepBlocks(const LessonStep& step, const LessonKnows& knows, LessonProblems& problems);

// One per kind of block.
std::vector<LessonControl> parseControls(const LessonBlock& block, LessonProblems& problems);
std::optional<LessonPicture> parsePicture(const LessonBlock& block, const LessonKnows& knows, LessonProblems& problems);
std::optional<LessonFormula> parseFormulaBlock(const LessonBlock& block, LessonProblems& problems);
std::optional<LessonAlgorithm> parseAlgorithm(const LessonBlock& block, LessonProblems& problems);
std::vector<LessonGoal> parseGoals(const LessonBlock& block, LessonProblems& problems);

/// All blocks of a step in the order of the file, those in `more` too.
std::vector<const LessonBlock*> blocksOf(const LessonStep& step);

}  // namespace engine
