// One cell of the vectorised Viterbi opened for looking at: what stands in each lane of the vectors, step by step
// (MATHEMATICS.md 1.1). Computed plainly, so that it explains the fast code instead of being it.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/viterbi/Viterbi.h"

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

/// The matrices of one query against one template per lane, to be opened cell by cell.
class LaneMatrices {
 public:
  /// At most eight templates. Throws Error for more, for none, or profiles that cannot be aligned; Cancelled.
  LaneMatrices(std::shared_ptr<const ProfileHmm> query, std::vector<std::shared_ptr<const ProfileHmm>> templates,
               const ViterbiOptions& options, Progress& progress);

  Index numRows() const { return m_query->length(); }
  Index numColumns() const;  ///< of the longest template: shorter ones wait, padded
  size_t numLanes() const { return m_templates.size(); }
  const ProfileHmm& templ(size_t lane) const { return *m_templates[lane]; }
  const DpMatrices& matrices(size_t lane) const { return m_matrices[lane]; }

  /// The cell of query column i and template column j (0-based). Values of lanes that are not used are -inf. Throws
  /// Error for a cell outside the query or all templates.
  LaneView at(Index i, Index j) const;

 private:
  std::shared_ptr<const ProfileHmm> m_query;
  std::vector<std::shared_ptr<const ProfileHmm>> m_templates;
  ViterbiOptions m_options;
  std::vector<DpMatrices> m_matrices;  ///< by lane
};

}  // namespace engine
