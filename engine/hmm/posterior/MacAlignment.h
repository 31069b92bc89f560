// The alignment of maximum expected accuracy: as many pairs as possible that are probably right (MATHEMATICS.md 6.4).
#pragma once

#include "engine/alignment/AlignmentPath.h"
#include "engine/base/Progress.h"

namespace engine {

/// stayInside: paths visit allowed cells only, and there is none when no pair is worth having. asHhsuite: forbidden
/// cells count 0 and paths may come from them; the best cell counts even when it gains nothing, and where it is not
/// reached by a pair the alignment shrinks to that one cell (HH-suite 3.3).
enum class MacRule { stayInside, asHhsuite };

struct MacResult {
  /// Steps MM with their posteriors, and gaps: MI where the query, IM where the template moves on alone. Scores are 0.
  AlignmentPath path;
  double gain = 0;              ///< sum over pairs of P - mact, minus mact / 2 per gap step
  double sumProbabilities = 0;  ///< sum over pairs of P
  Array<std::uint8_t>
      backtrace;  ///< (Nq + 1) x (Nt + 1): 0 the path begins here, 1 diagonal, 2 from above, 3 from left
};

/// posterior: (Nq + 1) x (Nt + 1), probabilities of match pairs, 0..1; row and column 0 are not read. mact 0..1: what a
/// pair must be worth, larger is shorter. allowed: Nq x Nt, empty: all. Pairs in the first row and column always begin.
/// Ties: diagonal before beginning, both before gaps, from above before from left; the first best cell in row-major
/// order. Throws Error when shapes contradict each other, Cancelled.
MacResult alignByMac(const Array<float>& posterior, const Array<Bool>& allowed, double mact, MacRule rule,
                     Progress& progress);

}  // namespace engine
