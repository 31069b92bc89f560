#include "engine/operations/training/PreparedTraining.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/MemoryBudget.h"
#include "engine/datasets/FileNote.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

constexpr char kTraining[] = "training", kOperation[] = "operation", kParameters[] = "parameters", kRows[] = "sha256",
               kStream[] = "stream_state";
/// Of a run, not of what it learns.
constexpr const char* kOfRun[] = {"stop", "unfinished", "row", "chain", "time", "changes", "more"};

bool isOfRun(const std::string& key) {
  return std::find(std::begin(kOfRun), std::end(kOfRun), key) != std::end(kOfRun);
}

Json noteOf(const ArrayBundle& arrays, const std::string& title, const Operation& operation) {
  const Json note = Json::parse(noteTextIn(arrays), nullptr, false);
  const bool isKnown = note.is_object() && note.contains(kTraining) && note[kTraining].is_object();
  const Json training = isKnown ? note[kTraining] : Json::object();
  const auto isText = [&](const char* key) { return training.contains(key) && training[key].is_string(); };
  const std::string found = isText(kOperation) ? training[kOperation].get<std::string>() : "none of a training";
  if (found != operation.id()) fail(title, ": found weights of ", found, ", expected those of ", operation.id());
  if (!isText(kRows) || !isText(kStream) || !training.contains(kParameters) || !training[kParameters].is_object())
    fail(title, ": its note lacks ", kParameters, ", ", kRows, " or ", kStream, " of the training");
  return training;
}

void goOnFromBefore(const Operation& operation, const TrainingInput& input, PairTraining<float>& training) {
  const Json note = noteOf(*input.before, input.titleOfBefore, operation);
  if (note[kRows] != fingerprintOf(input.rows))
    fail(input.titleOfBefore, ": was learned from other rows than those of ", input.title,
         "; it can be looked at, but going on takes the alignment that it was learned from");
  training.goOnFrom(*input.before);
  if (note[kStream] != training.streamState())
    fail(input.titleOfBefore, ": found ", note[kStream].dump(), " as the state of its random numbers after ",
         training.numSteps(), " steps, expected ", training.streamState());
}

/// Codes of all rows, and what a step makes of those that it learns from.
double bytesOfRows(Index count, Index length, Index batch) {
  constexpr double kPanel = CouplingPanels<float>::kWidth * sizeof(float);
  return double(count) * double(length) + double(batch) * (8 * double(length) + kPanel);
}

std::string sizeText(double bytes) { return memoryText(static_cast<std::size_t>(bytes)); }

/// Seconds of five steps, of which nothing is left.
double secondsOfSteps(PairTraining<float>& training, Index steps, int threads, Progress& progress) {
  const ArrayBundle before = training.learned();
  const auto start = std::chrono::steady_clock::now();
  for (Index k = 0; k < steps; ++k) training.step(threads, progress);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  training.goOnFrom(before);
  return seconds;
}

}  // namespace

ParameterValues completedAsBefore(const Operation& operation, const std::vector<DatasetPtr>& inputs,
                                  const ParameterValues& given) {
  const std::vector<Parameter> parameters = operation.parameters();
  if (inputs.size() < 3 || !inputs[2]) return completed(parameters, given);
  const auto arrays = inputs[2]->value.share<ArrayBundle>();
  if (!arrays) return completed(parameters, given);
  const std::string& title = inputs[2]->title;
  const Json note = noteOf(*arrays, title, operation);
  ParameterValues all = given;
  for (const Parameter& parameter : parameters) {
    const std::string& key = parameter.key;
    if (isOfRun(key)) continue;
    const Json& stored = note[kParameters];
    if (!stored.contains(key) || !stored[key].is_string()) fail(title, ": its note lacks the parameter ", key);
    const ParameterValue value = parseParameter(parameter, stored[key].get<std::string>());
    if (!given.isGiven(key)) all.fill(key, value);
    const ParameterValues both = completed(parameters, all);
    if (parameterText(both.all().at(key)) != parameterText(value))
      fail(title, ": was learned with ", key, " = ", parameterText(value), ", found ",
           parameterText(both.all().at(key)));
  }
  return completed(parameters, all);
}

