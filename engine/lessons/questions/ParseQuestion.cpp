// Reading the lines of a `predict` block.
#include <algorithm>

#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/base/PrintableText.h"
#include "engine/lessons/file/LinePlace.h"
#include "engine/lessons/questions/Question.h"

namespace engine {

namespace {

const std::vector<std::string> kKinds = {"choose", "number", "cell", "draw", "order", "bars", "letters"};
constexpr int kMostTries = 20;

/// A piece of a line that remembers where it lies.
struct Part {
  const LessonLine* line;
  std::size_t from, to;

  std::string_view text() const { return trimmed(std::string_view(line->text).substr(from, to - from)); }
  LessonPlace place() const {
    const std::string_view inside = text();
    return placeIn(*line, inside.empty() ? from : static_cast<std::size_t>(inside.data() - line->text.data()));
  }
  /// Cuts off what stands behind a word outside of brackets and quotation marks.
  std::optional<Part> cutAt(const std::string& word) {
    std::size_t found = from;
    const std::string_view whole = std::string_view(line->text).substr(0, to);
    const auto isBlankAt = [&](std::size_t k) { return k >= to || k < from || whole[k] == ' ' || whole[k] == '\n'; };
    while ((found = findOutside(whole, word, found)) != std::string_view::npos) {
      const std::size_t behind = found + word.size();
      if ((found == from || isBlankAt(found - 1)) && isBlankAt(behind)) {
        const Part rest{line, behind, to};
        to = found;
        return rest;
      }
      found = behind;
    }
    return std::nullopt;
  }
};

class QuestionReader {
 public:
  QuestionReader(const LessonBlock& block, LessonProblems& problems) : m_block(block), m_problems(problems) {}

  std::optional<LessonQuestion> read() {
    const std::size_t before = m_problems.numErrors();
    m_question.name = m_block.name;
    m_question.place = m_block.place;
    if (m_block.lines.empty()) {
      m_problems.error(m_block.place, "a question needs a first line such as choose \"Which key wins?\"");
      return std::nullopt;
    }
    if (!readKind(m_block.lines.front())) return std::nullopt;
    for (std::size_t k = 1; k < m_block.lines.size(); ++k) readLine(m_block.lines[k]);
    if (m_problems.numErrors() == before) requireParts();
    return m_problems.numErrors() == before ? std::optional(m_question) : std::nullopt;
  }

 private:
  std::optional<LessonExpression> expression(const Part& part) {
    return LessonExpression::parse(part.text(), part.place(), m_problems);
  }

  std::string quoted(const Part& part, const char* what) {
    std::string content;
    if (!unquoted(part.text(), content))
      m_problems.error(part.place(), "expected ", what, " in quotation marks, found ", inQuotes(part.text()));
    return content;
  }

  /// Where the text between the quotation marks begins.
  static LessonPlace placeOfText(const Part& part) {
    const LessonPlace place = part.place();
    return {place.line, place.column + 1};
  }

  static Part whole(const LessonLine& line) { return {&line, 0, line.text.size()}; }
  /// The first word; `part` is what stands behind it.
  static std::string firstWord(Part& part) {
    const std::string_view text = part.text();
    const std::size_t length = std::min(text.find_first_of(" \n\t"), text.size());
    part.from = static_cast<std::size_t>(text.data() - part.line->text.data()) + length;
    return std::string(text.substr(0, length));
  }

  bool readKind(const LessonLine& line) {
    Part rest = whole(line);
    const std::string kind = firstWord(rest);
    const auto found = std::find(kKinds.begin(), kKinds.end(), kind);
    if (found == kKinds.end()) {
      const std::string near = nearestSpelling(kind, kKinds);
      m_problems.error(line.place, "there is no kind of question ", inQuotes(kind),
                       near.empty() ? "" : ", did you mean \"" + near + "\"?", " (known: ", joined(kKinds), ")");
      return false;
    }
    m_question.kind = static_cast<QuestionKind>(found - kKinds.begin());
    m_question.text = quoted(rest, "the question");
    return true;
  }

