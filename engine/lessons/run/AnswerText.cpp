#include "engine/lessons/run/AnswerText.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/lessons/file/LinePlace.h"
#include "engine/lessons/formula/FormulaShown.h"

namespace engine {

namespace {

/// What rounding leaves of 0.
constexpr double kNothing = 1e-12;

}  // namespace

std::string answerForm(const LessonQuestion& question) {
  switch (question.kind) {
    case QuestionKind::choose:
      return "Type the number of the right option, or several:";
    case QuestionKind::number:
      return question.unit.empty() ? "Type a number:" : "Type a number (" + question.unit + "):";
    case QuestionKind::cell:
      return "Type the indices of a cell of " + question.of + ", from 1:";
    case QuestionKind::draw:
      return question.isPath ? "Type the path as pairs of positions: 1 1 2 2:"
                             : "Type the height of the curve at each " + question.over + ":";
    case QuestionKind::order:
      return "Type the numbers of the items in order:";
    case QuestionKind::bars:
      return "Type the height of each bar:";
    case QuestionKind::letters:
      return "Type the letters:";
  }
  return "";
}

std::optional<LessonAnswer> answerIn(const LessonQuestion& question, const std::string& line) {
  LessonAnswer answer;
  if (question.kind == QuestionKind::letters) {
    answer.letters = std::string(trimmed(line));
    return answer.letters.empty() ? std::nullopt : std::optional(answer);
  }
  std::string spaced = line;
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  for (const LinePiece& word : wordsOf(spaced)) {
    LessonProblems problems;  // 1/4 is an answer too
    const auto number = LessonExpression::parse(word.text, {1, 1}, problems);
    if (!number || !number->names().empty()) return std::nullopt;
    answer.numbers.push_back(number->number(NamedValues({})));
  }
  return answer.numbers.empty() ? std::nullopt : std::optional(answer);
}

std::string answerText(const LessonQuestion& question, const LessonAnswer& answer) {
  if (question.kind == QuestionKind::letters) return answer.letters;
  const auto named = [&](double number) {
    const auto place = static_cast<Index>(number) - 1;
    if (question.kind == QuestionKind::choose) return nth(question.options, place).text;
    if (question.kind == QuestionKind::order) return nth(question.items, place);
    return numberText(numberValue(std::abs(number) < kNothing ? 0 : number), "");
  };
  std::string text = joined(answer.numbers, named);
  if (question.kind == QuestionKind::cell) text = question.of + "[" + text + "]";
  return question.unit.empty() ? text : text + " " + question.unit;
}

namespace {

/// Where the text in brackets ends that opened before `from`; npos: it does not.
std::size_t behindBracket(std::string_view text, std::size_t from, char open, char close) {
  int depth = 1;
  for (std::size_t k = from; k < text.size(); ++k) {
    if (text[k] == open) ++depth;
    if (text[k] == close && --depth == 0) return k;
  }
  return std::string_view::npos;
}

class ProseWriter {
 public:
  ProseWriter(const LessonProse& prose, const std::function<std::string(const LiveNumber&)>& textOf)
      : ProseWriter(prose.markdown, prose.place, textOf) {}
  ProseWriter(std::string_view text, LessonPlace place, const std::function<std::string(const LiveNumber&)>& textOf)
      : m_text(text), m_place(place), m_textOf(textOf) {}

  std::string written() {
    while (m_at < m_text.size())
      if (!number() && !formula() && !link()) m_written += m_text[m_at++];
    return m_written;
  }

 private:
  bool number() {
    if (m_text[m_at] != '{') return false;
    const std::size_t end = behindBracket(m_text, m_at + 1, '{', '}');
    if (end == std::string_view::npos) return false;
    LessonProblems problems;
    const auto parsed = parseLiveNumber(m_text.substr(m_at + 1, end - m_at - 1), m_place, problems);
    if (!parsed) return false;
    m_written += m_textOf(*parsed);
    m_at = end + 1;
    return true;
  }

  bool formula() {
    if (m_text[m_at] != '$') return false;
    const std::size_t signs = m_text.substr(m_at).starts_with("$$") ? 2 : 1;
    const std::size_t end = m_text.find(m_text.substr(m_at, signs), m_at + signs);
    if (end == std::string_view::npos) return false;
    LessonProblems problems;
    const FormulaTree tree = parseFormula(m_text.substr(m_at + signs, end - m_at - signs), m_place, problems);
    if (!tree) return false;
    m_written += linearFormula(tree);
    m_at = end + signs;
    return true;
  }

  /// "[words](mark:A[1])" and links: the words.
  bool link() {
    if (m_text[m_at] != '[') return false;
    const std::size_t end = behindBracket(m_text, m_at + 1, '[', ']');
    if (end == std::string_view::npos || !m_text.substr(end).starts_with("](")) return false;
    const std::size_t behind = behindBracket(m_text, end + 2, '(', ')');
    if (behind == std::string_view::npos) return false;
    m_written += ProseWriter(m_text.substr(m_at + 1, end - m_at - 1), m_place, m_textOf).written();
    m_at = behind + 1;
    return true;
  }

  std::string_view m_text;
  LessonPlace m_place;
  const std::function<std::string(const LiveNumber&)>& m_textOf;
  std::size_t m_at = 0;
  std::string m_written;
};

}  // namespace

std::string consoleProse(const LessonProse& prose, const std::function<std::string(const LiveNumber&)>& textOf) {
  return ProseWriter(prose, textOf).written();
}

}  // namespace engine
