// Sparse autoencoders among files of weights: which of the published layouts it is, by the names of its arrays.
#pragma once

#include <optional>
#include <string>

#include "engine/models/ModelWeights.h"

namespace engine {

/// relu, tied, topK, jumpRelu: as InterPLM trains them; interprot: as InterProt does.
enum class AutoencoderLayout { relu, tied, topK, jumpRelu, interprot };

struct AutoencoderFacts {
  AutoencoderLayout layout = AutoencoderLayout::relu;
  Index width = 0;     ///< D of the states that it reads
  Index features = 0;  ///< F
  std::string prefix;  ///< before the names of all its arrays: "sae_model.", mostly empty
};

/// "InterPLM, ReLU"
std::string titleOf(AutoencoderLayout layout);
/// Nothing when the arrays are those of something else.
std::optional<AutoencoderFacts> recognisedAutoencoder(const ModelWeights& weights);

}  // namespace engine
