#include "engine/models/esm1/Esm1Run.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/HeadLines.h"
#include "engine/models/parts/ContactHead.h"
#include "engine/models/parts/Embedding.h"
#include "engine/models/parts/ModelLinear.h"
#include "engine/models/parts/Normalise.h"

namespace engine {

namespace {

/// Sines of the first half of the channels, cosines of the second, of positions 2, 3, ...
template <class T>
void addWaves(Array<T>& x) {
  constexpr Index kFirstPosition = 2;
  const Index width = x.length(1), half = width / 2;
  const double step = half > 1 ? std::log(10000.0) / double(half - 1) : 0;
  for (Index t = 0; t < x.length(0); ++t)
    for (Index j = 0; j < half; ++j) {
      const double angle = double(t + kFirstPosition) * std::exp(-double(j) * step);
      x(t, j) += static_cast<T>(std::sin(angle));
      x(t, half + j) += static_cast<T>(std::cos(angle));
    }
}

/// (T, H*d) and one more row as (1, H, T + 1, d).
template <class T>
Array<T> withOneMore(const Array<T>& joined, const Array<T>& last, Index heads, const ModelCall& call) {
  const Index tokens = joined.length(0), width = joined.length(1);
  Array<T> all({1, tokens + 1, width}, Untouched{});
  std::copy(last.begin(), last.end(), std::copy(joined.begin(), joined.end(), all.begin()));
  return splitLines(all, MsaLines(MsaAxis::row, 1, tokens + 1), heads, call.where.threads, call.progress);
}

/// Sums of values (1, H, m, v) weighted by A (H, n, m): (1, H, n, v).
template <class T>
Array<T> weighted(const Array<T>& A, const Array<T>& V) {
  const Index heads = A.length(0), n = A.length(1), m = A.length(2), width = V.length(3);
  Array<T> O({1, heads, n, width}, T{0});
  for (Index h = 0; h < heads; ++h)
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < m; ++j)
        for (Index c = 0; c < width; ++c) O(0, h, i, c) += A(h, i, j) * V(0, h, j, c);
  return O;
}

/// A (H, T, T + 1) without its last column.
template <class T>
Array<T> withoutLastColumn(const Array<T>& A) {
  const Index rows = A.length(0) * A.length(1), columns = A.length(2);
  Array<T> rest({A.length(0), A.length(1), columns - 1}, Untouched{});
  for (Index row = 0; row < rows; ++row)
    std::copy_n(A.data() + row * columns, columns - 1, rest.data() + row * (columns - 1));
  return rest;
}

}  // namespace

template <class T>
Esm1Run<T>::Esm1Run(const ModelSetup& setup, Diagnostics& diagnostics) : TokenRun<T>(setup, esm1Tokens(), diagnostics) {
  requireAlphabet(this->table(), setup.sizes.vocabulary, setup.weights->source->name());
}

template <class T>
ModelState<T> Esm1Run<T>::embed(const ModelCall&) const {
  const Index width = this->sizes().width;
  const auto table = readWeightsAs<T>(this->weights(), "embed_tokens.weight", {this->sizes().vocabulary, width});
  Array<T> x = embeddedTokens(this->text().numbers, table);
  const T scale = std::sqrt(T(width));
  for (T& value : x) value *= scale;
  addWaves(x);
  return {std::move(x), {}};
}

template <class T>
LayerRule Esm1Run<T>::rule() const {
  LayerRule rule{.heads = this->sizes().heads, .width = this->sizes().width, .feedForward = this->sizes().feedForward};
  rule.epsilon = 1e-12;
  return rule;
}

template <class T>
AttendedHeads<T> Esm1Run<T>::attend(Index layer, const Array<T>& x, const LayerWish& wish,
                                    const ModelCall& call) const {
  const Index tokens = x.length(0), width = this->sizes().width, heads = this->sizes().heads;
  const LayerNames names = fairseqLayerNames(layer);
  const auto attention = readAttention<T>(this->weights(), names, width);
  const auto last = [&](const char* name) {
    return readWeightsAs<T>(this->weights(), "layers." + std::to_string(layer) + ".self_attn." + name, {1, 1, width});
  };
  const Array<T> y = normalised(x, readNorm<T>(this->weights(), names.attentionNorm, width), rule().epsilon, call);
  const auto threads = call.where.threads;
  DotProductInput<T> input;
  input.Q = splitLines(modelLinear(y, attention.query, call).reshaped({1, tokens, width}),
                       MsaLines(MsaAxis::row, 1, tokens), heads, threads, call.progress);
  input.K = withOneMore(modelLinear(y, attention.key, call), last("bias_k"), heads, call);
  input.V = withOneMore(modelLinear(y, attention.value, call), last("bias_v"), heads, call);
  input.mask = fullMask(1, tokens, tokens + 1);
  input.scale = standardScale(input.depth());
  input.origin = arraysText({{names.query, input.Q.shape()}, {names.key, input.K.shape()}});
  DotProductResult<T> attended = dotProduct(input, call.where, call.diagnostics, call.progress);
  Array<T> A = std::move(attended.A).reshaped({heads, tokens, tokens + 1});
  if (ablate(A, "attention", wish)) attended.O = weighted(A, input.V);
  const Array<T> joined = joinLines(attended.O, MsaLines(MsaAxis::row, 1, tokens), {1, tokens}, threads, call.progress)
                              .reshaped({tokens, width});
  return {withoutLastColumn(A), modelLinear(joined, attention.output, call)};
}

template <class T>
LayerMaps<T> Esm1Run<T>::runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                                  const ModelCall& call) const {
  AttendedHeads<T> attended = attend(layer, state.x, wish, call);
  addTo(state.x, attended.O);
  runFeedForwardHalf(state.x, this->weights(), fairseqLayerNames(layer), rule(), call);
  return mapsNamed("attention", std::move(attended.A));
}

template <class T>
std::map<std::string, Array<T>> Esm1Run<T>::readOut(const ModelState<T>& state, const ModelCall& call) const {
  const Index vocabulary = this->sizes().vocabulary;
  const LinearMap<T> output{readWeightsAs<T>(this->weights(), "embed_out", {vocabulary, this->sizes().width}),
                            readOptionalWeightsAs<T>(this->weights(), "embed_out_bias", {vocabulary})};
  std::map<std::string, Array<T>> outputs;
  outputs["last"] = state.x;
  outputs["logits"] = modelLinear(state.x, output, call);
  return outputs;
}

template <class T>
ContactHeadWeights<T> Esm1Run<T>::contactRegression() const {
  auto regression = readContactRegression<T>(this->weights(), this->sizes(), "attention");
  regression.cutFirst = 1;
  return regression;
}

template class Esm1Run<float>;
template class Esm1Run<double>;

}  // namespace engine
