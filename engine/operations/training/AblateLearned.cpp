// Operation "ablate-learned": what is lost when heads that were learned from an alignment are switched off.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "engine/attention/HeadSet.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/FactText.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/PlotArrays.h"
#include "engine/operations/models/ModelChanges.h"
#include "engine/operations/models/ModelResults.h"
#include "engine/operations/training/ContactJudge.h"
#include "engine/operations/training/TrainingDatasets.h"

namespace engine {

namespace {

using Weights = FactoredWeights<float>;

/// What is left of the model.
struct Reach {
  double fit = 0;  ///< nats per residue, without penalties
  double top = 0, topFifth = 0;
  Array<float> scores;  ///< of pairs, L x L
};

std::vector<Index> indicesOf(const ArrayBundle& arrays, const char* name) {
  const auto values = numbersOf<double>(arrays, name);
  std::vector<Index> indices;
  std::transform(values.begin(), values.end(), std::back_inserter(indices), [](double value) { return Index(value); });
  return indices;
}

Weights weightsIn(const ArrayBundle& arrays, const TrainingRows& rows, const std::string& title) {
  for (const char* name : {"query", "key", "value", "bias"})
    if (!arrays.contains(name)) fail(title, ": lacks the array ", name, ", expected weights of train factored");
  if (indicesOf(arrays, "rows") != rows.rows || indicesOf(arrays, "columns") != rows.columns)
    fail(title, ": was learned from other rows or columns than those of the alignment");
  const Shape shape = shapeOf(arrays.at("query"));
  if (shape.size() != 3 || shape[0] < 1 || shape[1] != rows.length() || shape[2] < 1)
    fail(title, ": array query: found shape ", shapeText(shape), ", expected (heads, ", rows.length(), ", width)");
  const Index letters = kLearnedLetters;
  return {learnedArray<float>(arrays, "query", shape), learnedArray<float>(arrays, "key", shape),
          learnedArray<float>(arrays, "value", {shape[0], letters, letters}),
          learnedArray<float>(arrays, "bias", {shape[1], letters})};
}

/// zero: the head couples nothing. uniform: it couples all pairs of positions alike.
void switchOff(Weights& weights, Index head, HeadAblation how) {
  Array<float>& changed = how == HeadAblation::uniform ? weights.query : weights.value;
  const Index size = changed.size() / weights.numHeads();
  std::fill_n(changed.data() + head * size, size, 0.0F);
}

/// Says how well weights predict the residues of all rows, and which pairs they couple.
class Judging {
 public:
  Judging(const TrainingInput& input, Index heads, int threads, Progress& progress)
      : m_input(input), m_likelihood(input.rows), m_pass(input.rows.length(), heads), m_threads(threads) {
    m_all.resize(std::size_t(input.rows.count()));
    std::iota(m_all.begin(), m_all.end(), Index{0});
    m_derivatives = CouplingPanels<float>(input.rows.length());
    m_biases = Array<float>({input.rows.length(), kLearnedLetters});
    if (input.chain) m_contacts.emplace(input.rows.letters, *input.chain, input.structureTitle, threads, progress);
    for (Index n = 0; n < input.rows.count(); ++n)
      for (Index i = 0; i < input.rows.length(); ++i)
        if (input.rows.codes(n, i) < kLearnedLetters) m_residues += input.rows.weights[std::size_t(n)];
    m_residues /= std::max(input.rows.effective(), 1e-9);
  }

  Reach of(const Weights& weights, Progress& progress) {
    Reach reach;
    PartProgress forward(progress, 0, 0.2), likelihood(progress, 0.2, 1);
    m_pass.forward(weights, m_threads, forward);
    reach.fit =
        m_likelihood.evaluate(m_all, m_pass.couplings(), weights.bias, m_derivatives, m_biases, m_threads, likelihood) /
        m_residues;
    const Array<double> scores = contactScores(couplingSizes(m_pass.couplings(), m_threads));
    reach.scores = Array<float>(scores.shape(), Untouched{});
    std::transform(scores.begin(), scores.end(), reach.scores.begin(), [](double score) { return float(score); });
    if (!m_contacts) return reach;
    const ContactPrecision precision = m_contacts->of(reach.scores);
    reach.top = precision.at(1);
    reach.topFifth = precision.at(5);
    return reach;
  }

