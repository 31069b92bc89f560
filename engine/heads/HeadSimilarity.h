// How alike heads are, and where they lie when alike ones are near each other (MATHEMATICS.md 6).
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/heads/HeadTable.h"

namespace engine {

/// The maps p of heads, made small.
struct PooledHeads {
  Array<double> maps;  ///< n x cells, row by row of the small map
  Index block = 1;     ///< residues by side of a block
};
/// Room for n heads of rows x columns residues, all 0: at most 128 blocks either way. Throws Error when it is more than
/// there is memory for.
PooledHeads pooledHeads(Index count, Index rows, Index columns);

/// Everything: distances, places, clusters up to `cut`. O(n^2 cells + n^3).
HeadAtlas headAtlas(PooledHeads pooled, int threads, Progress& progress, double cut = 0.5);

/// n x n: 1 - r of each pair of rows, 0 on the diagonal, r = 0 where a row has no variance.
Array<double> correlationDistances(Array<double> rows, int threads, Progress& progress);

/// Places in the plane whose distances come nearest to sqrt(2 d): classical scaling. d: n x n, symmetric.
void classicalScaling(const Array<double>& distance, std::vector<double>& x, std::vector<double>& y);

/// Average linkage up to `cut`: by head its cluster; 0 is the largest, of equal ones that with the smallest head.
std::vector<Index> averageLinkage(const Array<double>& distance, double cut);

}  // namespace engine
