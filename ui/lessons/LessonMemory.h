// What somebody has done in a lesson while it is open: going back finds a step as it was left.
#pragma once

#include <QJsonObject>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/lessons/run/LessonRun.h"

namespace ui {

/// Of one question.
struct QuestionMemory {
  int tries = 0;                ///< wrong answers
  bool isRight = false;         ///< was answered
  bool isShown = false;         ///< or given up
  engine::LessonAnswer answer;  ///< the last one
  std::vector<int> votes;       ///< hands, per option
  bool isDone() const { return isRight || isShown; }
};

struct StepMemory {
  engine::StepState state;
  std::map<std::string, QuestionMemory> questions;  ///< by name
  int numBeats = 1;                                 ///< uncovered
  std::set<std::string> goals;                      ///< reached once, by their texts
  bool areNumbersInFormulas = true;
  std::map<std::string, QJsonObject> views;  ///< how pictures are turned, by name
};

}  // namespace ui
