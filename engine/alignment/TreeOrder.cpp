// Rows in the order of the leaves of a UPGMA tree (Sokal and Michener, 1958), found with nearest-neighbour chains
// (Murtagh, 1983): O(n^2) for n rows.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/alignment/RowOrder.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr size_t kComparedColumns = 64;

/// Rows as standard codes, C bytes each.
std::vector<ResidueCode> standardRows(const Alignment& alignment, const std::vector<Index>& rows) {
  std::vector<ResidueCode> codes;
  codes.reserve(rows.size() * static_cast<size_t>(alignment.numColumns));
  for (const Index row : rows)
    for (Index column = 0; column < alignment.numColumns; ++column)
      codes.push_back(alphabet::standard(alignment.at(row, column)));
  return codes;
}

/// n x n: 1 - identity over the columns in which both rows have a residue; 1 when there is none.
std::vector<float> distances(const std::vector<ResidueCode>& codes, size_t count, size_t numColumns, int threads,
                             Progress& progress) {
  std::vector<float> result(count * count, 0.0f);
  parallelFor(static_cast<Index>(count), 1, threads, progress, "comparing rows", [&](Index begin, Index end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i)
      for (size_t j = 0; j < i; ++j) {
        const ResidueCode *a = codes.data() + i * numColumns, *b = codes.data() + j * numColumns;
        std::uint32_t both = 0, same = 0;
        for (size_t column = 0; column < numColumns; ++column) {
          const bool compare = (a[column] < alphabet::kNumResidues) & (b[column] < alphabet::kNumResidues);
          both += compare;
          same += compare & (a[column] == b[column]);
        }
        const float distance = both > 0 ? 1 - static_cast<float>(same) / static_cast<float>(both) : 1;
        result[i * count + j] = result[j * count + i] = distance;
      }
  });
  return result;
}

/// Average linkage on a matrix of distances, which is used up.
class AverageLinkage {
 public:
  AverageLinkage(std::vector<float> distance, size_t count) : m_distance(std::move(distance)), m_count(count) {
    for (size_t k = 0; k < count; ++k) m_leaves.push_back({k});
  }

  /// Leaves from left to right.
  std::vector<size_t> order(Progress& progress) {
    std::vector<size_t> chain;
    for (size_t merges = 0; merges + 1 < m_count;) {
      if (chain.empty()) chain.push_back(firstCluster());
      const size_t end = chain.back();
      const size_t before = chain.size() > 1 ? chain[chain.size() - 2] : m_count;
      const size_t nearest = nearestTo(end, before);
      if (nearest != before) {
        chain.push_back(nearest);
        continue;
      }
      chain.resize(chain.size() - 2);
      merge(before, end);
      if (++merges % 16 == 0)
        progress.update(static_cast<double>(merges) / static_cast<double>(m_count), "joining rows");
    }
    return m_count == 0 ? std::vector<size_t>{} : m_leaves[firstCluster()];
  }

 private:
  size_t firstCluster() const {
    return static_cast<size_t>(
        std::find_if(m_leaves.begin(), m_leaves.end(), [](const auto& l) { return !l.empty(); }) - m_leaves.begin());
  }

  /// Of equally near ones `preferred`, so that chains end.
  size_t nearestTo(size_t cluster, size_t preferred) const {
    size_t nearest = preferred;
    float least =
        preferred < m_count ? m_distance[cluster * m_count + preferred] : std::numeric_limits<float>::infinity();
    for (size_t k = 0; k < m_count; ++k) {
      if (k == cluster || m_leaves[k].empty() || m_distance[cluster * m_count + k] >= least) continue;
      nearest = k;
      least = m_distance[cluster * m_count + k];
    }
    return nearest;
  }

  /// The joined cluster takes the place of the one with the earlier first leaf, which stays on the left.
  void merge(size_t a, size_t b) {
    if (m_leaves[b].front() < m_leaves[a].front()) std::swap(a, b);
    const auto sizeA = static_cast<float>(m_leaves[a].size()), sizeB = static_cast<float>(m_leaves[b].size());
    for (size_t k = 0; k < m_count; ++k) {
      if (m_leaves[k].empty() || k == a || k == b) continue;
      const float mean = (sizeA * m_distance[a * m_count + k] + sizeB * m_distance[b * m_count + k]) / (sizeA + sizeB);
      m_distance[a * m_count + k] = m_distance[k * m_count + a] = mean;
    }
    m_leaves[a].insert(m_leaves[a].end(), m_leaves[b].begin(), m_leaves[b].end());
    m_leaves[b].clear();
  }

