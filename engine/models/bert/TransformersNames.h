// How the library transformers calls the arrays of BERT and RoBERTa.
#pragma once

#include <string>

#include "engine/models/bert/PostNormRun.h"

namespace engine {

/// Embedding and layers behind a prefix ("bert.", "roberta." or nothing); the head is left as it is.
PostNormModel transformersNames(const std::string& prefix);

/// Whether the arrays are those of BERT or RoBERTa, with a prefix or without: the norm of an attention is under its
/// output, not directly under it as in ESM.
bool isOfTransformers(const ModelWeights& weights);
/// Whether it is RoBERTa of the two: the prefix, config.json, or a single type of tokens say so.
bool isRobertaOfTransformers(const ModelWeights& weights);

}  // namespace engine
