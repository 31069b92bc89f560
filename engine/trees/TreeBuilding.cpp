// Joining of clusters: what neighbour joining and UPGMA have in common, and how each finds the next two.
#include "engine/trees/TreeBuilding.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/base/Nth.h"

namespace engine {

namespace {

/// Clusters that are not joined yet, in the slots of a matrix; a join reuses the slot of one of the two.
struct Cluster {
  std::vector<std::pair<Index, double>> children;  ///< of this cluster's node, in Forest::nodes, with branch lengths
  std::string label;
  Index firstLeaf = 0;
};

/// Nodes from the leaves to the root; a tree the other way round.
class Forest {
 public:
  explicit Forest(const std::vector<std::string>& names) {
    for (const std::string& name : names) m_nodes.push_back({{}, name, static_cast<Index>(m_nodes.size())});
  }

  Index join(std::vector<std::pair<Index, double>> children) {
    std::sort(children.begin(), children.end(),
              [&](const auto& a, const auto& b) { return firstLeaf(a.first) < firstLeaf(b.first); });
    const Index first = firstLeaf(children.front().first);
    m_nodes.push_back({std::move(children), {}, first});
    return static_cast<Index>(m_nodes.size()) - 1;
  }

  /// Below the node that was joined last.
  Tree tree() const {
    Tree tree;
    if (m_nodes.empty()) return tree;
    struct Step {
      Index node, parent;
      double length;
    };
    std::vector<Step> open{{static_cast<Index>(m_nodes.size()) - 1, -1, 0}};
    while (!open.empty()) {
      const Step step = open.back();
      open.pop_back();
      const Cluster& cluster = nth(m_nodes, step.node);
      const Index added = tree.add(step.parent, step.length, cluster.label);
      for (auto child = cluster.children.rbegin(); child != cluster.children.rend(); ++child)
        open.push_back({child->first, added, child->second});
    }
    return tree;
  }

 private:
  Index firstLeaf(Index node) const { return nth(m_nodes, node).firstLeaf; }

  std::vector<Cluster> m_nodes;
};

void requireSquare(const Array<double>& distances, const std::vector<std::string>& names) {
  const auto count = static_cast<Index>(names.size());
  requireShape("distances", distances.shape(), {count, count});
}

struct Pair {
  Index i = -1, j = -1;  ///< slots, i < j
  double value = std::numeric_limits<double>::infinity();
  /// Of equal ones the first in the order of slots.
  bool isBetterThan(const Pair& other) const {
    return value != other.value ? value < other.value : std::pair(i, j) < std::pair(other.i, other.j);
  }
};

/// The matrix of neighbour joining as it shrinks.
class Joining {
 public:
  Joining(Array<double> distances, Index count) : m_distance(std::move(distances)), m_sums(static_cast<size_t>(count)) {
    m_slots.resize(static_cast<size_t>(count));
    std::iota(m_slots.begin(), m_slots.end(), Index{0});
    for (const Index i : m_slots)
      for (const Index j : m_slots) nth(m_sums, i) += m_distance(i, j);
  }

  /// Increasing slots of the clusters that are left.
  const std::vector<Index>& slots() const { return m_slots; }
  double distance(Index i, Index j) const { return m_distance(i, j); }
  /// u of the formulae: the sum of the distances to all others over their number less two.
  double divergence(Index i) const { return nth(m_sums, i) / static_cast<double>(m_slots.size() - 2); }
  Pair pair(Index i, Index j) const {
    if (i > j) std::swap(i, j);
    return {i, j, m_distance(i, j) - divergence(i) - divergence(j)};
  }

  /// The joined cluster takes slot i.
  void join(Index i, Index j) {
    const double between = m_distance(i, j);
    std::erase(m_slots, j);
    nth(m_sums, i) = 0;
    for (const Index k : m_slots) {
      if (k == i) continue;
      const double joined = (m_distance(i, k) + m_distance(j, k) - between) / 2;
      nth(m_sums, k) += joined - m_distance(i, k) - m_distance(j, k);
      nth(m_sums, i) += joined;
      m_distance(i, k) = m_distance(k, i) = joined;
    }
  }

