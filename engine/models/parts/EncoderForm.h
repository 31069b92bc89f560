// What an encoder of plain layers is made of, for who goes through it backwards (AttentionGradient.h).
#pragma once

#include <functional>
#include <string>

#include "engine/models/parts/LanguageModelHead.h"
#include "engine/models/parts/TransformerLayer.h"

namespace engine {

/// Valid as long as the run that gave it.
struct EncoderForm {
  const ModelWeights* weights = nullptr;
  ModelSizes sizes;
  std::function<LayerNames(Index layer)> names;
  LayerRule rule;                                       ///< but for the frequencies
  std::function<Array<float>(Index layer)> frequencies;  ///< (d/2); empty: queries and keys are not turned
  std::string lastNorm;                                 ///< before the head, without ".weight"; empty: none
  LanguageModelHeadNames head;
  std::string embedding;  ///< the output matrix where the head has none of its own
};

/// A run whose layers are those of TransformerLayer.h, with a head for tokens.
class HasEncoderForm {
 public:
  virtual ~HasEncoderForm() = default;
  virtual EncoderForm encoderForm() const = 0;
};

}  // namespace engine
