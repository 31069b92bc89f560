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
#include "engine/lessons/results/OutputFinder.h"
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
    if (!m_arrays.empty() && !joined()) {
      auto arrays = std::make_shared<Dataset>();
      arrays->id = "lesson-arrays";
      arrays->title = "Lesson";
      arrays->value = std::make_shared<const ArrayBundle>(std::move(m_arrays));
      place({}, arrays);
    }
    return std::move(m_inputs);
  }

 private:
  static bool takes(const OperationInput& input, DatasetKind kind) {
    return std::find(input.kinds.begin(), input.kinds.end(), kind) != input.kinds.end();
  }

  /// Where no input is left for single arrays they join those of a file, in the place of those of the same name. False:
  /// they have an input of their own, or there is no such file.
  bool joined() {
    DatasetPtr* file = nullptr;
    for (std::size_t k = 0; k < m_expected.size(); ++k) {
      if (!m_inputs[k] && takes(m_expected[k], DatasetKind::arrays)) return false;
      if (!file && m_inputs[k] && m_inputs[k]->as<ArrayBundle>()) file = &m_inputs[k];
    }
    if (!file) return false;
    ArrayBundle all = *(*file)->as<ArrayBundle>();
    for (auto& [name, array] : m_arrays) all.insert_or_assign(name, std::move(array));
    auto both = std::make_shared<Dataset>(**file);
    both->value = std::make_shared<const ArrayBundle>(std::move(all));
    *file = std::move(both);
    return true;
  }

  void place(const std::string& name, const DatasetPtr& dataset) {
    for (std::size_t k = 0; k < m_expected.size(); ++k) {
      const OperationInput& expected = m_expected[k];
      if (m_inputs[k] || !(name.empty() ? takes(expected, dataset->kind()) : name == expected.name)) continue;
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

/// A by-product by the word behind its id, under the name that the block gives it.
DatasetPtr partOf(const std::vector<Dataset>& results, const RunOutput& wanted) {
  std::vector<std::string> known;
  for (const Dataset& result : results) {
    const std::string word = wordOfResult(result);
    if (word.empty()) continue;
    known.push_back(word);
    if (word != wanted.array) continue;
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
    result.arrays.insert_or_assign(output.array, std::make_shared<const LessonValue>(std::move(array)));
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
