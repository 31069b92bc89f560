// Sums over all alignment paths of two profiles (MATHEMATICS.md 6.2). This is the plain definition, in logarithms and
// therefore safe for any length; FastPosterior computes the same faster.
#pragma once

#include "engine/base/Progress.h"
#include "engine/hmm/posterior/PathModel.h"
#include "engine/hmm/score/DpMatrices.h"

namespace engine {

/// One (Nq + 1) x (Nt + 1) plane per pair state in the order of kPairStates, bits; cell (i + 1, j + 1) belongs to the
/// positions i, j; row and column 0 are impossible.
struct PathSums {
  std::array<Array<double>, kPairStates.size()> planes;
  /// log2 of the sum over all paths; local: the empty path of weight 1 included.
  double total = kImpossible;

  double at(PairState state, Index i, Index j) const { return planes[static_cast<size_t>(state)](i + 1, j + 1); }
};

/// Forward: all ways from a beginning up to and including the state. Throws Cancelled.
PathSums forwardSums(const PathModel& model, Progress& progress);
/// Backward: all ways from the state, itself not counted, to an end; `total` agrees with forward's.
PathSums backwardSums(const PathModel& model, Progress& progress);

/// Probabilities of the five states, 2^(forward + backward - total); 0 everywhere when there is no path.
DpMatrices posteriorMatrices(const PathSums& forward, const PathSums& backward, double total);

/// A plane for each state, all of one value.
DpMatrices filledMatrices(DpKind kind, const Shape& shape, float value);

/// The planes for the eye, in single precision.
DpMatrices matricesOf(const PathSums& sums, DpKind kind);

}  // namespace engine
