// Small lessons for tests, out of the text of their steps.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/lessons/run/LessonRun.h"
#include "tests/support/Files.h"

namespace test {

/// Eight lines before the first of `steps`.
inline std::string lessonText(const std::string& steps) {
  return "---\nheadlight-lesson: 1\nid: tiny\ntitle: Tiny\ngoal: Say it.\nminutes: 3\n---\n\n" + steps;
}

/// A lesson that runs, of text that is without problems unless they are asked for.
class TinyLesson {
 public:
  explicit TinyLesson(const std::string& steps, const std::string& file = "tiny.md",
                      const engine::LessonKnows& knows = {}) {
    engine::LessonProblems problems;
    auto lesson = std::make_shared<engine::Lesson>(engine::parseLesson(lessonText(steps), file, problems));
    for (const engine::LessonProblem& problem : problems.sorted()) ADD_FAILURE() << problemText("tiny.md", problem);
    run = std::make_unique<engine::LessonRun>(std::move(lesson), sampleFile(""), engine::Compute{}, knows);
  }

  std::vector<std::string> problems() const {
    std::vector<std::string> texts;
    for (const engine::LessonProblem& problem : run->problems()) texts.push_back(problemText("tiny.md", problem));
    return texts;
  }
  std::shared_ptr<const engine::StepValues> values(int step = 0, const engine::StepState& state = {}) {
    for (const std::string& problem : problems()) ADD_FAILURE() << problem;
    engine::Progress none;
    return run->values(step, state, none);
  }

  std::unique_ptr<engine::LessonRun> run;
};

inline engine::LessonArray arrayOf(const engine::LessonScope& scope, const std::string& name) {
  const engine::LessonValue* value = scope.find(name);
  if (!value || !std::holds_alternative<engine::LessonArray>(*value)) {
    ADD_FAILURE() << name << " is no array";
    return {};
  }
  return std::get<engine::LessonArray>(*value);
}
inline double numberOf(const engine::LessonScope& scope, const std::string& name) {
  const engine::LessonArray array = arrayOf(scope, name);
  EXPECT_EQ(array.size(), 1) << name;
  return array.size() == 1 ? array[0] : 0;
}

}  // namespace test
