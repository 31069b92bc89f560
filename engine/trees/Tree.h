// Rooted trees with branch lengths and named leaves.
#pragma once

#include <string>
#include <vector>

#include "engine/alignment/Alignment.h"

namespace engine {

struct TreeNode {
  Index parent = -1;             ///< -1: the root
  std::vector<Index> children;   ///< from top to bottom; none: a leaf
  double length = 0;             ///< of the branch to the parent, in the unit of the distances
  std::string label = {};        ///< of leaves the name; of inner nodes what a file says, or nothing
  bool isLeaf() const { return children.empty(); }
  bool operator==(const TreeNode&) const = default;
};

/// Node 0 is the root; parents stand before their children. No nodes: an empty tree.
struct Tree {
  std::string name;  ///< may be empty
  std::vector<TreeNode> nodes;

  Index numNodes() const { return static_cast<Index>(nodes.size()); }
  Index numLeaves() const;
  /// Appends a node below `parent` (-1: the root of an empty tree) and gives its index.
  Index add(Index parent, double length, std::string label = {});
  /// From top to bottom.
  std::vector<Index> leaves() const;
  /// Of the clade of a node, from top to bottom.
  std::vector<Index> leavesBelow(Index node) const;
  /// Sum of the branch lengths between the root and each node; the root has 0.
  std::vector<double> depths() const;
  /// Throws Error when parents and children contradict each other or a length is not finite.
  void validate() const;
  bool operator==(const Tree&) const = default;
};

/// For each node the row of the alignment that a leaf names, -1 for inner nodes; empty when a leaf has no row or the
/// tree has none. Blanks and underscores are the same, as in Newick files without quotes; the second leaf of a name is
/// the second row of that name.
std::vector<Index> rowsOfLeaves(const Tree& tree, const Alignment& alignment);
/// The same of an alignment that has lost rows: -1 for leaves without a row too; empty when no leaf has one.
std::vector<Index> rowsOfLeavesLeft(const Tree& tree, const Alignment& alignment);

/// The same tree with its root in the middle of the longest path between two leaves (Farris, 1972); a root that is left
/// with one branch disappears. (MATHEMATICS.md 2.3)
Tree midpointRooted(const Tree& tree);

}  // namespace engine
