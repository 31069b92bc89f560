// Small alignments and trees for tests.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "engine/trees/Tree.h"

namespace test {

using engine::Index;

inline engine::Alignment rowsOf(const std::vector<std::string>& rows) {
  engine::Alignment alignment;
  alignment.numColumns = rows.empty() ? 0 : static_cast<Index>(rows[0].size());
  for (const std::string& letters : rows) {
    const auto letter = static_cast<char>('a' + alignment.rows.size());
    alignment.rows.emplace_back().name = std::string(1, letter);
    for (const char residue : letters) alignment.codes.push_back(engine::alphabet::codeOf(residue));
  }
  return alignment;
}

inline std::vector<std::string> letterNames(Index count) {
  std::vector<std::string> names;
  for (Index k = 0; k < count; ++k) names.push_back("leaf" + std::to_string(k));
  return names;
}

/// Leaves are split off one after the other at random; branches are 0.1 to 1.1 long.
inline engine::Tree randomTree(Index numLeaves, unsigned seed) {
  std::mt19937 random(seed);
  const auto length = [&] { return 0.1 + static_cast<double>(random() % 1000) / 1000; };
  struct Part {
    Index first, count, parent;
  };
  engine::Tree tree;
  std::vector<Part> open{{0, numLeaves, -1}};
  while (!open.empty()) {
    const Part part = open.back();
    open.pop_back();
    if (part.count == 0) continue;
    const std::string label = part.count == 1 ? "leaf" + std::to_string(part.first) : "";
    const Index node = tree.add(part.parent, part.parent < 0 ? 0 : length(), label);
    if (part.count == 1) continue;
    const auto left = static_cast<Index>(1 + random() % static_cast<unsigned>(part.count - 1));
    open.push_back({part.first + left, part.count - left, node});
    open.push_back({part.first, left, node});
  }
  return tree;
}

/// Length of the way between any two leaves, by walking up; in the order of their labels "leaf0", "leaf1", ...
inline engine::Array<double> wayLengths(const engine::Tree& tree) {
  const Index count = tree.numLeaves();
  engine::Array<double> result({count, count}, 0.0, "distances");
  const std::vector<double> depths = tree.depths();
  const auto numberOf = [&](Index leaf) { return std::stol(tree.nodes[static_cast<size_t>(leaf)].label.substr(4)); };
  for (Index a : tree.leaves())
    for (Index b : tree.leaves()) {
      Index x = a, y = b;
      while (x != y) {
        Index& deeper = x > y ? x : y;  // parents have lower numbers
        deeper = tree.nodes[static_cast<size_t>(deeper)].parent;
      }
      result(numberOf(a), numberOf(b)) = depths[static_cast<size_t>(a)] + depths[static_cast<size_t>(b)] -
                                         2 * depths[static_cast<size_t>(x)];
    }
  return result;
}

inline double largestDifference(const engine::Array<double>& a, const engine::Array<double>& b) {
  double most = 0;
  for (Index k = 0; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

}  // namespace test
