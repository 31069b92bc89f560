// Back pointers of templates that were aligned side by side, and the paths that they hold.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/alignment/AlignmentPath.h"
#include "engine/hmm/viterbi/Viterbi.h"
#include "engine/search/SearchProfile.h"

namespace engine {

/// One byte per cell and lane with the bits of DpMatrices::backtrace, each at the cell that is LEFT: bits 0-2 of (i, j)
/// say where MM(i + 1, j + 1) comes from, bit 3 whether GD(i, j + 1) opens from MM(i, j), bit 4 IM(i, j + 1), bit 5
/// DG(i + 1, j), bit 6 MI(i + 1, j). Positions count from 1; the border has none.
struct BatchPointers {
  std::vector<std::uint8_t> bytes;  ///< rows from `firstRow` on x stride x lanes
  Index firstRow = 1;               ///< i of the first row that is here
  Index stride = 0;                 ///< longest Nt + 1
  Index lanes = 0;

  std::uint8_t at(Index i, Index j, Index lane) const {
    return bytes[static_cast<size_t>(((i - firstRow) * stride + j) * lanes + lane)];
  }
};

/// Follows the back pointers of one lane, panel by panel.
class LaneTrace {
 public:
  /// The path ends with the match pair (i, j), 0-based.
  LaneTrace(Index lane, Index i, Index j);
  /// Goes on as far as these rows reach; `pointers` holds the row before the present step or later ones only.
  void follow(const BatchPointers& pointers);
  /// Steps from first to last, scores 0.
  AlignmentPath path() const;

 private:
  Index m_lane, m_i, m_j;  ///< of the present step, from 1
  PairState m_state = PairState::MM;
  bool m_hasEnded = false;
  std::vector<PathStep> m_steps;  ///< last step first
};

/// The path with the scores of its steps and their sum in double precision, as PathScore.h does it for profiles. The
/// path must have come out of an alignment of these two: it is not checked.
AlignmentPath scoredPath(AlignmentPath path, const SearchProfile& query, const SearchProfile& templ,
                         const ViterbiOptions& options);

}  // namespace engine
