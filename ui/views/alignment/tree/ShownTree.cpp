#include "ui/views/alignment/tree/ShownTree.h"

#include <QJsonArray>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"
#include "engine/search/hits/StackFamilies.h"
#include "engine/trees/TreeGroups.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/base/JsonState.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kLeastWidth = 40, kMostWidth = 1000;

std::vector<TreeGroup> groupsOf(const engine::Tree& tree, const std::vector<Index>& nodes, const TreeOptions& options) {
  std::vector<TreeGroup> groups;
  for (const Index node : nodes) {
    const auto named = options.names.find(node);
    const QString name = named != options.names.end() ? named->second : QString();
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const TreeGroup& other) { return !name.isEmpty() && other.name == name; });
    if (group == groups.end()) {
      groups.emplace_back().name = name;
      group = groups.end() - 1;
    }
    group->nodes.push_back(node);
    group->numRows += static_cast<Index>(tree.leavesBelow(node).size());
  }
  const auto isNamed = [](const TreeGroup& group) { return group.numRows > 1 && !group.name.isEmpty(); };
  const bool areNamed = std::count_if(groups.begin(), groups.end(), isNamed) >= 2;
  size_t numLarge = 0, numCompared = 0;
  for (TreeGroup& group : groups) {
    if (group.numRows > 1) ++numLarge;
    group.isCompared = areNamed ? isNamed(group) : group.numRows > 1;
    if (group.isCompared) group.color = toColor(okabeIto()[1 + numCompared++ % 7]);  // black is for text
    if (!group.name.isEmpty()) continue;
    const QString label = QString::fromStdString(engine::nth(tree.nodes, group.nodes.front()).label);
    bool isSupport = label.isEmpty();  // how sure a branch is, in files of other programs
    if (group.numRows > 1 && !isSupport) label.toDouble(&isSupport);
    group.name = isSupport && group.numRows > 1 ? QObject::tr("Group %1").arg(numLarge) : label;
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
  for (const Index leaf : tree->leaves()) {
    result.push_back(engine::nth(rows, leaf));
    engine::nth(isLeaf, result.back()) = 1;
  }
  for (size_t row = 0; row < isLeaf.size(); ++row)
    if (!isLeaf[row]) result.push_back(static_cast<Index>(row));
  return result;
}

engine::IndexRanges ShownTree::folded() const {
  std::vector<Index> result;
  for (const Index node : collapsed.indices(tree->numNodes())) {
    const std::vector<Index> leaves = tree->leavesBelow(node);
    for (size_t k = 1; k < leaves.size(); ++k) result.push_back(engine::nth(rows, leaves[k]));
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
  engine::Tree tree;
  tree.add(-1, 0);
  std::map<std::string, Index> clades;
  for (const engine::AlignmentRow& row : alignment.rows) {
    const auto note = std::find_if(row.notes.begin(), row.notes.end(),
                                   [](const auto& entry) { return entry.first == engine::kFamilyTag; });
    if (note == row.notes.end()) return {};
    const auto [clade, isNew] = clades.try_emplace(note->second, 0);
    if (isNew) clade->second = tree.add(0, 1, note->second);
    tree.add(clade->second, 1, row.name);
  }
  return clades.size() < 2 ? engine::Tree() : tree;
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
  std::vector<Index> nodes;
  if (options.cut > 0) nodes = engine::cutTree(*tree, options.cut * shown->depth);
  shown->groups = groupsOf(*tree, nodes, options);
  shown->groupOfNode = groupOfNodes(*tree, shown->groups);
  shown->groupOfRow.assign(static_cast<size_t>(numRows), -1);
  for (size_t node = 0; node < rows.size(); ++node)
    if (rows[node] >= 0) engine::nth(shown->groupOfRow, rows[node]) = shown->groupOfNode[node];
  shown->rows = std::move(rows);
  shown->tree = std::move(tree);
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
      const Index at = engine::nth(placeOfRow, engine::nth(shown.rows, node));
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