  void readLine(const LessonLine& line) {
    Part rest = whole(line);
    const std::string key = firstWord(rest);
    if (key == "-") return item(rest);
    if (key == "hint") return hint(rest);
    if (key == "because") {
      m_question.becausePlace = placeOfText(rest);
      return void(m_question.because = quoted(rest, "the reason"));
    }
    if (key == "tries") return tries(rest);
    if (key == "cover" || key == "show") return;  // read with the other blocks of the step
    if (key == "shuffle" && isKind(QuestionKind::choose, QuestionKind::order)) return flag(rest);
    if (key == "unit" && isKind(QuestionKind::number, QuestionKind::bars)) return unit(rest);
    if (key == "of" && isKind(QuestionKind::cell)) return void(m_question.of = name(rest));
    if (key == "answer" && !isKind(QuestionKind::choose, QuestionKind::order, QuestionKind::draw)) return answer(rest);
    if (key == "curve" && isKind(QuestionKind::draw)) return curve(rest);
    if (key == "path" && isKind(QuestionKind::draw)) return path(rest);
    if (key == "by" && isKind(QuestionKind::order)) return by(rest);
    m_problems.error(line.place, "a question of kind ", nth(kKinds, m_question.kind), " has no ", inQuotes(key),
                     " (known: ", joined(knownKeys()), ")");
  }

  template <class... Kinds>
  bool isKind(Kinds... kinds) const {
    return ((m_question.kind == kinds) || ...);
  }

  std::vector<std::string> knownKeys() const {
    static const std::vector<std::vector<std::string>> kOfKind = {
        {"-", "shuffle"},       {"answer", "unit"}, {"of", "answer"}, {"curve", "path"},
        {"-", "by", "shuffle"}, {"answer", "unit"}, {"answer"}};
    std::vector<std::string> keys = nth(kOfKind, m_question.kind);
    for (const char* key : {"hint", "because", "tries", "cover", "show"}) keys.emplace_back(key);
    return keys;
  }

  void item(Part rest) {
    if (isKind(QuestionKind::order)) return void(m_question.items.push_back(quoted(rest, "the item")));
    if (!isKind(QuestionKind::choose)) {
      m_problems.error(rest.line->place, "options belong to choose and order");
      return;
    }
    const auto hint = [&] {
      Part scan = rest;
      auto condition = scan.cutAt("when");
      return condition ? condition->cutAt("hint") : std::nullopt;
    }();
    auto condition = rest.cutAt("when");
    if (!condition) {
      m_problems.error(rest.line->place, "an option needs its condition: - \"it grows\" when S[1] > S[2]");
      return;
    }
    condition->cutAt("hint");
    const std::string text = quoted(rest, "the option");
    if (auto when = expression(*condition))
      m_question.options.push_back(
          {text, *std::move(when), hint ? quoted(*hint, "the hint") : "", hint ? placeOfText(*hint) : LessonPlace{}});
  }

  void hint(Part rest) {
    QuestionHint hint;
    // The text is the last thing in quotation marks.
    const std::vector<LinePiece> words = wordsOf(rest.text());
    if (words.empty()) {
      m_problems.error(rest.line->place, "a hint needs a text in quotation marks");
      return;
    }
    Part text = rest;
    text.from = static_cast<std::size_t>(words.back().text.data() - rest.line->text.data());
    hint.text = quoted(text, "the hint");
    hint.place = placeOfText(text);
    rest.to = text.from;
    if (words.size() > 1) {
      if (firstWord(rest) != "when") {
        m_problems.error(rest.place(), "expected hint \"...\" or hint when value > 1 \"...\"");
        return;
      }
      hint.when = expression(rest);
      if (!hint.when) return;
    }
    m_question.hints.push_back(std::move(hint));
  }

  void tries(const Part& rest) {
    const std::string text(rest.text());
    const bool isNumber = !text.empty() && text.size() < 3 && text.find_first_not_of("0123456789") == std::string::npos;
    m_question.tries = isNumber ? std::stoi(text) : 0;
    if (m_question.tries < 1 || m_question.tries > kMostTries)
      m_problems.error(rest.place(), "expected 1 to ", kMostTries, " tries, found ", inQuotes(text));
  }

  void flag(const Part& rest) {
    m_question.isShuffled = true;
    if (!rest.text().empty()) m_problems.error(rest.place(), "shuffle stands alone, found ", inQuotes(rest.text()));
  }

  void unit(const Part& rest) {
    if (!unquoted(rest.text(), m_question.unit)) m_question.unit = std::string(rest.text());
  }

