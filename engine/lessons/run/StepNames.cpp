#include "engine/lessons/run/StepNames.h"

#include <algorithm>

#include "engine/base/PrintableText.h"
#include "engine/lessons/run/BlockLine.h"

namespace engine {

namespace {

void addNames(const LessonExpression& expression, std::set<std::string>& names) {
  names.insert(expression.names().begin(), expression.names().end());
}

/// Words of a text that may be names.
void addWords(std::string_view text, std::set<std::string>& names) {
  for (std::size_t k = 0; k < text.size();) {
    std::size_t end = k;
    while (end < text.size() && isLessonName(std::string("x") + text[end])) ++end;
    if (end > k && isLessonName(text.substr(k, end - k))) names.emplace(text.substr(k, end - k));
    k = std::max(end, k + 1);
  }
}

void addProse(const std::vector<LessonPart>& parts, std::vector<LessonProse>& prose) {
  for (const LessonPart& part : parts) {
    if (part.block)
      addProse(part.block->parts, prose);
    else
      prose.push_back(part.prose);
  }
}

/// The end of a brace that is opened before `from`, braces and quotation marks in it counted; npos: none on this line.
std::size_t endOfBrace(std::string_view text, std::size_t from) {
  int depth = 1;
  bool isQuoted = false;
  for (std::size_t k = from; k < text.size() && text[k] != '\n'; ++k) {
    if (text[k] == '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    depth += text[k] == '{' ? 1 : text[k] == '}' ? -1 : 0;
    if (depth == 0) return k;
  }
  return std::string_view::npos;
}

/// "[text](mark:A[1](2))": brackets may be in the expression.
std::size_t endOfMark(std::string_view text, std::size_t from) {
  int depth = 1;
  for (std::size_t k = from; k < text.size() && text[k] != '\n'; ++k) {
    depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
    if (depth == 0) return k;
  }
  return std::string_view::npos;
}

/// The end of what begins at `k` with a run of `mark` and ends with an equal run.
std::size_t behindRun(std::string_view text, std::size_t k, char mark) {
  const std::size_t first = std::min(text.find_first_not_of(mark, k), text.size());
  const std::string run(first - k, mark);
  const std::size_t end = text.find(run, first);
  return end == std::string_view::npos ? first : end + run.size();
}

class NameChecker {
 public:
  NameChecker(const StepBlocks& step, const NamesInScope& scope, LessonProblems& problems)
      : m_step(step), m_scope(scope), m_problems(problems) {}

  void check() {
    for (const std::vector<LessonControl>& block : m_step.controls)
      for (const LessonControl& control : block)
        for (const std::string& array : control.arrays) need(array, control.place);
    for (const LessonPicture& picture : m_step.pictures) checkPicture(picture);
    for (const LessonFormula& formula : m_step.formulas) {
      for (const auto& [symbol, value] : formula.bindings) checkNames(value, m_scope, {}, m_problems);
      checkIndices(formula.at);
      for (const FormulaTree& line : formula.lines) checkMarks(line, symbolsOf(line));
    }
    for (const LessonAlgorithm& algorithm : m_step.algorithms) {
      for (const AlgorithmLine& line : algorithm.lines) need(line.array, line.place);
      for (const auto& [symbol, value] : algorithm.bindings) checkNames(value, m_scope, {}, m_problems);
      checkIndices(algorithm.at);
    }
    for (const LessonGoal& goal : m_step.goals) checkNames(goal.condition, m_scope, {}, m_problems);
    for (const LessonCheck& check : m_step.checks) {
      for (const auto* side : {&check.condition, &check.left, &check.right, &check.tolerance})
        if (*side) checkNames(**side, m_scope, {}, m_problems);
      for (const LessonSettings& at : check.at)
        for (const auto& [set, value] : at) need(set.substr(0, set.find('[')), check.place);
    }
    for (const LessonQuestion& question : m_step.questions) checkQuestion(question);
  }

  /// Live numbers and marks. What cannot be read is told where they are computed.
  void checkProse(const LessonProse& prose, const std::set<std::string>& also = {}) {
    for (const ProsePart& part : proseParts(prose)) {
      LessonProblems unread;
      if (part.kind == ProsePart::Kind::number) {
        if (const auto number = parseLiveNumber(part.text, part.place, unread))
          checkNames(number->expression, m_scope, also, m_problems);
      } else if (const auto mark = LessonExpression::parse(part.text, part.place, unread)) {
        checkNames(*mark, m_scope, also, m_problems);
      }
    }
  }

 private:
  /// The symbols of a formula, which may be its indices.
  static std::set<std::string> symbolsOf(const FormulaTree& tree) {
    std::set<std::string> symbols;
    if (!tree) return symbols;
    if (tree->kind == FormulaKind::symbol) symbols.insert(tree->text);
    for (const FormulaTree& child : tree->children) symbols.merge(symbolsOf(child));
    return symbols;
  }

  void checkMarks(const FormulaTree& tree, const std::set<std::string>& indices) {
    if (!tree) return;
    if (tree->kind == FormulaKind::mark)
      if (const auto marked = LessonExpression::parse(tree->text, tree->place, m_problems))
        checkNames(*marked, m_scope, indices, m_problems);
    for (const FormulaTree& child : tree->children) checkMarks(child, indices);
  }

  void need(const std::string& name, LessonPlace place) {
    if (!m_scope.contains(name)) tellUndefined(place, name, m_scope, m_problems);
  }

  void checkPicture(const LessonPicture& picture) {
    for (std::size_t k = 0; k < picture.of.size(); ++k) {
      if (m_scope.contains(picture.of[k])) continue;
      LessonProblems told;
      tellUndefined(picture.ofPlaces[k], picture.of[k], m_scope, told);
      m_problems.missing(picture.ofPlaces[k], picture.of[k], "picture \"", picture.kind,
                         "\": ", told.sorted().front().text);
    }
    for (const LessonExpression& mark : picture.marks) checkNames(mark, m_scope, {}, m_problems);
  }

  void checkIndices(const std::vector<std::pair<std::string, std::optional<LessonExpression>>>& indices) {
    for (const auto& [index, value] : indices)
      if (value) checkNames(*value, m_scope, {}, m_problems);
  }

  void checkQuestion(const LessonQuestion& question) {
    for (const QuestionOption& option : question.options) {
      checkNames(option.when, m_scope, {}, m_problems);
      checkProse({option.hint, option.hintPlace});
    }
    checkProse({question.because, question.becausePlace});
    if (question.answer) checkNames(*question.answer, m_scope, {"row", "column", "i", "j"}, m_problems);
    if (question.within) checkNames(*question.within, m_scope, {}, m_problems);
    for (const QuestionHint& hint : question.hints) {
      if (hint.when) checkNames(*hint.when, m_scope, {"value"}, m_problems);
      checkProse({hint.text, hint.place}, {"value"});
    }
    for (const std::string& name : {question.of, question.over})
      if (isLessonName(name)) need(name, question.place);
    for (const auto* lines : {&m_step.covered, &m_step.shown})
      if (const auto found = lines->find(question.name); found != lines->end())
        for (const std::string& name : found->second) need(name, question.place);
  }

  const StepBlocks& m_step;
  const NamesInScope& m_scope;
  LessonProblems& m_problems;
};

}  // namespace

namespace {

/// Numbers and marks, or formulae alone.
std::vector<ProsePart> partsOf(const LessonProse& prose, bool areFormulas) {
  const std::string_view text = prose.markdown;
  std::vector<ProsePart> parts;
  const auto add = [&](ProsePart::Kind kind, std::size_t from, std::size_t to) {
    if ((kind == ProsePart::Kind::formula) != areFormulas) return;
    parts.push_back({kind, std::string(text.substr(from, to - from)), placeBehind(prose.place, text, from)});
  };
  for (std::size_t k = 0; k < text.size();) {
    std::size_t end = std::string_view::npos;
    if (text[k] == '\\') {
      k += 2;
    } else if (text[k] == '`' || text[k] == '$') {
      end = behindRun(text, k, text[k]);
      const std::size_t run = std::min(text.find_first_not_of(text[k], k), end) - k;
      if (text[k] == '$' && end >= k + 2 * run) add(ProsePart::Kind::formula, k + run, end - run);
      k = end;
    } else if (text[k] == '{' && (end = endOfBrace(text, k + 1)) != std::string_view::npos) {
      add(ProsePart::Kind::number, k + 1, end);
      k = end + 1;
    } else if (text.substr(k).starts_with("](mark:") && (end = endOfMark(text, k + 7)) != std::string_view::npos) {
      add(ProsePart::Kind::mark, k + 7, end);
      k = end + 1;
    } else {
      ++k;
    }
  }
  return parts;
}

}  // namespace

std::vector<ProsePart> proseParts(const LessonProse& prose) { return partsOf(prose, false); }
std::vector<ProsePart> proseFormulas(const LessonProse& prose) { return partsOf(prose, true); }

std::vector<LessonProse> proseOf(const LessonStep& step) {
  std::vector<LessonProse> prose;
  for (const LessonBeat& beat : step.beats) addProse(beat.parts, prose);
  return prose;
}

namespace {

/// Of pictures, formulae, goals and prose.
std::set<std::string> namesSeen(const LessonStep& step, const StepBlocks& blocks) {
  std::set<std::string> names;
  for (const LessonPicture& picture : blocks.pictures) {
    names.insert(picture.of.begin(), picture.of.end());
    for (const LessonExpression& mark : picture.marks) addNames(mark, names);
  }
  for (const LessonFormula& formula : blocks.formulas) {
    for (const auto& [symbol, value] : formula.bindings) addNames(value, names);
    for (const auto& [index, value] : formula.at)
      if (value) addNames(*value, names);
  }
  for (const LessonAlgorithm& algorithm : blocks.algorithms) {
    for (const AlgorithmLine& line : algorithm.lines) names.insert(line.array);
    for (const auto& [symbol, value] : algorithm.bindings) addNames(value, names);
  }
  for (const LessonGoal& goal : blocks.goals) addNames(goal.condition, names);
  for (const LessonProse& prose : proseOf(step))
    for (const ProsePart& part : proseParts(prose)) addWords(part.text, names);
  return names;
}

void addQuestion(const LessonQuestion& question, std::set<std::string>& names) {
  const auto addAll = [&](const LessonExpression& expression) {
    addNames(expression, names);
    for (const auto& more : {expression.namesInsideAt(), expression.namesSetByAt()})
      for (const std::string& name : more) names.insert(name.substr(0, name.find('[')));
  };
  for (const QuestionOption& option : question.options) addAll(option.when);
  for (const auto* part : {&question.answer, &question.within})
    if (*part) addAll(**part);
  for (const QuestionHint& hint : question.hints)
    if (hint.when) addAll(*hint.when);
  for (const std::string* text : {&question.of, &question.over, &question.because}) addWords(*text, names);
}

}  // namespace

std::set<std::string> namesShown(const LessonStep& step, const StepBlocks& blocks) {
  std::set<std::string> names = namesSeen(step, blocks);
  for (const std::vector<LessonControl>& block : blocks.controls)
    for (const LessonControl& control : block) {
      if (control.isDefinition()) names.insert(control.name);
      names.insert(control.arrays.begin(), control.arrays.end());
    }
  return names;
}

std::set<std::string> namesRead(const LessonStep& step, const StepBlocks& blocks) {
  std::set<std::string> names = namesSeen(step, blocks);
  for (const LessonPicture& picture : blocks.pictures)
    for (const auto& [key, line] : picture.settings) addWords(line.text, names);
  for (const LessonQuestion& question : blocks.questions) addQuestion(question, names);
  return names;
}

void checkStepNames(const Lesson& lesson, const std::vector<StepBlocks>& steps, const LessonGraph& graph,
                    LessonProblems& problems) {
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    NameChecker checker(steps[step], graph.scopes[step], problems);
    checker.check();
    // The introduction is shown with the first step.
    if (step == 0) checker.checkProse(lesson.introduction);
    for (const LessonProse& prose : proseOf(lesson.steps[step])) checker.checkProse(prose);
  }
}

}  // namespace engine
