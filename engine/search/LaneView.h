// One cell of the vectorised Viterbi opened for looking at: what stands in each lane of the vectors, step by step
// (profile-hmm, A 10). Computed plainly, so that it explains the fast code instead of being it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/Viterbi.h"

namespace engine {

inline constexpr Index kViewedLanes = 8;  ///< templates side by side, as with AVX2

/// One comparison: mask = candidate > best; index = max(index, mask & code); best = max(best, candidate).
struct LaneStep {
  PairState from = PairState::MM;                ///< state that the candidate comes from
  std::uint8_t code = 0;                         ///< what the index becomes where the mask is set (DpMatrices.h)
  std::array<double, kViewedLanes> candidate{};  ///< bits
  std::array<bool, kViewedLanes> mask{};
  std::array<double, kViewedLanes> best{};         ///< after the step
  std::array<std::uint8_t, kViewedLanes> index{};  ///< after the step
};

/// How a state of the cell finds its origin: VMAX6 for MM (STOP, then five candidates), VMAX2 for a gap state (going
/// on, then opening from MM).
struct LaneMaximum {
  PairState state = PairState::MM;
  std::array<double, kViewedLanes> start{};  ///< best before the first step: STOP, or going on
  std::vector<LaneStep> steps;
};

struct LaneView {
  std::array<bool, kViewedLanes> isUsed{};          ///< false: no template, or it ends before this column
  std::array<double, kViewedLanes> columnScore{};   ///< S(i, j), bits, shift not included
  std::vector<LaneMaximum> maxima;                  ///< MM, GD, IM, DG, MI
  std::array<std::uint8_t, kViewedLanes> packed{};  ///< the byte of the cell: all indices together
};

/// The cell of query column i and template column j (0-based) with one template per lane, at most eight. Values of
/// lanes that are not used are -inf. Throws Error for more templates, or a cell outside the query or all templates;
/// Cancelled.
LaneView laneView(const ProfileHmm& query, std::span<const ProfileHmm* const> templates, const ViterbiOptions& options,
                  Index i, Index j, Progress& progress);

}  // namespace engine
