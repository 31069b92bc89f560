// Prose and fenced blocks, line by line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/file/Lesson.h"

namespace engine {

/// Takes the lines of a step or beat in order and makes parts of them.
class BlockCollector {
 public:
  /// `depth`: 1 inside of "more", where there are no further blocks of that kind.
  explicit BlockCollector(LessonProblems& problems, int depth = 0) : m_problems(problems), m_depth(depth) {}

  /// In a translation blocks may be empty, and there are those of `keptBlockKinds`.
  void setTranslation(bool isTranslation) { m_isTranslation = isTranslation; }
  /// `text` without its line end, at `line` of the file (from 1).
  void take(std::string_view text, int line);
  /// Whether a block or a code of Markdown is open, so that headings are none.
  bool isInside() const { return m_block || !m_codeFence.empty(); }
  /// What was collected; a block that is open is told.
  std::vector<LessonPart> finish();

 private:
  void open(std::string_view fence, std::string_view behind, LessonPlace place);
  void close();
  void tellUnclosed();
  void takeProse(std::string_view text, int line);
  void takeBlockLine(std::string_view text, int line);
  void endProse();

  LessonProblems& m_problems;
  int m_depth;
  bool m_isTranslation = false;
  std::vector<LessonPart> m_parts;
  LessonProse m_prose;
  std::shared_ptr<LessonBlock> m_block;
  bool m_isKept = true;  ///< of m_block: its kind is known
  int m_lastLine = 0;    ///< of its last logical line
  std::string m_fence;   ///< that opened it
  std::string m_codeFence;
};

/// The text without a comment: "#" at the beginning or behind a blank, outside of quotation marks that `isQuoted`
/// carries from one line to the next.
std::string_view withoutComment(std::string_view text, bool& isQuoted);

}  // namespace engine
