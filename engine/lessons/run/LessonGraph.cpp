#include "engine/lessons/run/LessonGraph.h"

#include <algorithm>

#include "engine/base/PrintableText.h"
#include "engine/lessons/run/BlockLine.h"
#include "engine/lessons/run/OutputOrder.h"

namespace engine {

namespace {

constexpr std::size_t kMostDefinitions = 500;

std::string textOf(const LessonBlock& block) {
  std::string text;
  for (const LessonLine& line : block.lines) text += line.text + "\n";
  return text;
}

std::vector<std::string> namesOf(const NamesInScope& scope) {
  std::vector<std::string> names;
  for (const auto& [name, index] : scope) names.push_back(name);
  return names;
}

/// Where a name stands in the text of an expression, as a word of its own.
std::size_t findWord(const std::string& text, const std::string& word) {
  for (std::size_t k = text.find(word); k != std::string::npos; k = text.find(word, k + 1)) {
    const bool begins = k == 0 || !isLessonName(text.substr(k - 1, 1));
    const std::size_t behind = k + word.size();
    if (begins && (behind >= text.size() || !isLessonName("x" + text.substr(behind, 1)))) return k;
  }
  return 0;
}

LessonPlace placeOf(const LessonExpression& expression, const std::string& name) {
  return placeBehind(expression.place(), expression.text(), findWord(expression.text(), name));
}

std::set<std::string> allNames(const LessonExpression& expression) {
  std::set<std::string> names = expression.names();
  names.insert(expression.namesInsideAt().begin(), expression.namesInsideAt().end());
  // "Q[1,1]" sets a cell of Q.
  for (const std::string& set : expression.namesSetByAt()) names.insert(set.substr(0, set.find('[')));
  return names;
}

/// What is being looked up: who reads the name, and where that stands in the file.
struct Reading {
  int reader;
  LessonExpression expression;
  const RunSetting* setting = nullptr;  ///< where a misspelt word may have been meant as a choice
};

class GraphMaker {
 public:
  GraphMaker(const Lesson& lesson, const std::vector<StepBlocks>& steps, LessonProblems& problems)
      : m_lesson(lesson), m_steps(steps), m_problems(problems) {}

  LessonGraph make() && {
    for (std::size_t step = 0; step < m_lesson.steps.size(); ++step) {
      m_step = static_cast<int>(step);
      m_graph.data.emplace_back();
      for (const LessonBlock* block : blocksOf(m_lesson.steps[step])) addBlock(*block);
      addControls();
      NamesInScope scope = step == 0 ? NamesInScope() : m_graph.scopes[step - 1];
      for (std::size_t k = 0; k < m_graph.definitions.size(); ++k)
        if (m_graph.definitions[k].step == m_step && !m_graph.definitions[k].name.empty())
          scope.insert_or_assign(m_graph.definitions[k].name, static_cast<int>(k));
      m_graph.scopes.push_back(std::move(scope));
    }
    for (const Reading& reading : m_readings) lookUp(reading);
    for (const Reading& reading : m_readings) lookBelow(reading);
    findComputed();
    return std::move(m_graph);
  }

 private:
  int add(LessonDefinition definition) {
    if (m_graph.definitions.size() == kMostDefinitions)
      m_problems.error(definition.place, "more than ", kMostDefinitions, " names are defined from here on");
    definition.step = m_step;
    m_graph.definitions.push_back(std::move(definition));
    return static_cast<int>(m_graph.definitions.size()) - 1;
  }

  void addBlock(const LessonBlock& block) {
    if (m_graph.definitions.size() > kMostDefinitions) return;
    if (block.kind == "data") addData(block);
    if (block.kind == "run") addRun(block);
  }

  void addData(const LessonBlock& block) {
    DataBlock data = parseData(block, m_problems);
    for (DataLine& line : data.lines) {
      LessonDefinition definition;
      definition.name = line.name;
      definition.place = line.place;
      definition.data = std::make_shared<const DataLine>(std::move(line));
      definition.text = definition.data->value ? definition.data->value->text() : definition.data->text;
      const int reader = add(definition);
      if (definition.data->value) m_readings.push_back({reader, *definition.data->value});
    }
    DataBlock& kept = m_graph.data.back();
    std::move(data.labels.begin(), data.labels.end(), std::back_inserter(kept.labels));
    std::move(data.units.begin(), data.units.end(), std::back_inserter(kept.units));
    std::move(data.replaceable.begin(), data.replaceable.end(), std::back_inserter(kept.replaceable));
  }

