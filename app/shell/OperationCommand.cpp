#include "app/shell/OperationCommand.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/attention/HeadSet.h"
#include "engine/attention/Mechanism.h"
#include "engine/base/Joined.h"
#include "engine/base/PrintableText.h"
#include "engine/operations/MapsOfArrays.h"
#include "engine/operations/MechanismOperation.h"
#include "engine/report/Describe.h"
#include "engine/report/Export.h"

namespace app {

namespace {

using engine::Dataset;
using engine::DatasetPtr;
using engine::findParameter;
using engine::Operation;
using engine::Parameter;

std::string upperCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

const engine::Mechanism* mechanismOf(const Operation& operation) {
  const std::string prefix = "attention ";
  if (!operation.id().starts_with(prefix)) return nullptr;
  for (const auto& mechanism : engine::mechanisms())
    if (mechanism->id() == operation.id().substr(prefix.size())) return mechanism.get();
  return nullptr;
}

/// Optional inputs can be named, so that those before them may be left out.
bool isNamedInput(const Operation& operation, const engine::OperationInput& input) {
  return input.isOptional && !findParameter(operation.parameters(), input.name);
}

/// As optional things are written.
std::string bracketed(const std::string& name) {
  std::string text = "[";
  return text.append(name).append("]");
}

std::string kindList(const std::vector<engine::DatasetKind>& kinds) { return engine::joined(kinds, engine::kindName); }

std::string arrayHelp(const std::string& heading, const std::vector<engine::ArrayDescription>& arrays) {
  std::string text = "\n" + heading + "\n";
  for (const engine::ArrayDescription& array : arrays) {
    const std::string name = array.isOptional ? bracketed(array.name) : array.name;
    text += "  " + name + " " + array.shape + "\n" + wrapped(array.help, 26);
  }
  return text;
}

std::string costHelp(const Operation& operation) {
  std::string text = "\nCost (w bytes of a number)\n";
  for (const std::string& line : operation.estimate({}, {})) text += wrapped(line, 2);
  return text;
}

/// For all results.
bool isFolder(const std::string& path) {
  std::error_code ignored;
  return path.ends_with('/') || std::filesystem::is_directory(path, ignored);
}

/// What can be known of a file to be written before there is anything to write.
void requireWritable(const std::string& path, const std::string& part = {}) {
  if (part.empty() && isFolder(path)) return requireFolderOf(path.substr(0, path.find_last_not_of('/') + 1));
  requireFolderOf(path);
  engine::requireKnownSuffix(path, part);
}

size_t numNeededInputs(const Operation& operation) {
  const std::vector<engine::OperationInput> inputs = operation.inputs();
  return static_cast<size_t>(std::count_if(inputs.begin(), inputs.end(),
                                           [](const engine::OperationInput& input) { return !input.isOptional; }));
}

/// Words behind the needed inputs become the parameters that the operation takes as words and no option has set.
void takeWordParameters(const Operation& operation, Invocation& invocation) {
  std::vector<std::string> keys = operation.wordParameters();
  std::erase_if(keys, [&](const std::string& key) { return invocation.parameters.contains(key); });
  std::vector<std::string>& words = invocation.words;
  const size_t numNeeded = numNeededInputs(operation);
  const size_t numTaken = words.size() > numNeeded ? std::min(keys.size(), words.size() - numNeeded) : 0;
  const size_t numInputs = words.size() - numTaken;
  const std::vector<Parameter> parameters = operation.parameters();
  for (size_t k = 0; k < numTaken; ++k)
    invocation.parameters.set(keys[k], parsedParameter(*findParameter(parameters, keys[k]), words[numInputs + k]));
  words.resize(numInputs);
}

/// Files that options named for an input become its word.
void takeNamedInputs(const Operation& operation, Invocation& invocation) {
  const std::vector<engine::OperationInput> inputs = operation.inputs();
  for (size_t k = 0; k < inputs.size(); ++k)
    for (const std::string& name : inputs[k].otherNames) {
      if (!invocation.has(name)) continue;
      if (invocation.words.size() != k)
        throw UsageError("--" + name + ": found " + std::to_string(invocation.words.size()) +
                         " other input files, expected " + std::to_string(k));
      invocation.words.push_back(invocation.text(name, ""));
    }
}

Invocation invocationOf(const Operation& operation, const std::vector<std::string>& arguments) {
  Invocation invocation = parseArguments(arguments, operationOptions(operation), operation.parameters());
  takeWordParameters(operation, invocation);
  takeNamedInputs(operation, invocation);
  return invocation;
}

/// The file of each input up to the last that is given, empty for one that is not: words in order, then those that are
/// named.
std::vector<std::string> inputFiles(const Operation& operation, const Invocation& invocation) {
  const std::vector<engine::OperationInput> inputs = operation.inputs();
  std::vector<std::string> files = invocation.words;
  files.resize(inputs.size());
  for (size_t k = 0; k < inputs.size(); ++k) {
    if (!isNamedInput(operation, inputs[k]) || !invocation.has(inputs[k].name)) continue;
    if (!files[k].empty())
      throw UsageError(operation.id() + ": found two files for the input " + inputs[k].name + ", " + files[k] +
                       " and " + invocation.text(inputs[k].name, ""));
    files[k] = invocation.text(inputs[k].name, "");
  }
  while (!files.empty() && files.back().empty()) files.pop_back();
  return files;
}

/// Arrays that a mechanism gave stand for their maps where these are asked for.
DatasetPtr asWanted(const engine::OperationInput& input, DatasetPtr dataset) {
  const auto takes = [&](engine::DatasetKind kind) {
    return std::find(input.kinds.begin(), input.kinds.end(), kind) != input.kinds.end();
  };
  const bool isWrong = !takes(dataset->kind()) && takes(engine::DatasetKind::heads);
  return isWrong && engine::hasMaps(*dataset) ? engine::firstMapsOf(dataset) : dataset;
}

std::vector<DatasetPtr> loadInputs(const Operation& operation, const Invocation& invocation) {
  const std::vector<engine::OperationInput> expected = operation.inputs();
  const auto& words = invocation.words;
  if (words.size() < numNeededInputs(operation) || words.size() > expected.size())
    throw UsageError(operation.id() + ": found " + std::to_string(words.size()) + " input files, expected " +
                     (operation.inputs().empty() ? "none" : operationSynopsis(operation)));
  if (std::count(words.begin(), words.end(), "-") > 1) throw UsageError("only one input can be standard input");
  std::vector<DatasetPtr> inputs;
  for (const std::string& word : inputFiles(operation, invocation)) {
    if (word.empty()) {
      inputs.push_back(nullptr);
      continue;
    }
    Dataset dataset = *asWanted(expected[inputs.size()], loadInput(word, talkOf(invocation)));
    const auto isTaken = [&inputs](const std::string& id) {
      return std::any_of(inputs.begin(), inputs.end(),
                         [&id](const DatasetPtr& input) { return input && input->id == id; });
    };
    const std::string wanted = dataset.id;
    for (int number = 2; isTaken(dataset.id); ++number) dataset.id = wanted + "-" + std::to_string(number);
    inputs.push_back(std::make_shared<const Dataset>(std::move(dataset)));
  }
  return inputs;
}

engine::ParameterValues parametersOf(const Operation& operation, const Invocation& invocation) {
  engine::ParameterValues values = invocation.parameters;
  if (invocation.has("double")) values.set("precision", std::string("float64"));
  try {
    operation.checkParameters(engine::completed(operation.parameters(), values));
  } catch (const engine::Error& error) {
    throw UsageError(error.what());
  }
  return values;
}

/// The result that --out means: arrays for an array file (they hold everything), heads that hold them beside their
/// maps, else the first that can be written.
const Dataset& resultFor(const std::vector<Dataset>& results, const std::string& path, const std::string& part) {
  const auto fits = [&](const Dataset& result) { return engine::canExport(result, path, part); };
  const auto* heads = results.front().as<engine::HeadSet>();
  if (heads && heads->beside && fits(results.front())) return results.front();
  const auto isArrays = [&](const Dataset& result) {
    return result.kind() == engine::DatasetKind::arrays && fits(result);
  };
  auto found = std::find_if(results.begin(), results.end(), isArrays);
  if (found == results.end()) found = std::find_if(results.begin(), results.end(), fits);
  return found == results.end() ? results.front() : *found;
}

/// Where an operation that can go on with unfinished work keeps it when no file was named: beside the result, a folder
/// too, which need not be there yet. Empty: nowhere.
std::string unfinishedFile(const Operation& operation, const Invocation& invocation) {
  constexpr const char* kKey = "unfinished";
  std::string out = invocation.text("out", "");
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  if (!findParameter(operation.parameters(), kKey) || invocation.parameters.contains(kKey)) return {};
  return out.empty() || out == "-" ? std::string{} : out + "." + kKey;
}

struct Target {
  std::string part, path;
  const Dataset* result;
};

/// Every result that a file can hold, in the first format that does, called by its id.
std::vector<Target> targetsIn(const std::filesystem::path& folder, const std::vector<Dataset>& results) {
  std::vector<Target> targets;
  for (const Dataset& result : results)
    for (const char* suffix : {".npz", ".hhm", ".a3m", ".json"}) {
      const std::string path = folder / (result.id.text() + suffix);
      if (!engine::canExport(result, path)) continue;
      targets.push_back({"", path, &result});
      break;
    }
  return targets;
}

/// What --out and the options of parts ask for. Throws Error when a file cannot hold the result, before any is written.
std::vector<Target> targetsOf(const Operation& operation, const std::vector<Dataset>& results,
                              const Invocation& invocation) {
  std::vector<std::string> parts = operation.resultParts();
  parts.insert(parts.begin(), std::string{});
  std::vector<Target> targets;
  for (const std::string& part : parts) {
    const std::string path = invocation.text(part.empty() ? "out" : part, "");
    if (path.empty()) continue;
    if (part.empty() && isFolder(path)) {
      targets = targetsIn(path, results);
      continue;
    }
    targets.push_back({part, path, &resultFor(results, path, part)});
    if (!engine::canExport(*targets.back().result, path, part))
      engine::exportedContent(*targets.back().result, path, part);  // throws, naming the suffixes that there are
  }
  return targets;
}

void writeResults(const Operation& operation, const std::vector<Dataset>& results, const Invocation& invocation) {
  if (const std::string path = invocation.text("out", ""); isFolder(path)) std::filesystem::create_directory(path);
  for (const Target& target : targetsOf(operation, results, invocation)) {
    if (target.path == "-")
      printContent(engine::exportedContent(*target.result, target.path, target.part));
    else
      engine::exportDataset(*target.result, target.path, target.part);
  }
}

std::string resultsJson(const Operation& operation, const std::vector<Dataset>& results) {
  for (const Dataset& result : results)
    if (engine::canExport(result, "result.json")) return engine::exportedContent(result, "result.json");
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Dataset& result : results) list.push_back(engine::datasetJson(result));
  return jsonText(nlohmann::ordered_json{{"operation", operation.id()}, {"results", list}});
}

void printResults(const Operation& operation, const std::vector<Dataset>& results, const Invocation& invocation) {
  if (invocation.has("json")) {
    if (invocation.text("out", "") != "-") printContent(resultsJson(operation, results));
    return;
  }
  if (invocation.has("out") || invocation.has("quiet")) return;
  std::string text;
  for (const Dataset& result : results) text += engine::printable(result.title) + ": " + engine::datasetText(result);
  printOut(text);
}

/// Runs to the end. Of what can stop early ("stop") an interrupt writes what there is by then, which says so itself.
std::vector<Dataset> ran(const Operation& operation, const std::vector<DatasetPtr>& inputs,
                         const engine::ParameterValues& values, const engine::Compute& compute,
                         engine::Diagnostics& diagnostics, const Invocation& invocation) {
  std::vector<Dataset> soFar;
  Operation::ResultsSoFar take;
  if (findParameter(operation.parameters(), "stop") && invocation.has("out"))
    take = [&soFar](std::vector<Dataset> results) { soFar = std::move(results); };
  try {
    TerminalProgress progress(talkOf(invocation));
    return operation.run(inputs, values, compute, diagnostics, progress, take);
  } catch (const engine::Cancelled&) {
    if (!soFar.empty()) {
      writeResults(operation, soFar, invocation);
      if (talkOf(invocation) == Talk::normal) printError("interrupted; wrote what there was: " + soFar.front().title);
    }
    throw;
  }
}

/// The arrays that a run on the inputs takes; without inputs a small sample.
int writeSample(const Operation& operation, const engine::ParameterValues& values, const Invocation& invocation) {
  const std::string path = invocation.text("sample", "");
  requireWritable(path);
  const std::vector<DatasetPtr> inputs = loadInputs(operation, invocation);
  const auto* const made = dynamic_cast<const engine::MechanismOperation*>(&operation);
  Dataset sample;
  sample.value = std::make_shared<const engine::ArrayBundle>(
      inputs.empty() || !made ? mechanismOf(operation)->sampleInput() : made->arraysFor(inputs, values));
  engine::exportDataset(sample, path);
  return kDone;
}

}  // namespace

