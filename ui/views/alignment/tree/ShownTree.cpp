#include "ui/views/alignment/tree/ShownTree.h"

#include <QJsonArray>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/alignment/RowFamilies.h"
#include "engine/base/Nth.h"
#include "engine/trees/TreeGroups.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/base/JsonState.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kLeastWidth = 40, kMostWidth = 1000;

/// Clades that are cut off, or several with one name.
struct CutClades {
  TreeGroup group;
  Index numLeaves = 0;
};

std::vector<CutClades> cladesOf(const ShownTree& shown, const std::vector<Index>& nodes, const TreeOptions& options) {
  std::vector<CutClades> clades;
  for (const Index node : nodes) {
    const auto named = options.names.find(node);
    const QString name = named != options.names.end() ? named->second : QString();
    auto found = std::find_if(clades.begin(), clades.end(),
                              [&](const CutClades& other) { return !name.isEmpty() && other.group.name == name; });
    if (found == clades.end()) {
      clades.emplace_back().group.name = name;
      found = clades.end() - 1;
    }
    found->group.nodes.push_back(node);
    found->group.numRows += static_cast<Index>(shown.rowsBelow(node).size());
    found->numLeaves += static_cast<Index>(shown.tree->leavesBelow(node).size());
  }
  return clades;
}

