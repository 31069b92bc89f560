#include "app/commands/LessonSizes.h"

#include "engine/lessons/formula/FormulaShown.h"
#include "ui/formula/FormulaPage.h"

namespace app {

namespace {

/// As the player sets them: 15 points at 96 dots an inch, a margin on each side of the page.
constexpr double kPixels = 20, kWidth = 1280 - 24 - 0.8 * kPixels;

void addLine(const engine::LessonFormula& formula, const engine::FormulaTree& line, const engine::StepValues& values,
             std::vector<SetFormula>& formulas) {
  formulas.push_back({line, line->place});
  if (formula.isPlain || !formula.areNumbersShown) return;
  try {
    const engine::FormulaContext context(formula.bindings, values, formula.at);
    engine::FormulaShowing showing;
    showing.terms = static_cast<std::size_t>(formula.terms);
    const engine::ShownFormula shown =
        engine::showFormula(line, context, engine::placesOf(line, context, formula.at), showing);
    if (shown.numbers) formulas.push_back({shown.numbers, line->place, true});
  } catch (const engine::Error&) {  // told where it is executed
  }
}

}  // namespace

std::vector<SetFormula> formulasOf(engine::LessonRun& run) {
  std::vector<SetFormula> formulas;
  for (std::size_t step = 0; step < run.steps().size(); ++step) {
    const std::shared_ptr<const engine::StepValues> values = run.valuesOnDemand(static_cast<int>(step), {});
    for (const engine::LessonFormula& formula : run.steps()[step].formulas)
      for (const engine::FormulaTree& line : formula.lines) addLine(formula, line, *values, formulas);
  }
  return formulas;
}

std::vector<engine::LessonProblem> tooWide(const std::vector<SetFormula>& formulas) {
  engine::LessonProblems problems;
  for (const SetFormula& formula : formulas)
    if (ui::FormulaPage(formula.tree, kPixels, true, kWidth).isTooWide())
      problems.error(formula.place, formula.hasNumbers ? "the formula with its numbers" : "the formula",
                     " is too wide for 1280 × 720, even at 70 %: fewer terms, or two lines");
  return problems.sorted();
}

}  // namespace app
