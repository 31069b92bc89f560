// Which cells of a strip take part, as one byte per step.
#pragma once

#include <vector>

#include "engine/hmm/posterior/Strips.h"

namespace engine {

/// Steps [begin, end) of a strip that have something to do.
struct StepRun {
  Index begin, end;
};

class StripCells {
 public:
  /// allowed: Nq x Nt, empty: all; must outlive this. withBorder: column 0 takes part in every row.
  StripCells(const Array<Bool>& allowed, Index numRows, Index numColumns, bool withBorder);

  /// Goes to a strip.
  void select(Index strip);
  /// Whether every cell of every strip takes part: then bits are not to be asked for.
  bool areAll() const { return m_allowed.empty(); }
  std::uint8_t bits(Index step) const { return m_bits[static_cast<size_t>(step)]; }
  /// Of the selected strip, in ascending order; between two there are at least two steps with nothing to do, so that no
  /// cell of one depends on a cell of the other.
  const std::vector<StepRun>& runs() const { return m_runs; }
  /// What the runs leave out.
  const std::vector<StepRun>& gaps() const { return m_gaps; }

 private:
  const Array<Bool>& m_allowed;
  const Index m_numRows, m_numColumns;
  const bool m_withBorder;
  std::vector<std::uint8_t> m_bits;  ///< by step: bit l for lane l
  std::vector<StepRun> m_runs, m_gaps;
};

}  // namespace engine
