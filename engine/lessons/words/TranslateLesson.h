// A lesson in the words of its translation.
#pragma once

#include <string>
#include <vector>

#include "engine/lessons/file/Lesson.h"

namespace engine {

struct LessonInWords {
  /// The original with the words of the translation where there are any, else its own; which is which, steps say
  /// (`translated`). Places in blocks are those of the original, of prose and notes those of the file that it is from.
  Lesson lesson;
  /// Text of the translation that has no place in the original, by the translation's steps: lines of blocks, pieces of
  /// prose, what stands in blocks "unused".
  std::vector<std::vector<std::string>> unused;
};

/// What computes is the original's; blocks are matched by kind and name, those without a name in their order, lines of
/// a block by how they begin, pieces of prose within a beat by their order. Tells in `problems`, all with places of the
/// translation: what the original has not, what stands there besides words, what has changed since (errors); what is
/// missing or still reads as the original (warnings).
LessonInWords inWordsOf(const Lesson& original, const Lesson& translation, LessonProblems& problems);

}  // namespace engine
