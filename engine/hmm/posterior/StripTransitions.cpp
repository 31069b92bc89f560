// Powers of the transition scores, side by side by column.
#include "engine/hmm/posterior/StripTransitions.h"

#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

StripTransitions::StripTransitions(const ProfileHmm& profile)
    : m_length(profile.length()),
      m_padded(paddedLength(m_length)),
      m_values(static_cast<size_t>(static_cast<Index>(kNumTransitions) * m_padded), 0.0) {
  for (Index j = 0; j <= m_length; ++j)
    for (size_t t = 0; t < kNumTransitions; ++t)
      m_values[t * static_cast<size_t>(m_padded) + static_cast<size_t>(placeOfColumn(j))] =
          std::exp2(nth(profile.transitions, j)[t]);
}

RowTransitions StripTransitions::rows(Index strip) const {
  using enum Transition;
  return {rowLanes(MM, strip), rowLanes(MI, strip), rowLanes(MD, strip), rowLanes(IM, strip),
          rowLanes(II, strip), rowLanes(DM, strip), rowLanes(DD, strip)};
}

Lanes StripTransitions::rowLanes(Transition transition, Index strip) const {
  Lanes lanes{};
  for (Index lane = 0; lane < kLanes; ++lane)
    if (const Index row = rowOfLane(strip, lane); row <= m_length) lanes[lane] = at(transition, row);
  return lanes;
}

}  // namespace engine
