// The words of one step put in the place of the original's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/file/Lesson.h"
#include "engine/lessons/words/WordLines.h"

namespace engine {

class StepWords {
 public:
  /// `words`: the step of a translation.
  StepWords(const LessonStep& words, LessonProblems& problems) : m_words(words), m_problems(problems) {}

  /// `step`: that of the original.
  void take(LessonStep& step);
  /// Anything was translated; all was.
  bool hasAny() const { return m_numOther > 0 || m_numTexts == 0; }
  bool isWhole() const { return m_numMissing + m_numSame == 0; }
  const std::vector<std::string>& unused() const { return m_unused; }

 private:
  /// Prose by its order, blocks as `matched` says.
  void takeParts(std::vector<LessonPart>& parts, const std::vector<LessonPart>& words, LessonPlace place);
  void takeProse(std::vector<LessonPart>& parts, const std::vector<LessonPart>& words, LessonPlace place);
  void takeBlock(LessonBlock& block, const LessonBlock& words);
  void takeLines(LessonBlock& block, const LessonBlock& words);
  bool takeLine(LessonLine& line, const WordLine& into, const LessonBlock& words, const WordLine& said);
  bool isLineOfWords(const LessonBlock& words, std::size_t line, const WordLine* said);
  /// The blocks of a translation and what they translate; those that translate nothing are told.
  void match(const std::vector<LessonPart>& parts, const std::vector<LessonPart>& words);
  void tellUnmatched(const LessonBlock& words, const std::vector<const LessonBlock*>& originals);
  void missing(LessonPlace place, const std::string& what);
  /// One text was translated; it may read as before.
  void took(std::string_view before, std::string_view now, LessonPlace place);
  void leave(const LessonBlock& block);

  const LessonStep& m_words;
  LessonProblems& m_problems;
  std::vector<std::string> m_unused;
  std::vector<std::pair<const LessonBlock*, const LessonBlock*>> m_matched;  ///< original, words
  std::size_t m_numTexts = 0, m_numOther = 0, m_numMissing = 0, m_numSame = 0;
  LessonPlace m_firstSame;
};

}  // namespace engine
