#include "engine/lessons/check/TextCheck.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/PrintableText.h"
#include "engine/lessons/file/LinePlace.h"
#include "engine/lessons/formula/Formula.h"
#include "engine/lessons/run/DataBlock.h"
#include "engine/lessons/run/StepNames.h"

namespace engine {

namespace {

/// The end of a link's target behind `from`: letters, digits, - and #.
std::string_view linkTarget(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '-' || text[end] == '#'))
    ++end;
  return text.substr(from, end - from);
}

}  // namespace

void TextCheck::checkNumbers(const LessonProse& prose, const StepValues* values) {
  for (const ProsePart& part : proseParts(prose)) {
    if (part.kind == ProsePart::Kind::number) {
      const auto number = parseLiveNumber(part.text, part.place, m_problems);
      if (number && values) tryTo(part.place, [&] { numberText(number->expression.value(*values), number->format); });
    } else if (const auto mark = LessonExpression::parse(part.text, part.place, m_problems); mark && values) {
      tryTo(part.place, [&] { mark->value(*values); });
    }
  }
}

void TextCheck::check(const LessonProse& prose, const StepValues* values) {
  checkNumbers(prose, values);
  checkLinks(prose);
  for (const ProsePart& formula : proseFormulas(prose)) parseFormula(formula.text, formula.place, m_problems);
}

void TextCheck::checkLinks(const LessonProse& prose) {
  const std::string_view text = prose.markdown;
  constexpr std::string_view kLesson = "lesson:", kImage = "![";
  for (std::size_t k = text.find(kLesson); k != std::string_view::npos; k = text.find(kLesson, k + 1)) {
    const std::string_view target = linkTarget(text, k + kLesson.size());
    const std::size_t hash = target.find('#');
    const std::string id(target.substr(0, hash));
    if (id.empty()) continue;  // "Next lesson: ..."
    const LessonPlace place = placeBehind(prose.place, text, k);
    const ShelvedLesson* linked = findLesson(m_shelf, id);
    const Lesson* lesson = id == m_lesson.id ? &m_lesson : linked ? linked->lesson.get() : nullptr;
    if (!lesson)
      m_problems.error(place, "the link leads to ", inQuotes(id), ", which is no lesson here");
    else if (hash != std::string_view::npos && lesson->stepNumber(std::string(target.substr(hash + 1))) < 0)
      m_problems.error(place, "the lesson ", inQuotes(id), " has no step ", inQuotes(target.substr(hash + 1)));
  }
  for (std::size_t k = text.find(kImage); k != std::string_view::npos; k = text.find(kImage, k + 1)) {
    const std::size_t open = text.find("](", k), close = text.find(')', std::min(open, text.size()));
    if (close == std::string_view::npos) continue;
    checkImage(std::string(text.substr(open + 2, close - open - 2)), placeBehind(prose.place, text, open + 2));
  }
}

void TextCheck::checkImage(const std::string& path, LessonPlace place) {
  const std::filesystem::path file = std::filesystem::path(m_lesson.file).parent_path() / path;
  std::error_code failed;
  if (!staysBelow(path))
    m_problems.error(place, "an image is a file below the lesson's folder, found ", inQuotes(path));
  else if (!std::filesystem::is_regular_file(file, failed))
    m_problems.error(place, "there is no image ", inQuotes(path));
}

}  // namespace engine
