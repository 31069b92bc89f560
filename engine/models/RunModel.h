// Driving a model through its layers: what is kept, watched and changed on the way.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/models/Architecture.h"

namespace engine {

/// A model that fits its weights and one input.
template <class T>
struct PreparedModel {
  const Architecture* architecture = nullptr;
  std::string source;  ///< file or folder of the weights
  std::shared_ptr<const WeightSource> weights = nullptr;
  ModelSizes sizes;
  std::shared_ptr<const ModelRun<T>> run;
};

/// Recognises the weights, checks that all are there, reads the input's letters. `heads` > 0: as the user says. Throws
/// Error.
template <class T>
PreparedModel<T> preparedModel(std::shared_ptr<const ModelWeights> weights, ModelInput input, Index heads,
                               Diagnostics& diagnostics);

/// Of a head: layer, name of the maps, head.
using AblationOfHeads = std::function<HeadAblation(Index layer, std::string_view maps, Index head)>;

template <class T>
struct ModelRunOptions {
  std::set<std::string, std::less<>> unwanted = {};  ///< names of maps that nobody needs
  AblationOfHeads ablation = {};                     ///< empty: all heads work
  bool keepsStates = false;                          ///< what enters each layer, and what leaves the last
  /// Sees, and may change, what enters each layer; layer n: what is read out.
  std::function<void(Index layer, ModelState<T>& state)> beforeLayer = {};
  /// Sees, and may take, the maps of a layer as soon as it is done.
  std::function<void(Index layer, LayerMaps<T>& maps)> layerFinished = {};
};

template <class T>
struct ModelResult {
  std::vector<std::shared_ptr<const ModelState<T>>> states;  ///< n + 1, or none
  std::map<std::string, Array<T>> outputs;                   ///< of ModelRun::readOut, and "contacts" (L, L)
};

/// From embedding to outputs; progress is told by layers. Throws Error, Cancelled.
template <class T>
ModelResult<T> runModel(const ModelRun<T>& run, const ModelRunOptions<T>& options, const ModelCall& call);

/// What a layer is asked for under these options.
template <class T>
LayerWish wishFor(Index layer, const ModelRunOptions<T>& options);

/// The states as libraries give them, (layers + 1 or layers, T, D): ModelRun::hiddenHasEmbedding, hiddenEndsWithNorm.
/// Empty when the run kept none.
template <class T>
Array<T> hiddenOf(const ModelRun<T>& run, const ModelResult<T>& result);

}  // namespace engine
