#include "engine/operations/training/TrainingInput.h"

#include <algorithm>

#include "engine/base/ParameterKinds.h"
#include "engine/base/Sha256.h"
#include "engine/datasets/FactText.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/ProfileInput.h"
#include "engine/operations/heads/ReferenceRow.h"
#include "engine/training/TrainingPlan.h"

namespace engine {

namespace {

constexpr Index kFewestColumns = 8, kMostColumns = 1000;

bool hasTwoLetters(const TrainingRows& rows, Index column) {
  Index first = kLearnedLetters;
  for (Index n = 0; n < rows.count(); ++n) {
    const Index letter = rows.codes(n, column);
    if (letter == kLearnedLetters) continue;
    if (first != kLearnedLetters && letter != first) return true;
    first = letter;
  }
  return false;
}

void require(const TrainingRows& rows, const std::string& title) {
  if (rows.length() < kFewestColumns || rows.length() > kMostColumns)
    fail(title, ": found ", rows.length(), " residues in the reference row, expected ", kFewestColumns, " to ",
         kMostColumns);
  if (rows.count() < 2)
    fail(title, ": found ", rows.count(),
         " row with residues in half of the columns of the reference row, expected 2 or more");
  Index varied = 0;
  for (Index i = 0; i < rows.length(); ++i) varied += hasTwoLetters(rows, i) ? 1 : 0;
  if (varied == 0) fail(title, ": found no column with two different residues, expected some");
}

/// That which the positions of the given weights are counted by.
Index rowOfBefore(const TrainingInput& input, const Alignment& alignment) {
  const auto rows = numbersOf<double>(*input.before, "rows");
  const double row = rows.empty() ? -1 : rows[0];
  if (!(row >= 0 && row < double(alignment.numRows())))
    fail(input.titleOfBefore, ": found row ", row, " as that of the positions, ", input.title, " has ",
         alignment.numRows(), " rows");
  return static_cast<Index>(row);
}

void warnOfFew(const TrainingRows& rows, Diagnostics& diagnostics) {
  if (rows.numUnsampled > 0)
    diagnostics.warn(rows.count(), " rows were drawn, ", rows.numUnsampled, " others are not learned from");
  if (rows.effective() < double(rows.length()))
    diagnostics.warn(rows.count(), " sequences count as ", fixed(rows.effective(), 0),
                     " independent ones; contacts usually need more than L = ", rows.length());
}

}  // namespace

std::vector<OperationInput> trainingInputs() {
  return {{"alignment", "an alignment or aligned sequences", {DatasetKind::alignment, DatasetKind::sequences}},
          {"structure", "a structure of one of the rows", {DatasetKind::structure}, true},
          {"weights", "what was learned of the same rows before, to go on from", {DatasetKind::arrays}, true}};
}

std::vector<Parameter> trainingInputParameters() {
  return {
      textParameter("row", "Row",
                    "name of the row whose residues are the positions; empty: that of the structure, else the first"),
      textParameter("chain", "Chain", "of the structure: author's id; empty: the first protein chain"),
      countParameter("seed", "Random seed", "of beginnings and batches: the same seed, the same numbers", 0, 0, 9e15),
      named(numberParameter("time", "Time", "s",
                            "for all steps, instead of their number: as many as five timed ones fit into; steps that "
                            "are given hold instead",
                            0, 0, 1e6),
            {{0, "as the steps take"}}),
      textParameter("changes", "Changes of the rate",
                    "other rates from steps on, STEP:RATE, with :STEPS behind it for so many more steps from there; "
                    "40:0.02,150:0.025:75"),
      named(countParameter("more", "More steps",
                           "behind those of the weights that are given, at half their rate; weights that have not done "
                           "all of their steps do these first",
                           0, 0, double(kMostSteps)),
            {{0, "half as many again once all are done"}}),
      textParameter("unfinished", "Unfinished work",
                    "file that what is learned is written to every few seconds, and that a second start goes on "
                    "from; empty: none, on the command line the file to write with .unfinished behind its name")};
}

TrainingInput trainingInput(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, int threads,
                            Diagnostics& diagnostics, Progress& progress) {
  TrainingInput found;
  found.title = inputs[0]->title;
  const auto alignment = alignmentInput(*inputs[0]);
  if (inputs.size() > 1 && inputs[1]) {
    found.structure = inputs[1]->value.share<Structure>();
    found.structureTitle = inputs[1]->title;
    found.chain = &chosenChain(*found.structure, values.text("chain"), found.structureTitle);
  }
  if (inputs.size() > 2 && inputs[2]) {
    found.before = inputs[2]->value.share<ArrayBundle>();
    found.titleOfBefore = inputs[2]->title;
  }
  found.values = values;
  const Index row = found.before && values.text("row").empty()
                        ? rowOfBefore(found, *alignment)
                        : referenceRow(*alignment, values.text("row"), found.chain, found.title);
  found.rows = trainingRows(*alignment, row, static_cast<std::uint64_t>(values.integer("seed")), threads, progress);
  require(found.rows, found.title);
  warnOfFew(found.rows, diagnostics);
  return found;
}

std::string fingerprintOf(const TrainingRows& rows) {
  Sha256 sum;
  sum.add(shapeText(rows.codes.shape()));
  sum.add(rows.codes.data(), std::size_t(rows.codes.size()));
  sum.add(rows.weights.data(), rows.weights.size() * sizeof(double));
  return sum.finish();
}

std::string askedText(const TrainingInput& input, const ParameterValues& values) {
  std::string text = fingerprintOf(input.rows);
  if (input.before) {
    Sha256 sum;
    for (const auto& [name, any] : *input.before)
      std::visit([&](const auto& array) { sum.add(array.data(), std::size_t(array.size()) * sizeof(array[0])); }, any);
    text += " and " + sum.finish();
  }
  const bool isTimed = values.real("time") > 0;  // the file knows how many steps these are
  for (const auto& [key, value] : values.all())
    if (key != "stop" && key != "unfinished" && key != "row" && key != "chain" && !(isTimed && key == "steps"))
      text.append(", ").append(key).append("=").append(parameterText(value));
  return text;
}

}  // namespace engine
