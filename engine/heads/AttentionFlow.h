// Attention flow: how much of each input position can reach an output position through the layers, when every edge
// carries at most its weight (MATHEMATICS.md 9). Abnar and Zuidema 2020 (doi:10.18653/v1/2020.acl-main.385).
#pragma once

#include "engine/attention/HeadSet.h"
#include "engine/base/Progress.h"

namespace engine {

/// Positions times layers up to which flow is computed: a graph of that many nodes, with all edges between layers.
inline constexpr Index kMostFlowNodes = 2000;

/// Whether flow means something for these heads and is not too much work.
bool hasAttentionFlow(const HeadSet& heads);

/// By input position: the maximum flow from output position `query` (of the last layer) to it; at most 1. The graph's
/// capacities are those of attentionRollout (AttentionRollout.h) in double. Throws Error when a head is missing, has a
/// weight that is negative or not finite, or is not square, or the graph is too large; Cancelled.
std::vector<double> attentionFlowFrom(const HeadSet& heads, Index query, int threads, Progress& progress);

/// The same from every position, L x L: rows are output positions.
Array<double> attentionFlow(const HeadSet& heads, int threads, Progress& progress);

}  // namespace engine
