#include "engine/heads/HeadSimilarity.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/attention/PooledMap.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Less the mean, of length 1; all 0 without variance.
void standardise(double* row, Index cells) {
  constexpr double kNoVariance = 1e-24;
  Eigen::Map<Eigen::ArrayXd> values(row, cells);
  if (cells == 0) return;
  values -= values.mean();
  const double squares = values.square().sum();
  if (squares <= kNoVariance) {
    values = 0;
  } else {
    values /= std::sqrt(squares);
  }
}

/// The sign that makes the element of largest magnitude, the first of equal ones to nine decimals, positive.
double signOf(const Eigen::VectorXd& vector) {
  Index largest = 0;
  const auto rounded = [&](Index k) { return std::abs(std::round(vector[k] * 1e9)); };
  for (Index k = 1; k < vector.size(); ++k)
    if (rounded(k) > rounded(largest)) largest = k;
  return vector[largest] < 0 ? -1 : 1;
}

/// Numbers of clusters by head from the members of each.
std::vector<Index> numbered(std::vector<std::vector<Index>> groups, Index count) {
  for (auto& group : groups) std::sort(group.begin(), group.end());
  std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  std::vector<Index> cluster(static_cast<size_t>(count));
  for (size_t k = 0; k < groups.size(); ++k)
    for (const Index member : groups[k]) nth(cluster, member) = static_cast<Index>(k);
  return cluster;
}

/// Groups that join, nearest first; each knows its nearest later one.
class Linkage {
 public:
  explicit Linkage(const Array<double>& distance) : m_count(distance.length(0)), m_sums(distance) {
    for (Index k = 0; k < m_count; ++k) m_groups.push_back({k});
    m_nearest.resize(static_cast<size_t>(m_count));
    for (Index k = 0; k < m_count; ++k) findNearest(k);
  }

  std::vector<std::vector<Index>> join(double cut) {
    while (joinNearest(cut)) {
    }
    std::erase_if(m_groups, [](const auto& group) { return group.empty(); });
    return m_groups;
  }

 private:
  struct Nearest {
    double mean = std::numeric_limits<double>::infinity();
    Index group = -1;
  };

  double meanOf(Index a, Index b) const {
    return m_sums(a, b) / static_cast<double>(nth(m_groups, a).size() * nth(m_groups, b).size());
  }

  void findNearest(Index a) {
    Nearest best;
    for (Index b = a + 1; b < m_count; ++b) {
      if (nth(m_groups, b).empty()) continue;
      if (const double mean = meanOf(a, b); mean < best.mean) best = {mean, b};
    }
    nth(m_nearest, a) = best;
  }

  bool joinNearest(double cut) {
    Index first = -1;
    for (Index k = 0; k < m_count; ++k) {
      const bool isOpen = !nth(m_groups, k).empty() && nth(m_nearest, k).group >= 0;
      if (isOpen && (first < 0 || nth(m_nearest, k).mean < nth(m_nearest, first).mean)) first = k;
    }
    if (first < 0 || nth(m_nearest, first).mean > cut) return false;
    join(first, nth(m_nearest, first).group);
    return true;
  }

  void join(Index a, Index b) {
    auto &into = nth(m_groups, a), &from = nth(m_groups, b);
    into.insert(into.end(), from.begin(), from.end());
    from.clear();
    for (Index k = 0; k < m_count; ++k) m_sums(a, k) = m_sums(k, a) += m_sums(b, k);
    findNearest(a);
    for (Index k = 0; k < b; ++k) {
      if (nth(m_groups, k).empty() || k == a) continue;
      const Index nearest = nth(m_nearest, k).group;
      if (nearest == a || nearest == b) {
        findNearest(k);
      } else if (k < a) {
        const double mean = meanOf(k, a);
        const Nearest& known = nth(m_nearest, k);
        if (mean < known.mean || (mean == known.mean && a < known.group)) nth(m_nearest, k) = {mean, a};
      }
    }
  }

