// Texts of a lesson: their live numbers, marks, formulae, links and images.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "engine/base/Error.h"
#include "engine/lessons/expression/Expression.h"
#include "engine/lessons/file/LessonShelf.h"
#include "engine/lessons/run/LessonEvaluation.h"
#include "engine/lessons/run/LessonRun.h"

namespace engine {

/// What a name stands for could not be computed, or nothing bears it: told where it is defined and when names were
/// looked up.
inline bool isToldElsewhere(const std::string& file, const std::string& text) {
  return std::ranges::any_of(
      std::initializer_list<std::string>{file + ":", "is not defined here", "cannot be set: nothing here is called so"},
      [&](const std::string& told) { return text.find(told) != std::string::npos; });
}

/// Runs `work`; an Error is a problem at its own place or else at this one. `file`: of the lesson whose names were looked
/// up and computed before; empty: of none, so that nothing was told elsewhere.
template <class Work>
void tellErrors(const std::string& file, LessonPlace place, LessonProblems& problems, const Work& work) {
  const auto isTold = [&](const std::string& text) { return !file.empty() && isToldElsewhere(file, text); };
  try {
    work();
  } catch (const PlacedError& error) {
    if (!isTold(error.text())) problems.error(error.place(), error.text());
  } catch (const ExpressionError& error) {
    if (!isTold(error.what())) problems.error(error.place(), error.what());
  } catch (const Error& error) {
    problems.error(place, error.what());
  }
}

class TextCheck {
 public:
  /// All three outlive it. Links may lead to the lesson itself and into `shelf`. `wereNamesTold`: of names in the texts
  /// that mean nothing was told when the lesson was read; of a translation not.
  TextCheck(const Lesson& lesson, const std::vector<ShelvedLesson>& shelf, LessonProblems& problems,
            bool wereNamesTold = true)
      : m_lesson(lesson), m_shelf(shelf), m_problems(problems), m_wereNamesTold(wereNamesTold) {}

  /// `values` null: what is in braces is read, not computed.
  void check(const LessonProse& prose, const StepValues* values);
  void checkNumbers(const LessonProse& prose, const StepValues* values);
  void checkLinks(const LessonProse& prose);

 private:
  void checkImage(const std::string& path, LessonPlace place);
  template <class Work>
  void tryTo(LessonPlace place, const Work& work) {
    tellErrors(m_wereNamesTold ? m_lesson.file : std::string(), place, m_problems, work);
  }

  const Lesson& m_lesson;
  const std::vector<ShelvedLesson>& m_shelf;
  LessonProblems& m_problems;
  bool m_wereNamesTold;
};

}  // namespace engine
