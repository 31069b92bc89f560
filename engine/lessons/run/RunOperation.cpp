#include "engine/lessons/run/RunOperation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Joined.h"
#include "engine/base/PrintableText.h"
#include "engine/datasets/ArrayText.h"
#include "engine/datasets/Kind.h"
#include "engine/io/Format.h"
#include "engine/lessons/file/Problem.h"
#include "engine/lessons/run/StoredResults.h"
#include "engine/operations/MechanismOperation.h"

namespace engine {

namespace {

/// An array in the type that the mechanism takes.
AnyArray typed(const LessonArray& values, const std::string& name, const Mechanism* mechanism) {
  ArrayType type = ArrayType::real;
  if (mechanism)
    for (const ArrayDescription& array : mechanism->inputs())
      if (array.name == name) type = array.type;
  // "(q)" is the number q: an array of one number where arrays are taken.
  const LessonArray array = values.rank() == 0 ? values.reshaped({1}) : values;
  if (type == ArrayType::real) {
    LessonArray named = array;
    named.name = name;
    return named;
  }
  if (type == ArrayType::boolean) {
    Array<Bool> flags(array.shape(), Bool{}, name);
    std::transform(array.begin(), array.end(), flags.begin(), [](double value) { return Bool{value != 0}; });
    return flags;
  }
  Array<std::int64_t> counts(array.shape(), 0, name);
  for (Index k = 0; k < array.size(); ++k) {
    if (array[k] != std::floor(array[k]) || std::abs(array[k]) > 1e15)
      fail("input ", name, ": found ", array[k], ", expected whole numbers");
    counts[k] = static_cast<std::int64_t>(array[k]);
  }
  return counts;
}

/// Letters as a sequence with this name.
DatasetPtr sequenceOf(const std::string& name, const std::string& letters) {
  const std::string fasta = ">" + printable(name) + "\n" + letters + "\n";
  Diagnostics diagnostics;
  Progress none;
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = name;
  dataset->value = recogniseFormat(fasta, name).read(fasta, name, diagnostics, none);
  return dataset;
}

/// The inputs of the operation in its order.
class InputMaker {
 public:
  explicit InputMaker(const RunBlock& run)
      : m_run(run), m_expected(run.operation->inputs()), m_inputs(m_expected.size()) {}

  void add(const RunInput& input, const LessonValue& value) {
    if (const auto* array = std::get_if<LessonArray>(&value)) {
      const std::string name = input.name.empty() ? input.value.text() : input.name;
      m_arrays[name] = typed(*array, name, m_run.mechanism);
    } else if (const auto* dataset = std::get_if<DatasetPtr>(&value)) {
      place(input.name, *dataset);
    } else {
      place(input.name, sequenceOf(input.value.text(), std::get<std::string>(value)));
    }
  }

  std::vector<DatasetPtr> take() && {
    if (!m_arrays.empty()) {
      auto arrays = std::make_shared<Dataset>();
      arrays->id = "lesson-arrays";
      arrays->title = "Lesson";
      arrays->value = std::make_shared<const ArrayBundle>(std::move(m_arrays));
      place({}, arrays);
    }
    return std::move(m_inputs);
  }

 private:
  void place(const std::string& name, const DatasetPtr& dataset) {
    for (std::size_t k = 0; k < m_expected.size(); ++k) {
      const OperationInput& expected = m_expected[k];
      const bool fits =
          std::find(expected.kinds.begin(), expected.kinds.end(), dataset->kind()) != expected.kinds.end();
      if (m_inputs[k] || !(name.empty() ? fits : name == expected.name)) continue;
      m_inputs[k] = dataset;
      return;
    }
    std::string known;
    for (const OperationInput& input : m_expected) known += (known.empty() ? "" : ", ") + input.name;
    fail(m_run.operation->id(), " has no further input for ", kindName(dataset->kind()), " ", inQuotes(dataset->title),
         known.empty() ? ": it has none" : " (inputs: " + known + ")");
  }

