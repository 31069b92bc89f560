// Random projections of the Performer (MATHEMATICS.md 9.7): independent Gaussian rows, or rows orthogonal in blocks of
// d, and when to draw new ones (MATHEMATICS.md 9.8).
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Random.h"

namespace engine {

/// Lengths of orthogonal rows. chi: those of fresh Gaussian rows ("scaling 0"); root: sqrt(d) each ("scaling 1").
enum class RowLengths { chi, root };

/// corrected: Q is Haar distributed and positive features are unbiased. raw: Q as Householder's QR leaves it, as in the
/// published implementations, with positive features wrong by tens of percent.
enum class SignFix { corrected, raw };

struct RandomFeatureOptions {
  bool orthogonal = true;  ///< false: independent Gaussian rows; the other two do not matter then
  SignFix signFix = SignFix::corrected;
  RowLengths rowLengths = RowLengths::chi;
};

/// int(d ln d), at least 1: 266 for d = 64.
Index defaultFeatureCount(Index depth);

/// Rows of Q^T, orthonormal, where G = Q R (d, d). Corrected: every diagonal element of R is positive, so row 0 is the
/// first column of G, normalised. Throws Error when G is not square.
Array<double> orthonormalRows(const Array<double>& gaussian, SignFix signFix);

/// W (count, d). Orthogonal: whole blocks of d orthonormal rows, a last one cut short, then the lengths. Draws the
/// blocks one after the other, row by row, then for chi as many Gaussian rows as W has.
Array<double> randomFeatures(Index count, Index depth, const RandomFeatureOptions& options, Random& random);

enum class Mode { inference, training };

/// Says when a projection is to be drawn anew: in training, once every `interval` + 1 forwards. The counter is stored
/// with the weights of a model.
class Redraw {
 public:
  explicit Redraw(Index interval = 1000, Index counter = 0) : m_interval(interval), m_counter(counter) {}
  /// Counts one forward; true when the projection must be drawn anew before it.
  bool isDue(Mode mode);
  Index counter() const { return m_counter; }

 private:
  Index m_interval, m_counter;
};

}  // namespace engine
