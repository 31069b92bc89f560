// Blocks `formula` and `algorithm`.
#include <algorithm>

#include "engine/base/PrintableText.h"
#include "engine/lessons/formula/FormulaValue.h"
#include "engine/lessons/run/BlockLine.h"
#include "engine/lessons/run/StepBlocks.h"

namespace engine {

namespace {

constexpr int kMostTerms = 100;

void readBindings(const LessonLine& line, const KeyAndRest& parts, FormulaBindings& bindings,
                  LessonProblems& problems) {
  for (const NamedPart& part : namedParts(line, parts.offset)) {
    if (part.name.empty()) {
      problems.error(placeIn(line, part.nameOffset), "found ", inQuotes(part.value),
                     ", expected a symbol and what it is: A=A");
      continue;
    }
    if (auto value = expressionIn(line, part.value, part.valueOffset, problems))
      bindings.emplace_back(std::string(part.name), *std::move(value));
  }
}

/// True: the line was a setting, not TeX.
bool readSetting(const LessonLine& line, LessonFormula& formula, LessonProblems& problems) {
  const KeyAndRest parts = keyAndRest(line);
  if (parts.key == "bind") {
    readBindings(line, parts, formula.bindings, problems);
  } else if (parts.key == "at") {
    readFormulaIndices(line, parts.offset, formula.at, problems);
  } else if (parts.key == "plain" && parts.rest.empty()) {
    formula.isPlain = true;
  } else if (parts.key == "numbers") {
    if (parts.rest != "on" && parts.rest != "off")
      problems.error(placeIn(line, parts.offset), "\"numbers\" is on or off, found ", inQuotes(parts.rest));
    formula.areNumbersShown = parts.rest != "off";
  } else if (parts.key == "terms") {
    const std::optional<double> terms = plainNumber(parts.rest);
    if (!terms || *terms < 3 || *terms > kMostTerms || *terms != static_cast<int>(*terms))
      problems.error(placeIn(line, parts.offset), "\"terms\" is 3 to ", kMostTerms, ", found ", inQuotes(parts.rest));
    else
      formula.terms = static_cast<int>(*terms);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::optional<LessonFormula> parseFormulaBlock(const LessonBlock& block, LessonProblems& problems) {
  LessonFormula formula;
  const std::size_t numErrors = problems.numErrors();
  formula.name = block.name;
  formula.place = block.lines.empty() ? block.place : block.lines[0].place;
  for (const LessonLine& line : block.lines) {
    if (readSetting(line, formula, problems)) continue;
    if (FormulaTree tree = parseFormula(line.text, line.place, problems)) formula.lines.push_back(std::move(tree));
  }
  if (formula.lines.empty()) {
    if (problems.numErrors() == numErrors) problems.error(block.place, "a formula needs a line of TeX");
    return std::nullopt;
  }
  if (formula.isPlain && !formula.bindings.empty())
    problems.error(formula.place, "a plain formula is not executed: \"plain\" and \"bind\" exclude each other");
  return formula;
}

namespace {

/// True: the line was a setting, not a step.
bool readSetting(const LessonLine& line, LessonAlgorithm& algorithm, LessonProblems& problems) {
  const KeyAndRest parts = keyAndRest(line);
  if (parts.key == "at")
    readFormulaIndices(line, parts.offset, algorithm.at, problems);
  else if (parts.key == "bind")
    readBindings(line, parts, algorithm.bindings, problems);
  else if (parts.key == "plain" && parts.rest.empty())
    algorithm.isPlain = true;
  else
    return false;
  return true;
}

/// The symbol that a line computes: "A" of "A_{ij} = ..."; empty: it is no equation.
std::string leftSymbol(const FormulaTree& line) {
  FormulaTree left = sidesOf(line).left;
  if (!left) return "";
  const FormulaSpan nodes = spanOf(left);
  if (nodes.size() == 1 && nodes[0] && nodes[0]->kind == FormulaKind::scripts) left = nodes[0]->children[0];
  return symbolName(left);
}

}  // namespace

LessonFormula LessonAlgorithm::formula(const AlgorithmLine& line) const {
  LessonFormula made;
  made.name = name;
  made.lines = {line.formula};
  made.bindings = bindings;
  made.at = at;
  made.isPlain = !isExecuted();
  made.place = line.formula->place;
  const std::string left = leftSymbol(line.formula);
  const bool isBound = std::any_of(bindings.begin(), bindings.end(), [&](const auto& bound) {
    return bound.first == left || bound.first == "\\" + left;
  });
  LessonProblems ignored;
  if (const auto array = LessonExpression::parse(line.array, line.place, ignored); array && !isBound && isExecuted())
    made.bindings.emplace_back(left, *array);
  return made;
}

std::optional<LessonAlgorithm> parseAlgorithm(const LessonBlock& block, LessonProblems& problems) {
  LessonAlgorithm algorithm;
  algorithm.name = block.name;
  algorithm.place = block.place;
  for (const LessonLine& line : block.lines) {
    if (readSetting(line, algorithm, problems)) continue;
    const std::size_t arrow = line.text.find("=>");
    if (arrow == std::string::npos) {
      problems.error(line.place, "a line of an algorithm is \"TeX => array \"what happens\"\", found ",
                     inQuotes(line.text));
      continue;
    }
    const std::string_view behind = std::string_view(line.text).substr(arrow + 2);
    const std::vector<LinePiece> words = wordsOf(behind);
    AlgorithmLine step;
    step.place = placeIn(line, arrow + 2 + (words.empty() ? 0 : words[0].offset));
    if (words.size() != 2 || !isLessonName(words[0].text) || !unquoted(words[1].text, step.what)) {
      problems.error(step.place, "behind => stand an array and a text in quotation marks, found ", inQuotes(behind));
      continue;
    }
    step.array = words[0].text;
    step.formula = parseFormula(trimmed(std::string_view(line.text).substr(0, arrow)), line.place, problems);
    if (step.formula) algorithm.lines.push_back(std::move(step));
  }
  return algorithm.lines.empty() ? std::nullopt : std::optional(algorithm);
}

}  // namespace engine
