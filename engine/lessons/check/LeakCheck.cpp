#include "engine/lessons/check/LeakCheck.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/base/PrintableText.h"
#include "engine/lessons/file/LinePlace.h"
#include "engine/lessons/run/StepNames.h"

namespace engine {

namespace {

constexpr int kFewestDigits = 2;  ///< a single digit says too little: it is there by chance
constexpr Index kMostCells = 64;  ///< of an array whose numbers a picture writes; of more, one fits by chance
constexpr double kSame = 1e-9;    ///< relative: what is computed in another way is the same number still

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Reads digits with at most one point behind `from`; the end of them.
std::size_t readDigits(std::string_view text, std::size_t from, ShownNumber& shown) {
  std::size_t k = from;
  bool isBehindPoint = false;
  int significant = 0;
  for (; k < text.size(); ++k) {
    if (text[k] == '.' && !isBehindPoint && k + 1 < text.size() && isDigit(text[k + 1])) {
      isBehindPoint = true;
    } else if (isDigit(text[k])) {
      if (isBehindPoint) shown.unit /= 10;
      if (significant > 0 || text[k] != '0') ++significant;
    } else {
      break;
    }
  }
  shown.significant = significant;
  std::from_chars(text.data() + from, text.data() + k, shown.value);
  return k;
}

/// What somebody sees of a question's answer: numbers or letters that must not stand anywhere.
struct Answer {
  const LessonQuestion* question;
  std::vector<double> numbers;
  std::string letters;
};

std::vector<Answer> answersOf(const StepBlocks& blocks, const StepValues& values) {
  std::vector<Answer> answers;
  for (const LessonQuestion& question : blocks.questions) {
    const bool isNumber = question.kind == QuestionKind::number || question.kind == QuestionKind::bars;
    if (!isNumber && question.kind != QuestionKind::letters) continue;
    try {
      const LessonAnswer truth = trueAnswer(question, values);
      answers.push_back({&question, isNumber ? truth.numbers : std::vector<double>{}, isNumber ? "" : truth.letters});
    } catch (const Error&) {  // told where the question is checked
    }
  }
  return answers;
}

class LeakChecker {
 public:
  LeakChecker(const StepBlocks& blocks, const StepValues& values, LessonProblems& problems,
              const std::string& decimalSign)
      : m_answers(answersOf(blocks, values)), m_values(values), m_problems(problems), m_decimalSign(decimalSign) {}

  bool isNeeded() const { return !m_answers.empty(); }

  /// What stands there as it was typed; what is between braces, backticks and dollars is left out.
  void checkTyped(const LessonProse& prose) {
    std::string text = prose.markdown;
    std::size_t from = 0;
    for (const ProsePart& part : proseParts(prose)) {
      const std::size_t at = text.find(part.text, from);
      if (at == std::string::npos) continue;
      std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), part.text.size(), ' ');
      from = at + part.text.size();
    }
    for (const ShownNumber& shown : shownNumbers(withPoints(text)))
      tell(shown, placeBehind(prose.place, prose.markdown, shown.offset), "the text says ");
    constexpr std::size_t kFewestLetters = 3;
    for (const Answer& answer : m_answers)
      if (const std::size_t at = text.find(answer.letters);
          answer.letters.size() >= kFewestLetters && at != std::string::npos)
        m_problems.error(placeBehind(prose.place, prose.markdown, at), "the text says ", inQuotes(answer.letters),
                         ", which is the answer of \"", answer.question->name, "\"");
  }

  void checkLive(const LessonProse& prose) {
    for (const ProsePart& part : proseParts(prose)) {
      if (part.kind != ProsePart::Kind::number) continue;
      LessonProblems ignored;
      const auto number = parseLiveNumber(part.text, part.place, ignored);
      if (!number || isCovered(number->expression)) continue;
      try {
        for (const ShownNumber& shown : shownNumbers(numberText(number->expression.value(m_values), number->format)))
          tell(shown, part.place, "the live number {" + part.text + "} shows ");
      } catch (const Error&) {  // told where live numbers are checked
      }
    }
  }

