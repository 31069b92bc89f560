#include "engine/lessons/words/TranslationText.h"

#include <algorithm>

#include "engine/base/Error.h"
#include "engine/lessons/file/BlockCollector.h"
#include "engine/lessons/file/LinePlace.h"
#include "engine/lessons/words/TranslateLesson.h"
#include "engine/lessons/words/WordLines.h"

namespace engine {

namespace {

/// A fence that nothing in `content` closes.
std::string fenceAround(const std::string& content) {
  std::size_t longest = 2, here = 0;
  for (const char c : content) {
    here = c == '`' ? here + 1 : 0;
    longest = std::max(longest, here);
  }
  return std::string(longest + 1, '`');
}

std::string fenced(const std::string& head, const std::string& content) {
  const std::string fence = fenceAround(content);
  return fence + head + "\n" + content + (content.empty() || content.ends_with('\n') ? "" : "\n") + fence + "\n";
}

std::string headOf(const LessonBlock& block) { return block.kind + (block.name.empty() ? "" : " " + block.name); }

/// Writes words in the order of the original.
class WordsWriter {
 public:
  std::string text;

  void parts(const std::vector<LessonPart>& parts) {
    bool isBehindProse = false;
    const LessonBlock* between = nullptr;
    for (const LessonPart& part : parts) {
      if (part.block && !hasWords(*part.block)) {
        between = part.block.get();
        continue;
      }
      // Prose ends where a block stands, if need be an empty one.
      if (!part.block && isBehindProse && between) piece(fenced(headOf(*between), ""));
      if (part.block)
        block(*part.block);
      else
        piece(part.prose.markdown);
      isBehindProse = !part.block;
      between = nullptr;
    }
  }

  void piece(const std::string& piece) {
    if (!text.empty() && !text.ends_with("\n\n")) text += text.ends_with('\n') ? "\n" : "\n\n";
    text += piece;
  }

 private:
  void block(const LessonBlock& block) {
    std::string content;
    if (block.kind == "more") {
      WordsWriter inner;
      inner.parts(block.parts);
      content = block.lines[0].text + "\n" + inner.text;
    } else if (block.isFree) {
      for (const LessonLine& line : block.lines) content += line.text + "\n";
    } else {
      for (const WordLine& line : wordLines(block)) content += wordsText(block, line) + "\n";
    }
    piece(fenced(headOf(block), content));
  }
};

std::string stepText(const LessonStep& step) {
  WordsWriter writer;
  for (const LessonBeat& beat : step.beats) {
    if (!beat.title.empty()) writer.piece("### " + beat.title + "\n");
    writer.parts(beat.parts);
  }
  return writer.text;
}

std::string headText(const LessonStep& step, const std::string& hash) {
  return "## " + step.title + " {#" + step.slug + (hash.empty() ? "" : " from=" + hash) + "}\n";
}

std::string frontText(const Lesson& lesson, const std::string& of, const std::string& hash,
                      const std::string& comment) {
  std::string text = "---\nheadlight-lesson: 1\nof: " + of + "\nlanguage: " + lesson.language +
                     "\ntitle: " + lesson.title + "\ngoal: " + lesson.goal + "\n" +
                     (hash.empty() ? "" : "from: " + hash + "\n") + comment + "---\n";
  return text + lesson.introduction.markdown;
}

std::string newStep(const LessonStep& step) {
  const std::string words = stepText(step);
  return headText(step, wordsHash(step)) + (words.empty() ? "" : "\n" + words);
}

/// Comments in the blocks of a text.
std::vector<std::string> commentsIn(const std::string& text) {
  std::vector<std::string> comments;
  std::string fence;
  bool isFree = false, isQuoted = false;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string line = text.substr(from, end - from);
    from = end + 1;
    const std::size_t ticks = line.find_first_not_of('`');
    const std::size_t numTicks = ticks == std::string::npos ? line.size() : ticks;
    if (fence.empty() && numTicks >= 3) {
      fence = line.substr(0, numTicks);
      const std::string kind = line.substr(numTicks, line.find(' ') - numTicks);
      isFree = kind == "note" || kind == "more" || kind == "original" || kind == "unused";
      isQuoted = false;
    } else if (numTicks >= 3 && numTicks == line.size() && numTicks >= fence.size()) {
      fence.clear();
    } else if (!fence.empty() && !isFree) {
      const std::size_t kept = withoutComment(line, isQuoted).size();
      if (kept < line.size()) comments.push_back(line.substr(kept));
    }
  }
  return comments;
}

class TranslationUpdate {
 public:
  TranslationUpdate(const Lesson& original, const std::string& text, const std::string& file)
      : m_original(original), m_text(text), m_words(parsed(file)) {
    LessonProblems ignored;  // they are what is brought up here
    m_made = inWordsOf(original, m_words, ignored);
    for (std::size_t from = 0; from <= m_text.size();) {
      m_lines.push_back(from);
      const std::size_t end = m_text.find('\n', from);
      if (end == std::string::npos) break;
      from = end + 1;
    }
  }

  std::string make() {
    std::string text = front();
    const auto add = [&](std::string piece) {
      while (piece.ends_with("\n") || piece.ends_with("\r")) piece.pop_back();
      while (text.ends_with("\n") || text.ends_with("\r")) text.pop_back();
      text += "\n\n" + piece + "\n";
    };
    for (std::size_t k = 0; k < m_original.steps.size(); ++k) add(step(k));
    for (const LessonStep& step : m_words.steps)
      if (std::none_of(m_original.steps.begin(), m_original.steps.end(),
                       [&](const LessonStep& one) { return one.slug == step.slug; }))
        add(rawStep(static_cast<std::size_t>(&step - m_words.steps.data())));
    return text;
  }

