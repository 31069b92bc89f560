#include "engine/network/LayerNorm.h"

#include <algorithm>

#include "engine/base/ParallelFor.h"
#include "engine/network/Linear.h"

namespace engine {

template <class T>
LayerNormWeights<T> readRoseTtaFoldNorm(const NamedWeights& weights, Index width) {
  return {weights.read<T>("a_2", {width}), weights.read<T>("b_2", {width})};
}

template <class T>
Array<T> layerNorm(const Array<T>& X, const LayerNormWeights<T>& weights, int threads, Progress& progress) {
  const Index width = X.length(X.rank() - 1);
  requireShape(weights.weight.name, weights.weight.shape(), {width});
  if (!weights.bias.empty()) requireShape(weights.bias.name, weights.bias.shape(), {width});
  Array<T> Y(X.shape(), Untouched{}, X.name);
  const Index rows = width == 0 ? 0 : X.size() / width, grain = std::max<Index>(1, 200'000 / std::max<Index>(1, width));
  parallelFor(rows, grain, threads, progress, "normalisation", [&](Index begin, Index end) {
    Array<T> part({end - begin, width}, Untouched{});
    std::copy_n(X.data() + begin * width, part.size(), part.data());
    const Array<T> normalised = layerNorm(part, weights.weight, weights.bias);
    std::copy_n(normalised.data(), part.size(), Y.data() + begin * width);
  });
  return Y;
}

template LayerNormWeights<float> readRoseTtaFoldNorm(const NamedWeights&, Index);
template LayerNormWeights<double> readRoseTtaFoldNorm(const NamedWeights&, Index);
template Array<float> layerNorm(const Array<float>&, const LayerNormWeights<float>&, int, Progress&);
template Array<double> layerNorm(const Array<double>&, const LayerNormWeights<double>&, int, Progress&);

}  // namespace engine
