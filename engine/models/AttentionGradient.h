// How a logit depends on every weight of attention (MATHEMATICS.md 9.3).
#pragma once

#include <functional>

#include "engine/models/RunModel.h"

namespace engine {

/// Of one layer, (H, T, T) each: its maps, and the gradients of the logit with respect to them.
template <class T>
using TakeGradients = std::function<void(Index layer, const Array<T>& maps, const Array<T>& gradients)>;

/// Gradients of the logit of the token in row `column` of the output matrix at position `position`, by going through
/// the layers backwards from the states that enter them; `take` gets them from the last layer to the first. Layers are
/// computed by plain products on one thread. Returns the gradient with respect to what enters the first layer (T, D).
/// Throws Error for a run that is no encoder of plain layers with a head (ESM-2, ESM-1b, ESM-1v, BERT, RoBERTa are),
/// Cancelled.
template <class T>
Array<T> attentionGradients(const ModelRun<T>& run, Index position, Index column, const TakeGradients<T>& take,
                            const ModelCall& call);

}  // namespace engine
