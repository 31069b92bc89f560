#include "engine/operations/models/AblationEffect.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/heads/HeadComparison.h"
#include "engine/models/LetterPredictions.h"

namespace engine {

namespace {

/// In float64: what is all but impossible stays above 0.
Array<double> probabilitiesOf(const ModelRun<float>& run, const Array<float>& logits) {
  const std::vector<bool> isSpecial = run.specialPositions(run.mapNames().front());
  std::vector<Index> residues;
  for (std::size_t k = 0; k < isSpecial.size(); ++k)
    if (!isSpecial[k]) residues.push_back(static_cast<Index>(k));
  const Index width = logits.length(logits.rank() - 1), rows = width == 0 ? 0 : logits.size() / width;
  Array<double> wide({rows, width}, Untouched{}, "logits");  // of an alignment the query's rows come first
  std::copy(logits.begin(), logits.end(), wide.begin());
  return letterProbabilities(wide, run.vocabulary(), residues);
}

}  // namespace

std::vector<double> letterDivergence(const ModelRun<float>& run, const Array<float>& logits,
                                     const Array<float>& changedLogits) {
  const Array<double> p = probabilitiesOf(run, logits), q = probabilitiesOf(run, changedLogits);
  std::vector<double> divergence;
  if (p.rank() != 2) return divergence;
  for (Index k = 0; k < p.length(0); ++k) {
    double sum = 0;
    for (Index b = 0; b < p.length(1); ++b)
      if (p(k, b) > 0) sum += p(k, b) * std::log2(p(k, b) / q(k, b));
    divergence.push_back(std::max(0.0, sum));
  }
  return divergence;
}

std::vector<double> maskedLikelihood(const VariantModel& model, const AblationOfHeads& ablation, int threads,
                                     Progress& progress) {
  std::vector<double> likelihood(static_cast<std::size_t>(model.length()), std::nan(""));
  parallelFor(model.length(), 1, threads, progress, "masked residues", [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      const std::size_t letter = kPredictedLetters.find(nth(model.letters(), k));
      if (letter == std::string_view::npos) continue;
      const Array<float> logits = model.logitsWith(k, '_', ablation, progress);
      const float* const row = logits.data() + k * logits.length(1);
      const double largest = double(*std::max_element(row, row + logits.length(1)));
      double sum = 0;
      for (Index b = 0; b < logits.length(1); ++b) sum += std::exp(double(row[b]) - largest);
      nth(likelihood, k) = (double(row[letter]) - largest) / std::log(2.0) - std::log2(sum);
    }
  });
  return likelihood;
}

Array<double> changeOfMaps(const HeadSet& heads, const HeadSet& changed, Index firstChanged, int threads,
                           Progress& progress) {
  const MapResidues residues = residuesOf(heads);
  Array<double> change({heads.numLayers, heads.numHeads}, 0.0, "change");
  const Index first = std::min(firstChanged, heads.numLayers) * heads.numHeads;
  parallelFor(heads.count() - first, 1, threads, progress, "comparing heads", [&](Index begin, Index end) {
    HeadMap a, b;
    for (Index k = first + begin; k < first + end; ++k) {
      a.read(heads, residues, k / heads.numHeads, k % heads.numHeads);
      b.read(changed, residues, k / heads.numHeads, k % heads.numHeads);
      const bool isSigned = a.hasNegative() || b.hasNegative();
      change[k] = isSigned ? std::nan("") : meanDivergence(rowDivergences(a, b)).value_or(std::nan(""));
    }
  });
  return change;
}

double meanOfNumbers(const std::vector<double>& values) {
  double sum = 0, count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++count;
  }
  return count > 0 ? sum / count : std::nan("");
}

}  // namespace engine
