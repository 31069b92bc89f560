#include "engine/models/LogitLens.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Error.h"
#include "engine/models/LetterPredictions.h"
#include "engine/models/RunModel.h"
#include "engine/models/RunResidues.h"

namespace engine {

namespace {

/// (T, V), or of an alignment (R, C, V) its first row.
template <class T>
Array<T> firstRow(const Array<T>& logits) {
  constexpr Index kAlignmentAxes = 3;
  if (logits.rank() != kAlignmentAxes) return logits;
  Array<T> first({logits.length(1), logits.length(2)}, Untouched{}, "logits");
  std::copy_n(logits.data(), first.size(), first.data());
  return first;
}

double entropyOf(const float* probabilities) {
  double bits = 0;
  for (Index c = 0; c < kNumPredictedLetters; ++c)
    if (probabilities[c] > 0) bits -= double(probabilities[c]) * std::log2(double(probabilities[c]));
  return bits;
}

}  // namespace

template <class T>
Array<T> predictedLetters(const ModelRun<T>& run, const Array<T>& logits) {
  if (run.vocabulary().empty()) return {};
  return letterProbabilities(firstRow(logits), run.vocabulary(), residuesOf(run).rows);
}

template <class T>
LogitLens<T> logitLens(const ModelRun<T>& run, const ModelCall& call) {
  const std::vector<std::string> names = run.mapNames();
  LogitLens<T> lens;
  lens.letters = residuesOf(run).letters;
  const Index steps = run.numLayers() + 1, L = std::ssize(lens.letters), perStep = L * kNumPredictedLetters;
  lens.probabilities = Array<T>({steps, L, kNumPredictedLetters}, T(0), "lens");
  ModelRunOptions<T> options;
  options.unwanted = {names.begin(), names.end()};
  options.beforeLayer = [&](Index layer, ModelState<T>& state) {
    const auto outputs = run.readOut(state, call);
    const auto logits = outputs.find("logits");
    const Array<T> step = logits == outputs.end() ? Array<T>() : predictedLetters(run, logits->second);
    if (step.size() != perStep || step.rank() != 2)
      fail("the model predicts no letters, expected one with a head for the 20 amino acids");
    std::copy(step.begin(), step.end(), lens.probabilities.data() + layer * perStep);
  };
  runModel(run, options, call);
  return lens;
}

LensSummary lensSummary(const Array<float>& probabilities, const std::string& letters) {
  requireShape("lens", probabilities.shape(), {-1, static_cast<Index>(letters.size()), kNumPredictedLetters});
  const Index steps = probabilities.length(0), L = probabilities.length(1);
  LensSummary summary{Array<float>({steps, L}, 0.0F, "entropy"),
                      Array<float>({steps, L}, std::numeric_limits<float>::quiet_NaN(), "true_letter"),
                      Array<std::int64_t>({steps, L}, 0, "top_letter"), Array<std::int64_t>({L}, 0, "settled_layer")};
  for (Index k = 0; k < steps * L; ++k) {
    const float* const row = probabilities.data() + k * kNumPredictedLetters;
    summary.entropy[k] = static_cast<float>(entropyOf(row));
    summary.top[k] = std::max_element(row, row + kNumPredictedLetters) - row;
    const std::size_t place = kPredictedLetters.find(letters[static_cast<std::size_t>(k % L)]);
    if (place != std::string_view::npos) summary.trueLetter[k] = row[place];
  }
  for (Index i = 0; i < L; ++i) {
    Index layer = std::max<Index>(steps - 1, 0);
    while (layer > 0 && summary.top(layer - 1, i) == summary.top(steps - 1, i)) --layer;
    summary.settled[i] = layer;
  }
  return summary;
}

template Array<float> predictedLetters(const ModelRun<float>&, const Array<float>&);
template Array<double> predictedLetters(const ModelRun<double>&, const Array<double>&);
template LogitLens<float> logitLens(const ModelRun<float>&, const ModelCall&);
template LogitLens<double> logitLens(const ModelRun<double>&, const ModelCall&);

}  // namespace engine
