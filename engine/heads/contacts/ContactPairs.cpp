#include "engine/heads/contacts/ContactPairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/heads/DoubleLanes.h"

namespace engine {

namespace {

/// The range besides "all" that pairs so far apart belong to.
PairRange rangeAt(Index separation) {
  for (const PairRange range : {PairRange::shortRange, PairRange::medium})
    if (separation <= *separationsOf(range).largest) return range;
  return PairRange::longRange;
}

}  // namespace

ContactPairs::ContactPairs(const Array<float>& distance, double cutoff) {
  requireShape("distance", distance.shape(), {-1, -1});
  m_length = distance.length(0);
  requireShape("distance", distance.shape(), {m_length, m_length});
  m_stride = paddedLength(m_length);
  m_cells.assign(static_cast<size_t>(m_length * m_stride), 0);
  m_contactCells = m_cells;
  for (Index row = 0; row < m_length; ++row) {
    m_known += std::isfinite(distance(row, row)) ? 1 : 0;
    m_rowStart.push_back(count());
    addRow(distance, cutoff, row);
  }
  m_rowStart.push_back(count());
  std::vector<float> near(m_distances.size());
  std::transform(m_distances.begin(), m_distances.end(), near.begin(), [](float d) { return -d; });
  m_nearness = centredRanks(near);
  for (const double rank : m_nearness) m_nearnessSquares += rank * rank;
}

void ContactPairs::addRow(const Array<float>& distance, double cutoff, Index row) {
  const Index least = separationsOf(PairRange::all).least;
  for (Index column = 0; column < m_length; ++column) {
    const float found = distance(row, column);
    if (std::abs(row - column) < least || !std::isfinite(found)) continue;
    const bool touches = static_cast<double>(found) < cutoff;
    nth(m_cells, row * m_stride + column) = 1;
    if (touches) nth(m_contactCells, row * m_stride + column) = 1;
    if (column < row) continue;
    m_pairs.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)});
    m_distances.push_back(found);
    const auto range = static_cast<unsigned>(rangeAt(column - row));
    m_marks.push_back(static_cast<std::uint8_t>(range << 1 | (touches ? 1u : 0u)));
  }
}

template <class T>
std::vector<double> centredRanks(const std::vector<T>& values) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  const double mean = (static_cast<double>(values.size()) - 1) / 2;
  for (size_t first = 0; first < order.size();) {
    size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    const double rank = static_cast<double>(first + last) / 2 - mean;
    for (size_t k = first; k <= last; ++k) ranks[order[k]] = rank;
    first = last + 1;
  }
  return ranks;
}

template std::vector<double> centredRanks(const std::vector<float>&);
template std::vector<double> centredRanks(const std::vector<double>&);

std::optional<Interval> wilsonInterval(Index hits, Index n) {
  if (n <= 0) return std::nullopt;
  constexpr double z = 1.959963984540054;  // 97.5 % of a normal distribution lie below it
  const auto size = static_cast<double>(n);
  const double share = static_cast<double>(hits) / size, scale = 1 + z * z / size;
  const double centre = share + z * z / (2 * size);
  const double spread = z * std::sqrt(share * (1 - share) / size + z * z / (4 * size * size));
  return Interval{std::max(0.0, (centre - spread) / scale), std::min(1.0, (centre + spread) / scale)};
}

}  // namespace engine
