// Masks of rows become bits of steps.
#include "engine/hmm/posterior/StripCells.h"

#include <algorithm>

namespace engine {

StripCells::StripCells(const Array<Bool>& allowed, Index numRows, Index numColumns, bool withBorder)
    : m_allowed(allowed),
      m_numRows(numRows),
      m_numColumns(numColumns),
      m_withBorder(withBorder),
      m_bits(allowed.empty() ? 0 : static_cast<size_t>(stepCount(numColumns))) {
  if (areAll()) m_runs = {{0, stepCount(numColumns)}};
}

void StripCells::select(Index strip) {
  if (areAll()) return;
  const Index numColumns = m_numColumns;  // which writing bytes cannot change, so that the loop can be vectorised
  std::fill(m_bits.begin(), m_bits.end(), std::uint8_t{0});
  for (Index lane = 0; lane < kLanes; ++lane) {
    const Index row = rowOfLane(strip, lane);
    if (row > m_numRows) continue;
    const Bool* const __restrict cells = m_allowed.data() + (row - 1) * m_numColumns;
    std::uint8_t* const __restrict bits = m_bits.data() + kLanes - lane;  // the step at which the lane is in column 1
    const auto bit = static_cast<std::uint8_t>(1 << lane);
    for (Index j = 0; j < numColumns; ++j) bits[j] = static_cast<std::uint8_t>(bits[j] | (-cells[j].value & bit));
    if (m_withBorder) bits[-1] = static_cast<std::uint8_t>(bits[-1] | bit);
  }
  m_runs.clear();
  m_gaps.clear();
  const auto first = m_bits.begin(), last = m_bits.end();
  Index done = 0;
  for (auto at = first;;) {
    at = std::find_if(at, last, [](std::uint8_t bits) { return bits != 0; });
    if (at - first > done) m_gaps.push_back({done, at - first});
    if (at == last) break;
    auto end = at;
    while (end != last && (*end != 0 || (end + 1 != last && end[1] != 0))) ++end;
    m_runs.push_back({at - first, end - first});
    done = end - first;
    at = end;
  }
}

}  // namespace engine