std::string inputWord(const engine::OperationInput& input) { return upperCase(input.name); }

std::vector<Option> operationOptions(const Operation& operation) {
  const std::vector<Parameter> parameters = operation.parameters();
  std::vector<Option> options{
      {"in", "FILE", "another way to name the next input"},
      {"out", "FILE",
       "write the result; the suffix chooses the format, \"-\" is standard output; FOLDER/ takes all results, a file "
       "each"}};
  for (const engine::OperationInput& input : operation.inputs())
    for (const std::string& name : input.otherNames)
      options.push_back({name, "FILE", "another way to name the input " + input.name});
  for (const engine::OperationInput& input : operation.inputs())
    if (isNamedInput(operation, input)) options.push_back({input.name, "FILE", input.help});
  const std::vector<std::string> parts = operation.resultParts();
  for (const engine::Exporter& exporter : engine::exporters())
    if (std::find(parts.begin(), parts.end(), exporter.part) != parts.end())
      options.push_back(
          {exporter.part, "FILE",
           "of a " + engine::kindName(exporter.kind) + ": " + exporter.help + " (" + exporter.suffix + ")"});
  if (findParameter(parameters, "precision"))
    options.push_back({"double", "", "compute and write in float64 on the native path, the definition"});
  if (mechanismOf(operation))
    options.push_back({"sample", "FILE",
                       "compute nothing: write the arrays there (.npz) that a run on the input takes, with weights "
                       "that are made up; without an input a small sample"});
  for (const Option& option : deviceOptions()) options.push_back(option);
  if (!findParameter(parameters, "seed"))
    options.push_back({"seed", "N", "of random numbers; this operation draws none"});
  for (const Option& option : talkOptions()) options.push_back(option);
  return options;
}

