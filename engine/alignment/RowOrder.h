// Orders of the rows of an alignment that people sort by.
#pragma once

#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"

namespace engine {

/// original: as in the file. name: alphabetic. identity: to the reference row, most first. weight: position-based, most
/// first. length: residues, inserts included, most first. tree: similar rows beside each other.
enum class RowOrder { original, name, identity, weight, length, tree };

struct OrderedRows {
  std::vector<Index> rows;     ///< all N; ties in the order of the file
  bool isApproximate = false;  ///< a tree of some rows, with the others beside the one that is most like them
};

/// The reference row comes first in the orders by identity and tree. Throws Cancelled.
OrderedRows orderedRows(const Alignment& alignment, RowOrder by, Index reference, int threads, Progress& progress);

/// For each of the N rows the share of identical residues among the columns in which it and the reference row both have
/// one of the 20 residues, 0..1; 0 when there is no such column.
std::vector<float> identityToRow(const Alignment& alignment, Index reference, int threads, Progress& progress);

/// Weights of rows after Henikoff and Henikoff (1994): in each column every kind of residue gets the same share and the
/// rows that have it divide it; the mean over the row's residues. N, summing to 1; 0 for rows without residues.
std::vector<float> positionBasedWeights(const Alignment& alignment, Progress& progress);

/// Leaves of an average-linkage tree (UPGMA) of the pairwise identities; of two branches the one with the earlier row
/// comes first. Exact up to kMostTreeRows rows; with more, a tree of that many spread over the file, and every other
/// row behind the one of them that it differs least from in 64 variable columns. O(N kMostTreeRows + kMostTreeRows^2
/// C).
OrderedRows treeOrder(const Alignment& alignment, int threads, Progress& progress);
inline constexpr Index kMostTreeRows = 1024;

}  // namespace engine
