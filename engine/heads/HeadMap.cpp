#include "engine/heads/HeadMap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/heads/DoubleLanes.h"

namespace engine {

namespace {

/// In squares, so that the columns that are written stay in the cache.
void turn(const std::vector<float>& values, Index rows, Index columns, std::vector<float>& turned) {
  constexpr Index kBlock = 32;
  turned.assign(static_cast<size_t>(rows * columns + kDoubleLanes), 0);
  for (Index top = 0; top < rows; top += kBlock)
    for (Index left = 0; left < columns; left += kBlock)
      for (Index j = left; j < std::min(left + kBlock, columns); ++j)
        for (Index i = top; i < std::min(top + kBlock, rows); ++i)
          turned[static_cast<size_t>(j * rows + i)] = values[static_cast<size_t>(i * columns + j)];
}

struct RowCount {
  double sum = 0;
  Index notFinite = 0;
  bool hasNegative = false;
};

RowCount countRow(const float* row, Index length) {
  DoubleLanes sum{};
  LongLanes missing{}, negative{};
  Index j = 0;
  for (; j + kDoubleLanes <= length; j += kDoubleLanes) {
    const DoubleLanes value = widened(row + j);
    const LongLanes finite = areFinite(value);
    const DoubleLanes weight = where(finite, value);
    sum += weight;
    missing += 1 + finite;
    negative |= weight < DoubleLanes{};
  }
  RowCount count;
  count.sum = sumOf(sum);
  for (Index k = 0; k < kDoubleLanes; ++k) {
    count.notFinite += missing[k];
    count.hasNegative |= negative[k] != 0;
  }
  for (; j < length; ++j) {
    const double value = row[j];
    if (!std::isfinite(value)) {
      ++count.notFinite;
      continue;
    }
    count.sum += value;
    count.hasNegative |= value < 0;
  }
  return count;
}

}  // namespace

void HeadMap::read(const HeadSet& heads, const MapResidues& residues, Index layer, Index head) {
  heads.readWeights(layer, head, m_whole);
  requireShape("layer " + std::to_string(layer + 1) + ", head " + std::to_string(head + 1), m_whole.shape(),
               {heads.numQueries, heads.numKeys});
  cut(m_whole, residues);
}

void HeadMap::take(const Array<float>& map) {
  requireShape(map.name, map.shape(), {-1, -1});
  MapResidues residues;
  residues.queries.resize(static_cast<size_t>(map.length(0)));
  residues.keys.resize(static_cast<size_t>(map.length(1)));
  std::iota(residues.queries.begin(), residues.queries.end(), Index{0});
  std::iota(residues.keys.begin(), residues.keys.end(), Index{0});
  cut(map, residues);
}

void HeadMap::cut(const Array<float>& map, const MapResidues& residues) {
  m_rows = static_cast<Index>(residues.queries.size());
  m_columns = static_cast<Index>(residues.keys.size());
  m_scores.resize(static_cast<size_t>(m_rows * m_columns + kDoubleLanes));
  std::fill(m_scores.end() - kDoubleLanes, m_scores.end(), 0.0F);
  float* to = m_scores.data();
  const bool isWhole = m_columns == map.length(1);
  for (const Index row : residues.queries) {
    const float* const from = map.data() + row * map.length(1);
    if (isWhole)
      to = std::copy(from, from + m_columns, to);
    else
      for (const Index column : residues.keys) *to++ = from[column];
  }
  weighSpecial(map, residues);
  count();
}

/// MATHEMATICS.md 2.7.
void HeadMap::weighSpecial(const Array<float>& map, const MapResidues& residues) {
  m_specialMass = 0;
  std::vector<Index> special;
  for (Index column = 0, next = 0; column < map.length(1); ++column) {
    if (next < m_columns && nth(residues.keys, next) == column)
      ++next;
    else
      special.push_back(column);
  }
  if (special.empty()) return;
  double sumOfShares = 0;
  Index count = 0;
  for (Index k = 0; k < m_rows; ++k) {
    const float* const row = map.data() + nth(residues.queries, k) * map.length(1);
    double lost = 0;
    for (const Index column : special)
      if (std::isfinite(row[column])) lost += static_cast<double>(row[column]);
    const double total = lost + countRow(scores(k), m_columns).sum;
    if (total <= 0) continue;
    sumOfShares += lost / total;
    ++count;
  }
  if (count > 0) m_specialMass = sumOfShares / static_cast<double>(count);
}

void HeadMap::count() {
  m_notFinite = m_numCounted = 0;
  m_hasNegative = false;
  m_sums.assign(static_cast<size_t>(m_rows), 0);
  m_inverse.assign(static_cast<size_t>(paddedLength(m_rows)), 0);
  for (Index i = 0; i < m_rows; ++i) {
    const RowCount found = countRow(scores(i), m_columns);
    nth(m_sums, i) = found.sum;
    m_notFinite += found.notFinite;
    m_hasNegative |= found.hasNegative;
    if (found.sum <= 0) continue;
    nth(m_inverse, i) = 1 / found.sum;
    ++m_numCounted;
  }
  if (isSquare()) turn(m_scores, m_rows, m_columns, m_turned);
  if (m_notFinite == 0) return;
  m_clean = m_scores;
  for (float& value : m_clean)
    if (!std::isfinite(value)) value = 0;
  if (isSquare()) turn(m_clean, m_rows, m_columns, m_cleanTurned);
}

}  // namespace engine
