// Attention rollout: what of the input reaches each position after several layers.
// Abnar and Zuidema 2020 (doi:10.18653/v1/2020.acl-main.385), equation 1.
#pragma once

#include "engine/attention/HeadSet.h"
#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Whether rollout means something for these heads: several layers, all heads there, as many queries as keys.
bool hasRollout(const HeadSet& heads);

/// L x L, rows sum to 1: A_last ... A_1 A_0 for layers 0..lastLayer, each (mean over its heads + I) / 2 with rows made
/// to sum to 1. The I stands for the residual connection. Weights that are not finite count as 0. One head is held at a
/// time. O(layers L^3). Throws Error when a head is missing, has a negative weight, or is not square; what a source
/// throws; Cancelled.
Array<float> attentionRollout(const HeadSet& heads, Index lastLayer, int threads, Progress& progress);

}  // namespace engine
