// Loops over columns are written for vector instructions; rows with values that are not finite take the careful way.
#include "engine/attention/PooledMap.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace engine {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

bool isFiniteRow(const float* row, Index columns) {
  constexpr std::uint32_t kExponent = 0x7F800000u;
  std::uint32_t numOdd = 0;
  for (Index c = 0; c < columns; ++c)
    numOdd += (std::bit_cast<std::uint32_t>(row[c]) & kExponent) == kExponent ? 1u : 0u;
  return numOdd == 0;
}

}  // namespace

Index poolingBlock(Index rows, Index columns, Index side) {
  const Index longest = std::max(rows, columns);
  return side < 1 ? std::max<Index>(longest, 1) : std::max<Index>((longest + side - 1) / side, 1);
}

MapPooling::MapPooling(Index rows, Index columns, Index block) : m_rows(rows), m_columns(columns), m_block(block) {
  if (block < 1) fail("pooling: found blocks of ", block, " cells, expected at least 1");
  const auto blocks = [block](Index length) { return (length + block - 1) / block; };
  m_sums = Array<float>({columns}, 0.0F);
  m_missing = Array<float>({columns}, 0.0F);
  m_largest = Array<float>({columns}, -kInfinity);
  m_least = Array<float>({columns}, kInfinity);
  m_pooled.mean = Array<float>({blocks(rows), blocks(columns)}, 0.0F);
  m_pooled.largest = m_pooled.mean;
}

void MapPooling::add(const float* row) {
  if (isFiniteRow(row, m_columns)) {
    float* const sums = m_sums.data();
    float* const largest = m_largest.data();
    float* const least = m_least.data();
    for (Index c = 0; c < m_columns; ++c) {
      const float value = row[c];
      sums[c] += value;
      largest[c] = largest[c] < value ? value : largest[c];
      least[c] = value < least[c] ? value : least[c];
    }
  } else {
    addCarefully(row);
  }
  ++m_nextRow;
  if (m_nextRow % m_block == 0 || m_nextRow == m_rows) closeBlocks();
}

void MapPooling::addCarefully(const float* row) {
  m_pooled.isFinite = false;
  m_hasMissing = true;
  for (Index c = 0; c < m_columns; ++c) {
    if (!std::isfinite(row[c])) {
      m_missing[c] += 1;
      continue;
    }
    m_sums[c] += row[c];
    m_largest[c] = std::max(m_largest[c], row[c]);
    m_least[c] = std::min(m_least[c], row[c]);
  }
}

void MapPooling::closeBlocks() {
  const Index rowsHere = m_nextRow - m_blockRow * m_block;
  for (Index first = 0, blockColumn = 0; first < m_columns; first += m_block, ++blockColumn) {
    const Index last = std::min(first + m_block, m_columns);
    double sum = 0, missing = 0;
    float largest = -kInfinity, least = kInfinity;
    for (Index c = first; c < last; ++c) {
      sum += m_sums[c];
      missing += m_missing[c];
      largest = std::max(largest, m_largest[c]);
      least = std::min(least, m_least[c]);
    }
    const double count = static_cast<double>(rowsHere * (last - first)) - missing;
    float& mean = m_pooled.mean(m_blockRow, blockColumn);
    if (count < 0.5) {
      mean = m_pooled.largest(m_blockRow, blockColumn) = std::numeric_limits<float>::quiet_NaN();
      continue;
    }
    // The mean lies between the extremes; a sum beyond the range of a float is cut off there.
    mean = static_cast<float>(std::clamp(sum / count, static_cast<double>(least), static_cast<double>(largest)));
    m_pooled.largest(m_blockRow, blockColumn) = largest;
    if (mean > 0 && (m_pooled.leastPositive == 0 || mean < m_pooled.leastPositive)) m_pooled.leastPositive = mean;
    m_pooled.low = m_isEmpty ? least : std::min(m_pooled.low, least);
    m_pooled.high = m_isEmpty ? largest : std::max(m_pooled.high, largest);
    m_isEmpty = false;
  }
  ++m_blockRow;
  std::fill(m_sums.begin(), m_sums.end(), 0.0F);
  std::fill(m_largest.begin(), m_largest.end(), -kInfinity);
  std::fill(m_least.begin(), m_least.end(), kInfinity);
  if (m_hasMissing) std::fill(m_missing.begin(), m_missing.end(), 0.0F);
  m_hasMissing = false;
}

PooledMap MapPooling::finish() { return std::move(m_pooled); }

PooledMap pooledMap(const Array<float>& matrix, Index block) {
  requireShape(matrix.name, matrix.shape(), {-1, -1});
  MapPooling pooling(matrix.length(0), matrix.length(1), block);
  for (Index row = 0; row < matrix.length(0); ++row) pooling.add(matrix.data() + row * matrix.length(1));
  return pooling.finish();
}

}  // namespace engine
