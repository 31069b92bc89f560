// The tree beside the rows of an alignment as a value: what the user chose, and what follows for rows and groups.
#pragma once

#include <QColor>
#include <QJsonObject>
#include <QString>
#include <map>
#include <memory>
#include <vector>

#include "engine/alignment/IndexRanges.h"
#include "engine/trees/Tree.h"

namespace ui {

struct TreeOptions {
  bool isShown = false;
  std::string dataset;                   ///< id of the tree; empty: none
  double width = 140;                    ///< logical pixels at scale 1
  double cut = 0;                        ///< share of the way from the root to the deepest leaf; 0: no groups
  engine::IndexRanges collapsed;         ///< nodes
  std::map<engine::Index, QString> names;  ///< of groups, by node, where the user gave one

  QJsonObject toJson() const;
  /// Takes what is there and valid; everything else stays.
  void fromJson(const QJsonObject& json);
  bool operator==(const TreeOptions&) const = default;
};

/// Clades of the cut: one, or several that were given the same name.
struct TreeGroup {
  std::vector<engine::Index> nodes;
  engine::Index numRows = 0;
  QString name;
  /// Has two rows or more, and a name from the user where two or more groups have one. Others keep names and colours
  /// when one has lost its rows.
  bool isCompared = false;
  QColor color;  ///< of those that are compared: Okabe and Ito's, in turn
};

struct ShownTree {
  std::shared_ptr<const engine::Tree> tree;
  std::vector<engine::Index> rows;  ///< by node; -1: inner nodes, and leaves whose row is no longer there
  std::vector<double> depths;
  double depth = 0;  ///< of the deepest leaf
  double width = 0;  ///< logical pixels at scale 1
  double cut = 0;    ///< share
  engine::IndexRanges collapsed;
  std::vector<TreeGroup> groups;           ///< none where the tree is not cut
  std::vector<engine::Index> groupOfNode;  ///< -1: above the cut
  std::vector<engine::Index> groupOfRow;

  /// All N rows: leaves from top to bottom, then rows that are none.
  std::vector<engine::Index> order() const;
  /// Of the clade of a node, from top to bottom.
  std::vector<engine::Index> rowsBelow(engine::Index node) const;
  /// Leaves whose row is no longer there.
  engine::Index numWithoutRow() const;
  /// Rows of collapsed clades, but for the first of each.
  engine::IndexRanges folded() const;
  QColor colorOfNode(engine::Index node) const;
  engine::Index numCompared() const;
  /// Names and clades that are closed may differ.
  bool hasGroupsOf(const ShownTree& other) const;
};

/// Families that were stacked (kFamilyTag) as clades under their names, which are the nodes from 1 on; empty where rows
/// do not say which they are of.
engine::Tree treeOfFamilies(const engine::Alignment& alignment);

/// `rows`: as rowsOfLeavesLeft() gives them, not empty.
std::shared_ptr<const ShownTree> shownTree(std::shared_ptr<const engine::Tree> tree, std::vector<engine::Index> rows,
                                           engine::Index numRows, const TreeOptions& options);

/// Where each node stands from the top, in places of rows (0.5: the middle of the first); NaN: not to be seen, because
/// it is hidden, in a collapsed clade, or has no row.
std::vector<double> placesOfNodes(const ShownTree& shown, const std::vector<engine::Index>& placeOfRow);

}  // namespace ui
