// Scores of pairs of residues from a map: symmetric, with the average product correction (MATHEMATICS.md 3.1).
#pragma once

#include <vector>

#include "engine/heads/HeadMap.h"
#include "engine/heads/contacts/ContactPairs.h"

namespace engine {

/// S = a + a^T and C, S less the product of the means of row and column over the mean of all: in double, rounded to
/// float. Means are over finite cells. Of square maps. The memory of a thread, used for one head after another.
class PairScores {
 public:
  void read(const HeadMap& map);
  /// S and C of row i for the columns from `first` on, L floats each; NaN or infinite where S is not finite.
  void row(const HeadMap& map, Index i, Index first, float* plain, float* corrected) const;

 private:
  bool m_isCorrected = false;  ///< false: there is nothing to correct, C is S
  double m_mean = 0;
  std::vector<double> m_rowMeans;  ///< padded
};

}  // namespace engine
