// Operation "train factored": heads of attention that are learned from one alignment.
#include "engine/base/ParameterKinds.h"
#include "engine/operations/training/PreparedTraining.h"
#include "engine/operations/training/TrainingDatasets.h"
#include "engine/operations/training/WatchedTraining.h"

namespace engine {

namespace {

Parameter otherwise(Parameter parameter, std::vector<OtherStandard> standards) {
  parameter.otherStandards = std::move(standards);
  return parameter;
}

std::vector<Parameter> planParameters() {
  const auto sharp = [](auto value) { return OtherStandard{"preset", "sharp", ParameterValue(value)}; };
  const auto contacts = [](auto value) { return OtherStandard{"preset", "contacts", ParameterValue(value)}; };
  const auto thorough = [](auto value) { return OtherStandard{"preset", "thorough", ParameterValue(value)}; };
  return {
      choiceParameter("preset", "Preset",
                      "standard; thorough: twice the heads and 400 steps; sharp: heads with more peaked rows, by values "
                      "that begin small and learn slowly; contacts: half the heads, each of which alone finds 1.4 to "
                      "1.9 times as many contacts, by values that begin large and hardly learn and by more rows a "
                      "step; with neither do heads divide the contacts among them",
                      {"standard", "thorough", "sharp", "contacts"}),
      otherwise(countParameter("heads", "Heads", "H", 64, 1, 512),
                {thorough(std::int64_t{128}), contacts(std::int64_t{32})}),
      countParameter("width", "Width", "of queries and keys, d", 32, 1, 512),
      otherwise(countParameter("steps", "Steps", "of training", 150, 1, 1e5),
                {thorough(std::int64_t{400}), sharp(std::int64_t{300})}),
      named(countParameter("stop", "Stop after", "so many of these steps, by which the rate falls", 0, 0, 1e5),
            {{0, "all"}}),
      otherwise(countParameter("batch", "Rows per step", "of the alignment", 128, 1, 1e5),
                {contacts(std::int64_t{512})}),
      otherwise(numberParameter("rate", "Learning rate", "",
                                "of Adam: it grows over ten steps and then falls to 0 as a half cosine", 0.05, 1e-8, 1),
                {contacts(0.2)}),
      otherwise(numberParameter("values-rate", "Rate of values", "", "factor of the rate for values and biases", 1,
                                1e-6, 1e3),
                {sharp(0.1), contacts(0.05)}),
      otherwise(numberParameter("values-start", "Beginning of values", "", "largest size of a number", 0.1, 0, 10),
                {sharp(0.02), contacts(1.0)}),
      numberParameter("penalty", "Penalty λ", "", "of the sums of squares of couplings and biases", 0.01, 0, 1e3)};
}

FactoredSizes sizesOf(const ParameterValues& values) {
  FactoredSizes sizes;
  sizes.heads = static_cast<Index>(values.integer("heads"));
  sizes.width = static_cast<Index>(values.integer("width"));
  sizes.value = values.real("values-start");
  return sizes;
}

TrainingPlan planOf(const ParameterValues& values) {
  TrainingPlan plan;
  plan.steps = static_cast<Index>(values.integer("steps"));
  plan.batch = static_cast<Index>(values.integer("batch"));
  plan.rate = values.real("rate");
  plan.valueRate = values.real("values-rate");
  plan.strength = values.real("penalty");
  plan.seed = static_cast<std::uint64_t>(values.integer("seed"));
  return plan;
}

class TrainFactored : public Operation {
 public:
  std::string id() const override { return "train factored"; }
  std::string title() const override { return "Learn heads from an alignment"; }
  std::vector<std::string> headings() const override { return {"Attention", "Learned from an alignment"}; }
  std::string formula() const override {
    return "A^h = softmax_j(Q^h_i · K^h_j / √d), A_ii = 0\n"
           "W_iajb = ½ Σ_h (A^h_ij V^h_ab + A^h_ji V^h_ba)\n"
           "J = (1/N_eff) Σ_n w_n Σ_i −ln p(x_ni | all other x_n) + penalties";
  }
  std::string help() const override {
    return "One layer of factored attention (Bhattacharya et al. 2022) learns to predict every residue of a family "
           "from all others of its sequence. Queries and keys belong to positions, so that a map belongs to the "
           "family; "
           "couplings of pairs of positions, made of all heads, tell contacts; single heads see few of them. With a "
           "structure of one of the rows the share of contacts among the strongest pairs is "
           "told, by range too. Shown as it goes; interrupted work goes on where it was.";
  }
  std::vector<OperationInput> inputs() const override { return trainingInputs(); }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all = planParameters();
    for (Parameter& one : trainingInputParameters()) all.push_back(std::move(one));
    return all;
  }
  ParameterValues completedFor(const std::vector<DatasetPtr>& inputs, const ParameterValues& given) const override {
    return completedAsBefore(*this, inputs, given);
  }
  std::vector<std::string> estimate(const std::vector<DatasetPtr>& inputs,
                                    const ParameterValues& values) const override {
    return trainingEstimate(inputs, values,
                            [&](Index length) { return FactoredTraining<float>::bytes(length, sizesOf(values)); });
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    return computeShowing(inputs, values, compute, diagnostics, progress, {});
  }

  std::vector<Dataset> computeShowing(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                      const Compute& compute, Diagnostics& diagnostics, Progress& progress,
                                      const ResultsSoFar& soFar) const override {
    PartProgress reading(progress, 0, 0.03);
    const TrainingInput input = trainingInput(inputs, values, compute.threads, diagnostics, reading);
    const FactoredSizes sizes = sizesOf(values);
    requireTrainingMemory(FactoredTraining<float>::bytes(input.rows.length(), sizes), input.rows,
                          static_cast<Index>(values.integer("batch")), reading);
    FactoredTraining<float> training(input.rows, sizes, planOf(values));
    const ParameterValues planned = prepareTraining(*this, input, training, compute, diagnostics, reading);
    const WatchedModel model{
        training, [&](Progress& writing) { return factoredResults(input, training, compute.threads, writing); },
        [&](Progress& writing) { return factoredHeads(input, training, compute.threads, writing); },
        [&] { return training.weights().value; }};
    return watchedTraining(*this, inputs, planned, input, model, soFar, compute.threads, progress);
  }
};

}  // namespace

std::unique_ptr<const Operation> makeTrainFactored() { return std::make_unique<TrainFactored>(); }

}  // namespace engine
