// Trees from distances.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/trees/TreeDistances.h"
#include "engine/trees/Tree.h"

namespace engine {

/// neighbourJoining: Saitou and Nei, 1987 (MATHEMATICS.md 2.1). upgma: Sokal and Michener, 1958 (MATHEMATICS.md 2.2).
enum class TreeMethod { neighbourJoining, upgma };
/// "neighbour-joining", "upgma"; parseTreeMethod throws Error listing them.
const std::vector<std::string>& treeMethodNames();
TreeMethod parseTreeMethod(const std::string& name);

/// All pairs are looked at for each join, O(N^3), which is the definition; or those alone that may be the best one, for
/// the same tree.
enum class JoinSearch { plain, fast };

/// Leaf k is called names[k]; `distances` is N x N and symmetric. The last three nodes that are left hang at the root.
/// No branch is negative: what a branch lacks its sister pays. Throws Error when sizes disagree, Cancelled.
Tree neighbourJoining(const Array<double>& distances, const std::vector<std::string>& names, Progress& progress,
                      JoinSearch search = JoinSearch::fast);

/// Rooted; every leaf is as deep as every other.
Tree upgma(const Array<double>& distances, const std::vector<std::string>& names, Progress& progress);

/// The tree of an alignment's rows: distances, joining and, of a tree by neighbour joining, a root in the middle.
/// Clades with the earlier row come first. Throws Error above kMostTreeLeaves rows.
Tree treeOfRows(const Alignment& alignment, TreeMethod method, RowDistance by, int threads, Progress& progress);
inline constexpr Index kMostTreeLeaves = 5000;

}  // namespace engine
