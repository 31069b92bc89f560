#include "engine/network/TriangularLayers.h"

#include <cmath>

namespace engine {

namespace {

template <class T>
void checkLayer(const TriangularLayer<T>& layer, size_t number, Index d) {
  const std::string name = "layer " + std::to_string(number);
  requireShape("L of " + name, layer.L.shape(), {d * (d - 1) / 2});
  if (layer.kind.hasBias) requireShape("b of " + name, layer.b.shape(), {d});
}

/// One layer on column t, in place: the rows that an element needs are changed after it.
template <class T>
void applyToColumn(const TriangularLayer<T>& layer, Array<T>& Z, Index t) {
  const Index d = Z.length(0);
  for (Index k = 0; k < d; ++k) {
    const Index row = layer.kind.isUpper ? k : d - 1 - k;
    T sum = layer.kind.hasBias ? layer.b[row] : T{0};
    if (layer.kind.isUpper)
      for (Index c = row + 1; c < d; ++c) sum += layer.L[c * (c - 1) / 2 + row] * Z(c, t);
    else
      for (Index c = 0; c < row; ++c) sum += layer.L[row * (row - 1) / 2 + c] * Z(c, t);
    Z(row, t) += layer.kind.isLinear ? sum : std::tanh(sum);
  }
}

}  // namespace

std::vector<TriangularKind> volumePreservingLayout(Index numBlocks, Index numLinear) {
  constexpr bool kLower = false, kUpper = true;
  std::vector<TriangularKind> layout;
  for (Index block = 0; block < numBlocks; ++block) {
    for (Index k = 0; k + 1 < numLinear; ++k) {
      layout.push_back({kLower, true, false});
      layout.push_back({kUpper, true, false});
    }
    layout.push_back({kLower, true, false});
    layout.push_back({kUpper, true, true});
    layout.push_back({kLower, false, true});
    layout.push_back({kUpper, false, true});
  }
  layout.push_back({kLower, true, false});
  layout.push_back({kUpper, true, true});
  return layout;
}

template <class T>
Array<T> applyTriangularLayers(const std::vector<TriangularLayer<T>>& layers, Array<T> Z) {
  for (size_t k = 0; k < layers.size(); ++k) {
    checkLayer(layers[k], k, Z.length(0));
    for (Index t = 0; t < Z.length(1); ++t) applyToColumn(layers[k], Z, t);
  }
  return Z;
}

template Array<float> applyTriangularLayers(const std::vector<TriangularLayer<float>>&, Array<float>);
template Array<double> applyTriangularLayers(const std::vector<TriangularLayer<double>>&, Array<double>);

}  // namespace engine
