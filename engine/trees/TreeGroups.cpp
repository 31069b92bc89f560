#include "engine/trees/TreeGroups.h"

#include "engine/base/Nth.h"

namespace engine {

std::vector<Index> cutTree(const Tree& tree, double distance) {
  if (tree.nodes.empty()) return {};
  if (distance <= 0) return {0};
  const std::vector<double> depths = tree.depths();
  std::vector<Index> groups, open{0};
  while (!open.empty()) {
    const Index node = open.back();
    open.pop_back();
    const std::vector<Index>& children = nth(tree.nodes, node).children;
    if (children.empty() || nth(depths, node) >= distance)
      groups.push_back(node);
    else
      open.insert(open.end(), children.rbegin(), children.rend());
  }
  return groups;
}

std::vector<Index> groupOfRows(const Tree& tree, const std::vector<Index>& groups, const std::vector<Index>& rows,
                               Index numRows) {
  std::vector<Index> result(static_cast<size_t>(numRows), -1);
  for (size_t group = 0; group < groups.size(); ++group)
    for (const Index leaf : tree.leavesBelow(groups[group]))
      if (const Index row = nth(rows, leaf); row >= 0) nth(result, row) = static_cast<Index>(group);
  return result;
}

}  // namespace engine