  /// Numbers that a picture writes into its cells: the answer itself, not one that happens to look like it.
  void checkPicture(const LessonPicture& picture) {
    for (std::size_t k = 0; k < picture.of.size(); ++k) {
      if (m_values.isCovered(picture.of[k])) continue;
      try {
        const LessonValue* value = m_values.find(picture.of[k]);
        const auto* array = value ? std::get_if<LessonArray>(value) : nullptr;
        if (array && array->size() <= kMostCells) checkCells(*array, picture.of[k], picture.ofPlaces[k]);
      } catch (const Error&) {  // told where values are checked
      }
    }
  }

 private:
  void checkCells(const LessonArray& array, const std::string& name, LessonPlace place) {
    for (const double cell : array)
      for (const Answer& answer : m_answers)
        for (const double number : answer.numbers) {
          // Whole numbers count something: they are the same by chance.
          const bool isSame = std::abs(cell - number) <= kSame * std::abs(number) && number != std::round(number);
          const auto shown = isSame ? shownNumbers(numberText(numberValue(cell), "")) : std::vector<ShownNumber>();
          if (shown.empty() || shown[0].significant < kFewestDigits) continue;
          m_problems.error(place, "the picture shows ", shown[0].value, " of ", inQuotes(name),
                           ", which is the answer of ", inQuotes(answer.question->name), ": \"cover ", name,
                           "\" in the question hides it");
          return;
        }
  }

  bool isCovered(const LessonExpression& expression) const {
    const auto& names = expression.names();
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return m_values.isCovered(name); });
  }

  /// A point for a comma between digits, where that is what is typed.
  std::string withPoints(std::string text) const {
    for (std::size_t k = 1; m_decimalSign == "," && k + 1 < text.size(); ++k)
      if (text[k] == ',' && isDigit(text[k - 1]) && isDigit(text[k + 1])) text[k] = '.';
    return text;
  }

  void tell(const ShownNumber& shown, LessonPlace place, const std::string& what) {
    for (const Answer& answer : m_answers)
      for (const double number : answer.numbers)
        if (tells(shown, number)) {
          m_problems.error(place, what, shown.value, ", which is the answer of \"", answer.question->name, "\"");
          return;
        }
  }

  std::vector<Answer> m_answers;
  const StepValues& m_values;
  LessonProblems& m_problems;
  const std::string& m_decimalSign;
};

}  // namespace

std::vector<ShownNumber> shownNumbers(std::string_view text) {
  std::vector<ShownNumber> numbers;
  for (std::size_t k = 0; k < text.size();) {
    // Digits of names such as 1ldm or step2 are no numbers.
    const bool isInWord =
        k > 0 && (std::isalnum(static_cast<unsigned char>(text[k - 1])) || text[k - 1] == '_' || text[k - 1] == '.');
    if (!isDigit(text[k]) || isInWord) {
      ++k;
      continue;
    }
    ShownNumber shown;
    shown.offset = k;
    const std::string_view before = text.substr(0, k);
    const std::size_t end = readDigits(text, k, shown);
    k = end;
    if (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end]))) continue;
    if (before.ends_with("−") || before.ends_with("-")) shown.value = -shown.value;
    std::string_view behind = text.substr(end);
    for (const char* gap : {"\u00A0", "\u202F", " "})
      if (behind.starts_with(gap)) behind.remove_prefix(std::string_view(gap).size());
    if (behind.starts_with('%')) {
      shown.value /= 100;
      shown.unit /= 100;
    }
    numbers.push_back(shown);
  }
  return numbers;
}

bool tells(const ShownNumber& shown, double value) {
  return shown.significant >= kFewestDigits && std::abs(shown.value - value) <= 0.5000001 * shown.unit;
}

void checkLeaks(const LessonStep& step, const StepBlocks& blocks, const StepValues& values, LessonProblems& problems,
                const std::string& decimalSign) {
  LeakChecker checker(blocks, values, problems, decimalSign);
  if (!checker.isNeeded()) return;
  for (const LessonBeat& beat : step.beats)
    for (const LessonPart& part : beat.parts) {
      if (part.block) continue;
      checker.checkTyped(part.prose);
      checker.checkLive(part.prose);
    }
  for (const LessonPicture& picture : blocks.pictures) checker.checkPicture(picture);
  for (const LessonPicture& picture : blocks.pictures)
    for (const auto& [key, line] : picture.settings)
      if (key == "alt") {
        checker.checkTyped({line.text, line.place});
        checker.checkLive({line.text, line.place});
      }
  for (const LessonQuestion& question : blocks.questions) checker.checkLive({question.text, question.place});
}

}  // namespace engine
