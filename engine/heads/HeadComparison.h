// Two heads side by side, and two sets of heads (MATHEMATICS.md 8).
#pragma once

#include <optional>
#include <vector>

#include "engine/alignment/ResidueMap.h"
#include "engine/base/Progress.h"
#include "engine/heads/HeadMap.h"
#include "engine/heads/HeadTable.h"
#include "engine/heads/MapResidues.h"

namespace engine {

struct HeadComparison {
  double correlation = 0;             ///< r, -1..1; 0 when one of both maps has no variance
  std::optional<double> divergence;   ///< Jensen-Shannon, bits, 0..1; absent without a row that counts in both
  std::vector<double> rowDivergence;  ///< by row; NaN where a row does not count in both
  /// Of two sequences: the mean share of a row's weight that is on residues with a partner.
  double keptOfFirst = 1, keptOfSecond = 1;
};

/// Two maps of the same residues. r is of p on blocks (MATHEMATICS.md 6.1). Throws Error when shapes differ or a weight
/// is negative.
HeadComparison comparedMaps(const Array<float>& first, const Array<float>& second);

/// Fewer linked residues than this tell nothing.
inline constexpr Index kLeastLinked = 10;
/// Two square maps of two sequences, cut to the residues that `link` (from rows of the first to rows of the second)
/// joins: r of the weights as they are, divergence of rows made to sum to 1 again. Throws Error below kLeastLinked.
HeadComparison comparedMaps(const Array<float>& first, const Array<float>& second, const ResidueMap& link);

/// Jensen-Shannon divergence of each row in bits; NaN where a row does not count in both.
std::vector<double> rowDivergences(const HeadMap& first, const HeadMap& second);
/// Mean of those that are numbers.
std::optional<double> meanDivergence(const std::vector<double>& rows);

/// Which head of a second set is most like each head of a first one.
struct HeadPairing {
  Array<double> distance;          ///< n x m, 1 - r
  std::vector<Index> partner;      ///< n; -1 where there is none
  std::vector<double> divergence;  ///< n, bits; NaN where it is not defined
  /// n; of the head and of its partner: the mean share of a row's weight that is on residues that were compared.
  std::vector<double> keptOfFirst, keptOfSecond;
};
/// Of heads on residues that were matched, the k-th of the first with the k-th of the second. `isOneToOne`: every head
/// of the second set is the partner of one at most, with the least sum of distances. Throws Error, Cancelled.
HeadPairing pairedHeads(const HeadSet& first, const MapResidues& residues, const HeadSet& second,
                        const MapResidues& others, bool isOneToOne, int threads, Progress& progress);
/// The same of all residues; their numbers must agree.
HeadPairing pairedHeads(const HeadSet& first, const HeadSet& second, bool isOneToOne, int threads, Progress& progress);

/// The heads of two sets in one plane.
struct JointAtlas {
  HeadAtlas atlas;   ///< the heads of the first set, then those of the second
  Index shared = 0;  ///< residues that both sets have, to which all maps were cut
};
/// Residues are paired by their letters, in order, where both sets have letters: those that are equal, kLeastLinked or
/// more; else by their number. Rows of the cut maps sum to 1 again (MATHEMATICS.md 8.4). Throws Error, Cancelled.
JointAtlas jointAtlas(const HeadSet& first, const HeadSet& second, int threads, Progress& progress);

/// The partners of rows (-1: none) with the least sum of costs; each column is taken once. n x m, finite.
std::vector<Index> leastCostPairs(const Array<double>& cost);

}  // namespace engine
