// The tree of an alignment view: which one is shown, its groups and what they differ in, all computed in jobs.
#pragma once

#include <QObject>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/trees/Subfamilies.h"
#include "ui/views/alignment/AlignmentModel.h"
#include "ui/views/alignment/tree/TreePainter.h"
#include "ui/views/base/View.h"

class QFormLayout;

namespace ui {

class AlignmentView;

class AlignmentTree : public QObject, public ChangeOptions<AlignmentTree> {
  Q_OBJECT

 public:
  /// A part of the model.
  AlignmentTree(Session& session, AlignmentModel& model);
  /// After the model has got a dataset; another one forgets all choices. A tree that is shown stays when rows are
  /// removed or renamed, with its cut and its groups; the user is told that it is the one of before.
  void setDataset(bool isOther);
  /// Whether the leaves of a dataset that is a tree are rows of the alignment, or some are of one it was built from.
  bool fits(const engine::Dataset& dataset) const;
  /// Of the document, in its order.
  std::vector<engine::DatasetPtr> candidates() const;
  /// The title; of one whose alignment was edited since, with that remark.
  QString nameOf(const engine::Dataset& dataset) const;

  /// Whether families were stacked in the alignment: these are shown like a tree, under the id kFamilies.
  bool hasFamilies() const { return m_families != nullptr; }
  static constexpr const char* kFamilies = "families of the rows";

  const TreeOptions& options() const { return m_options; }
  void setOptions(TreeOptions options);
  /// Shows a tree that fits; what was chosen for another one is forgotten.
  void show(const engine::DatasetId& id);
  /// Asks for a tree of the rows, to be shown when it is there.
  void build(const std::string& method, const std::string& distance);
  const ShownTree* shown() const { return m_model.content().tree.get(); }  ///< null: none
  /// Columns that tell the groups apart, most telling first; none while they are computed.
  const std::vector<engine::SubfamilyColumn>& columns() const { return m_columns; }
  /// What the groups have in a column: "Q 92 %, E 4 %", by group; none while they are computed.
  std::vector<std::pair<const TreeGroup*, QString>> residues(engine::Index column) const;
  /// Of the inspector: the group of a row (-1: none), how telling a column is, and what each group has there.
  std::vector<ReadoutLine> readout(engine::Index row, engine::Index column) const;
  /// For the legend of a figure; empty without a tree.
  QString caption() const;

  /// What the pointer does in the tree; false where it is elsewhere. A click on a clade closes or opens it, a drag of
  /// the cut makes groups.
  bool press(const AlignmentPicture& picture, QPointF point);
  bool drag(const AlignmentPicture& picture, QPointF point);
  bool click();

 Q_SIGNALS:
  void changed();         ///< the choices
  void groupsChanged();   ///< groups, or the columns that tell them apart
  void candidatesChanged();

 private:
  std::shared_ptr<const engine::Tree> chosenTree() const;
  void followRenamed(const engine::Alignment& before);
  std::vector<engine::Index> rowsOf(const engine::Tree& tree) const;
  void update();
  void tellOfLostRows();
  void startComparison();
  void applyTracks();

  Session& m_session;
  AlignmentModel& m_model;
  TreeOptions m_options;
  std::shared_ptr<const engine::Tree> m_tree;  ///< that is shown
  std::vector<engine::Index> m_rows;           ///< of its leaves, by node
  std::shared_ptr<const engine::Tree> m_families;  ///< null: none
  std::shared_ptr<const engine::Alignment> m_alignment;  ///< the rows that leaves were found among last; null: none yet
  std::map<engine::Index, std::string> m_renamed;  ///< leaves of the tree whose rows have other names by now
  engine::Index m_numLost = 0;                     ///< leaves without a row, as the user was told
  std::vector<engine::ColumnStatistics> m_statistics;  ///< of each group
  std::vector<engine::SubfamilyColumn> m_columns;
  TreeHit m_pressed;
};

/// Of the groups that are compared: what tells them apart, then of each consensus, conservation and logo. None without
/// statistics, which are of all groups.
std::vector<AlignmentTrack> treeTracks(const ShownTree& shown, const std::vector<engine::ColumnStatistics>& statistics,
                                       const std::vector<engine::SubfamilyColumn>& columns,
                                       engine::ConservationMeasure conservation);

void addTreeCommands(AlignmentView& view);
/// Lines of the form of the inspector.
void addTreeControls(AlignmentView& view, QFormLayout& layout);

}  // namespace ui
