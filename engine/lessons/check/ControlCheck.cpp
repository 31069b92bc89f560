#include "engine/lessons/check/ControlCheck.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/base/PrintableText.h"
#include "engine/lessons/run/StepNames.h"

namespace engine {

namespace {

/// Of a control with a range while the others with one rest: few first, which reach most goals.
constexpr int kPlacesAlone[] = {10, 40};
constexpr std::size_t kMostCorners = 243;
/// Of a control while a question is asked: its ends and places between them.
constexpr int kPlacesAsked = 4;

/// The beat in which a place of the file stands, from 0.
std::size_t beatOf(const LessonStep& step, LessonPlace place) {
  std::size_t beat = 0;
  for (std::size_t k = 0; k < step.beats.size(); ++k)
    if (k > 0 && step.beats[k].place.line <= place.line) beat = k;
  return beat;
}

/// Whether a question locks a control until it is answered: "Q" all cells of Q.
bool isLockedBy(const LessonQuestion& question, const LessonControl& control) {
  const std::set<std::string> locks = question.locks();
  return locks.contains(control.name) || locks.contains(control.name.substr(0, control.name.find('[')));
}

/// What the truth of a question's options reads, behind at(...) too.
std::set<std::string> namesOf(const LessonQuestion& question) {
  std::set<std::string> names;
  for (const QuestionOption& option : question.options)
    for (const auto& part : {option.when.names(), option.when.namesInsideAt()}) names.insert(part.begin(), part.end());
  return names;
}

class ControlChecker {
 public:
  ControlChecker(const NamesInScope& scope, const LessonGraph& graph, const StepBlocks& blocks)
      : m_scope(scope), m_graph(graph) {
    for (const std::vector<LessonControl>& block : blocks.controls)
      for (const LessonControl& control : block) m_controls.push_back(&control);
  }

  void warnOfIdle(const std::set<std::string>& read, LessonProblems& problems) const {
    for (const LessonControl* control : m_controls)
      if (!moves(*control, read))
        problems.warn(control->place, "moving ", inQuotes(control->name),
                      " changes nothing that this step shows or asks: a run, data, picture, formula or question of "
                      "the step must read it (runs of earlier steps read what was defined there)");
  }

  /// Of options that are right at one place of a control and wrong at another while the question is open: who moved it
  /// first is asked something else than what its reason tells. Controls that it locks, or that a later beat brings,
  /// rest.
  void warnOfMovedAnswer(const LessonStep& step, const LessonQuestion& question, const StepValues& values,
                         LessonProblems& problems) const {
    if (question.kind != QuestionKind::choose) return;
    const std::set<std::string> names = namesOf(question);
    const auto truthAt = [&](const LessonSettings& settings) -> std::optional<std::vector<double>> {
      try {
        return trueAnswer(question, *values.at(settings)).numbers;
      } catch (const Cancelled&) {
        throw;
      } catch (const Error&) {  // told where the question is checked, or nothing that somebody sees there
        return std::nullopt;
      }
    };
    const auto usual = truthAt({});
    for (const LessonControl* control : m_controls) {
      const bool rests = isLockedBy(question, *control) || beatOf(step, control->place) > beatOf(step, question.place);
      if (rests || !usual || !hasPlaces(*control) || !moves(*control, names)) continue;
      for (const double place : places(*control, kPlacesAsked)) {
        const LessonValue value = valueAt(*control, place);
        const auto truth = truthAt({{control->name, value}});
        if (!truth || *truth == *usual) continue;
        std::ostringstream shown;
        if (const auto* array = std::get_if<LessonArray>(&value); array && array->size() == 1)
          shown << (*array)[0];
        else if (const auto* word = std::get_if<std::string>(&value))
          shown << *word;
        problems.warn(question.place, "with ", control->name, " = ", shown.str(), " the right answer of ",
                      inQuotes(question.name), " is another one: say where it is meant with at(...), which locks ",
                      control->name, ", or let a later beat bring it");
        break;
      }
    }
  }