  Index m_count;
  Array<double> m_sums;                      ///< of the distances between the members of two groups
  std::vector<std::vector<Index>> m_groups;  ///< at the place of their first member; empty: joined another
  std::vector<Nearest> m_nearest;
};

}  // namespace

PooledHeads pooledHeads(Index count, Index rows, Index columns) {
  constexpr Index kSide = 128;
  PooledHeads pooled;
  pooled.block = poolingBlock(rows, columns, kSide);
  const auto blocks = [&](Index length) { return (length + pooled.block - 1) / pooled.block; };
  const Index cells = blocks(rows) * blocks(columns);
  requireMemory(8 * static_cast<double>(count) * static_cast<double>(cells), "comparing heads", "take fewer heads");
  pooled.maps = Array<double>({count, cells}, 0.0, "pooled heads");
  return pooled;
}

Array<double> correlationDistances(Array<double> rows, int threads, Progress& progress) {
  requireShape(rows.name, rows.shape(), {-1, -1});
  const Index count = rows.length(0), cells = rows.length(1);
  parallelFor(count, 1, threads, [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) standardise(rows.data() + k * cells, cells);
  });
  Array<double> distance({count, count}, 0.0, "distance of heads");
  constexpr Index kBlock = 64;
  const Index blocks = (count + kBlock - 1) / kBlock;
  const auto blockOf = [&](Index block) {
    const Index first = block * kBlock;
    return Eigen::Map<const Matrix>(rows.data() + first * cells, std::min(kBlock, count - first), cells);
  };
  parallelFor(blocks * blocks, 1, threads, progress, "comparing heads", [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      const Index top = k / blocks, left = k % blocks;
      if (left < top) continue;
      const Matrix r = blockOf(top) * blockOf(left).transpose();
      for (Index i = 0; i < r.rows(); ++i)
        for (Index j = 0; j < r.cols(); ++j) {
          const Index a = top * kBlock + i, b = left * kBlock + j;
          if (a < b) distance(a, b) = distance(b, a) = 1 - r(i, j);
        }
    }
  });
  return distance;
}

void classicalScaling(const Array<double>& distance, std::vector<double>& x, std::vector<double>& y) {
  const Index count = distance.length(0);
  x.assign(static_cast<size_t>(count), 0);
  y = x;
  if (count < 2) return;
  Eigen::MatrixXd inner = -Eigen::Map<const Matrix>(distance.data(), count, count);
  const Eigen::VectorXd means = inner.rowwise().mean();
  const double mean = means.mean();
  inner.colwise() -= means;
  inner.rowwise() -= (means.array() - mean).matrix().transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(inner);
  const auto place = [&](Index axis, std::vector<double>& places) {
    const double value = solver.eigenvalues()[count - 1 - axis];
    const Eigen::VectorXd vector = solver.eigenvectors().col(count - 1 - axis);
    const double scale = signOf(vector) * std::sqrt(std::max(0.0, value));
    for (Index k = 0; k < count; ++k) nth(places, k) = scale * vector[k];
  };
  place(0, x);
  place(1, y);
}

std::vector<Index> averageLinkage(const Array<double>& distance, double cut) {
  requireShape(distance.name, distance.shape(), {-1, -1});
  return numbered(Linkage(distance).join(cut), distance.length(0));
}

HeadAtlas headAtlas(PooledHeads pooled, int threads, Progress& progress, double cut) {
  PartProgress comparing(progress, 0, 0.4);
  HeadAtlas atlas;
  atlas.cut = cut;
  atlas.distance = correlationDistances(std::move(pooled.maps), threads, comparing);
  progress.update(0.4, "placing heads");
  classicalScaling(atlas.distance, atlas.x, atlas.y);
  progress.update(0.9, "joining heads");
  atlas.cluster = averageLinkage(atlas.distance, cut);
  return atlas;
}

}  // namespace engine
