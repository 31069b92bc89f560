// Forward and backward with rescaled probabilities, eight rows at a time (Strips.h).
//
// Scaling: forward values of strip k are kept as F 2^-e(k), where e grows after a strip whose largest match exceeds 1;
// backward values as B 2^-(e(last) - e(k)), so that every product carries the same factor 2^-e(last) as the total.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/posterior/PathModel.h"
#include "engine/hmm/posterior/StripBuffers.h"
#include "engine/hmm/posterior/StripCells.h"
#include "engine/hmm/posterior/StripOdds.h"
#include "engine/hmm/posterior/StripTransitions.h"

namespace engine {

/// Which states are kept beyond the recursion.
enum class KeptStates { match, all };

class StripSums {
 public:
  StripSums(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options, KeptStates kept);

  /// These two in this order. False where the range of doubles was left. Throw Cancelled.
  bool forward(Progress& progress);
  /// Calls `finished` after each strip, the last one first.
  bool backward(Progress& progress, const std::function<void(Index strip)>& finished);

  double totalBits() const;  ///< after forward

  // Of the strip that has just been finished, by step; defined in the runs of its cells.
  const StripCells& cells() const { return m_cells; }
  const FloatLanes* posterior() const { return m_posterior.data(); }  ///< of match pairs
  /// With KeptStates::all: probability of a state times the inverse of factor() is forwardOf * backwardOf.
  const Lanes* forwardOf(PairState state, Index strip) const;
  const Lanes* backwardOf(PairState state) const;
  double factor() const { return m_factor; }
  int forwardExponent(Index strip) const { return exponent(strip); }
  int backwardExponent(Index strip) const { return m_exponents.back() - exponent(strip); }

 private:
  struct Passage;
  struct Entry;
  struct ForwardState;
  struct BackwardState;

  bool isLocal() const { return m_options.viterbi.mode == AlignmentMode::local; }
  bool hasBorder() const { return !isLocal() && m_options.begin == PathBegin::asViterbi; }
  bool gapsAtBorder() const { return m_options.viterbi.borders == BorderRule::gapsAllowed; }
  int exponent(Index strip) const { return m_exponents[static_cast<size_t>(strip)]; }
  size_t cellOf(Index strip, Index step) const { return static_cast<size_t>(strip * m_numSteps + step); }
  Lanes ends(Index strip, Index step) const;

  void enterFromTop(Passage& passage) const;
  Entry entryOf(Index strip, const RowTransitions& rows) const;
  static void enter(const Entry& entry, Index lane, Index step, Passage& passage, ForwardState& state);
  template <bool isMasked, bool withGaps>
  Lanes forwardStrip(Index strip, Passage& passage);
  template <bool isMasked, bool withGaps>
  ForwardState forwardSteps(Index strip, StepRun run, const RowTransitions& rows, Lanes end, Passage& passage,
                            ForwardState state);
  template <bool isMasked, bool withGaps>
  void forwardStep(Index strip, Index step, const RowTransitions& rows, Lanes end, Passage& passage,
                   ForwardState& state);
  void rescale(Index strip, double largest, Passage& passage);

  template <bool isMasked, bool withGaps>
  Lanes backwardStrip(Index strip, Passage& passage);
  template <bool isMasked, bool withGaps>
  BackwardState backwardSteps(Index strip, StepRun run, const RowTransitions& rows, Lanes end, Passage& passage,
                              BackwardState state);
  template <bool isMasked, bool withGaps>
  void backwardStep(Index strip, Index step, const RowTransitions& rows, Lanes end, Passage& passage,
                    BackwardState& state);

  const Index m_numRows, m_numColumns, m_numStrips, m_numSteps;
  const PathModelOptions& m_options;
  const Array<Bool> m_excluded;  ///< Nq x Nt: what is allowed less the excluded ranges; empty: there are none
  StripCells m_cells;
  const StripTransitions m_q, m_t;
  const StripOdds m_odds;
  StripBuffers m_buffers;               ///< by strip and step; wide: forward match states, then gaps; narrow: odds
  Lanes* const m_gaps;                  ///< by strip, state (MI, IM, DG, GD) and step: forward; null: not kept
  std::unique_ptr<Lanes[]> m_backward;  ///< by state and step, of one strip
  std::vector<FloatLanes> m_posterior;  ///< of one strip by step, and eight more
  std::vector<int> m_exponents;         ///< e by strip; e(0) = 0
  double m_total = 0;                   ///< scaled like the last strip
  double m_factor = 0;                  ///< its inverse
};

}  // namespace engine
