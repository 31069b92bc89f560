// Which nodes see each other: all pairs closer than a radius, found cell by cell (MATHEMATICS.md 6).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Edges sorted by source, then destination; both directions of every pair, no loops, no limit per node.
struct RadiusGraph {
  Array<std::int32_t> edges;  ///< (E, 2) source, destination: the destination attends to the source
  Array<double> vectors;      ///< (E, 3) position of the source - position of the destination
  Array<double> lengths;      ///< (E)
};

/// Pairs with a squared distance < maxRadius^2. positions (N, 3), finite. Linear in the number of nodes when they fill
/// space evenly. Throws Error for another shape or a radius that is not above 0.
RadiusGraph radiusGraph(const Array<double>& positions, double maxRadius, int threads, Progress& progress);

/// The number of its edges; from a part of the nodes when more than 2 * 10^7 pairs would have to be looked at. 0 for
/// another shape, positions that are not finite, or a radius that is not above 0.
double edgeCountEstimate(const Array<double>& positions, double maxRadius);

/// Edges by destination: those into node i are edge[start[i]] to edge[start[i + 1]], in ascending order.
struct IncomingEdges {
  std::vector<Index> start, edge;
};
IncomingEdges incomingEdges(const Array<std::int32_t>& edges, Index numNodes);

}  // namespace engine
