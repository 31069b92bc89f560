// The names that a step shows: in pictures, formulae, goals, prose.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/lessons/run/LessonGraph.h"

namespace engine {

/// The names whose values are seen when the step is opened. What only questions and checks name is not among them.
/// Words in the braces of prose that are no names may be.
std::set<std::string> namesShown(const LessonStep& step, const StepBlocks& blocks);
/// The names that something of the step reads: what is shown, without the controls for their own sake, and what its
/// questions ask and answer.
std::set<std::string> namesRead(const LessonStep& step, const StepBlocks& blocks);

/// A live number "{A[1,1]:.2}" or mark "[text](mark:A[1])" of a piece of prose.
struct ProsePart {
  enum class Kind { number, mark, formula };
  Kind kind;
  std::string text;  ///< between the braces; behind "mark:"; between dollars
  LessonPlace place;
};
/// Numbers and marks. Code in backticks and formulae between dollars are left out.
std::vector<ProsePart> proseParts(const LessonProse& prose);
/// The formulae between dollars: their TeX.
std::vector<ProsePart> proseFormulas(const LessonProse& prose);
/// All prose of a step: between blocks and in `more`.
std::vector<LessonProse> proseOf(const LessonStep& step);

/// Tells names of pictures, formulae, questions, goals and checks that nothing bears.
void checkStepNames(const Lesson& lesson, const std::vector<StepBlocks>& steps, const LessonGraph& graph,
                    LessonProblems& problems);

}  // namespace engine
