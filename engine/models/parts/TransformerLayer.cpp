#include "engine/models/parts/TransformerLayer.h"

#include "engine/models/parts/ModelLinear.h"
#include "engine/models/parts/Normalise.h"

namespace engine {

namespace {

template <class T>
AttendedHeads<T> attend(const Array<T>& x, const ModelWeights& weights, const LayerNames& names, const LayerRule& rule,
                        const SelfAttentionWeights<T>& attention, const LayerWish& wish, const ModelCall& call) {
  if (rule.norms == NormPlace::behind) return selfAttention(x, attention, rule.attention(), wish, call);
  const Array<T> y = normalised(x, readNorm<T>(weights, names.attentionNorm, rule.width), rule.epsilon, call);
  return selfAttention(y, attention, rule.attention(), wish, call);
}

}  // namespace

std::vector<std::string> LayerNames::needed() const {
  std::vector<std::string> all;
  for (const std::string& name : {query, key, value, output, attentionNorm, feedNorm, feedIn, feedOut})
    for (const char* part : {".weight", ".bias"}) all.push_back(name + part);
  return all;
}

LayerNames fairseqLayerNames(Index layer) {
  const std::string at = "layers." + std::to_string(layer) + ".", attention = at + "self_attn.";
  return {.query = attention + "q_proj",
          .key = attention + "k_proj",
          .value = attention + "v_proj",
          .output = attention + "out_proj",
          .attentionNorm = at + "self_attn_layer_norm",
          .feedNorm = at + "final_layer_norm",
          .feedIn = at + "fc1",
          .feedOut = at + "fc2"};
}

LayerNames transformersLayerNames(const std::string& prefix, Index layer, bool isPostNorm) {
  const std::string at = prefix + "encoder.layer." + std::to_string(layer) + ".", attention = at + "attention.";
  return {.query = attention + "self.query",
          .key = attention + "self.key",
          .value = attention + "self.value",
          .output = attention + "output.dense",
          .attentionNorm = attention + (isPostNorm ? "output.LayerNorm" : "LayerNorm"),
          .feedNorm = at + (isPostNorm ? "output.LayerNorm" : "LayerNorm"),
          .feedIn = at + "intermediate.dense",
          .feedOut = at + "output.dense"};
}

template <class T>
Array<T> feedForwardOf(const Array<T>& x, const LinearMap<T>& in, const LinearMap<T>& out,
                       FeedForwardActivation activation, const ModelCall& call) {
  if (activation == FeedForwardActivation::gelu)
    return modelLinear(modelLinear(x, in, call, AfterLinear::gelu), out, call);
  const Array<T> hidden = modelLinear(x, in, call);
  Shape shape = hidden.shape();
  const Index F = shape.back(), bent = activatedWidth(activation, F);
  shape.back() = bent;
  Array<T> activated(shape, Untouched{});
  for (Index row = 0; F > 0 && row < hidden.size() / F; ++row)
    activate(activation, hidden.data() + row * F, F, activated.data() + row * bent);
  return modelLinear(activated, out, call);
}

template <class T>
void addTo(Array<T>& x, const Array<T>& y) {
  for (Index k = 0; k < x.size(); ++k) x[k] += y[k];
}

template <class T>
SelfAttentionWeights<T> readAttention(const ModelWeights& weights, const LayerNames& names, Index width) {
  const auto read = [&](const std::string& name) { return storedLinear<T>(weights, name, width, width); };
  return {read(names.query), read(names.key), read(names.value), read(names.output)};
}

template <class T>
void runFeedForwardHalf(Array<T>& x, const ModelWeights& weights, const LayerNames& names, const LayerRule& rule,
                        const ModelCall& call) {
  const auto norm = readNorm<T>(weights, names.feedNorm, rule.width);
  const auto in = storedLinear<T>(weights, names.feedIn, rule.feedForward, rule.width);
  const auto out =
      storedLinear<T>(weights, names.feedOut, rule.width, activatedWidth(rule.activation, rule.feedForward));
  if (rule.norms == NormPlace::before) {
    addTo(x, feedForwardOf(normalised(x, norm, rule.epsilon, call), in, out, rule.activation, call));
  } else {
    addTo(x, feedForwardOf(x, in, out, rule.activation, call));
    x = normalised(x, norm, rule.epsilon, call);
  }
}

template <class T>
Array<T> runTransformerLayer(Array<T>& x, const ModelWeights& weights, const LayerNames& names, const LayerRule& rule,
                             const LayerWish& wish, const ModelCall& call) {
  AttendedHeads<T> attended = attend(x, weights, names, rule, readAttention<T>(weights, names, rule.width), wish, call);
  addTo(x, attended.O);
  attended.O = {};
  if (rule.norms == NormPlace::behind)
    x = normalised(x, readNorm<T>(weights, names.attentionNorm, rule.width), rule.epsilon, call);
  runFeedForwardHalf(x, weights, names, rule, call);
  return std::move(attended.A);
}

template <class T>
Array<T> mapsOfTransformerLayer(const Array<T>& x, const ModelWeights& weights, const LayerNames& names,
                                const LayerRule& rule, const LayerWish& wish, const ModelCall& call) {
  const Compute native{nullptr, call.where.threads};  // kernels know no values without channels
  const auto read = [&](const std::string& name) { return storedLinear<T>(weights, name, rule.width, rule.width); };
  const SelfAttentionWeights<T> attention{read(names.query), read(names.key), {}, {}};
  return attend(x, weights, names, rule, attention, wish, {native, call.diagnostics, call.progress}).A;
}

#define INSTANTIATE(T)                                                                                                \
  template void addTo(Array<T>&, const Array<T>&);                                                                    \
  template SelfAttentionWeights<T> readAttention(const ModelWeights&, const LayerNames&, Index);                      \
  template void runFeedForwardHalf(Array<T>&, const ModelWeights&, const LayerNames&, const LayerRule&,               \
                                   const ModelCall&);                                                                 \
  template Array<T> feedForwardOf(const Array<T>&, const LinearMap<T>&, const LinearMap<T>&, FeedForwardActivation,   \
                                  const ModelCall&);                                                                  \
  template Array<T> runTransformerLayer(Array<T>&, const ModelWeights&, const LayerNames&, const LayerRule&,          \
                                        const LayerWish&, const ModelCall&);                                          \
  template Array<T> mapsOfTransformerLayer(const Array<T>&, const ModelWeights&, const LayerNames&, const LayerRule&, \
                                           const LayerWish&, const ModelCall&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