 private:
  const TrainingInput& m_input;
  PanelLikelihood<float> m_likelihood;
  FactoredPass<float> m_pass;
  std::optional<ContactJudge> m_contacts;
  std::vector<Index> m_all;
  CouplingPanels<float> m_derivatives;
  Array<float> m_biases;
  double m_residues = 0;  ///< of an effective row
  int m_threads;
};

std::string change(double value) { return (value < 0 ? "−" : "+") + fixed(std::abs(value), 4); }

class AblateLearned : public Operation {
 public:
  std::string id() const override { return "ablate-learned"; }
  std::string title() const override { return "Switch learned heads off"; }
  std::vector<std::string> headings() const override { return {"Attention", "Learned from an alignment"}; }
  std::string help() const override {
    return "What factored attention loses without some of its heads: how well the residues of all rows are predicted "
           "from the others (nats per residue), with a structure how many of the strongest L and L/5 pairs touch. "
           "Without a list each head is switched off by itself, one after the other; heads of a list are switched "
           "off together. The other heads stay as they were learned: nothing is trained again.";
  }
  std::vector<OperationInput> inputs() const override {
    std::vector<OperationInput> all = trainingInputs();
    return {all[0], {"trained", "weights that train factored left", {DatasetKind::arrays}}, all[1]};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all{textParameter("ablate", "Heads switched off",
                                             "1.head counted from 1, \"1.3 1.12=uniform\": zero (the default) couples "
                                             "nothing, uniform all positions alike; empty: each head by itself")};
    for (Parameter& one : trainingInputParameters())
      if (one.key == "row" || one.key == "chain" || one.key == "seed") all.push_back(std::move(one));
    return all;
  }
  Place place() const override { return Place::native; }
  void checkParameters(const ParameterValues& values) const override { parsedAblations(values.text("ablate")); }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    PartProgress reading(progress, 0, 0.05), working(progress, 0.05, 1);
    const TrainingInput input = trainingInput({inputs[0], inputs.size() > 2 ? inputs[2] : nullptr, inputs[1]}, values,
                                              compute.threads, diagnostics, reading);
    const Weights weights = weightsIn(*inputs[1]->as<ArrayBundle>(), input.rows, inputs[1]->title);
    requireMemory(FactoredPass<float>::bytes(input.rows.length(), weights.numHeads(), weights.width()),
                  "switching heads off", "take fewer columns");
    const HeadAblations list = parsedAblations(values.text("ablate"));
    for (const auto& [place, how] : list)
      if (place.first != 0 || place.second >= weights.numHeads() || how == HeadAblation::mean)
        fail("parameter ablate: found ", place.first + 1, ".", place.second + 1,
             how == HeadAblation::mean ? "=mean" : "", ", expected heads 1.1 to 1.", weights.numHeads(),
             ", zero or uniform");
    Judging judging(input, weights.numHeads(), compute.threads, reading);
    return list.empty() ? each(input, weights, judging, working) : together(input, weights, list, judging, working);
  }

 private:
  /// A point for each head.
  static std::vector<Dataset> each(const TrainingInput& input, const Weights& weights, Judging& judging,
                                   Progress& progress) {
    const Index heads = weights.numHeads();
    const auto part = [&](Index k) { return double(k) / double(heads + 1); };
    PartProgress first(progress, 0, part(1));
    const Reach whole = judging.of(weights, first);
    Array<double> fits({1, heads}), tops({1, heads}), fifths({1, heads});
    for (Index head = 0; head < heads; ++head) {
      progress.update(part(head + 1), "without head " + std::to_string(head + 1));
      PartProgress one(progress, part(head + 1), part(head + 2));
      Weights without = weights;
      switchOff(without, head, HeadAblation::zero);
      const Reach left = judging.of(without, one);
      fits[head] = left.fit - whole.fit;
      tops[head] = left.top;
      fifths[head] = left.topFifth;
    }
    const auto worst = std::max_element(fits.begin(), fits.end());
    Dataset result;
    result.title = input.title + ": each head switched off: at most " + change(*worst) + " nats per residue (head " +
                   std::to_string(worst - fits.begin() + 1) + "; with all " + fixed(whole.fit, 3) + ")";
    ArrayBundle arrays{{"head_change of nats per residue", fits}, {"nats_per_residue", column({whole.fit})}};
    if (input.chain) {
      const auto [least, most] = std::minmax_element(tops.begin(), tops.end());
      result.title += ", P@L " + percent(*least) + " to " + percent(*most) + " (" + percent(whole.top) + ")";
      arrays["head_P@L"] = tops;
      arrays["head_P@L/5"] = fifths;
      arrays["precision"] = column({whole.top, whole.topFifth});
    }
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return {std::move(result)};
  }

  /// Scores of pairs without the heads and with them, and the difference; what is lost in numbers.
  static std::vector<Dataset> together(const TrainingInput& input, const Weights& weights, const HeadAblations& list,
                                       Judging& judging, Progress& progress) {
    PartProgress first(progress, 0, 0.5), second(progress, 0.5, 1);
    const Reach whole = judging.of(weights, first);
    Weights without = weights;
    std::string names;
    for (const auto& [place, how] : list) {
      switchOff(without, place.second, how);
      if (list.size() <= 4) names += (names.empty() ? "" : ", ") + std::to_string(place.second + 1);
    }
    const Reach left = judging.of(without, second);
    if (list.size() > 4) names = std::to_string(list.size()) + " of " + std::to_string(weights.numHeads());
    const std::string title = input.title + (list.size() == 1 ? " without head " : " without heads ") + names;
    Array<float> difference = left.scores;
    for (Index k = 0; k < difference.size(); ++k) difference[k] -= whole.scores[k];
    auto set = std::make_shared<HeadSet>();
    set->numQueries = set->numKeys = input.rows.length();
    set->queryLetters = set->keyLetters = input.rows.letters;
    set->areHeads = false;
    set->maps = {mapOfQuantity(std::move(difference), "change of couplings"),
                 mapOfQuantity(left.scores, "couplings without the heads"), mapOfQuantity(whole.scores, "couplings")};
    set->numHeads = std::ssize(set->maps);
    ArrayBundle arrays{{"nats_per_residue", column({whole.fit, left.fit})}};
    std::string words = ": " + change(left.fit - whole.fit) + " nats per residue";
    if (input.chain) {
      arrays["precision"] = column({whole.top, left.top});
      arrays["precision_of_a_fifth"] = column({whole.topFifth, left.topFifth});
      words += ", P@L " + percent(whole.top) + " → " + percent(left.top);
    }
    Dataset maps, numbers;
    maps.title = title + words;
    maps.value = std::shared_ptr<const HeadSet>(std::move(set));
    numbers.id = ".numbers";
    numbers.title = title + ", with and without";
    numbers.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return {std::move(maps), std::move(numbers)};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeAblateLearned() { return std::make_unique<AblateLearned>(); }

}  // namespace engine
