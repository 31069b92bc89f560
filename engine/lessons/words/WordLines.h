// Where words stand in the blocks of a lesson: what a translation says anew, and nothing else of them.
#pragma once

#include <string>
#include <vector>

#include "engine/lessons/file/Lesson.h"

namespace engine {

/// A text in a line, with its quotation marks where it has them.
struct WordSlot {
  std::size_t offset = 0, length = 0;

  std::string_view in(const LessonLine& line) const { return std::string_view(line.text).substr(offset, length); }
};

/// A line of a block in which words stand.
struct WordLine {
  std::size_t line = 0;  ///< of the block, from 0
  /// How it begins: "label", "choose", "-", "labels K.rows"; empty: of goals and algorithms, where the text is all.
  std::string key;
  std::vector<WordSlot> slots;  ///< one; of "-" with its hint two
  bool isQuoted = true;         ///< else words as they are: "title Bits per letter"
  /// What else stands there, such as conditions: nothing of it is in a translation.
  std::string code;
};

/// Those of a block other than "note" and "more", which are words as a whole. Lines that cannot be understood are left
/// out. Labels that are no words, such as letters and numbers, are none here.
std::vector<WordLine> wordLines(const LessonBlock& block);

/// Whether there is something to translate: words, or in "more" words or blocks with words.
bool hasWords(const LessonBlock& block);

/// As a translation writes the line: `- "it grows" hint "Look again."`.
std::string wordsText(const LessonBlock& block, const WordLine& line);

/// A short hash of all words of a step (title, prose, blocks), blanks at the ends of lines left out.
std::string wordsHash(const LessonStep& step);
/// The same of title, goal and introduction.
std::string wordsHash(const Lesson& lesson);

}  // namespace engine
