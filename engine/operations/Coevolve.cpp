// Operation "coevolution": which columns of an alignment change together, and whether these touch in a structure.
#include <numeric>

#include "engine/analysis/Coevolution.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/FactText.h"
#include "engine/hmm/rows/MatchAlignment.h"
#include "engine/hmm/weights/SequenceWeights.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/Operation.h"
#include "engine/operations/ProfileInput.h"
#include "engine/operations/heads/PairPrecision.h"
#include "engine/operations/heads/ReferenceRow.h"

namespace engine {

namespace {

/// Position-based weights as profiles have them, or none.
std::vector<double> rowWeights(const Alignment& alignment, const ParameterValues& values, int threads,
                               Progress& progress) {
  if (values.text("weights") == "none") return std::vector<double>(alignment.rows.size(), 1.0);
  std::vector<Index> columns(static_cast<size_t>(alignment.numColumns)), rows(alignment.rows.size());
  std::iota(columns.begin(), columns.end(), Index{0});
  std::iota(rows.begin(), rows.end(), Index{0});
  return globalWeights(matchAlignment(alignment, std::move(columns), threads, progress), rows);
}

std::string lettersOf(const Alignment& alignment, Index row) {
  std::string letters;
  for (Index column = 0; row >= 0 && column < alignment.numColumns; ++column) {
    const ResidueCode code = alignment.at(row, column);
    letters += alphabet::isResidue(code) ? alphabet::letterOf(alphabet::upper(code)) : '-';
  }
  return letters;
}

/// True for pairs that are left out: of columns that do not count, and of a column with itself.
Array<Bool> leftOut(const Coevolution& found) {
  const auto length = static_cast<Index>(found.isCounted.size());
  Array<Bool> cells({length, length}, Bool{}, "mask");
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j)
      cells(i, j) = Bool{i == j || !nth(found.isCounted, i) || !nth(found.isCounted, j)};
  return cells;
}

std::shared_ptr<const AttentionMap> mapOf(Array<float> values, const Array<Bool>& mask, const std::string& label) {
  auto map = std::make_shared<AttentionMap>();
  map->weights = std::move(values);
  map->mask = mask;
  map->isStochastic = false;
  map->label = label;
  return map;
}

std::shared_ptr<const HeadSet> headsOf(const Coevolution& found, std::string letters, int threads, Progress& progress) {
  auto heads = std::make_shared<HeadSet>();
  heads->numQueries = heads->numKeys = found.information.length(0);
  const Array<Bool> mask = leftOut(found);
  const auto add = [&](const Array<float>& map, const std::string& name) {
    heads->maps.push_back(mapOf(found.corrected(map, threads, progress), mask, name + " with APC"));
    heads->maps.push_back(mapOf(map, mask, name));
  };
  add(found.information, "MI");
  if (found.covariance.size() > 0) add(found.covariance, "covariance");
  heads->numHeads = static_cast<Index>(heads->maps.size());
  heads->queryLetters = letters;
  heads->keyLetters = std::move(letters);
  heads->queryUnit = heads->keyUnit = kColumnUnit;
  heads->areHeads = false;
  if (heads->numHeads == 2) heads->unit = "bits";
  return heads;
}

class Coevolve : public Operation {
 public:
  std::string id() const override { return "coevolution"; }
  std::string title() const override { return "Coevolution of columns"; }
  std::string help() const override {
    return "Mutual information of all pairs of columns of an alignment, as it is and with the average product "
           "correction, which takes away what a column shares with all others; if wanted their covariance too, which "
           "has no logarithms. Pairs that stand out tend to touch: "
           "with a structure of one of the rows, the share of contacts (C-beta below 8 Å, six or more residues apart) "
           "among the strongest pairs is told.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"alignment", "an alignment or aligned sequences", {DatasetKind::alignment, DatasetKind::sequences}},
            {"structure", "a structure of one of the rows", {DatasetKind::structure}, true}};
  }
  std::vector<Parameter> parameters() const override {
    return {
        choiceParameter("weights", "Sequence weights",
                        "position: rows that are like many others count less, as in profiles; none: all rows alike",
                        {"position", "none"}),
        numberParameter("pseudocount", "Pseudocount", "rows",
                        "of each pair of residues; 0: none, few rows then look as if they coevolved", 0.05, 0, 1e3),
        choiceParameter("gaps", "Gaps",
                        "letter: a gap is one more residue type, and gaps in the same rows are coevolution; skip: rows "
                        "with a gap in one of both columns do not count, pairs then rest on different rows",
                        {"letter", "skip"}),
        numberParameter("occupancy", "Least occupancy", "",
                        "columns in which a smaller share of the rows has a residue are left out", 0.5, 0, 1),
        flagParameter("covariance", "Covariance",
                      "two more maps: the size of p(a, b) − p(a) p(b) over all pairs of residues, without and with the "
                      "correction",
                      false),
        textParameter("row", "Row",
                      "name of the row whose residues the columns are called by; empty: that of the structure, else "
                      "the first"),
        textParameter("chain", "Chain", "of the structure: author's id; empty: the first protein chain")};
  }
  Place place() const override { return Place::native; }

 protected:
  /// The two maps; with a structure, the share of contacts among the strongest pairs.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto alignment = alignmentInput(*inputs[0]);
    const Dataset* structure = inputs.size() > 1 ? inputs[1].get() : nullptr;
    const Chain* chain =
        structure ? &chosenChain(*structure->as<Structure>(), values.text("chain"), structure->title) : nullptr;
    const double columns = static_cast<double>(alignment->numColumns);
    const double maps = values.flag("covariance") ? 5 : 3;
    requireMemory((maps * 4 + 3) * columns * columns, "the maps of coevolution", "take fewer columns");
    const Index row = referenceRow(*alignment, values.text("row"), chain, inputs[0]->title);
    PartProgress weighting(progress, 0, 0.1), pairing(progress, 0.1, 0.9), correcting(progress, 0.9, 1);
    const std::vector<double> weights = rowWeights(*alignment, values, compute.threads, weighting);
    const Coevolution found = coevolution(*alignment, weights, options(values), compute.threads, pairing);
    warnOfFewRows(*alignment, diagnostics);
    Dataset shown;
    shown.title = inputs[0]->title + ": coevolution";
    const auto heads = headsOf(found, lettersOf(*alignment, row), compute.threads, correcting);
    shown.value = heads;
    std::vector<Dataset> results{std::move(shown)};
    if (chain) {
      const auto counts = [&found](Index column) { return static_cast<bool>(nth(found.isCounted, column)); };
      results.push_back(pairPrecision(*heads, counts, *chain, structure->title, compute.threads, correcting));
    }
    return results;
  }

 private:
  static CoevolutionOptions options(const ParameterValues& values) {
    return {values.real("pseudocount"), values.text("gaps") == "letter", values.real("occupancy"),
            values.flag("covariance")};
  }

  static void warnOfFewRows(const Alignment& alignment, Diagnostics& diagnostics) {
    constexpr Index kFewRows = 125;  // below it, chance outweighs coevolution (Martin et al. 2005)
    if (alignment.numRows() < kFewRows)
      diagnostics.warn("coevolution of ", counted(alignment.numRows(), "row"), ": expected ", kFewRows,
                       " or more, pairs may stand out by chance");
  }
};

}  // namespace

std::unique_ptr<const Operation> makeCoevolve() { return std::make_unique<Coevolve>(); }

}  // namespace engine