 private:
  Array<double> m_distance;
  std::vector<double> m_sums;
  std::vector<Index> m_slots;
};

Pair bestOfAll(const Joining& joining) {
  Pair best;
  const std::vector<Index>& slots = joining.slots();
  for (size_t a = 0; a < slots.size(); ++a)
    for (size_t b = a + 1; b < slots.size(); ++b)
      if (const Pair pair = joining.pair(slots[a], slots[b]); pair.isBetterThan(best)) best = pair;
  return best;
}

/// Rows sorted by distance: a row is left where no cluster can make up for the distance (Simonsen, Mailund and
/// Pedersen, 2008).
class SortedRows {
 public:
  explicit SortedRows(const Joining& joining) : m_rows(joining.slots().size()), m_stamps(m_rows.size(), 0) {
    for (const Index slot : joining.slots()) sort(joining, slot, slot);
  }

  Pair best(const Joining& joining) {
    double most = -std::numeric_limits<double>::infinity();
    m_isLeft.assign(m_rows.size(), 0);
    for (const Index slot : joining.slots()) {
      nth(m_isLeft, slot) = 1;
      most = std::max(most, joining.divergence(slot));
    }
    Pair best;
    for (const Index i : joining.slots()) {
      const double divergence = joining.divergence(i);
      for (const Entry& entry : nth(m_rows, i)) {
        // Rounding may put a pair of the same value on either side of the bound.
        if (entry.distance - divergence - most > best.value + kSlack) break;
        if (!nth(m_isLeft, entry.slot) || nth(m_stamps, entry.slot) != entry.stamp) continue;
        if (const Pair pair = joining.pair(i, entry.slot); pair.isBetterThan(best)) best = pair;
      }
    }
    return best;
  }

  /// After slot i has taken the joined cluster. The others keep what they know of the old ones, which no longer counts.
  void renew(const Joining& joining, Index i) {
    ++nth(m_stamps, i);
    sort(joining, i, static_cast<Index>(m_rows.size()));
  }

 private:
  static constexpr double kSlack = 1e-9;

  struct Entry {
    double distance;
    std::int32_t slot, stamp;
  };

  /// The row holds slots below `end`: at first each pair stands in one row, of a new cluster all stand in its own.
  void sort(const Joining& joining, Index slot, Index end) {
    std::vector<Entry>& row = nth(m_rows, slot);
    row.clear();
    for (const Index other : joining.slots())
      if (other != slot && other < end)
        row.push_back({joining.distance(slot, other), static_cast<std::int32_t>(other), nth(m_stamps, other)});
    std::sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.distance < b.distance; });
  }

  std::vector<std::vector<Entry>> m_rows;
  std::vector<std::int32_t> m_stamps;  ///< how often a slot was joined
  std::vector<char> m_isLeft;
};

/// Of two branches of this sum: none is negative.
std::pair<double, double> branches(double sum, double first) {
  sum = std::max(sum, 0.0);
  first = std::clamp(first, 0.0, sum);
  return {first, sum - first};
}

/// The two or three clusters that are left meet at one node.
void joinLast(Forest& forest, const Joining& joining, const std::vector<Index>& nodes) {
  const std::vector<Index>& left = joining.slots();
  const auto between = [&](size_t a, size_t b) { return joining.distance(left[a], left[b]); };
  std::vector<std::pair<Index, double>> last;
  for (size_t k = 0; k < left.size(); ++k) {
    const size_t a = (k + 1) % left.size(), b = (k + 2) % left.size();
    const double length = left.size() == 2 ? between(0, 1) / 2 : (between(k, a) + between(k, b) - between(a, b)) / 2;
    last.emplace_back(nth(nodes, left[k]), std::max(0.0, length));
  }
  forest.join(std::move(last));
}

/// The matrix of UPGMA as it shrinks.
class Averaging {
 public:
  Averaging(Array<double> distances, Index count)
      : m_distance(std::move(distances)), m_sizes(static_cast<size_t>(count), 1.0), m_nearest(m_sizes.size(), -1) {
    m_slots.resize(m_sizes.size());
    std::iota(m_slots.begin(), m_slots.end(), Index{0});
    for (const Index slot : m_slots) findNearest(slot);
  }

  /// Increasing slots of the clusters that are left.
  const std::vector<Index>& slots() const { return m_slots; }

  /// The two nearest clusters and their distance; of equal ones the first.
  Pair nearest() const {
    Pair best;
    for (const Index i : m_slots)
      if (const Index j = nth(m_nearest, i); j >= 0 && (best.i < 0 || m_distance(i, j) < best.value))
        best = {i, j, m_distance(i, j)};
    return best;
  }

