// Tracks of an alignment that come from other datasets: secondary structure of linked structures, named groups,
// attention that the columns receive from the head that is looked at. Made in jobs, and anew only when what they are made from is another.
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "engine/attention/HeadSet.h"
#include "engine/structure/Structure.h"
#include "ui/session/Session.h"
#include "ui/views/alignment/AlignmentTrack.h"

namespace ui {

class LinkedTracks : public QObject {
  Q_OBJECT

 public:
  LinkedTracks(Session& session, QObject* parent);
  /// A dataset that is an alignment.
  void setDataset(engine::DatasetPtr dataset);
  /// Those that are there by now, in the order of the datasets.
  std::vector<LinkedTrack> tracks() const;

 Q_SIGNALS:
  void changed();

 private:
  void relink();
  void startStructures();
  void startAttention();
  void forgetHead();
  void forget(const engine::DatasetId& id);
  std::vector<engine::Index> positionsOfColumns(const engine::DatasetId& id, engine::Index count) const;
  LinkedTrack receivedAttention(const engine::Dataset& heads) const;

  /// The residue in each column; layer and head.
  using StatesSource = std::pair<std::shared_ptr<const engine::Structure>, std::vector<engine::Index>>;
  using SumsSource = std::tuple<std::shared_ptr<const engine::HeadSet>, engine::Index, engine::Index>;

  Session& m_session;
  engine::DatasetPtr m_dataset;
  std::map<engine::DatasetId, std::string> m_states;       ///< by id of a structure: a DSSP letter per column
  std::map<engine::DatasetId, std::vector<float>> m_sums;  ///< by id of heads: what each key receives
  std::map<engine::DatasetId, StatesSource> m_statesOf;    ///< what the states are, or are being, made from
  std::map<engine::DatasetId, SumsSource> m_sumsOf;
};

}  // namespace ui
