// Right or wrong, and the hint for what is wrong.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/lessons/questions/Question.h"
#include "engine/lessons/questions/RightCells.h"

namespace engine {

namespace {

double toleranceOf(const LessonQuestion& question, const LessonScope& scope, double truth) {
  if (!question.within) return 1e-9 * std::abs(truth);
  const double within = question.within->number(scope);
  return question.isRelative ? within / 100 * std::abs(truth) : within;
}

std::vector<double> truthNumbers(const LessonQuestion& question, const LessonScope& scope) {
  const LessonValue value = question.answer->value(scope);
  if (const auto* array = std::get_if<LessonArray>(&value)) return {array->begin(), array->end()};
  if (const auto* dataset = std::get_if<DatasetPtr>(&value); dataset && *dataset && question.isPath)
    if (const auto* aligned = (*dataset)->as<ProfileAlignment>(); aligned && !aligned->paths.empty()) {
      std::vector<double> pairs;
      for (const PathStep& step : aligned->paths[0].steps) {
        if (!consumesQuery(step.state) || !consumesTemplate(step.state)) continue;
        pairs.push_back(static_cast<double>(step.i + 1));
        pairs.push_back(static_cast<double>(step.j + 1));
      }
      return pairs;
    }
  throw ExpressionError(question.answer->place(), "the answer is " + describeValue(value) + ", expected numbers");
}

std::vector<double> trueOptions(const LessonQuestion& question, const LessonScope& scope) {
  std::vector<double> numbers;
  for (std::size_t k = 0; k < question.options.size(); ++k)
    if (question.options[k].when.holds(scope)) numbers.push_back(static_cast<double>(k + 1));
  return numbers;
}

/// Letters in capitals, without gaps and blanks.
std::string plainLetters(const std::string& letters) {
  std::string plain;
  for (const char c : letters)
    if (std::string_view("-.~_ \t").find(c) == std::string_view::npos)
      plain += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return plain;
}

std::string trueLetters(const LessonQuestion& question, const LessonScope& scope) {
  const LessonValue value = question.answer->value(scope);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  throw ExpressionError(question.answer->place(), "the answer is " + describeValue(value) + ", expected a text");
}

void requireCount(const LessonAnswer& answer, std::size_t count, const char* what) {
  if (answer.numbers.size() != count) fail("expected ", count, " ", what, ", found ", answer.numbers.size());
  for (const double number : answer.numbers)
    if (!std::isfinite(number)) fail("expected numbers, found one that is not finite");
}

/// Numbers of the list from 1, each at most once.
void requireNumbers(const LessonAnswer& answer, std::size_t most, const char* what) {
  std::vector<bool> isTaken(most, false);
  for (const double number : answer.numbers) {
    if (!(number >= 1 && number <= static_cast<double>(most)) || number != std::floor(number))
      fail("expected ", what, " 1 to ", most, ", found ", number);
    const auto k = static_cast<std::size_t>(number) - 1;
    if (isTaken[k]) fail(what, " ", number, " is given twice");
    isTaken[k] = true;
  }
}

bool isOrdered(const LessonQuestion& question, const LessonAnswer& answer, const std::vector<double>& values) {
  requireCount(answer, question.items.size(), "items");
  requireNumbers(answer, question.items.size(), "item");
  if (values.size() != question.items.size())
    throw ExpressionError(question.answer->place(), "there are " + std::to_string(values.size()) + " numbers for " +
                                                        std::to_string(question.items.size()) + " items");
  for (std::size_t k = 1; k < values.size(); ++k) {
    const double before = values[static_cast<std::size_t>(answer.numbers[k - 1]) - 1];
    const double behind = values[static_cast<std::size_t>(answer.numbers[k]) - 1];
    // Equal but for rounding counts as equal.
    const double rounding = 1e-12 * std::max(std::abs(before), std::abs(behind));
    if (question.isDescending ? before < behind - rounding : before > behind + rounding) return false;
  }
  return true;
}

/// The largest distance of a pair of one path to the nearest of the other.
double farthest(const std::vector<double>& one, const std::vector<double>& other) {
  double worst = 0;
  for (std::size_t k = 0; k + 1 < one.size(); k += 2) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t m = 0; m + 1 < other.size(); m += 2)
      nearest = std::min(nearest, std::hypot(one[k] - other[m], one[k + 1] - other[m + 1]));
    worst = std::max(worst, nearest);
  }
  return worst;
}

