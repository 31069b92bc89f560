#include "engine/heads/RowStatistics.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/heads/DoubleLanes.h"
#include "engine/heads/OffsetStatistics.h"
#include "engine/heads/TypeStatistics.h"

namespace engine {

namespace {

constexpr Index kLocal = 5;  // residues either way

/// What the weights of one row add up to.
struct RowSums {
  double logarithms = 0;  ///< of a log2 a
  double largest = 0, distance = 0;
};

/// Adds p to both accumulators on the way. Rows are padded with zeros.
RowSums sumRow(const double* row, Index padded, Index self, double inverse, double* column, double* band) {
  DoubleLanes logarithms{}, largest{}, distance{};
  DoubleLanes away = laneNumbers() - static_cast<double>(self);
  for (Index j = 0; j < padded; j += kDoubleLanes, away += static_cast<double>(kDoubleLanes)) {
    const DoubleLanes weight = loadDoubles(row + j);
    logarithms += weight * log2Of(weight);
    largest = largest < weight ? weight : largest;
    distance += weight * magnitudes(away);
    const DoubleLanes share = weight * inverse;
    storeDoubles(column + j, loadDoubles(column + j) + share);
    if (band) storeDoubles(band + j, loadDoubles(band + j) + share);
  }
  return {sumOf(logarithms), largestOf(largest), sumOf(distance)};
}

/// Mean of |i - j| over the first `allowed` of L keys.
double evenDistance(Index i, Index allowed) {
  const auto self = static_cast<double>(i), keys = static_cast<double>(allowed);
  const double behind = keys - 1 - self;
  return (self * (self + 1) + behind * (behind + 1)) / (2 * keys);
}

}  // namespace

bool isCausal(const HeadMap& map) {
  if (!map.isSquare() || map.rows() < 2) return false;
  bool hasAny = false;
  for (Index i = 0; i < map.rows(); ++i) {
    const float* const row = map.weights(i);
    const auto isOther = [](float value) { return value != 0; };
    if (std::any_of(row + i + 1, row + map.columns(), isOther)) return false;
    hasAny = hasAny || std::any_of(row, row + i + 1, isOther);
  }
  return hasAny;
}

RowStatistics::RowStatistics(const MapResidues& residues)
    : m_queryTypes(typesOf(residues.queryLetters)), m_keyTypes(typesOf(residues.keyLetters)) {}

void RowStatistics::start(const HeadMap& map, PooledRows pooled) {
  m_stride = paddedLength(map.columns());
  const auto padded = static_cast<size_t>(m_stride);
  m_row.assign(padded, 0);
  m_byType.assign((kUnknownType + 1) * padded, 0);
  m_band.assign(pooled.means ? padded : 0, 0);
  m_received.assign(static_cast<size_t>(map.columns()), 0);
  m_reach = map.isSquare() ? std::min(kReach, map.rows() - 1) : -1;
  m_offsetSums.assign(static_cast<size_t>(std::max<Index>(2 * m_reach + 1, 0)), 0);
  m_offsetRows.assign(m_offsetSums.size(), 0);
}

void RowStatistics::addRow(const HeadMap& map, Index row, bool isCausal, Sums& sums) {
  const Index columns = map.columns(), allowed = isCausal ? row + 1 : columns;
  std::copy_n(map.weights(row), columns, m_row.begin());
  const int type = m_queryTypes.empty() ? kUnknownType : nth(m_queryTypes, row);
  double* const column = m_byType.data() + (type < 0 ? kUnknownType : type) * m_stride;
  const double inverse = nth(map.inverse(), row);
  const RowSums found = sumRow(m_row.data(), m_stride, row, inverse, column, m_band.empty() ? nullptr : m_band.data());
  const double entropy = std::max(0.0, std::log2(map.sum(row)) - found.logarithms * inverse);
  sums.entropy += entropy;
  if (allowed > 1) {
    sums.entropyNorm += entropy / std::log2(static_cast<double>(allowed));
    ++sums.wide;
  }
  sums.confidence += found.largest / map.sum(row);
  if (!map.isSquare()) return;
  sums.distance += found.distance * inverse;
  sums.distanceUniform += isCausal ? static_cast<double>(row) / 2 : evenDistance(row, columns);
  addNeighbours(row, inverse, sums);
  addMutual(map, row, sums);
}

void RowStatistics::addNeighbours(Index row, double inverse, Sums& sums) {
  const Index length = static_cast<Index>(m_received.size());
  for (Index k = std::max(-m_reach, -row); k <= std::min(m_reach, length - 1 - row); ++k) {
    const double share = nth(m_row, row + k) * inverse;
    nth(m_offsetSums, k + m_reach) += share;
    ++nth(m_offsetRows, k + m_reach);
    if (std::abs(k) <= kLocal) sums.local += share;
  }
}

/// Over all ordered pairs off the diagonal.
void RowStatistics::addMutual(const HeadMap& map, Index row, Sums& sums) {
  nth(m_row, row) = 0;
  const double inverse = nth(map.inverse(), row);
  const float* const back = map.weightColumn(row);
  const double* const inverses = map.inverse().data();
  DoubleLanes mutual{}, all{};
  for (Index j = 0; j < m_stride; j += kDoubleLanes) {
    const DoubleLanes share = loadDoubles(m_row.data() + j) * inverse;
    const DoubleLanes other = widened(back + j) * loadDoubles(inverses + j);
    mutual += share < other ? share : other;
    all += share;
  }
  sums.mutual += sumOf(mutual);
  sums.offDiagonal += sumOf(all);
}

void RowStatistics::closeBand(const HeadMap& map, Index row, PooledRows pooled) {
  const Index block = pooled.block, columns = map.columns();
  if (!pooled.means || ((row + 1) % block != 0 && row + 1 != map.rows())) return;
  const Index blocks = (columns + block - 1) / block, bandRow = row / block;
  const Index rowsHere = row + 1 - bandRow * block;
  for (Index k = 0; k < blocks; ++k) {
    const Index first = k * block, last = std::min(first + block, columns);
    double sum = 0;
    for (Index j = first; j < last; ++j) sum += nth(m_band, j);
    pooled.means[bandRow * blocks + k] = sum / static_cast<double>(rowsHere * (last - first));
  }
  std::fill(m_band.begin(), m_band.end(), 0);
}

/// Shares of the columns and what follows from them.
void RowStatistics::receive(const HeadMap& map, HeadStatistics& head) {
  for (int type = 0; type <= kUnknownType; ++type)
    for (Index j = 0; j < map.columns(); ++j) nth(m_received, j) += nth(m_byType, type * m_stride + j);
  for (double& share : m_received) share /= static_cast<double>(map.numCounted());
  const auto largest = std::max_element(m_received.begin(), m_received.end());
  head.sinkShare = *largest;
  head.sinkPosition = largest - m_received.begin();
  head.firstShare = m_received.front();
}

void RowStatistics::describe(const HeadMap& map, HeadStatistics& head, const Progress& progress, PooledRows pooled) {
  start(map, pooled);
  head.notFinite = map.notFinite();
  head.hasNegative = map.hasNegative();
  if (map.hasNegative()) return;
  head.rows = map.numCounted();
  head.isCausal = isCausal(map);
  head.specialMass = map.specialMass();
  Sums sums;
  for (Index row = 0; row < map.rows(); ++row) {
    if (progress.cancelled()) throw Cancelled{};
    if (map.counts(row)) addRow(map, row, head.isCausal, sums);
    closeBand(map, row, pooled);
  }
  if (head.rows == 0) return;
  const auto rows = static_cast<double>(head.rows);
  head.entropy = sums.entropy / rows;
  if (sums.wide > 0) head.entropyNorm = sums.entropyNorm / static_cast<double>(sums.wide);
  head.confidence = sums.confidence / rows;
  receive(map, head);
  if (!m_queryTypes.empty() && !m_keyTypes.empty())
    describeTypes(typeSums(m_byType, m_stride, m_keyTypes), m_keyTypes, head);
  if (!map.isSquare()) return;
  head.distance = sums.distance / rows;
  head.distanceUniform = sums.distanceUniform / rows;
  head.local = sums.local / rows;
  if (sums.offDiagonal > 0) head.symmetry = sums.mutual / sums.offDiagonal;
  describeOffsets(m_offsetSums, m_offsetRows, head);
}

}  // namespace engine
