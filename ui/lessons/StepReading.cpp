#include "ui/lessons/StepReading.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string_view>
#include <utility>

#include "engine/lessons/words/LocalNumber.h"

namespace ui {

namespace {

/// Parts between commas that are in no brackets.
std::vector<std::string> partsOf(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char letter : text) {
    if (letter == '(' || letter == '[') ++depth;
    if (letter == ')' || letter == ']') --depth;
    if (letter == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += letter;
  }
  return parts;
}

std::string trimmed(std::string text) {
  const auto isBlank = [](char letter) { return letter == ' ' || letter == '\t' || letter == '\n'; };
  while (!text.empty() && isBlank(text.back())) text.pop_back();
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), isBlank));
  return text;
}

template <class Call>
auto attempted(StepReading& reading, Call call) -> std::optional<decltype(call())> {
  try {
    return call();
  } catch (const engine::Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    const QString problem = QString::fromUtf8(error.what());
    if (std::find(reading.problems.begin(), reading.problems.end(), problem) == reading.problems.end())
      reading.problems.push_back(problem);
    return std::nullopt;
  }
}

engine::LessonValue valueNamed(const std::string& name, const engine::StepValues& values) {
  engine::LessonProblems problems;
  const auto expression = engine::LessonExpression::parse(name, {}, problems);
  if (!expression) engine::fail("the control ", name, " cannot be read");
  return expression->value(values);
}

}  // namespace

std::optional<MarkedCells> markedCells(const engine::LessonExpression& mark, const engine::LessonScope& scope) {
  const std::string text = trimmed(mark.text());
  const size_t bracket = text.find('[');
  if (bracket == std::string::npos) return MarkedCells{text, {}};
  if (text.back() != ']') return std::nullopt;
  MarkedCells cells{trimmed(text.substr(0, bracket)), {}};
  for (const std::string& part : partsOf(std::string_view(text).substr(bracket + 1, text.size() - bracket - 2))) {
    if (trimmed(part) == ":") {
      cells.at.push_back(-1);
      continue;
    }
    engine::LessonProblems problems;
    const auto index = engine::LessonExpression::parse(trimmed(part), mark.place(), problems);
    if (!index) return std::nullopt;
    cells.at.push_back(static_cast<engine::Index>(std::llround(index->number(scope))) - 1);
  }
  return cells;
}

QString shownNumber(const engine::LiveNumber& number, const engine::StepValues& values, const std::string& language) {
  for (const std::string& name : number.expression.names())
    if (values.isCovered(name)) return QStringLiteral("?");
  const std::string text = engine::numberText(number.expression.value(values), number.format);
  return QString::fromStdString(engine::localNumber(text, language));
}

StepReading readStep(StepValuesPtr values, const StepWishes& wishes) {
  StepReading reading;
  reading.values = std::move(values);
  const engine::StepValues& scope = *reading.values;
  for (const engine::LiveNumber& number : wishes.numbers)
    reading.numbers.push_back(
        attempted(reading, [&] { return shownNumber(number, scope, wishes.language); }).value_or(QStringLiteral("–")));
  for (const engine::LessonExpression& mark : wishes.marks)
    reading.marks.push_back(attempted(reading, [&] { return markedCells(mark, scope); }).value_or(std::nullopt));
  for (const engine::LessonExpression& goal : wishes.goals)
    reading.goals.push_back(attempted(reading, [&] { return goal.holds(scope); }).value_or(false));
  for (const std::string& control : wishes.controls)
    reading.controls.push_back(attempted(reading, [&] { return valueNamed(control, scope); }));
  // What cards look at, so that the window finds it without waiting.
  for (const engine::LessonQuestion& question : wishes.questions)
    for (const std::string& name : {question.of, question.over})
      if (!name.empty()) attempted(reading, [&] { return scope.find(name); });
  for (const engine::LessonQuestion& question : wishes.questions)
    reading.answers.push_back(attempted(reading, [&] { return engine::trueAnswer(question, scope); }));
  return reading;
}

}  // namespace ui
