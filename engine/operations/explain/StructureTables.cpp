// Operation "structure-scores": the tables of secondary-structure scores, by confidence.
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/hmm/score/SecondaryStructureScore.h"
#include "engine/hmm/score/StructureStates.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

constexpr Index kPredicted = static_cast<Index>(kPredictedStructureLetters.size());
const std::string kKnown = "known σ", kQuery = "predicted ρ", kConfidence = "confidence c", kOther = "predicted ρ'",
                  kOtherConfidence = "confidence c'";

std::vector<std::string> lettersOf(std::string_view letters) {
  std::vector<std::string> labels;
  for (const char letter : letters) labels.emplace_back(1, letter);
  return labels;
}

int predictedState(Index letter, Index confidence) {
  return static_cast<int>(letter * kStructureConfidences + confidence);
}

/// One matrix of known states by predicted ones for each confidence, bits or what follows from them.
template <class Value>
Array<double> knownTables(const Value& value) {
  Array<double> table({kStructureConfidences, kKnownStates, kPredicted});
  for (Index c = 0; c < kStructureConfidences; ++c)
    for (Index known = 0; known < kKnownStates; ++known)
      for (Index letter = 0; letter < kPredicted; ++letter)
        table(c, known, letter) = value(static_cast<int>(known), predictedState(letter, c));
  return table;
}

Array<double> predictedTables(double certainty) {
  Array<double> table({kStructureConfidences, kStructureConfidences, kPredicted, kPredicted});
  for (Index c = 0; c < kStructureConfidences; ++c)
    for (Index d = 0; d < kStructureConfidences; ++d)
      for (Index a = 0; a < kPredicted; ++a)
        for (Index b = 0; b < kPredicted; ++b)
          table(c, d, a, b) = predictedPredictedBits(predictedState(a, c), predictedState(b, d), certainty);
  return table;
}

class StructureTables : public Operation {
 public:
  std::string id() const override { return "structure-scores"; }
  std::string title() const override { return "Tables of structure scores"; }
  std::string help() const override {
    return "What the secondary structures of two columns say about their being related, in bits: for each confidence "
           "of a prediction (0 to 9) the table of known states (DSSP: H helix, E strand, C coil, S bend, T turn, G "
           "3-10 "
           "helix, B bridge) by predicted ones (H, E, C), and for two confidences that of two predictions. Alignments "
           "add them to every match pair, times 0.11.";
  }
  std::vector<std::string> headings() const override { return {"Step by step"}; }
  std::string formula() const override {
    return "M(σ; ρ, c) = log2 P(σ | ρ, c) / P(σ)\n"
           "M(ρ, c; ρ', c') = log2 Σ_σ P(σ | ρ, c) P(σ | ρ', c') / P(σ)";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {
        numberParameter("ssa", "Trust in the tables", "", "1: the tables as they are, 0: all scores are 0", 1, 0, 1),
        numberParameter("ssw", "Weight", "", "factor on the bits; alignments take 0.11", 1, 0, 10)};
  }
  Place place() const override { return Place::native; }
  bool isLive() const override { return true; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    const double certainty = values.real("ssa"), weight = values.real("ssw");
    ArrayBundle arrays;
    addArray(arrays, knownTables([&](int known, int predicted) {
               return weight * knownPredictedBits(known, predicted, certainty);
             }),
             {"known and predicted", {kConfidence, kKnown, kQuery}, "bits, times the weight"});
    addArray(arrays, knownTables([&](int known, int predicted) {
               return knownStateFrequency(known) * std::exp2(knownPredictedBits(known, predicted, certainty));
             }),
             {"P(σ | ρ, c)", {kConfidence, kKnown, kQuery}, "how often each known state is behind a prediction"});
    Array<double> frequencies({kKnownStates});
    for (Index known = 0; known < kKnownStates; ++known)
      frequencies[known] = knownStateFrequency(static_cast<int>(known));
    addArray(arrays, std::move(frequencies), {"P(σ)", {kKnown}, "how frequent the known states are"});
    Array<double> predicted = predictedTables(certainty);
    for (double& bits : predicted) bits *= weight;
    addArray(arrays, std::move(predicted),
             {"predicted both", {kConfidence, kOtherConfidence, kQuery, kOther}, "bits, times the weight"});
    label(arrays);
    Dataset result;
    result.title = "Secondary-structure scores";
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return {result};
  }

 private:
  static void label(ArrayBundle& arrays) {
    std::vector<std::string> confidences;
    for (int c = 0; c < kStructureConfidences; ++c) confidences.push_back(std::to_string(c));
    for (const std::string& axis : {kConfidence, kOtherConfidence}) labelAxis(arrays, axis, confidences);
    for (const std::string& axis : {kQuery, kOther}) labelAxis(arrays, axis, lettersOf(kPredictedStructureLetters));
    labelAxis(arrays, kKnown, lettersOf(kKnownStructureLetters));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeStructureTables() { return std::make_unique<StructureTables>(); }

}  // namespace engine