std::string operationSynopsis(const Operation& operation) {
  std::string text;
  for (const engine::OperationInput& input : operation.inputs()) {
    if (!text.empty()) text += " ";
    text += input.isOptional ? bracketed(inputWord(input)) : inputWord(input);
  }
  for (const std::string& key : operation.wordParameters()) {
    if (!text.empty()) text += " ";
    text += upperCase(key);
  }
  return text;
}

std::string operationHelp(const Operation& operation) {
  const std::vector<Parameter> parameters = operation.parameters();
  std::string text = "Usage: headlight " + operation.id() + " " + operationSynopsis(operation) +
                     (operationSynopsis(operation).empty() ? "" : " ") + "[options]\n\n";
  std::istringstream equations(operation.formula());
  for (std::string equation; std::getline(equations, equation);) text += "  " + equation + "\n";
  if (!operation.formula().empty()) text += "\n";
  text += wrapped(operation.help(), 0) + "\nInputs\n";
  for (const engine::OperationInput& input : operation.inputs())
    text += "  " + inputWord(input) + (input.isOptional ? " (optional)" : "") + "\n" +
            wrapped(input.help + " [" + kindList(input.kinds) + "]", 26);
  if (!parameters.empty()) text += "\nParameters (also as --set KEY=VALUE)\n" + parameterHelp(parameters);
  if (const engine::Mechanism* mechanism = mechanismOf(operation))
    text += arrayHelp("Arrays of the input file", mechanism->inputs()) +
            arrayHelp("Arrays of the output file", mechanism->outputs()) + costHelp(operation);
  return text + "\nOptions\n" + optionHelp(operationOptions(operation));
}