  std::vector<float> m_distance;
  size_t m_count;
  std::vector<std::vector<size_t>> m_leaves;  ///< of each cluster; empty: joined with another
};

/// The columns in which the rows differ most: Shannon's entropy of residues and gaps.
std::vector<Index> variableColumns(const std::vector<ResidueCode>& codes, size_t count, Index numColumns) {
  std::vector<double> entropy(static_cast<size_t>(numColumns), 0.0);
  for (size_t column = 0; column < entropy.size(); ++column) {
    std::array<double, 32> counts{};
    for (size_t row = 0; row < count; ++row) ++counts[codes[row * entropy.size() + column]];
    for (const double n : counts)
      if (n > 0) entropy[column] -= n / static_cast<double>(count) * std::log2(n / static_cast<double>(count));
  }
  std::vector<Index> columns(entropy.size());
  std::iota(columns.begin(), columns.end(), Index{0});
  std::stable_sort(columns.begin(), columns.end(),
                   [&](Index a, Index b) { return nth(entropy, a) > nth(entropy, b); });
  columns.resize(std::min(columns.size(), kComparedColumns));
  return columns;
}

struct Placement {
  std::uint32_t leaf = 0, difference = 0;
};

using ComparedRow = std::array<ResidueCode, kComparedColumns>;

ComparedRow comparedRow(const Alignment& alignment, Index row, const std::vector<Index>& columns) {
  ComparedRow result{};
  for (size_t k = 0; k < columns.size(); ++k) result[k] = alphabet::standard(alignment.at(row, columns[k]));
  return result;
}

std::uint32_t numDifferent(const ComparedRow& a, const ComparedRow& b) {
  std::uint32_t count = 0;
  for (size_t k = 0; k < kComparedColumns; ++k) count += a[k] != b[k];
  return count;
}

/// For each row the leaf it is most like.
std::vector<Placement> placements(const Alignment& alignment, const std::vector<Index>& leaves,
                                  const std::vector<Index>& columns, int threads, Progress& progress) {
  std::vector<ComparedRow> wanted;
  for (const Index leaf : leaves) wanted.push_back(comparedRow(alignment, leaf, columns));
  std::vector<Placement> result(static_cast<size_t>(alignment.numRows()));
  parallelFor(alignment.numRows(), 64, threads, progress, "placing rows", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      const ComparedRow codes = comparedRow(alignment, row, columns);
      Placement best{0, std::numeric_limits<std::uint32_t>::max()};
      for (size_t k = 0; k < wanted.size(); ++k)
        if (const std::uint32_t difference = numDifferent(codes, wanted[k]); difference < best.difference)
          best = {static_cast<std::uint32_t>(k), difference};
      nth(result, row) = best;
    }
  });
  return result;
}

}  // namespace

OrderedRows treeOrder(const Alignment& alignment, int threads, Progress& progress) {
  const Index numRows = alignment.numRows(), numLeaves = std::min(numRows, kMostTreeRows);
  const bool isApproximate = numLeaves < numRows;
  std::vector<Index> leaves;
  for (Index k = 0; k < numLeaves; ++k) leaves.push_back(k * numRows / numLeaves);
  const std::vector<ResidueCode> codes = standardRows(alignment, leaves);
  const auto count = static_cast<size_t>(numLeaves);
  PartProgress comparing(progress, 0.0, isApproximate ? 0.3 : 0.7),
      joining(progress, isApproximate ? 0.3 : 0.7, isApproximate ? 0.5 : 1.0);
  AverageLinkage linkage(distances(codes, count, static_cast<size_t>(alignment.numColumns), threads, comparing), count);
  OrderedRows result{{}, isApproximate};
  std::vector<Index> ordered;
  for (const size_t leaf : linkage.order(joining)) ordered.push_back(leaves[leaf]);
  if (!isApproximate) {
    result.rows = std::move(ordered);
    return result;
  }
  PartProgress placing(progress, 0.5, 1.0);
  const std::vector<Index> columns = variableColumns(codes, count, alignment.numColumns);
  const std::vector<Placement> places = placements(alignment, ordered, columns, threads, placing);
  result.rows.resize(static_cast<size_t>(numRows));
  std::iota(result.rows.begin(), result.rows.end(), Index{0});
  std::stable_sort(result.rows.begin(), result.rows.end(), [&](Index a, Index b) {
    const Placement &x = nth(places, a), &y = nth(places, b);
    return x.leaf != y.leaf ? x.leaf < y.leaf : x.difference < y.difference;
  });
  return result;
}

}  // namespace engine
