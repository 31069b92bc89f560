// Files that were lessons: shipped ones with random changes of bytes, lines, words and numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/lessons/run/LessonRun.h"

namespace test {

class RandomLessons {
 public:
  /// Of equal seeds equal files.
  explicit RandomLessons(std::uint64_t seed);
  /// The next one: one step of a shipped lesson, or its first few, with one to four changes.
  std::string next();

 private:
  std::size_t below(std::size_t end) { return end ? m_random() % end : 0; }
  void change(std::string& text);
  void changeLines(std::string& text);
  void changeNumber(std::string& text);
  void changeBytes(std::string& text);

  std::mt19937_64 m_random;
  std::vector<std::string> m_short, m_long;  ///< a step each; the first steps of a lesson
};

/// What became of one of them.
struct ReadRandomLesson {
  std::shared_ptr<engine::LessonRun> run;
  std::size_t numProblems = 0;
  bool hasErrors = false;
  std::string fault;  ///< a problem without a place in the file; empty: as it should be
};
ReadRandomLesson readRandomLesson(const std::string& text);

/// Computes all of its steps, each for so long at most. A text: what was told without a place; empty: as it should be.
std::string computeRandomLesson(engine::LessonRun& run, double seconds);

}  // namespace test
