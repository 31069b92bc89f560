// Features of a model's states while it runs: read behind a layer, changed before the next.
#pragma once

#include <functional>
#include <memory>

#include "engine/models/RunModel.h"
#include "engine/models/autoencoder/SparseAutoencoder.h"

namespace engine {

/// States (L, D) of the residues behind `layer` layers, 0..n, as libraries give them: behind the last one after the
/// final norm where the model's last hidden state is. Later layers do not run. Throws Error, Cancelled.
Array<float> residueStates(const ModelRun<float>& run, Index layer, const ModelCall& call);

/// For ModelRunOptions::beforeLayer: multiplies features of the state behind `layer` layers by their factors. Throws
/// Error when the state of that layer is not what the next one takes, or read out of.
std::function<void(Index, ModelState<float>&)> changeOfFeatures(
    const ModelRun<float>& run, std::shared_ptr<const SparseAutoencoder> autoencoder, Index layer,
    FeatureFactors factors, int threads);

/// How far predictions (L, 20) moved: sum_a after log2(after / before), bits per residue.
std::vector<double> divergence(const Array<float>& before, const Array<float>& after);

}  // namespace engine