  const RunBlock& m_run;
  const std::vector<OperationInput> m_expected;
  std::vector<DatasetPtr> m_inputs;
  ArrayBundle m_arrays;
};

std::string plainText(double number) {
  std::ostringstream text;
  text.precision(std::numeric_limits<double>::max_digits10);
  text << number;
  return text.str();
}

ParameterValue parameterOf(const Parameter& parameter, const LessonValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return parseParameter(parameter, *text);
  const auto* array = std::get_if<LessonArray>(&value);
  if (!array) fail("parameter ", parameter.key, ": found a dataset, expected a number or a word");
  if (std::holds_alternative<std::string>(parameter.standard)) {
    std::string list;
    for (const double number : *array) list += (list.empty() ? "" : ",") + plainText(number);
    return parseParameter(parameter, list);
  }
  if (array->size() != 1) fail("parameter ", parameter.key, ": found ", describeValue(value), ", expected a number");
  const double number = (*array)[0];
  if (std::holds_alternative<bool>(parameter.standard)) return number != 0;
  if (std::holds_alternative<double>(parameter.standard)) return number;
  if (number != std::floor(number) || std::abs(number) > 1e15)
    fail("parameter ", parameter.key, ": found ", number, ", expected a whole number");
  return static_cast<std::int64_t>(number);
}

ParameterValues valuesOf(const RunBlock& run, const LessonScope& scope) {
  ParameterValues values;
  for (const RunSetting& setting : run.settings) {
    const Parameter& parameter = *setting.parameter;
    if (setting.value) {
      values.set(parameter.key, *setting.value);
      continue;
    }
    // A free text may be a word that is meant as it stands.
    const bool isFreeText = std::holds_alternative<std::string>(parameter.standard) && parameter.choices.empty();
    const bool isWord = setting.expression->names() == std::set<std::string>{setting.text};
    if (isFreeText && isWord && !scope.find(setting.text))
      values.set(parameter.key, parseParameter(parameter, setting.text));
    else
      values.set(parameter.key, parameterOf(parameter, setting.expression->value(scope)));
  }
  if (findParameter(run.parameters, "precision") && !values.contains("precision"))
    values.set("precision", std::string("float64"));
  return values;
}

/// Tells what would need too much memory, as far as formulae of cost say so; of others it shows when they run.
void checkMemory(const RunBlock& run, const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                 const RunLimits& limits) {
  const auto* operation = dynamic_cast<const MechanismOperation*>(run.operation);
  if (!operation || !run.mechanism) return;
  double bytes = 0;
  try {
    const ParameterValues all = operation->completedFor(inputs, values);
    ParameterValues own;
    for (const Parameter& parameter : run.mechanism->parameters()) own.copy(parameter.key, all);
    bytes = run.mechanism->costOf(operation->arraysFor(inputs, values), own, Precision::float64).memory;
  } catch (const Error&) {  // the run will say so
  }
  if (bytes > limits.bytes)
    fail("needs ", std::round(bytes / 1e7) / 100, " GB, a run of a lesson may take ", limits.bytes / 1e9, " GB");
}

/// "longest path" is written longest_path.
std::string asWord(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < 0x80 && !std::isalnum(c); }, '_');
  return name;
}

/// The arrays of all results: first those that are arrays themselves, then those that others are saved as.
class OutputFinder {
 public:
  explicit OutputFinder(const std::vector<Dataset>& results) : m_results(results) {
    for (const Dataset& result : results)
      if (const auto* arrays = result.as<ArrayBundle>()) add(*arrays);
  }

  /// By axis, of an array that was found.
  std::vector<std::vector<std::string>> labels(const std::string& wanted) const {
    std::vector<std::vector<std::string>> labels;
    const auto found = m_found.find(wanted);
    if (found == m_found.end()) return labels;
    const auto& [arrays, name] = found->second;
    for (const ArrayNote& note : notesIn(*arrays))
      if (note.name == name)
        for (const std::string& axis : note.axes) labels.push_back(labelsIn(*arrays, axis));
    const auto isEmpty = [](const auto& one) { return one.empty(); };
    return std::all_of(labels.begin(), labels.end(), isEmpty) ? std::vector<std::vector<std::string>>() : labels;
  }

