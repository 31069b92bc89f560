#include "engine/attention/pairs/GatedAttention.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/heads/HeadRows.h"
#include "engine/attention/heads/Projections.h"
#include "engine/attention/tied/TiedProduct.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/ParameterKinds.h"

namespace engine {

namespace {

template <class T>
BiasedProductResult<T> emptyResult(const BiasedProduct<T>& input) {
  const Index G = input.Q.length(0), n = input.Q.length(1);
  BiasedProductResult<T> result;
  const bool hasMaps = input.maps == Maps::keep;
  if (hasMaps) result.A = Array<T>({G, input.heads, n, n}, Untouched{}, "A");
  if (hasMaps && input.keepScores) result.S = Array<T>({G, input.heads, n, n}, Untouched{}, "S");
  result.O = Array<T>(input.Q.shape(), T{}, "O");
  return result;
}

/// Softmax of the scores of query i, which go to S, and the weights to A, where these are kept.
template <class T>
void weigh(const BiasedProduct<T>& input, BiasedProductResult<T>& result, Index map, Index i, T* scores) {
  const Index n = input.Q.length(1), row = (map * n + i) * n;
  if (!result.S.empty()) std::copy_n(scores, n, result.S.data() + row);
  for (Index j = 0; j < n && !input.seen.empty(); ++j)
    if (!input.seen(map / input.heads, j)) scores[j] = std::numeric_limits<T>::lowest();
  if (std::isnan(softmaxRow(scores, n))) failForScore<T>(input.origin, i);
  if (!result.A.empty()) std::copy_n(scores, n, result.A.data() + row);
}

template <class T>
Array<T> asFactors(Array<T> gates) {
  for (T& gate : gates) gate = 1 / (1 + std::exp(-gate));
  return gates;
}

template <class T>
std::string originOf(const Array<T>& X, const ModuleWeights<T>& weights) {
  const Array<T>&q = weights.at("linear_q.weight"), &k = weights.at("linear_k.weight");
  return arraysText({{X.name, X.shape()}, {q.name, q.shape()}, {k.name, k.shape()}});
}

}  // namespace

InputList gatedAttentionInputs(const std::string& path, const GatedAttentionLetters& letters) {
  InputList list;
  addLinearInputs(list, path + "linear_q", letters.channels, letters.width, "query projection");
  addLinearInputs(list, path + "linear_k", letters.channels, letters.width, "key projection");
  addLinearInputs(list, path + "linear_v", letters.channels, letters.width, "value projection");
  addLinearInputs(list, path + "linear_g", letters.channels, letters.width, "gate of the heads' outputs");
  addLinearInputs(list, path + "linear_o", letters.width, letters.channels, "output projection");
  return list;
}

template <class T>
BiasedProductResult<T> biasedProductPlain(const BiasedProduct<T>& input, const Work& work) {
  const Index n = input.Q.length(1), H = input.heads, d = input.depth();
  const T scale = static_cast<T>(standardScale(d));
  BiasedProductResult<T> result = emptyResult(input);
  parallelFor(input.Q.length(0) * H, 1, work.threads, work.progress, "attention", [&](Index begin, Index end) {
    std::vector<T> scores(static_cast<size_t>(n));
    for (Index map = begin; map < end; ++map)
      for (Index i = 0; i < n; ++i) {
        const Index group = map / H, h = map % H;
        for (Index j = 0; j < n; ++j) {
          T sum = 0;
          for (Index c = h * d; c < (h + 1) * d; ++c) sum += input.Q(group, i, c) * input.K(group, j, c);
          scores[static_cast<size_t>(j)] = scale * sum + (input.bias.empty() ? T{} : input.bias(h, i, j));
        }
        weigh(input, result, map, i, scores.data());
        for (Index j = 0; j < n; ++j)
          for (Index c = h * d; c < (h + 1) * d; ++c)
            result.O(group, i, c) += scores[static_cast<size_t>(j)] * input.V(group, j, c);
      }
  });
  return result;
}

BiasedProductResult<float> biasedProductNative(const BiasedProduct<float>& input, const Work& work) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Rows = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
  const Index n = input.Q.length(1), H = input.heads, d = input.depth();
  BiasedProductResult<float> result = emptyResult(input);
  parallelFor(input.Q.length(0) * H, 1, work.threads, work.progress, "attention", [&](Index begin, Index end) {
    Matrix scores(n, n);
    for (Index map = begin; map < end; ++map) {
      const Index first = map / H * n * H * d + map % H * d;
      const Eigen::OuterStride<> stride(H * d);
      scores.noalias() = static_cast<float>(standardScale(d)) * Rows(input.Q.data() + first, n, d, stride) *
                         Rows(input.K.data() + first, n, d, stride).transpose();
      if (!input.bias.empty()) scores += Eigen::Map<const Matrix>(input.bias.data() + map % H * n * n, n, n);
      for (Index i = 0; i < n; ++i) weigh(input, result, map, i, scores.data() + i * n);
      Eigen::Map<Matrix, 0, Eigen::OuterStride<>>(result.O.data() + first, n, d, stride).noalias() =
          scores * Rows(input.V.data() + first, n, d, stride);
    }
  });
  return result;
}

