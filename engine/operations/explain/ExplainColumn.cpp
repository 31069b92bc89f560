// Operation "column": how the emissions of one column of a profile come about, as matrices with all numbers.
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/hmm/pseudocounts/ColumnEmissions.h"
#include "engine/operations/Operation.h"
#include "engine/operations/ProfileInput.h"
#include "engine/operations/ProfileParameters.h"

namespace engine {

namespace {

const std::string kResidue = "residue", kSeen = "residue seen", kExpected = "residue expected";

std::vector<std::string> residueLabels() {
  std::vector<std::string> labels;
  for (Index a = 0; a < alphabet::kNumResidues; ++a) labels.emplace_back(1, nth(alphabet::kLetters, a));
  return labels;
}

Array<double> matrixOf(const ResidueMatrix& values, double factor = 1) {
  Array<double> array({alphabet::kNumResidues, alphabet::kNumResidues});
  for (Index a = 0; a < alphabet::kNumResidues; ++a)
    for (Index b = 0; b < alphabet::kNumResidues; ++b) array(a, b) = factor * nth(nth(values, a), b);
  return array;
}

/// Named rows of 20 residues.
void addRows(ArrayBundle& arrays, ArrayNote note, const std::vector<std::pair<std::string, ResidueVector>>& rows) {
  Array<double> array({static_cast<Index>(rows.size()), alphabet::kNumResidues});
  std::vector<std::string> labels;
  for (const auto& [label, values] : rows) {
    for (Index a = 0; a < alphabet::kNumResidues; ++a) array(labels.size(), a) = nth(values, a);
    labels.push_back(label);
  }
  const std::string axis = note.axes.front();
  addArray(arrays, std::move(array), std::move(note));
  labelAxis(arrays, axis, labels);
}

void addMatrix(ArrayBundle& arrays, const SubstitutionMatrix& matrix) {
  const double tenLog10 = 10 * std::log10(2.0);
  addArray(arrays, matrixOf(matrix.score, tenLog10),
           {"matrix", {kExpected, kSeen}, matrix.name + ", 10 log10 of the odds of a pair of residues"});
  const std::array<std::pair<ResidueExpectation, const char*>, 3> readings{
      {{ResidueExpectation::conditional, "g(x|a) = p(x) 10^(matrix/10) / sum: the probabilities of the matrix"},
       {ResidueExpectation::odds, "g(x|a) = 10^(matrix/10) / sum: softmax of the log odds"},
       {ResidueExpectation::literal, "g(x|a) = exp(matrix) / sum: softmax of the table as it stands"}}};
  for (const auto& [reading, help] : readings)
    addArray(arrays, matrixOf(expectedResidues(matrix, reading)),
             {residueExpectationName(reading), {kExpected, kSeen}, help});
  labelAxis(arrays, kExpected, residueLabels());
  labelAxis(arrays, kSeen, residueLabels());
}

void addMembers(ArrayBundle& arrays, const ColumnEmissions& column, const Alignment& alignment) {
  Array<double> members({static_cast<Index>(column.members.size()), 3});
  std::vector<std::string> labels;
  for (const ColumnMember& member : column.members) {
    const auto k = static_cast<Index>(labels.size());
    members(k, 0) = static_cast<double>(member.cluster + 1);
    members(k, 1) = static_cast<double>(member.clusterSize);
    members(k, 2) = 1 / static_cast<double>(member.clusterSize);
    labels.push_back(std::string(1, nth(alphabet::kLetters, member.residue)) + " " +
                     nth(alignment.rows, member.row).name);
  }
  addArray(arrays, std::move(members),
           {"members", {"row with a residue", "of the row"}, "rows that are 80 % alike share one vote"});
  labelAxis(arrays, "row with a residue", labels);
  labelAxis(arrays, "of the row", {"cluster", "its size", "vote"});
}

void addMixtures(ArrayBundle& arrays, const ColumnEmissions& column, const ResidueVector& background) {
  addRows(arrays, {"counts", {"step", kResidue}, "counted = votes / number of clusters"},
          {{"rows", column.numbers}, {"votes", column.votes}, {"counted", column.counted}});
  const double clusters = static_cast<double>(column.numClusters), sum = column.alpha + column.beta;
  addArray(arrays, Array<double>({4}, {clusters, column.alpha, column.beta, sum > 0 ? column.beta / sum : 1}),
           {"mixing", {"share"}, "alpha = clusters − 1; the expected ones have the share beta / (alpha + beta)"});
  labelAxis(arrays, "share", {"clusters", "alpha", "beta", "expected"});
  std::vector<std::pair<std::string, ResidueVector>> rows{{"background", background}, {"counted", column.counted}};
  for (const ColumnMixture& mixture : column.mixtures) {
    const bool isLong = mixture.reading == ResidueExpectation::conditional;  // more letters would not be shown
    const std::string reading = ", " + (isLong ? "cond." : residueExpectationName(mixture.reading));
    rows.emplace_back("expected" + reading, mixture.expected);
    rows.emplace_back("mixed" + reading, mixture.mixed);
  }
  addRows(arrays,
          {"emissions",
           {"form", kResidue},
           "expected = sum of counted(a) g(x|a); mixed = (alpha counted + beta expected) / (alpha + beta)"},
          rows);
  labelAxis(arrays, kResidue, residueLabels());
}

class ExplainColumn : public Operation {
 public:
  std::string id() const override { return "column"; }
  std::string title() const override { return "Explain a profile column"; }
  std::string help() const override {
    return "How the emissions of one match column come about, with every number: the substitution matrix and its three "
           "readings (conditional, odds, literal), the rows of the column in their clusters, what is counted, what the "
           "matrix expects of it, and both mixed with pseudocounts by count (PSI-BLAST: beta 10). The profile is that "
           "of the preset guide.";
  }
  std::vector<std::string> headings() const override { return {"Step by step"}; }
  std::string formula() const override {
    return "f(a) = Σ_n [x_n = a] / |C(n)| / K\n"
           "e(x) = Σ_a f(a) g(x|a)\n"
           "q(x) = (α f(x) + β e(x)) / (α + β), α = K − 1";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"alignment",
             "an alignment, aligned sequences or a single sequence",
             {DatasetKind::alignment, DatasetKind::sequences}}};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list{countParameter("column", "Match column", "of the profile, from 1", 1, 1, 1e9),
                                numberParameter("beta", "Weight of the expected residues", "clusters",
                                                "beta: the expected residues count as so many clusters", 10, 0, 1000)};
    for (Parameter& parameter : profileParameters())
      for (const char* key : {"match", "matrix", "id", "diff"})
        if (parameter.key == key) list.push_back(std::move(parameter));
    return list;
  }
  Place place() const override { return Place::native; }
  bool isLive() const override { return true; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics&, Progress& progress) const override {
    const auto alignment = alignmentInput(*inputs[0]);
    ColumnEmissionOptions options;
    options.match = parseMatchRule(values.text("match"));
    options.filter.maxIdentity = values.real("id");
    options.filter.diversity = static_cast<Index>(values.integer("diff"));
    const std::string& name = values.text("matrix");
    options.matrix = name == "preset" ? &presetMatrix(Preset::guide) : &substitutionMatrix(name);
    options.beta = values.real("beta");
    options.threads = compute.threads;
    const std::int64_t number = values.integer("column");
    const ColumnEmissions column = columnEmissions(*alignment, options, static_cast<Index>(number - 1), progress);
    ArrayBundle arrays;
    addMatrix(arrays, *options.matrix);
    addMembers(arrays, column, *alignment);
    addMixtures(arrays, column, options.matrix->background);
    Dataset result;
    result.title = inputs[0]->title + ": column " + std::to_string(number);
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return {result};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeExplainColumn() { return std::make_unique<ExplainColumn>(); }

}  // namespace engine