  void addRun(const LessonBlock& block) {
    const std::shared_ptr<const RunBlock> run = parseRun(block, m_problems);
    if (!run) return;
    LessonDefinition definition;
    definition.kind = LessonDefinition::Kind::run;
    definition.place = run->place;
    definition.text = textOf(block);
    definition.run = run;
    const int reader = add(definition);
    for (const RunInput& input : run->inputs) m_readings.push_back({reader, input.value});
    for (const RunSetting& setting : run->settings)
      if (setting.expression) m_readings.push_back({reader, *setting.expression, &setting});
    const auto addResult = [&](LessonDefinition::Kind kind, const std::string& name, const std::string& array,
                               LessonPlace place) {
      LessonDefinition result;
      result.kind = kind;
      result.name = name;
      result.array = result.text = array;
      result.place = place;
      result.run = run;
      result.uses[""] = reader;
      add(std::move(result));
    };
    for (const RunOutput& output : run->outputs)
      addResult(LessonDefinition::Kind::output, output.name, output.array, output.place);
    if (run->mechanism) addSiblings(*run, reader);
    if (!run->as.empty()) addResult(LessonDefinition::Kind::dataset, run->as, {}, run->asPlace);
    for (const RunOutput& part : run->asParts)
      addResult(LessonDefinition::Kind::dataset, part.name, part.array, part.place);
  }

  /// Of the outputs behind the definition `runIndex`. What a by-product holds is made of any of them, or they of it.
  void addSiblings(const RunBlock& run, int runIndex) {
    const std::vector<RunOutput>& outputs = run.outputs;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const std::set<std::string> made = outputsFrom(*run.mechanism, outputs[k].array);
      for (std::size_t other = 0; other < outputs.size(); ++other)
        if (other != k &&
            (made.contains(outputs[other].array) || outputs[other].isOfByProduct() || outputs[k].isOfByProduct()))
          at(runIndex + 1 + static_cast<int>(k)).siblings.push_back(runIndex + 1 + static_cast<int>(other));
    }
  }

  void addControls() {
    for (const std::vector<LessonControl>& block : m_steps[static_cast<std::size_t>(m_step)].controls)
      for (const LessonControl& control : block) {
        if (!control.isDefinition()) continue;
        LessonDefinition definition;
        definition.kind = LessonDefinition::Kind::control;
        definition.name = control.name;
        definition.place = control.place;
        definition.control = std::make_shared<const LessonControl>(control);
        add(std::move(definition));
      }
  }

  /// Above in the same step, else in earlier steps; -1: nowhere.
  int above(int reader, const std::string& name) const {
    for (int k = reader - 1; k >= 0; --k)
      if (at(k).name == name) return k;
    return -1;
  }
  /// Below in the same step, the last one; -1: nowhere.
  int below(int reader, const std::string& name) const {
    const int found = findIn(scopeOf(reader), name);
    return found > reader ? found : -1;
  }

  void lookUp(const Reading& reading) {
    for (const std::string& name : allNames(reading.expression)) {
      const int found = above(reading.reader, name);
      if (found >= 0)
        at(reading.reader).uses[name] = found;
      else if (below(reading.reader, name) < 0)
        tellMissing(reading, name);
    }
  }

  void lookBelow(const Reading& reading) {
    for (const std::string& name : allNames(reading.expression)) {
      const int found = below(reading.reader, name);
      const int earlier = above(reading.reader, name);
      if (found < 0 || (earlier >= 0 && at(earlier).step == at(reading.reader).step)) continue;
      if (found == reading.reader || m_graph.dependents({reading.reader}).contains(found)) {
        if (earlier < 0) m_problems.error(reading.expression.place(), inQuotes(name), " would be computed from itself");
        continue;
      }
      at(reading.reader).uses[name] = found;
    }
  }

