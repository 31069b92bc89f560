#include "engine/models/esmc/SwigluBlock.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/models/parts/ModelLinear.h"
#include "engine/models/parts/Normalise.h"
#include "engine/models/parts/Rotary.h"
#include "engine/models/parts/SelfAttention.h"
#include "engine/models/parts/TransformerLayer.h"

namespace engine {

namespace {

constexpr double kSwigluEpsilon = 1e-5;
constexpr double kUnscaledLayers = 36;

template <class T>
void addScaled(Array<T>& x, const Array<T>& y, double scale) {
  for (Index k = 0; k < x.size(); ++k) x[k] += y[k] / static_cast<T>(scale);
}

/// Rows (T, 3 D) as queries, keys and values.
template <class T>
std::array<Array<T>, 3> thirds(const Array<T>& joined) {
  const Index tokens = joined.length(0), D = joined.length(1) / 3;
  std::array<Array<T>, 3> parts;
  for (Index part = 0; part < 3; ++part) {
    Array<T>& target = parts[static_cast<size_t>(part)] = Array<T>({tokens, D}, Untouched{}, "layernorm_qkv.1.weight");
    for (Index t = 0; t < tokens; ++t) std::copy_n(joined.data() + (3 * t + part) * D, D, target.data() + t * D);
  }
  return parts;
}

enum class Wanted { everything, mapsAlone };

template <class T>
AttendedHeads<T> attend(const Array<T>& x, const ModelWeights& weights, const std::string& block,
                        const SwigluRule& rule, Wanted wanted, const LayerWish& wish, const ModelCall& call) {
  const std::string names = block + "attn.";
  const Index D = rule.width;
  const Array<T> y = normalised(x, readNorm<T>(weights, names + "layernorm_qkv.0", D), kSwigluEpsilon, call);
  auto [Q, K, V] = thirds(modelLinear(y, readLinear<T>(weights, names + "layernorm_qkv.1", 3 * D, D), call));
  const Array<float> frequencies = rotaryFrequencies(D / rule.heads, false);
  for (auto [array, norm] : {std::pair{&Q, "q_ln"}, std::pair{&K, "k_ln"}}) {
    *array = normalised(*array, readNorm<T>(weights, names + norm, D), kSwigluEpsilon, call);
    array->name = names + norm + ".weight";
    rotate(*array, rule.heads, frequencies, call.where.threads);
  }
  if (wanted == Wanted::mapsAlone) V = Array<T>({x.length(0), 0});
  return attendHeads(std::move(Q), std::move(K), std::move(V), rule.heads, wish, call);
}

}  // namespace

double residueScale(Index layers) { return std::sqrt(double(layers) / kUnscaledLayers); }

template <class T>
Array<T> addSwigluAttention(Array<T>& x, const ModelWeights& weights, const std::string& block, const SwigluRule& rule,
                            const LayerWish& wish, const ModelCall& call) {
  AttendedHeads<T> attended = attend(x, weights, block, rule, Wanted::everything, wish, call);
  const LinearMap<T> output = readLinear<T>(weights, block + "attn.out_proj", rule.width, rule.width);
  addScaled(x, modelLinear(attended.O, output, call), rule.scale);
  return std::move(attended.A);
}

template <class T>
Array<T> mapsOfSwigluAttention(const Array<T>& x, const ModelWeights& weights, const std::string& block,
                               const SwigluRule& rule, const LayerWish& wish, const ModelCall& call) {
  const Compute native{nullptr, call.where.threads};  // kernels know no values without channels
  return attend(x, weights, block, rule, Wanted::mapsAlone, wish, {native, call.diagnostics, call.progress}).A;
}

template <class T>
void addSwigluFeedForward(Array<T>& x, const ModelWeights& weights, const std::string& block, const SwigluRule& rule,
                          const ModelCall& call) {
  const std::string names = block + "ffn.";
  const LinearMap<T> in = readLinear<T>(weights, names + "1", -1, rule.width);
  const Index hidden = activatedWidth(FeedForwardActivation::swiglu, in.W.length(0));
  const LinearMap<T> out = readLinear<T>(weights, names + "3", rule.width, hidden);
  const Array<T> y = normalised(x, readNorm<T>(weights, names + "0", rule.width), kSwigluEpsilon, call);
  addScaled(x, feedForwardOf(y, in, out, FeedForwardActivation::swiglu, call), rule.scale);
}

std::vector<std::string> swigluAttentionNames(const std::string& block) {
  std::vector<std::string> names;
  for (const char* name : {"layernorm_qkv.0.weight", "layernorm_qkv.0.bias", "layernorm_qkv.1.weight", "q_ln.weight",
                           "k_ln.weight", "out_proj.weight"})
    names.push_back(block + "attn." + name);
  return names;
}

std::vector<std::string> swigluFeedForwardNames(const std::string& block) {
  std::vector<std::string> names;
  for (const char* name : {"0.weight", "0.bias", "1.weight", "3.weight"}) names.push_back(block + "ffn." + name);
  return names;
}

#define INSTANTIATE(T)                                                                                                 \
  template Array<T> addSwigluAttention(Array<T>&, const ModelWeights&, const std::string&, const SwigluRule&,          \
                                       const LayerWish&, const ModelCall&);                                            \
  template Array<T> mapsOfSwigluAttention(const Array<T>&, const ModelWeights&, const std::string&, const SwigluRule&, \
                                          const LayerWish&, const ModelCall&);                                         \
  template void addSwigluFeedForward(Array<T>&, const ModelWeights&, const std::string&, const SwigluRule&,            \
                                     const ModelCall&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
