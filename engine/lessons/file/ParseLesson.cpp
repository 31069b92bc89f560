// The file of a lesson: front matter, introduction, steps, beats.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "engine/base/Error.h"
#include "engine/base/PrintableText.h"
#include "engine/io/FileContent.h"
#include "engine/io/Json.h"
#include "engine/lessons/file/BlockCollector.h"
#include "engine/lessons/file/FrontMatter.h"
#include "engine/lessons/file/LessonTemplate.h"
#include "engine/lessons/file/LinePlace.h"
#include "engine/lessons/file/ProseLimit.h"

namespace engine {

namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 20, kMostSteps = 999;

std::vector<std::string_view> linesOf(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

class LessonReader {
 public:
  LessonReader(std::string_view text, const std::string& file, LessonProblems& problems)
      : m_lines(linesOf(text)), m_problems(problems), m_collector(problems) {
    m_lesson.file = file;
  }

  Lesson read() && {
    const std::size_t body = readFront();
    for (std::size_t k = body; k < m_lines.size(); ++k) {
      const std::string_view line = m_lines[k];
      const int number = static_cast<int>(k) + 1;
      // A step in the middle of a block: its fence was forgotten.
      if (line.starts_with("## ") && (!m_collector.isInside() || line.find(" {#") != std::string_view::npos))
        beginStep(line, number);
      else if (line.starts_with("### ") && !m_collector.isInside() && !m_lesson.steps.empty())
        beginBeat(line, number);
      else
        m_collector.take(line, number);
    }
    endBeat();
    endStep();
    if (m_lesson.steps.empty() && m_lesson.translationOf.empty())
      m_problems.error({std::max(1, static_cast<int>(m_lines.size())), 1},
                       "there are no steps, expected \"## Title {#slug}\"");
    return std::move(m_lesson);
  }

 private:
  /// The index of the first line behind it.
  std::size_t readFront() {
    if (m_lines.empty() || m_lines[0] != "---") {
      m_problems.error({1, 1}, "a lesson begins with a line \"---\" and \"headlight-lesson: 1\"");
      return 0;
    }
    std::vector<LessonLine> front;
    std::size_t k = 1;
    for (; k < m_lines.size() && m_lines[k] != "---"; ++k) {
      if (m_lines[k].starts_with("## ")) break;
      bool isQuoted = false;
      front.push_back({std::string(withoutComment(m_lines[k], isQuoted)), {static_cast<int>(k) + 1, 1}});
    }
    const bool isClosed = k < m_lines.size() && m_lines[k] == "---";
    if (!isClosed) m_problems.error({1, 1}, "the front matter is not closed by a line \"---\"");
    readFrontMatter(front, std::filesystem::path(m_lesson.file).filename().string(), m_lesson, m_problems);
    m_collector.setTranslation(!m_lesson.translationOf.empty());
    return isClosed ? k + 1 : k;
  }

  void beginStep(std::string_view line, int number) {
    endBeat();
    endStep();
    LessonStep step;
    step.place = {number, 1};
    std::string_view title = trimmed(line.substr(3));
    const std::size_t brace = title.rfind("{#");
    if (brace == std::string_view::npos || !title.ends_with('}')) {
      m_problems.error(placeBehind({number, 4}, title, title.size()), "a step needs a name, \"## Title {#slug}\"");
    } else {
      readSlug(title.substr(brace + 2, title.size() - brace - 3), placeBehind({number, 4}, title, brace + 2), step);
      title = trimmed(title.substr(0, brace));
    }
    if (title.empty()) m_problems.error({number, 4}, "a step needs a title, \"## Title {#slug}\"");
    if (m_lesson.steps.size() == kMostSteps) m_problems.error(step.place, "more than ", kMostSteps, " steps");
    step.title = title;
    step.beats.push_back({"", step.place, {}});
    m_lesson.steps.push_back(std::move(step));
  }

  void readSlug(std::string_view braces, LessonPlace place, LessonStep& step) {
    const std::vector<LinePiece> words = wordsOf(braces);
    if (!words.empty()) step.slug = words[0].text;
    if (!isLessonId(step.slug))
      m_problems.error(place, "the name ", inQuotes(step.slug), ", expected letters a-z, digits, -");
    else if (!m_slugs.insert(step.slug).second)
      m_problems.error(place, "two steps are called \"", step.slug, "\"");
    for (std::size_t k = 1; k < words.size(); ++k) {
      if (words[k].text.starts_with("from="))
        step.translatedHash = words[k].text.substr(5);
      else
        m_problems.error(placeBehind(place, braces, words[k].offset), "found ", inQuotes(words[k].text),
                         ", expected from=HASH of a translation or \"}\"");
    }
  }

  void beginBeat(std::string_view line, int number) {
    endBeat();
    LessonBeat beat{std::string(trimmed(line.substr(4))), {number, 1}, {}};
    if (beat.title.empty()) m_problems.error({number, 5}, "a beat needs a title, \"### Title\"");
    m_lesson.steps.back().beats.push_back(std::move(beat));
  }

  void endBeat() {
    std::vector<LessonPart> parts = m_collector.finish();
    if (!m_lesson.steps.empty()) {
      m_lesson.steps.back().beats.back().parts = std::move(parts);
      return;
    }
    for (LessonPart& part : parts) {
      if (part.block) {
        m_problems.error(part.block->place, "the block \"", part.block->kind, "\" stands before the first step");
      } else {
        if (m_lesson.introduction.markdown.empty()) m_lesson.introduction.place = part.prose.place;
        m_lesson.introduction.markdown += part.prose.markdown;
      }
    }
  }

  void endStep() {
    if (m_lesson.steps.empty()) return;
    const LessonStep& step = m_lesson.steps.back();
    checkNames(step);
    // A translation may leave out the pictures before which prose ends.
    if (m_lesson.translationOf.empty()) warnOfLongProse(step, step.place, m_problems);
  }

  void checkNames(const LessonStep& step) {
    std::set<std::pair<std::string, std::string>> names;
    for (const LessonBeat& beat : step.beats)
      for (const LessonPart& part : beat.parts) {
        if (!part.block) continue;
        if (part.block->kind == "predict" && part.block->name.empty())
          m_problems.error(part.block->place, "a question needs a name, by which its answer is kept: \"predict NAME\"");
        if (!part.block->name.empty() && !names.insert({part.block->kind, part.block->name}).second)
          m_problems.error(part.block->place, "two blocks \"", part.block->kind, "\" of this step are called \"",
                           part.block->name, "\"");
      }
  }

  std::vector<std::string_view> m_lines;
  LessonProblems& m_problems;
  BlockCollector m_collector;
  Lesson m_lesson;
  std::set<std::string> m_slugs;
};

}  // namespace

int Lesson::stepNumber(const std::string& slugOrNumber) const {
  for (std::size_t k = 0; k < steps.size(); ++k)
    if (steps[k].slug == slugOrNumber) return static_cast<int>(k);
  std::size_t number = 0;
  const char* const end = slugOrNumber.data() + slugOrNumber.size();
  const auto [stop, error] = std::from_chars(slugOrNumber.data(), end, number);
  return error == std::errc() && stop == end && number >= 1 && number <= steps.size() ? static_cast<int>(number) - 1
                                                                                      : -1;
}

Lesson parseLesson(const std::string& text, const std::string& file, LessonProblems& problems) {
  if (text.size() > kMostBytes) {
    problems.error({}, "the file has ", text.size(), " bytes, expected at most ", kMostBytes);
    Lesson none;
    none.file = file;
    return none;
  }
  return LessonReader(text, file, problems).read();
}

Lesson readLesson(const std::string& path, LessonProblems& problems) {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (!unknown && size > kMostBytes) fail(path, ": ", size, " bytes, expected a lesson of at most ", kMostBytes);
  const std::string text = readFileWhole(path);
  if (text.size() > kMostBytes) fail(path, ": ", text.size(), " bytes, expected a lesson of at most ", kMostBytes);
  if (!isUtf8(text)) fail(path, ": is not UTF-8, expected a lesson as plain text");
  return parseLesson(text, path, problems);
}

}  // namespace engine
