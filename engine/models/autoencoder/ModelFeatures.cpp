#include "engine/models/autoencoder/ModelFeatures.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/models/RunResidues.h"

namespace engine {

namespace {

void requireLayer(const ModelRun<float>& run, Index layer) {
  if (layer < 0 || layer > run.numLayers())
    fail("found layer ", layer, ", expected a state behind 0 to ", run.numLayers(), " layers");
}

/// Rows of a state (T, D), or (R, C, D) of which the first C count.
Array<float> rowsOf(const Array<float>& x, const std::vector<Index>& rows) {
  const Index D = x.length(x.rank() - 1);
  Array<float> result({std::ssize(rows), D}, Untouched{}, "state");
  for (Index k = 0; k < std::ssize(rows); ++k) std::copy_n(x.data() + nth(rows, k) * D, D, result.data() + k * D);
  return result;
}

}  // namespace

Array<float> residueStates(const ModelRun<float>& run, Index layer, const ModelCall& call) {
  requireLayer(run, layer);
  LayerWish wish;
  for (const std::string& name : run.mapNames()) wish.unwanted.insert(name);
  ModelState<float> state = run.embed(call);
  for (Index done = 0; done < layer; ++done) {
    call.progress.update(double(done) / double(layer), "layer " + std::to_string(done + 1));
    run.runLayer(done, state, wish, call);
  }
  const bool isNormed = layer == run.numLayers() && run.hiddenEndsWithNorm();
  return rowsOf(isNormed ? run.readOut(state, call).at("last") : state.x, residuesOf(run).rows);
}

std::function<void(Index, ModelState<float>&)> changeOfFeatures(const ModelRun<float>& run,
                                                                std::shared_ptr<const SparseAutoencoder> autoencoder,
                                                                Index layer, FeatureFactors factors, int threads) {
  requireLayer(run, layer);
  if (layer == run.numLayers() && run.hiddenEndsWithNorm())
    fail("features of the state behind the final norm cannot be changed, expected a layer before ", layer);
  return [layer, rows = residuesOf(run).rows, autoencoder = std::move(autoencoder), factors = std::move(factors),
          threads](Index entered, ModelState<float>& state) {
    if (entered != layer) return;
    Progress silent;
    Array<float> states = rowsOf(state.x, rows);
    scaleFeatures(*autoencoder, factors, states, threads, silent);
    const Index D = states.length(1);
    for (Index k = 0; k < std::ssize(rows); ++k)
      std::copy_n(states.data() + k * D, D, state.x.data() + nth(rows, k) * D);
  };
}

std::vector<double> divergence(const Array<float>& before, const Array<float>& after) {
  requireShape("probabilities", after.shape(), before.shape());
  std::vector<double> bits;
  for (Index i = 0; i < before.length(0); ++i) {
    double sum = 0;
    for (Index c = 0; c < before.length(1); ++c)
      if (after(i, c) > 0 && before(i, c) > 0)
        sum += double(after(i, c)) * std::log2(double(after(i, c)) / double(before(i, c)));
    bits.push_back(sum);
  }
  return bits;
}

}  // namespace engine
