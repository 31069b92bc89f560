// Sparse autoencoders: the state of a residue as a sum of few out of many features (MATHEMATICS.md 2.9).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/models/autoencoder/AutoencoderLayout.h"

namespace engine {

/// A published autoencoder in one form, whatever its layout.
struct SparseAutoencoder {
  AutoencoderFacts facts;
  Array<float> encoder, encoderBias;  ///< (F, D), (F)
  Array<float> decoder;               ///< (F, D): what a feature adds to a state
  Array<float> before, after;         ///< (D): taken off a state first; added to the sum of features
  Array<float> thresholds;            ///< (F): of jump ReLU; (1): of top-k that was given one; else empty
  Array<float> rescale;               ///< (F): by which values are divided when they are shown, > 0
  Index k = 0;                        ///< features a residue has at most; 0: any number
  bool isScaledToWidth = false;       ///< states get the length sqrt(D) first
  bool isStandardised = false;        ///< states get mean 0 and deviation 1 first
};

/// `k` > 0: features of a residue where the layout limits them; 0: as the file says, of InterProt 64. Throws Error
/// naming file and array when it is no autoencoder, lacks an array, or has one of a wrong shape or not finite.
SparseAutoencoder readAutoencoder(const ModelWeights& weights, Index k);

/// A feature that fires at a residue: both from 0, value > 0.
struct FeatureValue {
  std::int32_t residue = 0, feature = 0;
  float value = 0;
  bool operator==(const FeatureValue&) const = default;
};

/// States as the autoencoder wants them, and the factor (L) by which a difference between two such becomes one between
/// states of the model.
struct PreparedStates {
  Array<float> x;  ///< (L, D)
  std::vector<float> scale;
};
/// Of states (L, D). Throws Error for another width.
PreparedStates preparedStates(const SparseAutoencoder& autoencoder, const Array<float>& states);

/// Features that fire, by residue and feature. Values are those that the decoder takes. Throws Cancelled.
std::vector<FeatureValue> encoded(const SparseAutoencoder& autoencoder, const PreparedStates& states, int threads,
                                  Progress& progress);
/// Out of features back to (L, D), in the space of PreparedStates::x.
Array<float> decoded(const SparseAutoencoder& autoencoder, const std::vector<FeatureValue>& values, Index residues);
/// 1 - |x - decoded|^2 / |x - mean of x|^2, sums over residues and channels; NaN where all states are the same.
double explainedVariance(const Array<float>& x, const Array<float>& decoded);

/// Factors of features, from 0: 0 switches one off, 1 leaves it.
using FeatureFactors = std::map<Index, double>;
/// Adds (factor - 1) value decoder row to the states (L, D) for each of the factors.
void scaleFeatures(const SparseAutoencoder& autoencoder, const FeatureFactors& factors, Array<float>& states,
                   int threads, Progress& progress);

/// The features whose decoder rows point most in the direction of that of `feature`: cosine, largest first; itself is
/// left out, and rows of length 0.
struct AlikeFeature {
  Index feature = 0;
  float cosine = 0;
};
/// Of each of `features` the `count` most alike. Throws Cancelled.
std::vector<std::vector<AlikeFeature>> mostAlike(const SparseAutoencoder& autoencoder,
                                                 const std::vector<Index>& features, Index count, int threads,
                                                 Progress& progress);

}  // namespace engine
