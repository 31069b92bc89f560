// Groups of leaves: a tree that is cut across.
#pragma once

#include <vector>

#include "engine/trees/Tree.h"

namespace engine {

/// Nodes whose branch crosses this distance from the root, and leaves above it, from top to bottom: each leaf is below
/// exactly one of them. At 0 or less the root alone. (MATHEMATICS.md 3.1)
std::vector<Index> cutTree(const Tree& tree, double distance);

/// For each row of an alignment the group of its leaf, an index of `groups`; -1: none. `rows` as of rowsOfLeaves().
std::vector<Index> groupOfRows(const Tree& tree, const std::vector<Index>& groups, const std::vector<Index>& rows,
                               Index numRows);

}  // namespace engine
