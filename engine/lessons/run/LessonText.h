// A lesson as text: for screen readers, consoles and tests.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/lessons/run/LessonRun.h"

namespace engine {

struct LessonTextOptions {
  int step = -1;            ///< from 0; -1: all of them
  bool hasAnswers = false;  ///< tells the answers instead of asking
  LessonSettings settings;  ///< of controls
  bool runsAll = false;     ///< runs with stored results too
  std::map<std::string, DatasetPtr> replaced = {};  ///< own data in the place of samples, by name
};

/// Where the text goes and answers come from.
struct LessonConsole {
  std::function<void(const std::string&)> write;
  std::function<std::optional<std::string>()> read;  ///< a line; nothing at the end of input
};

/// Plays steps of a lesson: prose with its numbers put in, arrays of pictures in words, formulae with their numbers,
/// questions that are asked with hints and as many tries as they have. What is covered reads "?" until the question is
/// answered or its tries are used up. Throws Error when a step cannot be computed, Cancelled.
void playAsText(LessonRun& run, const LessonTextOptions& options, const LessonConsole& console, Progress& progress);

/// An answer as it is typed: numbers with blanks or commas between them, or letters. Nothing: it is no such answer.
std::optional<LessonAnswer> answerIn(const LessonQuestion& question, const std::string& line);
/// An answer in words: "it grows, nothing", "0.644 Å", "K[2]".
std::string answerText(const LessonQuestion& question, const LessonAnswer& answer);

}  // namespace engine