 private:
  Lesson parsed(const std::string& file) const {
    LessonProblems problems;
    Lesson words = parseLesson(m_text, file, problems);
    if (problems.hasErrors()) {
      for (const LessonProblem& problem : problems.sorted())
        if (!problem.isWarning) fail(problemText(file, problem), " (nothing was written)");
    }
    if (words.translationOf != m_original.id)
      fail(file, ": is of \"", words.translationOf, "\", expected a translation of \"", m_original.id, "\"");
    return words;
  }

  /// Lines from..to of the text, from 1, `to` not included.
  std::string raw(int from, int to) const {
    const auto offset = [&](int line) {
      return static_cast<std::size_t>(line) <= m_lines.size() ? m_lines[static_cast<std::size_t>(line) - 1]
                                                              : m_text.size();
    };
    return m_text.substr(offset(from), offset(to) - offset(from));
  }
  int lineBehind(std::size_t step) const {
    return step + 1 < m_words.steps.size() ? m_words.steps[step + 1].place.line : static_cast<int>(m_lines.size()) + 1;
  }
  std::string rawStep(std::size_t step) const { return raw(m_words.steps[step].place.line, lineBehind(step)); }

  std::string front() const {
    const std::string now = wordsHash(m_original);
    const bool isNow = m_words.translatedHash == now;
    const bool isWhole = !m_words.title.empty() && !m_words.goal.empty() &&
                         m_words.introduction.markdown.empty() == m_original.introduction.markdown.empty();
    const std::string before =
        raw(1, m_words.steps.empty() ? static_cast<int>(m_lines.size()) + 1 : m_words.steps[0].place.line);
    if (isNow && isWhole) return before;
    std::string comment = frontComments(before);
    if (!isNow) {
      comment += "# original " + now + ": bring title, goal and introduction up to it, set from: " + now +
                 "\n# title: " + m_original.title + "\n# goal: " + m_original.goal + "\n";
      for (std::size_t from = 0; from < m_original.introduction.markdown.size();) {
        const std::string& text = m_original.introduction.markdown;
        const std::size_t end = std::min(text.find('\n', from), text.size());
        comment += "# introduction: " + text.substr(from, end - from) + "\n";
        from = end + 1;
      }
    }
    return frontText(m_made.lesson, m_original.id, m_words.translatedHash, comment);
  }

  /// Those of the user; "# original ..." and what follows it is written anew.
  static std::string frontComments(const std::string& front) {
    std::string comments;
    bool isQuoted = false, isOurs = false;
    for (std::size_t from = 0; from < front.size();) {
      const std::size_t end = std::min(front.find('\n', from), front.size());
      const std::string line = front.substr(from, end - from);
      from = end + 1;
      if (line == "---" && from > 4) break;
      isQuoted = false;
      const std::string comment = line.substr(withoutComment(line, isQuoted).size());
      isOurs = isOurs || comment.starts_with("# original ");
      const bool isWritten = isOurs && (comment.starts_with("# original ") || comment.starts_with("# title: ") ||
                                        comment.starts_with("# goal: ") || comment.starts_with("# introduction: "));
      if (!comment.empty() && !isWritten) comments += comment + "\n";
    }
    return comments;
  }

  std::string step(std::size_t number) const {
    const LessonStep& original = m_original.steps[number];
    const LessonStep& made = m_made.lesson.steps[number];
    const auto found = std::find_if(m_words.steps.begin(), m_words.steps.end(),
                                    [&](const LessonStep& one) { return one.slug == original.slug; });
    if (found == m_words.steps.end()) return newStep(original);
    const auto index = static_cast<std::size_t>(found - m_words.steps.begin());
    const std::string before = rawStep(index), now = wordsHash(original);
    if (isUpToDate(original, *found, index)) return before;
    WordsWriter writer;
    writer.text = headText(made, found->translatedHash) + "\n";
    writer.piece(stepText(made));
    std::string unused;
    for (const std::vector<std::string>& texts : {m_made.unused[index], commentsIn(before)})
      for (const std::string& one : texts) unused += one + (one.ends_with('\n') ? "" : "\n");
    if (!unused.empty()) writer.piece(fenced("unused", unused));
    if (found->translatedHash != now)
      writer.piece(fenced("original " + now, "Title: " + original.title + "\n\n" + stepText(original)));
    return writer.text;
  }

  bool isUpToDate(const LessonStep& original, const LessonStep& words, std::size_t index) const {
    if (words.translatedHash != wordsHash(original)) return false;
    LessonProblems problems;
    Lesson one;
    one.steps = {original};
    Lesson said;
    said.steps = {m_words.steps[index]};
    inWordsOf(one, said, problems);
    // Nothing but the front matter that these have not, and words that are still those of the original.
    for (const LessonProblem& problem : problems.sorted())
      if (problem.place != LessonPlace{1, 1} && !problem.text.starts_with("still reads")) return false;
    return true;
  }

  const Lesson& m_original;
  const std::string& m_text;
  const Lesson m_words;
  LessonInWords m_made;
  std::vector<std::size_t> m_lines;  ///< where they begin
};

}  // namespace

std::string newTranslation(const Lesson& original, const std::string& language) {
  Lesson words = original;
  words.language = language;
  std::string text = frontText(words, original.id, wordsHash(original), "");
  for (const LessonStep& step : original.steps) text += (text.ends_with("\n\n") ? "" : "\n") + newStep(step);
  return text;
}

std::string updatedTranslation(const Lesson& original, const std::string& text, const std::string& file) {
  return TranslationUpdate(original, text, file).make();
}

}  // namespace engine
