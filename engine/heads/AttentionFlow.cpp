#include "engine/heads/AttentionFlow.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/analysis/AttentionRollout.h"
#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// By layer, L x L: (mean of heads + I), rows made to sum to 1.
using Capacities = std::vector<std::vector<double>>;

void addHead(const HeadSet& heads, Index layer, Index head, Array<float>& weights, std::vector<double>& sum) {
  heads.readWeights(layer, head, weights);
  requireShape("weights", weights.shape(), {heads.numQueries, heads.numKeys});
  for (Index k = 0; k < weights.size(); ++k) {
    if (!(weights[k] >= 0) || !std::isfinite(weights[k]))
      fail("attention flow: layer ", layer + 1, ", head ", head + 1, ", row ", k / heads.numKeys + 1, ", column ",
           k % heads.numKeys + 1, ": found the weight ", weights[k], ", expected a finite one of 0 or more");
    nth(sum, k) += static_cast<double>(weights[k]);
  }
}

Capacities capacitiesOf(const HeadSet& heads, Progress& progress) {
  if (heads.numQueries != heads.numKeys)
    fail("attention flow: found maps of ", heads.numQueries, " x ", heads.numKeys, ", expected square ones");
  if (heads.numQueries * heads.numLayers > kMostFlowNodes)
    fail("attention flow: found ", heads.numLayers, " layers of ", heads.numQueries, " positions, expected at most ",
         kMostFlowNodes, " positions in all layers together");
  const Index length = heads.numQueries;
  Capacities layers;
  Array<float> weights;
  for (Index layer = 0; layer < heads.numLayers; ++layer) {
    progress.update(static_cast<double>(layer) / static_cast<double>(heads.numLayers), "mean of heads");
    std::vector<double> sum(static_cast<size_t>(length * length), 0);
    for (Index head = 0; head < heads.numHeads; ++head) addHead(heads, layer, head, weights, sum);
    for (Index i = 0; i < length; ++i) {
      double* const row = sum.data() + i * length;
      row[i] += static_cast<double>(heads.numHeads);
      double total = 0;
      for (Index j = 0; j < length; ++j) total += row[j];
      for (Index j = 0; j < length; ++j) row[j] /= total;
    }
    layers.push_back(std::move(sum));
  }
  return layers;
}

/// Dinic's algorithm on the graph of layers: node l * L + i; an edge from (l + 1, i) to (l, j) for each cell of layer
/// l.
class LayeredFlow {
 public:
  explicit LayeredFlow(const Capacities& capacities, Index length)
      : m_full(capacities),
        m_length(length),
        m_depth(static_cast<Index>(capacities.size())),
        m_level(static_cast<size_t>((m_depth + 1) * length)),
        m_next(m_level.size()) {}

  double maximum(Index query, Index key) {
    m_left = m_full;
    m_back.assign(m_full.size(), std::vector<double>(static_cast<size_t>(m_length * m_length), 0));
    const Index source = m_depth * m_length + query;
    double flow = 0;
    while (reaches(source, key)) {
      std::fill(m_next.begin(), m_next.end(), Index{0});
      for (;;) {
        const double more = push(source, key, std::numeric_limits<double>::infinity());
        if (more <= kNothing) break;
        flow += more;
      }
    }
    return flow;
  }

 private:
  static constexpr double kNothing = 1e-14;

  /// What an edge from `node` can still carry; edges 0..L-1 go a layer down, L..2L-1 take back what came from above.
  double& room(Index node, Index edge) {
    const Index layer = node / m_length, i = node % m_length;
    if (edge < m_length) return nth(nth(m_left, layer - 1), i * m_length + edge);
    return nth(nth(m_back, layer), (edge - m_length) * m_length + i);
  }
  double& opposite(Index node, Index edge) {
    const Index layer = node / m_length, i = node % m_length;
    if (edge < m_length) return nth(nth(m_back, layer - 1), i * m_length + edge);
    return nth(nth(m_left, layer), (edge - m_length) * m_length + i);
  }
  Index target(Index node, Index edge) const {
    const Index layer = node / m_length;
    return edge < m_length ? (layer - 1) * m_length + edge : (layer + 1) * m_length + edge - m_length;
  }
  Index firstEdge(Index node) const { return node < m_length ? m_length : 0; }
  Index endEdge(Index node) const { return node / m_length == m_depth ? m_length : 2 * m_length; }

  bool reaches(Index source, Index sink) {
    std::fill(m_level.begin(), m_level.end(), Index{-1});
    nth(m_level, source) = 0;
    m_queue.assign(1, source);
    for (size_t k = 0; k < m_queue.size(); ++k) {
      const Index node = m_queue[k];
      for (Index edge = firstEdge(node); edge < endEdge(node); ++edge) {
        const Index to = target(node, edge);
        if (nth(m_level, to) >= 0 || room(node, edge) <= kNothing) continue;
        nth(m_level, to) = nth(m_level, node) + 1;
        m_queue.push_back(to);
      }
    }
    return nth(m_level, sink) >= 0;
  }

  double push(Index node, Index sink, double most) {
    if (node == sink) return most;
    for (Index& edge = nth(m_next, node); edge < endEdge(node); ++edge) {
      edge = std::max(edge, firstEdge(node));
      const Index to = target(node, edge);
      if (nth(m_level, to) != nth(m_level, node) + 1 || room(node, edge) <= kNothing) continue;
      const double pushed = push(to, sink, std::min(most, room(node, edge)));
      if (pushed <= kNothing) continue;
      room(node, edge) -= pushed;
      opposite(node, edge) += pushed;
      return pushed;
    }
    return 0;
  }

  const Capacities& m_full;
  Index m_length, m_depth;
  Capacities m_left, m_back;
  std::vector<Index> m_level, m_next, m_queue;
};

std::vector<double> flowFrom(const Capacities& capacities, Index length, Index query, int threads, Progress& progress) {
  std::vector<double> row(static_cast<size_t>(length));
  parallelFor(length, 1, threads, progress, "flow", [&](Index begin, Index end) {
    LayeredFlow flow(capacities, length);
    for (Index key = begin; key < end; ++key) nth(row, key) = flow.maximum(query, key);
  });
  return row;
}

}  // namespace

bool hasAttentionFlow(const HeadSet& heads) {
  return hasRollout(heads) && heads.numQueries * heads.numLayers <= kMostFlowNodes;
}

std::vector<double> attentionFlowFrom(const HeadSet& heads, Index query, int threads, Progress& progress) {
  PartProgress reading(progress, 0, 0.1), flowing(progress, 0.1, 1);
  const Capacities capacities = capacitiesOf(heads, reading);
  if (query < 0 || query >= heads.numQueries)
    fail("attention flow: there is no position ", query + 1, " of ", heads.numQueries);
  return flowFrom(capacities, heads.numQueries, query, threads, flowing);
}

Array<double> attentionFlow(const HeadSet& heads, int threads, Progress& progress) {
  PartProgress reading(progress, 0, 0.1);
  const Capacities capacities = capacitiesOf(heads, reading);
  const Index length = heads.numQueries;
  Array<double> flow({length, length}, 0.0, "flow");
  for (Index query = 0; query < length; ++query) {
    const auto begin = static_cast<double>(query), end = begin + 1, all = static_cast<double>(length);
    PartProgress part(progress, 0.1 + 0.9 * begin / all, 0.1 + 0.9 * end / all);
    const std::vector<double> row = flowFrom(capacities, length, query, threads, part);
    std::copy(row.begin(), row.end(), flow.data() + query * length);
  }
  return flow;
}

}  // namespace engine
