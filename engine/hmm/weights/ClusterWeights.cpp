// Single-linkage clusters in every piece of an alignment, and the weights that follow.
#include "engine/hmm/weights/ClusterWeights.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Rows that are compared with all others before clusters are joined, and those of one task.
constexpr size_t kRowsPerBlock = 256;
constexpr Index kRowsPerTask = 4;

}  // namespace

ClusterWeights::ClusterWeights(const MatchAlignment& alignment, const std::vector<Index>& kept, int threads)
    : m_alignment(alignment), m_kept(kept), m_threads(threads), m_cluster(kept.size()), m_weights(kept.size(), 0.0) {}

bool ClusterWeights::beginsPiece(Index column) const {
  for (size_t k = 0; k < m_kept.size(); ++k)
    if (isPresent(k, column) != isPresent(k, column - 1)) return true;
  return false;
}

bool ClusterWeights::areSimilar(size_t a, size_t b, Index begin, Index end) const {
  const std::uint8_t *const x = row(a).codes.data(), *const y = row(b).codes.data();
  int same = 0, common = 0;
  for (Index i = begin; i < end; ++i) {
    const int areResidues = x[i] < alphabet::kNumResidues && y[i] < alphabet::kNumResidues ? 1 : 0;
    common += areResidues;
    same += x[i] == y[i] ? areResidues : 0;
  }
  return common > 0 && static_cast<double>(same) >= kClusterIdentity * static_cast<double>(common);
}

/// Of the rows behind `place` those that are similar and not yet in its cluster.
std::vector<size_t> ClusterWeights::similarRows(const std::vector<size_t>& rows, size_t place, Index begin,
                                                Index end) const {
  std::vector<size_t> similar;
  const size_t a = rows[place];
  for (size_t k = place + 1; k < rows.size(); ++k)
    if (m_cluster[rows[k]] != m_cluster[a] && areSimilar(a, rows[k], begin, end)) similar.push_back(rows[k]);
  return similar;
}

size_t ClusterWeights::clusterOf(size_t k) {
  while (m_cluster[k] != k) k = m_cluster[k] = m_cluster[m_cluster[k]];
  return k;
}

/// Rows that are present, have a residue and are unlike all before them; the others join the row that they are like.
std::vector<size_t> ClusterWeights::distinctRows(Index begin, Index end) {
  std::vector<size_t> distinct;
  std::unordered_map<std::string_view, size_t> rowOfLetters;
  for (size_t k = 0; k < m_kept.size(); ++k) {
    const std::uint8_t* const codes = row(k).codes.data();
    const auto isResidue = [](std::uint8_t code) { return code < alphabet::kNumResidues; };
    if (!isPresent(k, begin) || std::none_of(codes + begin, codes + end, isResidue)) continue;
    const std::string_view letters(reinterpret_cast<const char*>(codes) + begin, static_cast<size_t>(end - begin));
    const auto [found, isNew] = rowOfLetters.try_emplace(letters, k);
    if (isNew)
      distinct.push_back(k);
    else
      m_cluster[k] = found->second;
  }
  return distinct;
}

void ClusterWeights::clusterPieceAt(Index begin, Progress& progress) {
  Index end = begin + 1;
  while (end < m_alignment.numColumns && !beginsPiece(end)) ++end;
  std::iota(m_cluster.begin(), m_cluster.end(), size_t{0});
  const std::vector<size_t> distinct = distinctRows(begin, end);
  for (size_t first = 0; first < distinct.size(); first += kRowsPerBlock) {
    const size_t last = std::min(distinct.size(), first + kRowsPerBlock);
    const auto total = static_cast<double>(distinct.size());
    PartProgress part(progress, static_cast<double>(first) / total, static_cast<double>(last) / total);
    std::vector<std::vector<size_t>> similar(last - first);
    parallelFor(static_cast<Index>(similar.size()), kRowsPerTask, m_threads, part, "weigh sequences",
                [&](Index from, Index to) {
                  for (Index k = from; k < to; ++k)
                    nth(similar, k) = similarRows(distinct, first + static_cast<size_t>(k), begin, end);
                });
    for (size_t k = 0; k < similar.size(); ++k)
      for (const size_t other : similar[k]) {
        const size_t a = clusterOf(distinct[first + k]), b = clusterOf(other);
        m_cluster[std::max(a, b)] = std::min(a, b);
      }
    for (const size_t k : distinct) m_cluster[k] = clusterOf(k);
  }
  for (size_t k = 0; k < m_cluster.size(); ++k) m_cluster[k] = clusterOf(k);
}

void ClusterWeights::advance(Progress& progress) {
  ++m_column;
  if (m_column == 0 || beginsPiece(m_column)) clusterPieceAt(m_column, progress);
  std::vector<double> members(m_kept.size(), 0.0);
  const auto hasResidue = [&](size_t k) {
    return nth(row(k).codes, m_column) < alphabet::kNumResidues;
  };
  for (size_t k = 0; k < m_kept.size(); ++k)
    if (hasResidue(k)) members[m_cluster[k]] += 1;
  for (size_t k = 0; k < m_kept.size(); ++k) m_weights[k] = hasResidue(k) ? 1 / members[m_cluster[k]] : 0;
  const auto clusters = std::count_if(members.begin(), members.end(), [](double n) { return n > 0; });
  m_neff = std::max(1.0, static_cast<double>(clusters));
}

}  // namespace engine
