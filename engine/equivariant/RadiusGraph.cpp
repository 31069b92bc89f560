#include "engine/equivariant/RadiusGraph.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

using Key = std::uint64_t;
constexpr int kBits = 21;              // per axis of a key
constexpr double kMaxCells = 1 << 20;  // per axis: rounding of a position in cells stays far below the margin
constexpr Index kGrain = 64;           // nodes at a time

struct Coordinates {
  Index x, y, z;
};

Key keyOf(const Coordinates& cell) { return Key(cell.x) << (2 * kBits) | Key(cell.y) << kBits | Key(cell.z); }

/// Nodes sorted into cubic cells at least as wide as the radius, so that neighbours lie in adjacent cells.
class CellList {
 public:
  CellList(const Array<double>& positions, double radius) : m_positions(positions) {
    for (Index axis = 0; axis < 3; ++axis) measure(axis, radius);
    const Index count = positions.length(0);
    std::vector<std::pair<Key, std::int32_t>> sorted;
    for (Index node = 0; node < count; ++node)
      sorted.emplace_back(keyOf(cellOf(node)), static_cast<std::int32_t>(node));
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [key, node] : sorted) {
      m_keys.push_back(key);
      m_nodes.push_back(node);
      for (Index axis = 0; axis < 3; ++axis) m_coordinates.push_back(positions(node, axis));
    }
  }

  /// Calls visit(begin, end) with ranges of places that hold all nodes near `node`.
  template <class Visit>
  void nearby(Index node, const Visit& visit) const {
    const Coordinates centre = cellOf(node);
    for (Index dx = -1; dx <= 1; ++dx)
      for (Index dy = -1; dy <= 1; ++dy) {
        const Coordinates first{centre.x + dx, centre.y + dy, std::max<Index>(0, centre.z - 1)};
        if (first.x < 0 || first.y < 0) continue;
        const auto begin = std::lower_bound(m_keys.begin(), m_keys.end(), keyOf(first));
        const auto end = std::upper_bound(begin, m_keys.end(), keyOf({first.x, first.y, centre.z + 1}));
        if (begin != end) visit(begin - m_keys.begin(), end - m_keys.begin());
      }
  }
  std::int32_t nodeAt(Index place) const { return nth(m_nodes, place); }
  const double* positionAt(Index place) const { return m_coordinates.data() + 3 * place; }

 private:
  /// Halves keep differences finite for every pair of finite positions.
  void measure(Index axis, double radius) {
    double low = 0, high = 0;
    for (Index node = 0; node < m_positions.length(0); ++node) {
      const double half = m_positions(node, axis) / 2;
      low = node == 0 ? half : std::min(low, half);
      high = node == 0 ? half : std::max(high, half);
    }
    m_lows[axis] = low;
    constexpr double kMargin = 1 + 1e-6;
    m_widths[axis] = std::max(radius / 2 * kMargin, (high - low) / kMaxCells);
  }
  Coordinates cellOf(Index node) const {
    const auto along = [&](Index axis) {
      return static_cast<Index>((m_positions(node, axis) / 2 - m_lows[axis]) / m_widths[axis]);
    };
    return {along(0), along(1), along(2)};
  }

  const Array<double>& m_positions;
  double m_lows[3] = {}, m_widths[3] = {};
  std::vector<Key> m_keys;  ///< by place, ascending
  std::vector<std::int32_t> m_nodes;
  std::vector<double> m_coordinates;
};

double squaredDistance(const double* a, const double* b) {
  const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return x * x + y * y + z * z;
}

/// Nodes within the radius of `node`, ascending, appended to `found`.
void appendNeighbours(const CellList& cells, const double* position, Index node, double squaredRadius,
                      std::vector<std::int32_t>& found) {
  const size_t first = found.size();
  cells.nearby(node, [&](Index begin, Index end) {
    for (Index place = begin; place < end; ++place)
      if (squaredDistance(cells.positionAt(place), position) < squaredRadius && cells.nodeAt(place) != node)
        found.push_back(cells.nodeAt(place));
  });
  std::sort(found.begin() + static_cast<Index>(first), found.end());
}

/// Neighbours of consecutive nodes.
struct Piece {
  std::vector<std::int32_t> neighbours;
  std::vector<Index> counts;
};

