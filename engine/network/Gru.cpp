#include "engine/network/Gru.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/base/Logistic.h"
#include "engine/base/Nth.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

/// "_l0", "_l0_reverse"
std::string suffixOf(size_t layer, GruDirection direction) {
  return "_l" + std::to_string(layer) + (direction == GruDirection::backwards ? "_reverse" : "");
}

/// Whether there is any array of this layer.
bool hasLayer(const NamedWeights& weights, size_t layer, GruDirection direction) {
  for (const char* name : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"})
    if (weights.contains(name + suffixOf(layer, direction))) return true;
  return false;
}

/// Step `step` of every row: (B, S, in) to (B, in).
template <class T>
Array<T> atStep(const Array<T>& X, Index step) {
  const Index B = X.length(0), S = X.length(1), in = X.length(2);
  Array<T> x({B, in}, Untouched{});
  for (Index b = 0; b < B; ++b) std::copy_n(X.data() + (b * S + step) * in, in, x.data() + b * in);
  return x;
}

}  // namespace

template <class T>
std::vector<GruLayer<T>> readGru(const NamedWeights& weights, Index inputWidth, GruDirection direction,
                                 Index directions) {
  std::vector<GruLayer<T>> layers;
  Index in = inputWidth, h = -1;
  do {
    const std::string suffix = suffixOf(layers.size(), direction);
    GruLayer<T> layer;
    layer.W_hh = weights.read<T>("weight_hh" + suffix, {h < 0 ? h : 3 * h, h});
    h = layer.hiddenWidth();
    requireShape(layer.W_hh.name, layer.W_hh.shape(), {3 * h, h});
    layer.W_ih = weights.read<T>("weight_ih" + suffix, {3 * h, in});
    layer.b_ih = weights.readOptional<T>("bias_ih" + suffix, {3 * h});
    layer.b_hh = weights.readOptional<T>("bias_hh" + suffix, {3 * h});
    layers.push_back(std::move(layer));
    in = directions * h;
  } while (hasLayer(weights, layers.size(), direction));
  return layers;
}

bool hasBackwardsGru(const NamedWeights& weights) { return hasLayer(weights, 0, GruDirection::backwards); }

template <class T>
Array<T> gruStep(const GruLayer<T>& layer, const Array<T>& x, const Array<T>& state) {
  const Index B = state.length(0), h = state.length(1);
  const Array<T> fromInput = linear(x, layer.W_ih, layer.b_ih), fromState = linear(state, layer.W_hh, layer.b_hh);
  Array<T> next({B, h}, Untouched{});
  for (Index b = 0; b < B; ++b)
    for (Index c = 0; c < h; ++c) {
      const T r = logistic(fromInput(b, c) + fromState(b, c));
      const T z = logistic(fromInput(b, h + c) + fromState(b, h + c));
      const T n = std::tanh(fromInput(b, 2 * h + c) + r * fromState(b, 2 * h + c));
      next(b, c) = (1 - z) * n + z * state(b, c);
    }
  return next;
}

template <class T>
void gruStep(const std::vector<GruLayer<T>>& layers, const Array<T>& x, std::vector<Array<T>>& states) {
  const Array<T>* below = &x;
  for (size_t k = 0; k < layers.size(); ++k) {
    states[k] = gruStep(layers[k], *below, states[k]);
    below = &states[k];
  }
}

template <class T>
std::vector<Array<T>> initialStates(const std::vector<GruLayer<T>>& layers, Index batches) {
  std::vector<Array<T>> states;
  for (const GruLayer<T>& layer : layers) states.emplace_back(Shape{batches, layer.hiddenWidth()});
  return states;
}

template <class T>
GruResult<T> gru(const std::vector<GruLayer<T>>& layers, const Array<T>& X, const std::vector<Index>& lengths,
                 Progress& progress, GruDirection direction) {
  const Index B = X.length(0), S = X.length(1), h = layers.back().hiddenWidth();
  GruResult<T> result{Array<T>({B, S, h}), initialStates(layers, B)};
  for (Index number = 0; number < S; ++number) {
    progress.update(double(number) / double(S), "recurrent steps");
    const Index step = direction == GruDirection::forwards ? number : S - 1 - number;
    std::vector<Array<T>> next = result.states;
    gruStep(layers, atStep(X, step), next);
    for (Index b = 0; b < B; ++b) {
      if (!lengths.empty() && step >= nth(lengths, b)) continue;
      for (size_t k = 0; k < layers.size(); ++k) {
        const Index width = layers[k].hiddenWidth();
        std::copy_n(next[k].data() + b * width, width, result.states[k].data() + b * width);
      }
      std::copy_n(next.back().data() + b * h, h, result.outputs.data() + (b * S + step) * h);
    }
  }
  return result;
}

template <class T>
Array<T> joinedChannels(const Array<T>& left, const Array<T>& right) {
  const Index first = left.length(left.rank() - 1), second = right.length(right.rank() - 1);
  Shape shape = left.shape();
  shape.back() = first + second;
  const Index rows = elementCount(Shape(shape.begin(), shape.end() - 1));
  Array<T> both(std::move(shape), Untouched{});
  for (Index row = 0; row < rows; ++row) {
    std::copy_n(left.data() + row * first, first, both.data() + row * (first + second));
    std::copy_n(right.data() + row * second, second, both.data() + row * (first + second) + first);
  }
  return both;
}

template <class T>
GruResult<T> bidirectionalGru(const std::vector<GruLayer<T>>& forwards, const std::vector<GruLayer<T>>& backwards,
                              const Array<T>& X, const std::vector<Index>& lengths, Progress& progress) {
  GruResult<T> result{X, {}};
  for (size_t k = 0; k < forwards.size(); ++k) {
    const double numLayers = double(forwards.size());
    PartProgress there(progress, double(k) / numLayers, (double(k) + 0.5) / numLayers);
    PartProgress back(progress, (double(k) + 0.5) / numLayers, double(k + 1) / numLayers);
    const GruResult<T> first = gru({forwards[k]}, result.outputs, lengths, there);
    const GruResult<T> second = gru({backwards[k]}, result.outputs, lengths, back, GruDirection::backwards);
    result.outputs = joinedChannels(first.outputs, second.outputs);
    result.states.push_back(joinedChannels(first.states.front(), second.states.front()));
  }
  return result;
}

#define INSTANTIATE(T)                                                                                              \
  template std::vector<GruLayer<T>> readGru(const NamedWeights&, Index, GruDirection, Index);                       \
  template Array<T> gruStep(const GruLayer<T>&, const Array<T>&, const Array<T>&);                                  \
  template void gruStep(const std::vector<GruLayer<T>>&, const Array<T>&, std::vector<Array<T>>&);                  \
  template std::vector<Array<T>> initialStates(const std::vector<GruLayer<T>>&, Index);                             \
  template GruResult<T> gru(const std::vector<GruLayer<T>>&, const Array<T>&, const std::vector<Index>&, Progress&, \
                            GruDirection);                                                                          \
  template Array<T> joinedChannels(const Array<T>&, const Array<T>&);                                               \
  template GruResult<T> bidirectionalGru(const std::vector<GruLayer<T>>&, const std::vector<GruLayer<T>>&,          \
                                         const Array<T>&, const std::vector<Index>&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