/// Numbers and colours follow from the leaves: they stay when rows go.
std::vector<TreeGroup> groupsOf(const ShownTree& shown, const std::vector<Index>& nodes, const TreeOptions& options) {
  std::vector<CutClades> clades = cladesOf(shown, nodes, options);
  const auto isNamed = [](const CutClades& each) { return each.numLeaves > 1 && !each.group.name.isEmpty(); };
  const bool areNamed = std::count_if(clades.begin(), clades.end(), isNamed) >= 2;
  std::vector<TreeGroup> groups;
  size_t numLarge = 0, numColored = 0;
  for (CutClades& each : clades) {
    TreeGroup& group = each.group;
    if (each.numLeaves > 1) ++numLarge;
    if (areNamed ? isNamed(each) : each.numLeaves > 1) {
      group.isCompared = group.numRows > 1;
      group.color = toColor(okabeIto()[1 + numColored++ % 7]);  // black is for text
    }
    if (group.name.isEmpty()) {
      const QString label = QString::fromStdString(engine::nth(shown.tree->nodes, group.nodes.front()).label);
      bool isSupport = label.isEmpty();  // how sure a branch is, in files of other programs
      if (each.numLeaves > 1 && !isSupport) label.toDouble(&isSupport);
      group.name = isSupport && each.numLeaves > 1 ? QObject::tr("Group %1").arg(numLarge) : label;
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

/// For each node the group that it is below, -1: above the cut.
std::vector<Index> groupOfNodes(const engine::Tree& tree, const std::vector<TreeGroup>& groups) {
  std::vector<Index> result(tree.nodes.size(), -1);
  for (size_t group = 0; group < groups.size(); ++group)
    for (const Index node : groups[group].nodes) engine::nth(result, node) = static_cast<Index>(group);
  for (Index node = 1; node < tree.numNodes(); ++node)
    if (Index& group = engine::nth(result, node); group < 0)
      group = engine::nth(result, engine::nth(tree.nodes, node).parent);
  return result;
}

}  // namespace

QJsonObject TreeOptions::toJson() const {
  QJsonObject named;
  for (const auto& [node, name] : names) named.insert(QString::number(node), name);
  return {{"shown", isShown},
          {"dataset", QString::fromStdString(dataset)},
          {"width", width},
          {"cut", cut},
          {"collapsed", QString::fromStdString(collapsed.text())},
          {"names", named}};
}

void TreeOptions::fromJson(const QJsonObject& json) {
  takeFlag(json, "shown", [&](bool flag) { isShown = flag; });
  if (json["dataset"].isString()) dataset = json["dataset"].toString().toStdString();
  takeNumber(json, "width", [&](double pixels) { width = std::clamp(pixels, kLeastWidth, kMostWidth); });
  takeNumber(json, "cut", [&](double share) { cut = std::clamp(share, 0.0, 1.0); });
  if (json["collapsed"].isString())
    collapsed = engine::IndexRanges::fromText(json["collapsed"].toString().toStdString());
  if (!json["names"].isObject()) return;
  names.clear();
  const QJsonObject named = json["names"].toObject();
  for (auto entry = named.begin(); entry != named.end(); ++entry) {
    bool isNumber = false;
    const Index node = entry.key().toInt(&isNumber);
    if (isNumber && node >= 0 && !entry.value().toString().isEmpty()) names[node] = entry.value().toString();
  }
}

std::vector<Index> ShownTree::order() const {
  std::vector<Index> result;
  std::vector<char> isLeaf(groupOfRow.size(), 0);
  for (const Index row : rowsBelow(0)) {
    result.push_back(row);
    engine::nth(isLeaf, row) = 1;
  }
  for (size_t row = 0; row < isLeaf.size(); ++row)
    if (!isLeaf[row]) result.push_back(static_cast<Index>(row));
  return result;
}

std::vector<Index> ShownTree::rowsBelow(Index node) const {
  std::vector<Index> result;
  for (const Index leaf : tree->leavesBelow(node))
    if (const Index row = engine::nth(rows, leaf); row >= 0) result.push_back(row);
  return result;
}

Index ShownTree::numWithoutRow() const { return tree->numLeaves() - static_cast<Index>(rowsBelow(0).size()); }

engine::IndexRanges ShownTree::folded() const {
  std::vector<Index> result;
  for (const Index node : collapsed.indices(tree->numNodes())) {
    const std::vector<Index> below = rowsBelow(node);
    if (!below.empty()) result.insert(result.end(), below.begin() + 1, below.end());
  }
  return engine::IndexRanges::of(std::move(result));
}

QColor ShownTree::colorOfNode(Index node) const {
  const Index group = engine::nth(groupOfNode, node);
  return group < 0 ? QColor() : engine::nth(groups, group).color;
}

Index ShownTree::numCompared() const {
  return std::count_if(groups.begin(), groups.end(), [](const TreeGroup& group) { return group.isCompared; });
}

engine::Tree treeOfFamilies(const engine::Alignment& alignment) {
  const std::vector<engine::RowFamily> families = engine::familiesOf(alignment);
  Index numRows = 0;
  for (const engine::RowFamily& family : families) numRows += family.rows.count();
  if (families.size() < 2 || numRows != alignment.numRows()) return {};
  engine::Tree tree;
  tree.add(-1, 0);
  for (const engine::RowFamily& family : families) tree.add(0, 1, family.name);
  for (size_t family = 0; family < families.size(); ++family)
    for (const Index row : families[family].rows.indices(numRows))
      tree.add(static_cast<Index>(family) + 1, 1, engine::nth(alignment.rows, row).name);
  return tree;
}

bool ShownTree::hasGroupsOf(const ShownTree& other) const {
  const auto isLike = [](const TreeGroup& a, const TreeGroup& b) { return a.isCompared == b.isCompared; };
  return groupOfRow == other.groupOfRow &&
         std::equal(groups.begin(), groups.end(), other.groups.begin(), other.groups.end(), isLike);
}

std::shared_ptr<const ShownTree> shownTree(std::shared_ptr<const engine::Tree> tree, std::vector<Index> rows,
                                           Index numRows, const TreeOptions& options) {
  auto shown = std::make_shared<ShownTree>();
  shown->depths = tree->depths();
  shown->depth = *std::max_element(shown->depths.begin(), shown->depths.end());
  shown->width = options.width;
  shown->cut = options.cut;
  shown->collapsed = options.collapsed.within(tree->numNodes());
  shown->tree = std::move(tree);
  shown->rows = std::move(rows);
  std::vector<Index> nodes;
  if (options.cut > 0) nodes = engine::cutTree(*shown->tree, options.cut * shown->depth);
  shown->groups = groupsOf(*shown, nodes, options);
  shown->groupOfNode = groupOfNodes(*shown->tree, shown->groups);
  shown->groupOfRow.assign(static_cast<size_t>(numRows), -1);
  for (size_t node = 0; node < shown->rows.size(); ++node)
    if (const Index row = shown->rows[node]; row >= 0) engine::nth(shown->groupOfRow, row) = shown->groupOfNode[node];
  return shown;
}

std::vector<double> placesOfNodes(const ShownTree& shown, const std::vector<Index>& placeOfRow) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const engine::Tree& tree = *shown.tree;
  std::vector<double> places(tree.nodes.size(), kNone);
  for (Index node = tree.numNodes() - 1; node >= 0; --node) {
    const engine::TreeNode& here = engine::nth(tree.nodes, node);
    double& place = engine::nth(places, node);
    if (here.isLeaf()) {
      const Index row = engine::nth(shown.rows, node), at = row < 0 ? -1 : engine::nth(placeOfRow, row);
      if (at >= 0) place = static_cast<double>(at) + 0.5;
      continue;
    }
    double first = kNone, last = kNone;
    for (const Index child : here.children) {
      const double at = engine::nth(places, child);
      if (std::isnan(at)) continue;
      if (std::isnan(first)) first = at;
      last = at;
    }
    place = (first + last) / 2;
  }
  std::vector<char> isInside(tree.nodes.size(), 0);
  for (Index node = 1; node < tree.numNodes(); ++node) {
    const Index parent = engine::nth(tree.nodes, node).parent;
    if (engine::nth(isInside, parent) || shown.collapsed.contains(parent)) {
      engine::nth(isInside, node) = 1;
      engine::nth(places, node) = kNone;
    }
  }
  return places;
}

}  // namespace ui