template <class T>
GatedAttentionResult<T> gatedAttention(const Array<T>& X, Array<T> bias, const ModuleWeights<T>& weights, Index heads,
                                       const GatedAttentionOptions& options, const Work& work) {
  const Array<T>& W_q = weights.at("linear_q.weight");
  requireHeads(W_q.name, W_q.shape(), heads);
  BiasedProduct<T> product{weights.linear("linear_q", X, work),
                           weights.linear("linear_k", X, work),
                           weights.linear("linear_v", X, work),
                           std::move(bias),
                           heads,
                           options.maps,
                           options.keepScores,
                           originOf(X, weights),
                           options.seen};
  BiasedProductResult<T> attended;
  if constexpr (std::is_same_v<T, float>)
    attended = biasedProductNative(product, work);
  else
    attended = biasedProductPlain(product, work);
  GatedAttentionResult<T> result;
  result.S = std::move(attended.S);
  result.A = std::move(attended.A);
  Array<T> gates = weights.linear("linear_g", X, work);
  if (options.keepVectors) {
    result.O = byHeads(attended.O, heads);
    result.g = byHeads(asFactors(gates), heads);
    result.q = byHeads(std::move(product.Q), heads);
    result.k = byHeads(std::move(product.K), heads);
    result.v = byHeads(std::move(product.V), heads);
  }
  applyGate(attended.O, gates, work);
  result.Y = weights.linear("linear_o", attended.O, work);
  return result;
}

std::vector<Parameter> gatedAttentionParameters() {
  return {flagParameter("maps", "Attention maps", "no: only outputs, without ever holding all maps", true),
          flagParameter("intermediates", "Intermediate results",
                        "yes: also q, k, v, O and the gates g of every head, and with maps the scores S", false)};
}

GatedAttentionOptions gatedAttentionOptions(const ParameterValues& values) {
  const bool keepsAll = values.flag("intermediates");
  return {values.flag("maps") ? Maps::keep : Maps::drop, keepsAll, keepsAll};
}

std::vector<ArrayDescription> gatedAttentionOutputs(const std::string& groups, const std::string& members) {
  const std::string maps = "(" + groups + ", H, " + members + ", " + members + ")";
  const std::string vectors = "(" + groups + ", " + members + ", H, d)";
  return {{"q", vectors, "queries of every head (intermediates=yes)", true},
          {"k", vectors, "keys of every head (intermediates=yes)", true},
          {"v", vectors, "values of every head (intermediates=yes)", true},
          {"g", vectors, "gates of every head, 0 to 1 (intermediates=yes)", true},
          {"O", vectors, "outputs of the heads, before their gates (intermediates=yes)", true},
          {"S", maps, "scores with the bias of the pairs (intermediates=yes)", true},
          {"A", maps, "attention weights (maps=yes)", true}};
}

template <class T>
void giveGatedAttention(ArrayBundle& outputs, GatedAttentionResult<T>& result, const GatedAttentionOptions& options) {
  if (options.maps == Maps::keep) give(outputs, "A", std::move(result.A));
  if (options.maps == Maps::keep && options.keepScores) give(outputs, "S", std::move(result.S));
  if (!options.keepVectors) return;
  give(outputs, "q", std::move(result.q));
  give(outputs, "k", std::move(result.k));
  give(outputs, "v", std::move(result.v));
  give(outputs, "g", std::move(result.g));
  give(outputs, "O", std::move(result.O));
}

CostFormulas gatedAttentionCost(const ParameterValues& values, const std::string& groups, const std::string& features,
                                const std::string& pairNumbers) {
  const std::string cells = groups + "*L", pairs = cells + "*L";
  const std::string copies = !values.flag("maps") ? "0" : values.flag("intermediates") ? "2" : "1";
  const std::string kept =
      " + " + copies + "*" + pairs + "*H" + (values.flag("intermediates") ? " + 5*" + cells + "*H*d" : "");
  return {"4*" + pairs + "*H*d + 5*" + pairs + "*H + 10*" + cells + "*H*d*" + features + " + 2*L*L*P*H",
          "w*(2*" + cells + "*" + features + pairNumbers + " + 5*H*d*" + features + " + H*P" + kept + ")",
          "w*(" + cells + "*(2*" + features + " + 5*H*d) + L*L*(P + 2*H + 2)" + kept + ")"};
}

Sizes withHeadWidth(Sizes sizes, const ArrayBundle& inputs) {
  sizes["d"] = rowsPerHead(inputs, "mha.linear_q.weight", sizes["H"]);
  return sizes;
}

std::vector<NamedMaps> gatedAttentionMaps(const ArrayBundle& outputs, const std::string& title,
                                          const std::string& queryUnit, const std::string& keyUnit) {
  auto heads = mapsOf(outputs, "A", "S", "lhqk");
  if (!heads) return {};
  if (!queryUnit.empty()) heads->queryUnit = queryUnit;
  if (!keyUnit.empty()) heads->keyUnit = keyUnit;
  return {{title, std::move(heads)}};
}

template <class T>
Array<T> headsFirst(const Array<T>& pairs) {
  const Index rows = pairs.length(0), columns = pairs.length(1), H = pairs.length(2);
  Array<T> result({H, rows, columns}, Untouched{}, pairs.name);
  for (Index pair = 0; pair < rows * columns; ++pair)
    for (Index h = 0; h < H; ++h) result[h * rows * columns + pair] = pairs[pair * H + h];
  return result;
}

#define INSTANTIATE(T)                                                                                       \
  template BiasedProductResult<T> biasedProductPlain(const BiasedProduct<T>&, const Work&);                  \
  template GatedAttentionResult<T> gatedAttention(const Array<T>&, Array<T>, const ModuleWeights<T>&, Index, \
                                                  const GatedAttentionOptions&, const Work&);                \
  template void giveGatedAttention(ArrayBundle&, GatedAttentionResult<T>&, const GatedAttentionOptions&);    \
  template Array<T> headsFirst(const Array<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
