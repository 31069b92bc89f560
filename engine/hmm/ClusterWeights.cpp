// Single-linkage clusters in every piece of an alignment, and the weights that follow.
#include "engine/hmm/ClusterWeights.h"

#include <algorithm>
#include <numeric>

namespace engine {

ClusterWeights::ClusterWeights(const MatchAlignment& alignment, const std::vector<Index>& kept)
    : m_alignment(alignment), m_kept(kept), m_cluster(kept.size()), m_weights(kept.size(), 0.0) {}

bool ClusterWeights::beginsPiece(Index column) const {
  for (size_t k = 0; k < m_kept.size(); ++k)
    if (isPresent(k, column) != isPresent(k, column - 1)) return true;
  return false;
}

bool ClusterWeights::areSimilar(size_t a, size_t b, Index begin, Index end) const {
  Index same = 0, common = 0;
  for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
    const std::uint8_t x = row(a).codes[i], y = row(b).codes[i];
    if (x >= alphabet::kNumResidues || y >= alphabet::kNumResidues) continue;
    ++common;
    if (x == y) ++same;
  }
  return common > 0 && static_cast<double>(same) >= kClusterIdentity * static_cast<double>(common);
}

void ClusterWeights::clusterPieceAt(Index begin) {
  Index end = begin + 1;
  while (end < m_alignment.numColumns && !beginsPiece(end)) ++end;
  std::iota(m_cluster.begin(), m_cluster.end(), size_t{0});
  for (size_t a = 0; a < m_cluster.size(); ++a)
    for (size_t b = a + 1; b < m_cluster.size(); ++b) {
      if (!isPresent(a, begin) || !isPresent(b, begin) || m_cluster[a] == m_cluster[b]) continue;
      if (!areSimilar(a, b, begin, end)) continue;
      const size_t joined = std::min(m_cluster[a], m_cluster[b]), dropped = std::max(m_cluster[a], m_cluster[b]);
      std::replace(m_cluster.begin(), m_cluster.end(), dropped, joined);
    }
}

void ClusterWeights::advance() {
  ++m_column;
  if (m_column == 0 || beginsPiece(m_column)) clusterPieceAt(m_column);
  std::vector<double> members(m_kept.size(), 0.0);
  const auto hasResidue = [&](size_t k) {
    return row(k).codes[static_cast<size_t>(m_column)] < alphabet::kNumResidues;
  };
  for (size_t k = 0; k < m_kept.size(); ++k)
    if (hasResidue(k)) members[m_cluster[k]] += 1;
  for (size_t k = 0; k < m_kept.size(); ++k) m_weights[k] = hasResidue(k) ? 1 / members[m_cluster[k]] : 0;
  const auto clusters = std::count_if(members.begin(), members.end(), [](double n) { return n > 0; });
  m_neff = std::max(1.0, static_cast<double>(clusters));
}

}  // namespace engine