  std::string name(const Part& rest) {
    const std::string text(rest.text());
    if (text.empty() || text.find_first_of(" [](){}\n\"") != std::string::npos)
      m_problems.error(rest.place(), "expected the name of an array, found ", inQuotes(text));
    return text;
  }

  /// "0.05", "10%", "rms 0.3", "2 cells".
  void within(Part part, std::string_view before, std::string_view behind) {
    std::string_view text = part.text();
    if (!before.empty() && text.starts_with(before)) {
      part.from = static_cast<std::size_t>(text.data() - part.line->text.data()) + before.size();
      text = part.text();
    }
    const bool isRelative = text.ends_with('%');
    const std::size_t cut = isRelative ? 1 : !behind.empty() && text.ends_with(behind) ? behind.size() : 0;
    part.to = static_cast<std::size_t>(text.data() - part.line->text.data()) + text.size() - cut;
    m_question.isRelative = isRelative;
    m_question.within = expression(part);
  }

  void answer(Part rest) {
    const auto tolerance = rest.cutAt("within");
    m_question.answer = expression(rest);
    if (!tolerance) return;
    if (isKind(QuestionKind::number, QuestionKind::bars)) return within(*tolerance, "", "");
    m_problems.error(tolerance->place(), "only numbers, bars and curves have a tolerance");
  }

  void curve(Part rest) {
    const auto tolerance = rest.cutAt("within");
    const auto over = rest.cutAt("over");
    m_question.of = std::string(rest.text());
    m_question.answer = expression(rest);
    if (over) m_question.over = name(*over);
    if (!over || !tolerance)
      m_problems.error(rest.line->place, "expected curve y over x within rms 0.3");
    else
      within(*tolerance, "rms", "");
  }

  void path(Part rest) {
    const auto tolerance = rest.cutAt("within");
    const std::string of = firstWord(rest);
    m_question.isPath = true;
    m_question.of = std::string(rest.text());
    if (of != "of" || !tolerance) {
      m_problems.error(rest.line->place, "expected path of P within 2 cells");
      return;
    }
    m_question.answer = expression(rest);
    within(*tolerance, "", "cells");
  }

  void by(Part rest) {
    if (rest.cutAt("descending"))
      m_question.isDescending = true;
    else if (rest.cutAt("ascending"))
      m_question.isDescending = false;
    m_question.answer = expression(rest);
  }

  void requireParts() {
    const auto require = [&](bool isThere, const char* what) {
      if (!isThere)
        m_problems.error(m_question.place, "a question of kind ", nth(kKinds, m_question.kind), " needs ", what);
    };
    if (isKind(QuestionKind::choose)) return require(m_question.options.size() >= 2, "two options or more");
    if (isKind(QuestionKind::order)) require(m_question.items.size() >= 2, "two items or more");
    require(m_question.answer.has_value(), isKind(QuestionKind::order)  ? "\"by\" with a number for each item"
                                           : isKind(QuestionKind::draw) ? "a curve or a path"
                                                                        : "an answer");
    if (isKind(QuestionKind::cell)) require(!m_question.of.empty(), "\"of\": the array whose cells are chosen");
    if (isKind(QuestionKind::bars)) require(m_question.within.has_value(), "a tolerance: answer A[1] within 0.1");
  }

  const LessonBlock& m_block;
  LessonProblems& m_problems;
  LessonQuestion m_question;
};

template <class Work>
void forEachExpression(const LessonQuestion& question, const Work& work) {
  for (const QuestionOption& option : question.options) work(option.when);
  if (question.answer) work(*question.answer);
}

}  // namespace

std::optional<LessonQuestion> parseQuestion(const LessonBlock& block, LessonProblems& problems) {
  return QuestionReader(block, problems).read();
}

std::set<std::string> LessonQuestion::covers() const {
  std::set<std::string> names;
  forEachExpression(*this, [&](const LessonExpression& one) { names.insert(one.names().begin(), one.names().end()); });
  return names;
}

std::set<std::string> LessonQuestion::locks() const {
  std::set<std::string> names;
  forEachExpression(
      *this, [&](const LessonExpression& one) { names.insert(one.namesSetByAt().begin(), one.namesSetByAt().end()); });
  return names;
}

}  // namespace engine
