// What users and names of files say about features.
#pragma once

#include <optional>
#include <string>

#include "engine/models/autoencoder/SparseAutoencoder.h"

namespace engine {

/// "12=0 7=2.5": features from 0 and what their values are multiplied by. Throws Error.
FeatureFactors parsedFactors(const std::string& text);
/// The layer that a path names: the last number behind "layer", with or without '_' or '-', or behind an 'l' that
/// begins a word: "esm2_plm1280_l24_sae4096.pt", "layer_24/ae.pt".
std::optional<Index> layerInName(const std::string& path);

}  // namespace engine