engine::ParameterValues operationParameters(const Operation& operation, const std::vector<std::string>& arguments) {
  return engine::completed(operation.parameters(), parametersOf(operation, invocationOf(operation, arguments)));
}

std::vector<DatasetPtr> operationInputs(const Operation& operation, const std::vector<std::string>& arguments) {
  return loadInputs(operation, invocationOf(operation, arguments));
}

int runOperation(const Operation& operation, const std::vector<std::string>& arguments) {
  Invocation invocation = invocationOf(operation, arguments);
  if (invocation.has("sample")) return writeSample(operation, parametersOf(operation, invocation), invocation);
  requireWritable(invocation.text("out", ""));
  for (const std::string& part : operation.resultParts()) requireWritable(invocation.text(part, ""), part);
  const std::string unfinished = unfinishedFile(operation, invocation);
  if (!unfinished.empty()) invocation.parameters.set("unfinished", unfinished);
  const engine::ParameterValues values = parametersOf(operation, invocation);
  // Looking for OpenCL devices takes longer than aligning two profiles.
  const OpenedDevice device = openedDevice(invocation, operation.place() == Operation::Place::native ? "cpu" : "auto");
  const std::vector<DatasetPtr> inputs = loadInputs(operation, invocation);
  engine::Diagnostics diagnostics;
  std::vector<Dataset> results = ran(operation, inputs, values, device.compute, diagnostics, invocation);
  printWarnings(diagnostics.warnings(), talkOf(invocation));
  if (wasInterrupted()) throw engine::Cancelled{};
  // What other operations made on the way is for documents, which link through it.
  std::erase_if(results, [&](const Dataset& result) { return result.provenance.request.operation != operation.id(); });
  if (results.empty()) engine::fail(operation.id(), " gave no result");
  writeResults(operation, results, invocation);
  std::error_code ignored;
  if (!unfinished.empty()) std::filesystem::remove(unfinished, ignored);
  printResults(operation, results, invocation);
  return kDone;
}

}  // namespace app