  void tellMissing(const Reading& reading, const std::string& name) {
    const NamesInScope& scope = scopeOf(reading.reader);
    if (!reading.setting) {
      tellUndefined(placeOf(reading.expression, name), name, scope, m_problems);
      return;
    }
    const Parameter& parameter = *reading.setting->parameter;
    const bool isText = std::holds_alternative<std::string>(parameter.standard);
    if (isText && parameter.choices.empty()) return;  // the word itself is meant
    if (parameter.choices.empty()) return tellUndefined(reading.setting->place, name, scope, m_problems);
    tellUnknown(reading.setting->place, "value of \"" + parameter.key + "\":", name, parameter.choices, m_problems);
  }

  void findComputed() {
    std::set<int> runs;
    for (std::size_t k = 0; k < m_graph.definitions.size(); ++k)
      if (m_graph.definitions[k].kind == LessonDefinition::Kind::run) runs.insert(static_cast<int>(k));
    for (const int k : m_graph.dependents(runs)) at(k).isComputed = true;
  }

  LessonDefinition& at(int k) { return m_graph.definitions[static_cast<std::size_t>(k)]; }
  const LessonDefinition& at(int k) const { return m_graph.definitions[static_cast<std::size_t>(k)]; }
  const NamesInScope& scopeOf(int k) const { return m_graph.scopes[static_cast<std::size_t>(at(k).step)]; }
  static int findIn(const NamesInScope& scope, const std::string& name) {
    const auto found = scope.find(name);
    return found == scope.end() ? -1 : found->second;
  }

  const Lesson& m_lesson;
  const std::vector<StepBlocks>& m_steps;
  LessonProblems& m_problems;
  LessonGraph m_graph;
  std::vector<Reading> m_readings;
  int m_step = 0;
};

/// What is reached from these along what reads them, perhaps among the outputs of one run too; not into `barred`.
std::set<int> reached(const LessonGraph& graph, const std::set<int>& from, const std::set<int>& barred,
                      bool areSiblingsMet) {
  const std::vector<LessonDefinition>& definitions = graph.definitions;
  std::vector<std::vector<int>> readers(definitions.size());
  for (std::size_t k = 0; k < definitions.size(); ++k) {
    for (const auto& [name, used] : definitions[k].uses) readers[static_cast<std::size_t>(used)].push_back(int(k));
    if (areSiblingsMet)
      readers[k].insert(readers[k].end(), definitions[k].siblings.begin(), definitions[k].siblings.end());
  }
  std::set<int> all = from;
  std::vector<int> open(from.begin(), from.end());
  while (!open.empty()) {
    const int last = open.back();
    open.pop_back();
    for (const int reader : readers[static_cast<std::size_t>(last)])
      if (!barred.contains(reader) && all.insert(reader).second) open.push_back(reader);
  }
  return all;
}

}  // namespace

void tellUndefined(LessonPlace place, const std::string& name, const NamesInScope& scope, LessonProblems& problems) {
  std::string known;
  for (const std::string& one : namesOf(scope)) known += (known.empty() ? "" : ", ") + one;
  const std::string nearest = nearestSpelling(name, namesOf(scope));
  problems.missing(place, name, inQuotes(name), " is not defined above this line or in this step",
                   nearest.empty() ? std::string() : ", did you mean \"" + nearest + "\"?",
                   known.empty() ? " (nothing is)" : " (" + known + " are)");
}

void checkNames(const LessonExpression& expression, const NamesInScope& scope, const std::set<std::string>& also,
                LessonProblems& problems) {
  for (const std::string& name : allNames(expression))
    if (!scope.contains(name) && !also.contains(name)) tellUndefined(placeOf(expression, name), name, scope, problems);
}

std::set<int> LessonGraph::dependents(const std::set<int>& from) const { return reached(*this, from, {}, false); }

std::set<int> LessonGraph::tellers(const std::set<int>& from, const std::set<int>& shown) const {
  return reached(*this, from, shown, true);
}

LessonGraph makeGraph(const Lesson& lesson, const std::vector<StepBlocks>& steps, LessonProblems& problems) {
  return GraphMaker(lesson, steps, problems).make();
}

}  // namespace engine
