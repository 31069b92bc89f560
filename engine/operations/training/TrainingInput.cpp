#include "engine/operations/training/TrainingInput.h"

#include <algorithm>

#include "engine/base/ParameterKinds.h"
#include "engine/base/Sha256.h"
#include "engine/datasets/FactText.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/ProfileInput.h"
#include "engine/operations/heads/ReferenceRow.h"

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
          {"structure", "a structure of one of the rows", {DatasetKind::structure}, true}};
}

std::vector<Parameter> trainingInputParameters() {
  return {textParameter("row", "Row",
                        "name of the row whose residues are the positions; empty: that of the structure, else the first"),
          textParameter("chain", "Chain", "of the structure: author's id; empty: the first protein chain"),
          countParameter("seed", "Random seed", "of beginnings and batches: the same seed, the same numbers", 0, 0,
                         9e15),
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
  const Index row = referenceRow(*alignment, values.text("row"), found.chain, found.title);
  found.rows =
      trainingRows(*alignment, row, static_cast<std::uint64_t>(values.integer("seed")), threads, progress);
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

}  // namespace engine
