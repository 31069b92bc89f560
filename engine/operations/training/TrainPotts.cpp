// Operation "train potts": couplings of residues at pairs of positions, learned from one alignment.
#include "engine/base/ParameterKinds.h"
#include "engine/operations/training/PreparedTraining.h"
#include "engine/operations/training/TrainingDatasets.h"
#include "engine/operations/training/WatchedTraining.h"

namespace engine {

namespace {

class TrainPotts : public Operation {
 public:
  std::string id() const override { return "train potts"; }
  std::string title() const override { return "Learn couplings from an alignment"; }
  std::vector<std::string> headings() const override { return {"Attention", "Learned from an alignment"}; }
  std::string formula() const override {
    return "p(x_ni = a | all other x_n) = softmax_a(b_ia + Σ_j W_iajb x_njb)\n"
           "J = (1/N_eff) Σ_n w_n Σ_i −ln p(x_ni | all other x_n) + penalties";
  }
  std::string help() const override {
    return "A Potts model of a family by pseudo-likelihood (Balakrishnan et al. 2011; GREMLIN: Ovchinnikov et al. "
           "2014): free couplings of residues at all pairs of positions, the classical way to contacts, to hold beside "
           "learned heads. With a structure of one of the rows the share of contacts among the strongest pairs is "
           "told, by range too. Shown as it goes; interrupted work goes on where it was.";
  }
  std::vector<OperationInput> inputs() const override { return trainingInputs(); }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all{
        countParameter("steps", "Steps", "of training, each on all rows", 50, 1, 1e5),
        named(countParameter("stop", "Stop after", "so many of these steps", 0, 0, 1e5), {{0, "all"}}),
        numberParameter("rate", "Learning rate", "", "length of a step in the beginning", 2, 1e-8, 100),
        numberParameter("penalty", "Penalty λ", "", "of the sums of squares of couplings and biases", 0.01, 0, 1e3)};
    for (Parameter& one : trainingInputParameters()) all.push_back(std::move(one));
    return all;
  }
  ParameterValues completedFor(const std::vector<DatasetPtr>& inputs, const ParameterValues& given) const override {
    return completedAsBefore(*this, inputs, given);
  }
  std::vector<std::string> estimate(const std::vector<DatasetPtr>& inputs,
                                    const ParameterValues& values) const override {
    return trainingEstimate(inputs, values, [](Index length) { return PottsTraining<float>::bytes(length); });
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
    requireTrainingMemory(PottsTraining<float>::bytes(input.rows.length()), input.rows, input.rows.count(), reading);
    TrainingPlan plan = pottsPlan(input.rows);
    plan.steps = static_cast<Index>(values.integer("steps"));
    plan.rate = values.real("rate");
    plan.strength = values.real("penalty");
    PottsTraining<float> training(input.rows, plan);
    const ParameterValues planned = prepareTraining(*this, input, training, compute, diagnostics, reading);
    const WatchedModel model{training,
                             [&](Progress& writing) { return pottsResults(input, training, compute.threads, writing); },
                             {},
                             [] {
                               return Array<float>({0, kLearnedLetters, kLearnedLetters});
                             }};
    return watchedTraining(*this, inputs, planned, input, model, soFar, compute.threads, progress);
  }
};

}  // namespace

std::unique_ptr<const Operation> makeTrainPotts() { return std::make_unique<TrainPotts>(); }

}  // namespace engine
