// The recursion over the sum of posteriors on strips of rows (Strips.h). Rows and columns count from 1.
#include "engine/hmm/posterior/FastMac.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/hmm/posterior/MacTrace.h"
#include "engine/hmm/posterior/StripPlanes.h"

namespace engine {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

FloatLanes splat(float value) { return FloatLanes{} + value; }

class FastMac {
 public:
  FastMac(const Array<float>& posterior, const Array<Bool>& allowed, double mact, MacRule rule)
      : m_posterior(posterior),
        m_numRows(posterior.length(0) - 1),
        m_numColumns(posterior.length(1) - 1),
        m_mact(static_cast<float>(mact)),
        m_gap(0.5F * m_mact),
        m_rule(rule),
        m_off(rule == MacRule::asHhsuite ? 0.0F : -kInfinity),
        m_cells(allowed, m_numRows, m_numColumns, false),
        m_above(static_cast<size_t>(paddedLength(m_numColumns)), -kInfinity),
        m_pairs(static_cast<size_t>(stepCount(m_numColumns) + kLanes)),
        m_origins(m_pairs.size()),
        m_backtrace(posterior.shape(), kMacBegin, "backtrace") {}

  MacResult run(Progress& progress) {
    const Index numStrips = stripCount(m_numRows);
    for (Index strip = 0; strip < numStrips; ++strip) {
      progress.update(static_cast<double>(strip) / static_cast<double>(numStrips), "maximum accuracy");
      m_cells.select(strip);
      Best best{splat(m_end.gain), IntLanes{}};
      for (const StepRun run : m_cells.runs()) {
        loadPairs(strip, run);
        best = m_cells.areAll() ? computeRun<false>(strip, run, best) : computeRun<true>(strip, run, best);
        storeStrip(strip, run, m_origins.data(), m_backtrace);
      }
      for (const StepRun gap : m_cells.gaps()) std::fill(m_above.begin() + gap.begin, m_above.begin() + gap.end, m_off);
      consider(strip, best);
    }
    return traceMac(m_posterior, std::move(m_backtrace), m_end, m_rule);
  }

 private:
  /// The best gain of each row and the first step with it.
  struct Best {
    FloatLanes gain;
    IntLanes step;
  };
  struct State {
    FloatLanes left, diagonal;
    Best best;
  };
  struct Gaps {
    FloatLanes above, left;
  };

  /// Posteriors less the threshold, eight steps at a time; nothing outside the plane.
  void loadPairs(Index strip, StepRun run) {
    for (Index step = run.begin; step < run.end; step += kLanes) {
      FloatLanes block[kLanes];
      for (Index lane = 0; lane < kLanes; ++lane)
        block[lane] = loadRow(rowOfLane(strip, lane), columnOfLane(step, lane));
      transpose(block);
      for (Index n = 0; n < kLanes; ++n) nth(m_pairs, step + n) = block[n] - m_mact;
    }
  }

  FloatLanes loadRow(Index row, Index column) const {
    FloatLanes values = splat(-kInfinity);
    if (row > m_numRows) return values;
    const float* const source = m_posterior.data() + row * (m_numColumns + 1) + column;
    if (column >= 1 && column + kLanes <= m_numColumns + 1) return loadVector<FloatLanes>(source);
    for (Index n = std::max<Index>(0, 1 - column); n < std::min(kLanes, m_numColumns + 1 - column); ++n)
      values[n] = source[n];
    return values;
  }

  template <bool isMasked>
  Best computeRun(Index strip, StepRun run, const Best& best) {
    // Into the first row nothing comes from the left, into the first column nothing at all.
    Gaps usual{splat(m_gap), splat(m_gap)};
    if (strip == 0) usual.left[kLanes - 1] = kInfinity;
    const FloatLanes before = splat(isMasked ? m_off : -kInfinity);
    State state{before, before, best};
    if (run.begin > 0) state.diagonal[kLanes - 1] = nth(m_above, run.begin + kLanes - 2);
    Index step = run.begin;
    for (; step < std::min(run.end, kLanes + 1); ++step) {
      Gaps gaps = usual;
      if (step > 0) {
        const Index lane = kLanes - step;
        gaps.above[lane] = gaps.left[lane] = kInfinity;
        state.diagonal[lane] = -kInfinity;
      }
      state = computeSteps<isMasked>({step, step + 1}, gaps, state);
    }
    return computeSteps<isMasked>({step, run.end}, usual, state).best;
  }

  template <bool isMasked>
  State computeSteps(StepRun run, const Gaps& gaps, State state) {
    for (Index step = run.begin; step < run.end; ++step) {
      const FloatLanes pair = nth(m_pairs, step), diagonal = state.diagonal + pair;
      const FloatLanes above = fromAbove(state.left, nth(m_above, step + kLanes - 1));
      const FloatLanes up = above - gaps.above, left = state.left - gaps.left;
      const IntLanes isDiagonal = diagonal >= pair;
      FloatLanes gain = isDiagonal ? diagonal : pair;
      IntLanes origin = isDiagonal & kMacDiagonal;
      origin = up > gain ? IntLanes{} + kMacFromAbove : origin;
      gain = up > gain ? up : gain;
      origin = left > gain ? IntLanes{} + kMacFromLeft : origin;
      gain = left > gain ? left : gain;
      FloatLanes candidate = gain;
      if constexpr (isMasked) {
        const IntLanes on = intSignsOf(m_cells.bits(step));
        origin &= on;
        gain = on ? gain : splat(m_off);
        candidate = on ? candidate : splat(-kInfinity);
      }
      const IntLanes isBetter = candidate > state.best.gain;
      state.best.gain = isBetter ? candidate : state.best.gain;
      state.best.step = isBetter ? IntLanes{} + static_cast<std::int32_t>(step) : state.best.step;
      state.diagonal = above;
      state.left = gain;
      nth(m_origins, step) = __builtin_convertvector(origin, ByteLanes);
      nth(m_above, step) = gain[0];
    }
    return state;
  }

  /// The first of the best cells in the order of rows.
  void consider(Index strip, const Best& best) {
    for (Index lane = kLanes - 1; lane >= 0; --lane)
      if (best.gain[lane] > m_end.gain)
        m_end = {best.gain[lane], rowOfLane(strip, lane), columnOfLane(best.step[lane], lane)};
  }

  const Array<float>& m_posterior;
  const Index m_numRows, m_numColumns;
  const float m_mact, m_gap;
  const MacRule m_rule;
  const float m_off;  ///< what a cell that is not allowed counts
  StripCells m_cells;
  std::vector<float> m_above;        ///< gains of the row above the strip, by place of the column
  std::vector<FloatLanes> m_pairs;   ///< of a strip by step: what a pair gains
  std::vector<ByteLanes> m_origins;  ///< of a strip by step
  Array<std::uint8_t> m_backtrace;
  MacEnd m_end;
};

}  // namespace

MacResult alignByMacFast(const Array<float>& posterior, const Array<Bool>& allowed, double mact, MacRule rule,
                         Progress& progress) {
  requireMacInput(posterior, allowed);
  return FastMac(posterior, allowed, mact, rule).run(progress);
}

}  // namespace engine