  void warnOfUnreached(const LessonGoal& goal, const StepValues& values, LessonProblems& problems) const {
    std::vector<const LessonControl*> movers;
    for (const LessonControl* control : m_controls)
      if (moves(*control, goal.condition.names())) movers.push_back(control);
    if (movers.empty())
      return problems.warn(goal.condition.place(), "no control of this step moves what the goal \"", goal.text,
                           "\" is about");
    if (!std::all_of(movers.begin(), movers.end(), [](const LessonControl* one) { return hasPlaces(*one); })) return;
    const auto holds = [&](const LessonSettings& settings) {
      try {
        return goal.condition.holds(*values.at(settings));
      } catch (const Cancelled&) {
        throw;
      } catch (const Error&) {  // an end where nothing can be computed is no way to the goal
        return false;
      }
    };
    std::size_t numTried = 0;
    for (const int count : kPlacesAlone) {
      const std::vector<LessonSettings> tried = settingsToTry(movers, count);
      if (std::any_of(tried.begin(), tried.end(), holds)) return;
      numTried = tried.size();
    }
    problems.warn(goal.condition.place(), "the goal \"", goal.text, "\" is reached at none of ", numTried,
                  " places of the controls that were tried");
  }

 private:
  /// Whether one of the names is made from what the control moves.
  bool moves(const LessonControl& control, const std::set<std::string>& names) const {
    std::set<int> moved;
    const std::vector<std::string> own = {control.name};
    for (const std::string& name : control.isDefinition() ? own : control.arrays)
      if (const auto found = m_scope.find(name); found != m_scope.end()) moved.insert(found->second);
    const std::set<int> made = m_graph.dependents(moved);
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      const auto found = m_scope.find(name);
      return found != m_scope.end() && made.contains(found->second);
    });
  }

  static bool hasPlaces(const LessonControl& control) {
    switch (control.kind) {
      case ControlKind::slider:
      case ControlKind::stepper:
      case ControlKind::cell:
      case ControlKind::choice:
      case ControlKind::onOff:
        return true;
      default:
        return false;
    }
  }

  /// `count` places from one end to the other; of choices all.
  static std::vector<double> places(const LessonControl& control, int count) {
    const double from = isChoice(control) ? 0 : control.from;
    const double to = isChoice(control) ? std::max(1.0, static_cast<double>(control.choices.size()) - 1) : control.to;
    const bool isWhole = isChoice(control) || control.kind == ControlKind::stepper;
    std::vector<double> found;
    for (int k = 0; k <= count; ++k) {
      const double part = static_cast<double>(k) / count;
      const double place =
          control.isLogarithmic && from > 0 ? from * std::pow(to / from, part) : from + part * (to - from);
      found.push_back(isWhole ? std::round(place) : place);
    }
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  static bool isChoice(const LessonControl& control) {
    return control.kind == ControlKind::choice || control.kind == ControlKind::onOff;
  }

  /// Each of `all` with the control at each of the places; unchanged where these would be more than kMostCorners.
  static std::vector<LessonSettings> times(const std::vector<LessonSettings>& all, const LessonControl& control,
                                           const std::vector<double>& places) {
    if (all.size() * places.size() > kMostCorners) return all;
    std::vector<LessonSettings> more;
    for (const LessonSettings& one : all)
      for (const double place : places) {
        more.push_back(one);
        more.back()[control.name] = valueAt(control, place);
      }
    return more;
  }

  /// With all choices: each control with a range alone, then these at their ends and middles together.
  static std::vector<LessonSettings> settingsToTry(const std::vector<const LessonControl*>& movers, int count) {
    std::vector<LessonSettings> choices = {{}};
    for (const LessonControl* control : movers)
      if (isChoice(*control)) choices = times(choices, *control, places(*control, static_cast<int>(kMostCorners)));
    std::vector<LessonSettings> tried = choices;
    for (const LessonSettings& chosen : choices) {
      std::vector<LessonSettings> corners = {chosen};
      for (const LessonControl* control : movers) {
        if (isChoice(*control)) continue;
        const std::vector<LessonSettings> alone = times({chosen}, *control, places(*control, count));
        tried.insert(tried.end(), alone.begin(), alone.end());
        corners = times(corners, *control, places(*control, 2));
      }
      tried.insert(tried.end(), corners.begin(), corners.end());
    }
    return tried;
  }

  const NamesInScope& m_scope;
  const LessonGraph& m_graph;
  std::vector<const LessonControl*> m_controls;
};

}  // namespace

void checkControls(const LessonGraph& graph, int step, const LessonStep& read, const StepBlocks& blocks,
                   const StepValues& values, LessonProblems& problems) {
  const ControlChecker checker(graph.scopes[static_cast<std::size_t>(step)], graph, blocks);
  checker.warnOfIdle(namesRead(read, blocks), problems);
  for (const LessonGoal& goal : blocks.goals) checker.warnOfUnreached(goal, values, problems);
  for (const LessonQuestion& question : blocks.questions) checker.warnOfMovedAnswer(read, question, values, problems);
}

}  // namespace engine
