// Which columns of an alignment change together: mutual information and covariance of all pairs, corrected for what each
// column shares with all others (MATHEMATICS.md 5).
// Average product correction: Dunn, Wahl and Gloor 2008 (doi:10.1093/bioinformatics/btm604); pseudocounts as in Buslje
// et al. 2009 (doi:10.1093/bioinformatics/btp135).
#pragma once

#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"

namespace engine {

struct CoevolutionOptions {
  double pseudocount = 0.05;   ///< >= 0, of each pair of letters, in rows
  bool areGapsLetters = true;  ///< a gap is a letter like the others; else rows with a gap in one of both do not count
  double minOccupancy = 0.5;   ///< 0..1: columns in which a smaller share of the rows has a residue are left out
  bool hasCovariance = false;  ///< that of all pairs is computed too
};

struct Coevolution {
  Array<float> information;     ///< C x C, bits, symmetric; 0 on the diagonal and where a column is left out
  Array<float> covariance;      ///< the same, 0 to 1; empty unless it was asked for
  std::vector<bool> isCounted;  ///< C: columns that are not left out

  /// C x C, the average product correction of the pairs that count of one of these maps; 0 where these are not.
  Array<float> corrected(const Array<float>& map, int threads, Progress& progress) const;
};

/// Mutual information of two columns, 0-based, bits: the definition, in plain loops. `weights`: one per row, >= 0; only
/// their proportions matter. Unknown residues (X) never count.
double mutualInformation(const Alignment& alignment, const std::vector<double>& weights,
                         const CoevolutionOptions& options, Index i, Index j);

/// Size (Frobenius norm) of the covariance of two columns, over all pairs of letters of p(a, b) - p(a) p(b): the
/// definition; rows as above.
double columnCovariance(const Alignment& alignment, const std::vector<double>& weights,
                        const CoevolutionOptions& options, Index i, Index j);

/// Those of all pairs, equal to 1e-6. O(N C^2). Sums are of whole numbers: the order of the rows and the number of
/// threads (0: all cores) change nothing but the rounding of the weights. Throws Error unless there are as many weights
/// as rows; Cancelled.
Coevolution coevolution(const Alignment& alignment, const std::vector<double>& weights,
                        const CoevolutionOptions& options, int threads, Progress& progress);

}  // namespace engine
