#include "engine/trees/Tree.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

std::string withBlanks(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// The tree as a graph without a root.
struct Neighbour {
  Index node = 0;
  double length = 0;
};
using Graph = std::vector<std::vector<Neighbour>>;

Graph graphOf(const Tree& tree) {
  Graph graph(tree.nodes.size());
  for (Index node = 1; node < tree.numNodes(); ++node) {
    const TreeNode& here = nth(tree.nodes, node);
    nth(graph, here.parent).push_back({node, here.length});
    nth(graph, node).push_back({here.parent, here.length});
  }
  return graph;
}

/// Nodes as seen from one of them: distance to it and the node before each on the way.
struct Ways {
  std::vector<double> distance;
  std::vector<Index> before;
};

Ways waysFrom(const Graph& graph, Index start) {
  Ways ways{std::vector<double>(graph.size(), 0.0), std::vector<Index>(graph.size(), -1)};
  std::vector<Index> open{start};
  while (!open.empty()) {
    const Index node = open.back();
    open.pop_back();
    for (const Neighbour& next : nth(graph, node)) {
      if (next.node == nth(ways.before, node)) continue;
      nth(ways.before, next.node) = node;
      nth(ways.distance, next.node) = nth(ways.distance, node) + next.length;
      open.push_back(next.node);
    }
  }
  return ways;
}

Index farthestLeaf(const Tree& tree, const Ways& ways) {
  Index farthest = 0;
  double most = -1;
  for (const Index leaf : tree.leaves())
    if (nth(ways.distance, leaf) > most) most = nth(ways.distance, farthest = leaf);
  return farthest;
}

/// Copies what lies behind `node`, seen from `from`; nodes that would have one child are passed over.
struct Copy {
  const Tree& tree;
  const Graph& graph;
  Tree result;

  struct Step {
    Index node, from, parent;
    double length;
  };

  void below(Index start, Index from, Index parent, double length) {
    std::vector<Step> open{{start, from, parent, length}};
    while (!open.empty()) {
      Step step = open.back();
      open.pop_back();
      std::vector<Neighbour> next;
      for (const Neighbour& neighbour : nth(graph, step.node))
        if (neighbour.node != step.from) next.push_back(neighbour);
      if (next.size() == 1) {
        open.push_back({next[0].node, step.node, step.parent, step.length + next[0].length});
        continue;
      }
      const Index added = result.add(step.parent, step.length, nth(tree.nodes, step.node).label);
      for (auto child = next.rbegin(); child != next.rend(); ++child)
        open.push_back({child->node, step.node, added, child->length});
    }
  }
};

}  // namespace

Index Tree::numLeaves() const {
  return std::count_if(nodes.begin(), nodes.end(), [](const TreeNode& node) { return node.isLeaf(); });
}

Index Tree::add(Index parent, double length, std::string label) {
  const Index node = numNodes();
  nodes.push_back({parent, {}, length, std::move(label)});
  if (parent >= 0) nth(nodes, parent).children.push_back(node);
  return node;
}

std::vector<Index> Tree::leaves() const { return nodes.empty() ? std::vector<Index>{} : leavesBelow(0); }

std::vector<Index> Tree::leavesBelow(Index node) const {
  std::vector<Index> found, open{node};
  while (!open.empty()) {
    const Index here = open.back();
    open.pop_back();
    const std::vector<Index>& children = nth(nodes, here).children;
    if (children.empty()) found.push_back(here);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return found;
}

std::vector<double> Tree::depths() const {
  std::vector<double> depths(nodes.size(), 0.0);
  for (Index node = 1; node < numNodes(); ++node)
    nth(depths, node) = nth(depths, nth(nodes, node).parent) + nth(nodes, node).length;
  return depths;
}

void Tree::validate() const {
  std::vector<Index> parents(nodes.size(), -1);
  for (Index node = 0; node < numNodes(); ++node)
    for (const Index child : nth(nodes, node).children) {
      if (child <= node || child >= numNodes() || nth(parents, child) >= 0)
        fail("tree ", name, ": node ", node, " has the child ", child, ", which is not free below it");
      nth(parents, child) = node;
    }
  for (Index node = 0; node < numNodes(); ++node) {
    if (nth(nodes, node).parent != nth(parents, node) || (node > 0 && nth(parents, node) < 0))
      fail("tree ", name, ": node ", node, " has the parent ", nth(nodes, node).parent, ", expected ",
           nth(parents, node));
    if (!std::isfinite(nth(nodes, node).length)) fail("tree ", name, ": the branch of node ", node, " has no length");
  }
}

std::vector<Index> rowsOfLeavesLeft(const Tree& tree, const Alignment& alignment) {
  std::map<std::string, std::vector<Index>> rows;  // of each name, the last first
  for (Index row = alignment.numRows() - 1; row >= 0; --row)
    rows[withBlanks(nth(alignment.rows, row).name)].push_back(row);
  std::vector<Index> result(tree.nodes.size(), -1);
  bool isAny = false;
  for (const Index leaf : tree.leaves()) {
    const auto named = rows.find(withBlanks(nth(tree.nodes, leaf).label));
    if (named == rows.end() || named->second.empty()) continue;
    nth(result, leaf) = named->second.back();
    named->second.pop_back();
    isAny = true;
  }
  return isAny ? result : std::vector<Index>();
}

std::vector<Index> rowsOfLeaves(const Tree& tree, const Alignment& alignment) {
  const std::vector<Index> rows = rowsOfLeavesLeft(tree, alignment);
  for (size_t node = 0; node < rows.size(); ++node)
    if (rows[node] < 0 && tree.nodes[node].isLeaf()) return {};
  return rows;
}

Tree midpointRooted(const Tree& tree) {
  if (tree.numLeaves() < 2) return tree;
  const Graph graph = graphOf(tree);
  const Index first = farthestLeaf(tree, waysFrom(graph, 0));
  const Ways ways = waysFrom(graph, first);
  Index node = farthestLeaf(tree, ways);
  const double half = nth(ways.distance, node) / 2;
  if (half <= 0) return tree;  // all leaves in one place
  while (nth(ways.distance, nth(ways.before, node)) > half) node = nth(ways.before, node);
  const Index other = nth(ways.before, node);
  Copy copy{tree, graph, {tree.name, {}}};
  const Index root = copy.result.add(-1, 0);
  copy.below(other, node, root, half - nth(ways.distance, other));
  copy.below(node, other, root, nth(ways.distance, node) - half);
  return std::move(copy.result);
}

}  // namespace engine