bool isDrawn(const LessonQuestion& question, const LessonAnswer& answer, const std::vector<double>& truth,
             const LessonScope& scope) {
  if (question.isPath) {
    if (answer.numbers.empty() || answer.numbers.size() % 2 != 0)
      fail("expected pairs of positions, found ", answer.numbers.size(), " numbers");
    const double within = toleranceOf(question, scope, 1);
    return farthest(truth, answer.numbers) <= within && farthest(answer.numbers, truth) <= within;
  }
  requireCount(answer, truth.size(), "points of the curve");
  double squares = 0, size = 0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    squares += (answer.numbers[k] - truth[k]) * (answer.numbers[k] - truth[k]);
    size = std::max(size, std::abs(truth[k]));
  }
  return truth.empty() || std::sqrt(squares / static_cast<double>(truth.size())) <= toleranceOf(question, scope, size);
}

bool areNear(const LessonQuestion& question, const LessonAnswer& answer, const std::vector<double>& truth,
             const LessonScope& scope) {
  requireCount(answer, truth.size(), truth.size() == 1 ? "number" : "numbers");
  for (std::size_t k = 0; k < truth.size(); ++k)
    if (!(std::abs(answer.numbers[k] - truth[k]) <= toleranceOf(question, scope, truth[k]))) return false;
  return true;
}

bool isRight(const LessonQuestion& question, const LessonAnswer& answer, const LessonScope& scope) {
  switch (question.kind) {
    case QuestionKind::choose: {
      if (answer.numbers.empty()) fail("expected one option or more of ", question.options.size(), ", found none");
      requireNumbers(answer, question.options.size(), "option");
      std::vector<double> chosen = answer.numbers;
      std::sort(chosen.begin(), chosen.end());
      return chosen == trueOptions(question, scope);
    }
    case QuestionKind::cell:
      return rightCells(question, scope).holds(answer.numbers);
    case QuestionKind::order:
      return isOrdered(question, answer, truthNumbers(question, scope));
    case QuestionKind::draw:
      return isDrawn(question, answer, truthNumbers(question, scope), scope);
    case QuestionKind::letters:
      return plainLetters(answer.letters) == plainLetters(trueLetters(question, scope));
    default:
      return areNear(question, answer, truthNumbers(question, scope), scope);
  }
}

/// The "value" of hints: a number, or a vector of the numbers, or the letters.
LessonValue valueOf(const LessonQuestion& question, const LessonAnswer& answer, const LessonScope& scope) {
  if (question.kind == QuestionKind::letters) return answer.letters;
  std::vector<double> numbers = answer.numbers;
  if (question.kind == QuestionKind::cell)
    numbers.resize(std::min(numbers.size(), rightCells(question, scope).numIndices));
  if (numbers.size() == 1) return numberValue(numbers[0]);
  return LessonArray({static_cast<Index>(numbers.size())}, numbers);
}

}  // namespace

std::string hintFor(const LessonQuestion& question, const LessonAnswer& answer, const LessonScope& scope,
                    bool withUnconditional) {
  if (question.kind == QuestionKind::choose) {
    const std::vector<double> right = trueOptions(question, scope);
    for (const double number : answer.numbers) {
      const QuestionOption& option = nth(question.options, static_cast<Index>(number) - 1);
      if (std::find(right.begin(), right.end(), number) == right.end() && !option.hint.empty()) return option.hint;
    }
  }
  const NamedValues withValue({{"value", valueOf(question, answer, scope)}}, &scope);
  for (const QuestionHint& hint : question.hints)
    if (hint.when && hint.when->holds(withValue)) return hint.text;
  for (const QuestionHint& hint : question.hints)
    if (!hint.when && withUnconditional) return hint.text;
  return "";
}

LessonGrade grade(const LessonQuestion& question, const LessonAnswer& answer, const LessonScope& scope) {
  if (isRight(question, answer, scope)) return {true, ""};
  return {false, hintFor(question, answer, scope, true)};
}

LessonAnswer trueAnswer(const LessonQuestion& question, const LessonScope& scope) {
  switch (question.kind) {
    case QuestionKind::choose:
      return {trueOptions(question, scope), ""};
    case QuestionKind::cell:
      return {rightCells(question, scope).first(), ""};
    case QuestionKind::letters:
      return {{}, trueLetters(question, scope)};
    case QuestionKind::order: {
      const std::vector<double> values = truthNumbers(question, scope);
      std::vector<double> items(values.size());
      std::iota(items.begin(), items.end(), 1.0);
      std::stable_sort(items.begin(), items.end(), [&](double a, double b) {
        const double x = values[static_cast<std::size_t>(a) - 1], y = values[static_cast<std::size_t>(b) - 1];
        return question.isDescending ? x > y : x < y;
      });
      return {items, ""};
    }
    default:
      return {truthNumbers(question, scope), ""};
  }
}

}  // namespace engine