void requireTrainingMemory(double bytes, const TrainingRows& rows, Index batch, Progress& progress) {
  const double needed = bytes + bytesOfRows(rows.count(), rows.length(), std::min(batch, rows.count()));
  const auto there = static_cast<double>(availableMemory());
  if (needed > there / 2)
    fail("training on ", rows.length(), " columns needs ", sizeText(needed), ", half of the memory of this machine is ",
         sizeText(there / 2), ": take fewer heads or columns");
  progress.update(0, "needs " + sizeText(needed) + " of " + sizeText(there));
}

std::vector<std::string> trainingEstimate(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                          const std::function<double(Index length)>& bytes) {
  const auto* alignment = inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<Alignment>();
  if (!alignment || alignment->numRows() == 0) return {};
  const auto& rows = alignment->rows;
  const auto named =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == values.text("row"); });
  const Index reference = named == rows.end() ? 0 : Index(named - rows.begin());
  Index length = 0;
  for (Index column = 0; column < alignment->numColumns; ++column)
    length += alphabet::isResidue(alignment->at(reference, column)) ? 1 : 0;
  const Index count = std::min(alignment->numRows(), kMostTrainingRows);
  const double needed = bytes(length) + bytesOfRows(count, length, count);
  return {"needs about " + sizeText(needed) + " of " + sizeText(double(availableMemory())) + " memory for " +
          std::to_string(length) + " positions; more than half is refused"};
}

ParameterValues prepareTraining(const Operation& operation, const TrainingInput& input, PairTraining<float>& training,
                                const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  constexpr Index kTimed = 5;
  ParameterValues values = input.values;
  training.computeOn(compute.device, diagnostics);
  const auto more = static_cast<Index>(values.integer("more"));
  if (input.before) goOnFromBefore(operation, input, training);
  if (!input.before && more > 0) fail("more: found ", more, " more steps without weights to go on from");
  if (!values.text("changes").empty()) {
    training.planChanges(changesIn(values.text("changes"), training.plan().steps));
  } else if (input.before && (more > 0 || training.isDone())) {
    RateChange change = halfAgain(training.plan());
    if (more > 0) change.steps = more;
    training.add(change);
  }
  const std::string& unfinished = values.text("unfinished");
  const bool isBegun = !unfinished.empty() && std::filesystem::exists(unfinished);
  if (values.real("time") > 0 && !values.isGiven("steps") && !input.before && !isBegun) {
    const double seconds = secondsOfSteps(training, kTimed, compute.threads, progress) / double(kTimed);
    const double fitting = std::floor(values.real("time") / seconds);
    training.planSteps(static_cast<Index>(std::clamp(fitting, 1.0, double(kMostSteps))));
    values.set("steps", std::int64_t{training.plan().steps});
  }
  return values;
}

void noteTraining(ArrayBundle& arrays, const std::string& operation, const TrainingInput& input,
                  const PairTraining<float>& training) {
  Json note = Json::parse(noteTextIn(arrays), nullptr, false);
  if (!note.is_object()) note = Json{{"kind", "arrays"}};
  Json parameters = Json::object();
  for (const auto& [key, value] : input.values.all())
    if (!isOfRun(key)) parameters[key] = parameterText(value);
  parameters["steps"] = std::to_string(training.plan().steps);
  note[kTraining] = {{"version", 1},
                     {"program", programVersion()},
                     {kOperation, operation},
                     {kParameters, parameters},
                     {"steps_done", training.numSteps()},
                     {"steps_planned", training.numPlanned()},
                     {"changes", textOfChanges(training.plan().changes)},
                     {kStream, training.streamState()},
                     {"letters", alphabet::kLetters.substr(0, kLearnedLetters)},
                     {"reference", input.rows.letters},
                     {kRows, fingerprintOf(input.rows)},
                     {"sequences", input.rows.count()},
                     {"effective_sequences", input.rows.effective()}};
  arrays = withNote(std::move(arrays), note);
}

std::vector<Dataset> toldAs(const Operation& operation, std::vector<Dataset> results,
                            const std::vector<DatasetPtr>& inputs, const ParameterValues& asked,
                            const ParameterValues& values) {
  if (asked == values) return results;
  Request request{operation.id(), {}, values, {}};
  for (const DatasetPtr& input : inputs) request.inputs.push_back(input ? input->id : DatasetId{});
  for (Dataset& result : results)
    if (result.provenance.request.operation.empty()) result.provenance.request = request;
  return results;
}

}  // namespace engine
