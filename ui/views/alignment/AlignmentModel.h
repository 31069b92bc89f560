// What is shown of an alignment: its look, the arrangement of its rows, and all that is computed of it, in jobs, to
// draw it.
#pragma once

#include <QObject>

#include "ui/session/Session.h"
#include "ui/views/alignment/AlignmentArranger.h"
#include "ui/views/alignment/AlignmentPicture.h"
#include "ui/views/base/ChangeOptions.h"

namespace ui {

class AlignmentTree;
class LinkedTracks;

class AlignmentModel : public QObject, public ChangeOptions<AlignmentModel> {
  Q_OBJECT

 public:
  AlignmentModel(Session& session, QObject* parent);
  /// A dataset that is an alignment. Forgets all that means rows and columns when it is another one.
  void setDataset(engine::DatasetPtr dataset);
  const engine::DatasetPtr& dataset() const { return m_dataset; }  ///< null: none yet
  const engine::Alignment& alignment() const { return *m_alignment; }
  /// The column that a position of any dataset stands in; -1: none.
  engine::Index columnOf(const Position& position) const;
  /// The rows that are pointed at: one, or the two of a pair of sequences in a map of this alignment's rows; -1: none.
  std::pair<engine::Index, engine::Index> rowsOf(const Focus& focus) const;
  AlignmentArranger& arranger() const { return *m_arranger; }
  AlignmentTree& tree() const { return *m_tree; }

  const AlignmentLook& options() const { return m_content.look; }
  void setOptions(const AlignmentLook& look);
  /// A scheme that stands in the state is one that was chosen.
  void readLook(const QJsonObject& json);
  /// New colours when the page is another.
  void followTheme();

  /// What stands beside the rows (null: nothing), and tracks that come with it.
  void setTree(std::shared_ptr<const ShownTree> tree);
  void setTreeTracks(std::vector<AlignmentTrack> tracks);

  const AlignmentContent& content() const { return m_content; }
  /// The tracks that there are, shown or not.
  const std::vector<AlignmentTrack>& tracks() const { return m_tracks; }
  /// The longest insert at each place that has one; none before the statistics are there.
  const std::vector<engine::ExpandedInsert>& insertWidths() const { return m_insertWidths; }

 Q_SIGNALS:
  void lookChanged(const AlignmentLook& before);
  void tracksChanged();
  void statisticsReady();
  void changed();  ///< something of the content

 private:
  void applyLook(const AlignmentLook& before);
  void applyInserts();
  void applyCells();
  void applyColors();
  void applyTracks();
  void setOverview(std::shared_ptr<const AlignmentOverview> overview);
  void chooseScheme();
  void startStatistics();
  void startOverview();
  void startWeights();

  Session& m_session;
  engine::DatasetPtr m_dataset;
  std::shared_ptr<const engine::Alignment> m_alignment;
  AlignmentArranger* m_arranger;
  LinkedTracks* m_linked;
  AlignmentTree* m_tree;
  AlignmentContent m_content;
  std::vector<AlignmentTrack> m_tracks, m_treeTracks;
  std::vector<engine::ExpandedInsert> m_insertWidths;
  bool m_isSchemeChosen = false;  ///< by the user: bases do not change it
};

}  // namespace ui
