// Operation "receptive-field": what one cell of an alignment has seen after row and column attention.
#include "engine/analysis/ReceptiveField.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

const std::string kWeights = "A", kSequence = "sequence", kPosition = "position";

/// The mean over heads of weights (lines, H, n, n), or of (H, n, n) that all lines share.
Array<double> meanOfHeads(const Dataset& dataset) {
  const Array<double> weights = numbersOf<double>(*dataset.as<ArrayBundle>(), kWeights);
  if (weights.rank() != 3 && weights.rank() != 4)
    fail(dataset.title, ": array A: found shape ", shapeText(weights.shape()),
         ", expected weights of axial-row, axial-column, tied-row or tied-column");
  const bool isShared = weights.rank() == 3;
  const Index lines = isShared ? 1 : weights.length(0), heads = weights.length(isShared ? 0 : 1);
  const Index length = weights.length(isShared ? 1 : 2);
  if (weights.length(weights.rank() - 1) != length)
    fail(dataset.title, ": array A: found shape ", shapeText(weights.shape()), ", expected square maps");
  Array<double> mean({lines, length, length});
  const Index map = length * length;
  for (Index line = 0; line < lines; ++line)
    for (Index head = 0; head < heads; ++head)
      for (Index k = 0; k < map; ++k)
        mean[line * map + k] += weights[(line * heads + head) * map + k] / static_cast<double>(heads);
  return mean;
}

class FieldOfAxial : public Operation {
 public:
  std::string id() const override { return "receptive-field"; }
  std::string title() const override { return "Receptive field of row and column attention"; }
  std::string help() const override {
    return "Which cells of an alignment have gone into one cell, and with which share, after attention along its row, "
           "along its column, and along one after the other: two passes reach every cell for far fewer scores than "
           "full attention. Weights A of axial-row or tied-row and of axial-column or tied-column can be given; "
           "without them all are alike.";
  }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::string formula() const override {
    return "both_{mj} = B_{i;nm} A_{m;ij}, rows first\n"
           "both_{mj} = A_{n;ij} B_{j;nm}, columns first";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"rows", "attention along rows: axial-row, tied-row", {DatasetKind::arrays}, true, "equal weights"},
            {"columns",
             "attention along columns: axial-column, tied-column",
             {DatasetKind::arrays},
             true,
             "equal weights"}};
  }
  std::vector<Parameter> parameters() const override {
    return {countParameter("n", "Sequence", "of the cell, from 1", 3, 1, 1e6),
            countParameter("i", "Position", "of the cell, from 1", 5, 1, 1e6),
            choiceParameter("order", "Order of the passes", "which comes first; it is read by the other",
                            {"rows first", "columns first"}),
            countParameter("sequences", "Sequences", "of the alignment, where no weights say it", 6, 1, 2000),
            countParameter("positions", "Positions", "of the alignment, where no weights say it", 12, 1, 2000)};
  }
  Place place() const override { return Place::native; }
  bool isLive() const override { return true; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    const Dataset* rows = inputs.empty() ? nullptr : inputs[0].get();
    const Dataset* columns = inputs.size() > 1 ? inputs[1].get() : nullptr;
    const AxialWeights weights = weightsOf(rows, columns, values);
    const auto n = static_cast<Index>(values.integer("n")), i = static_cast<Index>(values.integer("i"));
    const bool areRowsFirst = values.text("order") == "rows first";
    const ReceptiveField field =
        receptiveField(weights, n - 1, i - 1, areRowsFirst ? PassOrder::rowsFirst : PassOrder::columnsFirst);
    ArrayBundle arrays;
    addArray(arrays, field.rowPass, {"row pass", {kSequence, kPosition}, "shares of the cells after the row pass"});
    addArray(arrays, field.columnPass, {"column pass", {kSequence, kPosition}, "after the column pass"});
    addArray(arrays, field.bothPasses, {"both passes", {kSequence, kPosition}, "after one and the other"});
    addCost(arrays, static_cast<double>(weights.numSequences()), static_cast<double>(weights.numPositions()));
    Dataset result;
    result.title = "Receptive field of (" + std::to_string(n) + ", " + std::to_string(i) + "), " + values.text("order");
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return {result};
  }

 private:
  static AxialWeights weightsOf(const Dataset* rows, const Dataset* columns, const ParameterValues& values) {
    AxialWeights weights;
    if (rows) weights.rows = meanOfHeads(*rows);
    if (columns) weights.columns = meanOfHeads(*columns);
    const auto lengthOr = [&values](const Array<double>& own, Index axis, const Array<double>& other, const char* key) {
      if (own.rank() == 3) return own.length(axis);
      if (other.rank() == 3 && other.length(0) > 1) return other.length(0);
      return static_cast<Index>(values.integer(key));
    };
    const AxialWeights equal = equalWeights(lengthOr(weights.columns, 1, weights.rows, "sequences"),
                                            lengthOr(weights.rows, 1, weights.columns, "positions"));
    if (!rows) weights.rows = equal.rows;
    if (!columns) weights.columns = equal.columns;
    return weights;
  }

  static void addCost(ArrayBundle& arrays, double N, double L) {
    addArray(arrays, Array<double>({4}, {N * L * N * L, N * L * L, L * N * N, N * L * L + L * N * N}),
             {"scores", {"of attention"}, "numbers of scores that each computes"});
    labelAxis(arrays, "of attention", {"full", "rows", "columns", "both"});
  }
};

}  // namespace

std::unique_ptr<const Operation> makeFieldOfAxial() { return std::make_unique<FieldOfAxial>(); }

}  // namespace engine