void fillEdges(RadiusGraph& graph, const Array<double>& positions, const Piece& piece, Index firstNode,
               Index firstEdge) {
  Index edge = firstEdge;
  for (size_t k = 0; k < piece.counts.size(); ++k)
    for (Index n = 0; n < piece.counts[k]; ++n, ++edge) {
      const Index source = firstNode + static_cast<Index>(k);
      const std::int32_t destination = nth(piece.neighbours, edge - firstEdge);
      graph.edges(edge, 0) = static_cast<std::int32_t>(source);
      graph.edges(edge, 1) = destination;
      for (Index axis = 0; axis < 3; ++axis)
        graph.vectors(edge, axis) = positions(source, axis) - positions(destination, axis);
      graph.lengths[edge] = std::sqrt(squaredDistance(&positions(source, 0), &positions(destination, 0)));
    }
}

bool canBuild(const Array<double>& positions, double maxRadius) {
  return positions.rank() == 2 && positions.length(1) == 3 && maxRadius > 0 && std::isfinite(maxRadius) &&
         positions.length(0) <= std::numeric_limits<std::int32_t>::max() &&
         std::all_of(positions.begin(), positions.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

RadiusGraph radiusGraph(const Array<double>& positions, double maxRadius, int threads, Progress& progress) {
  if (!canBuild(positions, maxRadius))
    fail("array pos: found shape ", shapeText(positions.shape()), " and a radius of ", maxRadius,
         ", expected finite positions of shape (N, 3) and a finite radius above 0");
  const Index N = positions.length(0), numPieces = (N + kGrain - 1) / kGrain;
  const CellList cells(positions, maxRadius);
  std::vector<Piece> pieces(static_cast<size_t>(numPieces));
  parallelFor(N, kGrain, threads, progress, "neighbours", [&](Index begin, Index end) {
    Piece& piece = nth(pieces, begin / kGrain);
    for (Index node = begin; node < end; ++node) {
      const size_t before = piece.neighbours.size();
      appendNeighbours(cells, &positions(node, 0), node, maxRadius * maxRadius, piece.neighbours);
      piece.counts.push_back(static_cast<Index>(piece.neighbours.size() - before));
    }
  });
  std::vector<Index> firstEdges = {0};
  for (const Piece& piece : pieces)
    firstEdges.push_back(firstEdges.back() + static_cast<Index>(piece.neighbours.size()));
  const Index E = firstEdges.back();
  RadiusGraph graph{Array<std::int32_t>({E, 2}, Untouched{}), Array<double>({E, 3}, Untouched{}),
                    Array<double>({E}, Untouched{})};
  parallelFor(numPieces, 1, threads, progress, "edges", [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p)
      fillEdges(graph, positions, nth(pieces, p), p * kGrain, nth(firstEdges, p));
  });
  return graph;
}

double edgeCountEstimate(const Array<double>& positions, double maxRadius) {
  if (!canBuild(positions, maxRadius)) return 0;
  const CellList cells(positions, maxRadius);
  const Index N = positions.length(0);
  double pairs = 0;
  for (Index node = 0; node < N; ++node)
    cells.nearby(node, [&](Index begin, Index end) { pairs += double(end - begin); });
  const Index stride = 1 + static_cast<Index>(pairs / 2e7);
  double found = 0, looked = 0;
  for (Index node = 0; node < N; node += stride, ++looked)
    cells.nearby(node, [&](Index begin, Index end) {
      for (Index place = begin; place < end; ++place)
        found += cells.nodeAt(place) != node &&
                 squaredDistance(cells.positionAt(place), &positions(node, 0)) < maxRadius * maxRadius;
    });
  return looked == 0 ? 0 : std::round(found / looked * double(N));
}

IncomingEdges incomingEdges(const Array<std::int32_t>& edges, Index numNodes) {
  IncomingEdges incoming;
  incoming.start.assign(static_cast<size_t>(numNodes) + 1, 0);
  const Index E = edges.length(0);
  for (Index e = 0; e < E; ++e) ++incoming.start[static_cast<size_t>(edges(e, 1)) + 1];
  for (size_t node = 0; node < static_cast<size_t>(numNodes); ++node) incoming.start[node + 1] += incoming.start[node];
  std::vector<Index> next(incoming.start.begin(), incoming.start.end() - 1);
  incoming.edge.resize(static_cast<size_t>(E));
  for (Index e = 0; e < E; ++e) nth(incoming.edge, nth(next, edges(e, 1))++) = e;
  return incoming;
}

}  // namespace engine
