// Sums over residues, one multiplication of eight lanes per residue and step.
#include "engine/hmm/posterior/StripOdds.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

StripOdds::StripOdds(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options)
    : m_scorer(query, templ, options),
      m_factor(std::exp2(options.shift)),
      m_numRows(query.length()),
      m_numColumns(templ.length()),
      m_padded(paddedLength(m_numColumns)),
      m_template(static_cast<size_t>(20 * m_padded), 0.0F) {
  for (Index a = 0; a < 20; ++a) {
    const double* const odds = m_scorer.columns().odds(static_cast<size_t>(a));
    float* const target = m_template.data() + a * m_padded + placeOfColumn(1);
    for (Index j = 0; j < m_numColumns; ++j) target[j] = static_cast<float>(odds[j]);
  }
}

std::array<FloatLanes, 20> StripOdds::queryLanes(Index strip) const {
  std::array<FloatLanes, 20> lanes{};
  for (Index lane = 0; lane < kLanes; ++lane) {
    const Index row = rowOfLane(strip, lane);
    if (row > m_numRows) continue;
    const ResidueVector& column = nth(m_scorer.columns().queryColumns(), row - 1);
    for (size_t a = 0; a < lanes.size(); ++a) lanes[a][lane] = static_cast<float>(column[a] * m_factor);
  }
  return lanes;
}

void StripOdds::compute(Index strip, const StripCells& cells, FloatLanes* __restrict odds) const {
  const std::array<FloatLanes, 20> query = queryLanes(strip);
  for (const StepRun run : cells.runs()) {
    for (Index step = run.begin; step < run.end; ++step) {
      const float* const at = m_template.data() + step;
      // Four short sums are rounded less often than a long one.
      FloatLanes sums[4]{};
#pragma GCC unroll 20
      for (size_t a = 0; a < query.size(); ++a)
        sums[a % 4] += query[a] * loadVector<FloatLanes>(at + static_cast<Index>(a) * m_padded);
      odds[step] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
    if (m_scorer.hasStructure()) multiplyByStructure(strip, run, odds);
    if (cells.areAll()) continue;
    for (Index step = run.begin; step < run.end; ++step)
      odds[step] = intSignsOf(cells.bits(step)) ? odds[step] : FloatLanes{};
  }
}

void StripOdds::multiplyByStructure(Index strip, StepRun run, FloatLanes* __restrict odds) const {
  for (Index lane = 0; lane < kLanes; ++lane) {
    const Index row = rowOfLane(strip, lane);
    if (row > m_numRows) continue;
    const Index first = std::max(run.begin, kLanes - lane), last = std::min(run.end, m_numColumns + kLanes - lane);
    for (Index step = first; step < last; ++step)
      odds[step][lane] *= static_cast<float>(m_scorer.structureOdds(row - 1, columnOfLane(step, lane) - 1));
  }
}

}  // namespace engine