  /// The joined cluster takes slot i.
  void join(Index i, Index j) {
    std::erase(m_slots, j);
    const double first = nth(m_sizes, i), second = nth(m_sizes, j);
    for (const Index k : m_slots)
      if (k != i)
        m_distance(i, k) = m_distance(k, i) =
            (first * m_distance(i, k) + second * m_distance(j, k)) / (first + second);
    nth(m_sizes, i) += second;
    // Means lie between: what is nearest to another cluster changes where it was one of the two, or behind i.
    for (const Index k : m_slots) {
      Index& nearest = nth(m_nearest, k);
      if (k == i || nearest == i || nearest == j)
        findNearest(k);
      else if (k < i && m_distance(k, i) < m_distance(k, nearest))
        nearest = i;
    }
  }

 private:
  void findNearest(Index i) {
    Index& nearest = nth(m_nearest, i) = -1;
    for (const Index k : m_slots)
      if (k > i && (nearest < 0 || m_distance(i, k) < m_distance(i, nearest))) nearest = k;
  }

  Array<double> m_distance;
  std::vector<double> m_sizes;   ///< leaves
  std::vector<Index> m_nearest;  ///< the slot behind each that is nearest; -1: none
  std::vector<Index> m_slots;
};

}  // namespace

const std::vector<std::string>& treeMethodNames() {
  static const std::vector<std::string> names{"neighbour-joining", "upgma"};
  return names;
}

TreeMethod parseTreeMethod(const std::string& name) {
  const auto& names = treeMethodNames();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) fail("unknown method ", name, ", expected neighbour-joining or upgma");
  return static_cast<TreeMethod>(found - names.begin());
}

Tree neighbourJoining(const Array<double>& distances, const std::vector<std::string>& names, Progress& progress,
                      JoinSearch search) {
  requireSquare(distances, names);
  const auto count = static_cast<Index>(names.size());
  Forest forest(names);
  if (count < 2) return forest.tree();
  Joining joining(distances, count);
  std::vector<Index> nodes = joining.slots();  // of the forest, by slot
  std::optional<SortedRows> rows;
  if (search == JoinSearch::fast) rows.emplace(joining);
  while (joining.slots().size() > 3) {
    const Pair best = rows ? rows->best(joining) : bestOfAll(joining);
    const double between = joining.distance(best.i, best.j);
    const auto [first, second] =
        branches(between, (between + joining.divergence(best.i) - joining.divergence(best.j)) / 2);
    nth(nodes, best.i) = forest.join({{nth(nodes, best.i), first}, {nth(nodes, best.j), second}});
    joining.join(best.i, best.j);
    if (rows) rows->renew(joining, best.i);
    progress.update(1.0 - static_cast<double>(joining.slots().size()) / static_cast<double>(count), "joining rows");
  }
  joinLast(forest, joining, nodes);
  return forest.tree();
}

Tree upgma(const Array<double>& distances, const std::vector<std::string>& names, Progress& progress) {
  requireSquare(distances, names);
  const auto count = static_cast<Index>(names.size());
  Forest forest(names);
  Averaging averaging(distances, count);
  std::vector<Index> nodes = averaging.slots();  // of the forest, by slot
  std::vector<double> heights(nodes.size(), 0.0);
  while (averaging.slots().size() > 1) {
    const auto [i, j, between] = averaging.nearest();
    const double height = between / 2;
    const auto child = [&, height](Index slot) {
      return std::pair(nth(nodes, slot), std::max(0.0, height - nth(heights, slot)));
    };
    nth(nodes, i) = forest.join({child(i), child(j)});
    nth(heights, i) = height;
    averaging.join(i, j);
    progress.update(1.0 - static_cast<double>(averaging.slots().size()) / static_cast<double>(count), "joining rows");
  }
  return forest.tree();
}

Tree treeOfRows(const Alignment& alignment, TreeMethod method, RowDistance by, int threads, Progress& progress) {
  if (alignment.numRows() > kMostTreeLeaves)
    fail("a tree of ", alignment.numRows(), " rows, expected at most ", kMostTreeLeaves);
  std::vector<std::string> names;
  for (const AlignmentRow& row : alignment.rows) names.push_back(row.name);
  PartProgress comparing(progress, 0, 0.5), joining(progress, 0.5, 1);
  const Array<double> distances = rowDistances(alignment, by, threads, comparing);
  Tree tree = method == TreeMethod::upgma ? upgma(distances, names, joining)
                                          : midpointRooted(neighbourJoining(distances, names, joining));
  tree.name = alignment.name;
  return tree;
}

}  // namespace engine
