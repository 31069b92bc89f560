// Queries, keys and values that older fairseq files hold in one array, as arrays of their own.
#pragma once

#include <memory>

#include "engine/models/ModelWeights.h"

namespace engine {

/// The same weights where every "X.in_proj_weight" (3 D, D) and "X.in_proj_bias" (3 D) is three arrays, X.q_proj,
/// X.k_proj and X.v_proj with .weight and .bias; unchanged when there is none. Throws Error when the rows are no
/// multiple of 3.
std::shared_ptr<const ModelWeights> withSplitProjections(std::shared_ptr<const ModelWeights> weights);

}  // namespace engine