  LessonArray find(const std::string& wanted) {
    if (!m_found.contains(wanted)) addExported();
    const auto found = m_found.find(wanted);
    if (found == m_found.end()) {
      std::vector<std::string> known;
      for (const auto& [name, array] : m_found) known.push_back(name);
      const std::string nearest = nearestSpelling(wanted, known);
      std::string list;
      for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
      fail("gives no ", inQuotes(wanted), nearest.empty() ? std::string() : ", did you mean \"" + nearest + "\"?",
           " (it gives: ", list, ")");
    }
    return numbersOf<double>(*found->second.first, found->second.second, NonFinite::allow);
  }

 private:
  void add(const ArrayBundle& arrays) {
    for (const auto& [name, array] : arrays) m_found.emplace(asWord(name), std::pair(&arrays, name));
  }

  void addExported() {
    if (m_isExported) return;
    m_isExported = true;
    for (const Dataset& result : m_results) {
      if (result.as<ArrayBundle>()) continue;
      for (const Exporter& exporter : kindOf(result).exporters()) {
        if (exporter.suffix != ".npz") continue;
        try {
          const Exported made = exporter.make(result, [](const Dataset&) { return std::string(); });
          if (const auto* value = std::get_if<DatasetValue>(&made); value && value->as<ArrayBundle>())
            m_exported.push_back(*value);
        } catch (const Error&) {  // a part that this run did not keep
        }
      }
    }
    for (const DatasetValue& value : m_exported) add(*value.as<ArrayBundle>());
  }

  const std::vector<Dataset>& m_results;
  std::map<std::string, std::pair<const ArrayBundle*, std::string>> m_found;
  std::vector<DatasetValue> m_exported;
  bool m_isExported = false;
};

/// A by-product by the word behind its id, under the name that the block gives it.
DatasetPtr partOf(const std::vector<Dataset>& results, const RunOutput& wanted) {
  std::vector<std::string> known;
  for (const Dataset& result : results) {
    const std::string id = result.id.text();
    const std::size_t dot = id.find('.');
    if (dot == std::string::npos) continue;
    known.push_back(id.substr(dot + 1));
    if (known.back() != wanted.array) continue;
    auto part = std::make_shared<Dataset>(result);
    part->id = wanted.name;
    return part;
  }
  fail("gives no by-product ", inQuotes(wanted.array), known.empty() ? "" : " (it gives: " + joined(known) + ")");
}

RunResult takenFrom(std::vector<Dataset> results, const RunBlock& run) {
  RunResult result;
  OutputFinder finder(results);
  for (const RunOutput& output : run.outputs) {
    LessonArray array = finder.find(output.array);
    array.name = output.name;
    result.arrays.insert_or_assign(output.array, std::move(array));
    result.labels.insert_or_assign(output.array, finder.labels(output.array));
  }
  if (results.empty() || (run.as.empty() && run.asParts.empty())) return result;
  if (!run.as.empty()) nameResults(results, run.as);
  for (const RunOutput& part : run.asParts) result.parts.insert_or_assign(part.array, partOf(results, part));
  if (!run.as.empty()) result.main = std::make_shared<const Dataset>(std::move(results.front()));
  return result;
}

}  // namespace

RunResult runOperation(const RunBlock& run, const LessonScope& scope, const Compute& compute, Progress& progress,
                       const std::function<void(RunResult)>& soFar, const RunLimits& limits) {
  InputMaker maker(run);
  for (const RunInput& input : run.inputs) maker.add(input, input.value.value(scope));
  const std::vector<DatasetPtr> inputs = std::move(maker).take();
  const ParameterValues values = valuesOf(run, scope);
  checkMemory(run, inputs, values, limits);
  LimitedProgress limited(progress, limits);
  Diagnostics diagnostics;
  Operation::ResultsSoFar tell;
  if (soFar)
    tell = [&](std::vector<Dataset> results) {
      std::optional<RunResult> part;
      try {
        part = takenFrom(std::move(results), run);
      } catch (const Error&) {  // something that the block takes out is not there yet
        return;
      }
      soFar(*std::move(part));
    };
  return takenFrom(run.operation->run(inputs, values, compute, diagnostics, limited, tell), run);
}

RunResult storedResult(const RunBlock& run, const LessonScope& scope, const std::filesystem::path& folder,
                       Progress& progress) {
  const std::vector<Dataset> results = storedResults(folder, progress);
  checkStored(results, *run.operation, completed(run.parameters, valuesOf(run, scope)), folder);
  return takenFrom(results, run);
}

}  // namespace engine
