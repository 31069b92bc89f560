// How far apart the rows of an alignment are.
#pragma once

#include <string>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"

namespace engine {

/// identity: 1 - share of identical residues, 0..1 (MATHEMATICS.md 1.1). blosum62: negative logarithm of the similarity
/// by BLOSUM62 between chance and identity, 0..kLargestDistance (MATHEMATICS.md 1.2).
enum class RowDistance { identity, blosum62 };
/// "identity", "blosum62"; parseRowDistance throws Error listing them.
const std::vector<std::string>& rowDistanceNames();
RowDistance parseRowDistance(const std::string& name);
inline constexpr double kLargestDistance = 3;

/// N x N, symmetric, 0 on the diagonal. Each pair over the columns in which both rows have one of the 20 residues; the
/// largest distance where there is none. O(N^2 C). Same result for every number of threads. Throws Cancelled.
Array<double> rowDistances(const Alignment& alignment, RowDistance by, int threads, Progress& progress);

}  // namespace engine
