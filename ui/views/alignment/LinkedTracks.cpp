#include "ui/views/alignment/LinkedTracks.h"

#include <algorithm>
#include <limits>

#include "engine/base/Nth.h"
#include "engine/structure/Dssp.h"
#include "ui/scenes/structure/AttentionLines.h"
#include "ui/session/RunJob.h"
#include "ui/views/alignment/AlignmentReadout.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/readout/LinkedGroups.h"

namespace ui {

using engine::Index;

namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

/// A DSSP letter for each of these residues, counted over all chains; ' ' for -1.
std::string statesOfResidues(const engine::Structure& structure, const std::vector<Index>& residues) {
  std::string all, states;
  for (const std::string& chain : engine::dsspStates(structure)) all += chain;
  for (const Index residue : residues)
    states += residue >= 0 && residue < static_cast<Index>(all.size()) ? engine::nth(all, residue) : ' ';
  return states;
}

/// Of the mean over all queries; of a quantity that is no attention its name.
std::string trackTitle(const engine::Dataset& dataset, const SelectionModel& selection) {
  const auto& heads = *dataset.as<engine::HeadSet>();
  const Index layer = selection.layer(), head = selection.head();
  const bool isThere = layer >= 0 && layer < heads.numLayers && head >= 0 && head < heads.numHeads;
  const auto map = heads.areHeads || !isThere ? nullptr : heads.map(layer, head);
  return map && !map->label.empty() ? "Mean " + map->label : "Attention received";
}

}  // namespace

LinkedTracks::LinkedTracks(Session& session, QObject* parent) : QObject(parent), m_session(session) {
  const Document& document = session.document();
  connect(&document, &Document::added, this, &LinkedTracks::relink);
  connect(&document, &Document::linked, this, &LinkedTracks::relink);
  connect(&document, &Document::replaced, this, [this](const engine::DatasetPtr& dataset) { forget(dataset->id); });
  connect(&document, &Document::removed, this, [this](const QString& id) { forget(id.toStdString()); });
  connect(&session.selection(), &SelectionModel::headChanged, this, &LinkedTracks::forgetHead);
}

void LinkedTracks::setDataset(engine::DatasetPtr dataset) {
  m_dataset = std::move(dataset);
  m_states.clear();
  m_statesOf.clear();
  startStructures();
  startAttention();
}

void LinkedTracks::relink() {
  startStructures();
  startAttention();
  Q_EMIT changed();
}

void LinkedTracks::forget(const engine::DatasetId& id) {
  m_states.erase(id);
  m_statesOf.erase(id);
  m_sums.erase(id);
  m_sumsOf.erase(id);
  relink();
}

/// Sums of one head must not stand for those of the next: the track keeps its place and is empty until they are there.
void LinkedTracks::forgetHead() {
  m_sumsOf.clear();
  for (auto& [id, sums] : m_sums) std::fill(sums.begin(), sums.end(), kUnknown);
  Q_EMIT changed();
  startAttention();
}

std::vector<LinkedTrack> LinkedTracks::tracks() const {
  std::vector<LinkedTrack> tracks;
  if (m_dataset)
    for (const LinkedGroups& linked : groupsOn(*m_dataset, m_session.document())) {
      LinkedTrack track{"groups:" + linked.id, linked.title.toStdString(), {}, {}, linked.groups.names};
      for (const Index group : linked.groups.groups) track.values.push_back(group > 0 ? float(group) : kUnknown);
      tracks.push_back(std::move(track));
    }
  for (const engine::DatasetPtr& dataset : m_session.document().datasets()) {
    const auto states = m_states.find(dataset->id);
    if (states != m_states.end())
      tracks.push_back({"structure:" + dataset->id, "SS of " + dataset->title, {}, states->second});
    LinkedTrack received = receivedAttention(*dataset);
    if (!received.values.empty()) tracks.push_back(std::move(received));
  }
  return tracks;
}

/// The position of another dataset, of `count`, that stands in each column, -1 none; empty when none does. Asked from
/// the positions, which are few beside the columns of a long alignment.
std::vector<Index> LinkedTracks::positionsOfColumns(const engine::DatasetId& id, Index count) const {
  const Index columns = engine::numPositions(*m_dataset);
  std::vector<Index> positions;
  for (Index position = 0; position < count; ++position) {
    const Index column = indexIn(*m_dataset, {id, position}, m_session.document());
    if (column < 0 || column >= columns) continue;
    if (positions.empty()) positions.assign(static_cast<size_t>(columns), -1);
    Index& stands = engine::nth(positions, column);
    if (stands < 0) stands = position;
  }
  return positions;
}

LinkedTrack LinkedTracks::receivedAttention(const engine::Dataset& heads) const {
  const auto sums = m_sums.find(heads.id);
  if (sums == m_sums.end()) return {};
  const engine::DatasetId owner = heads.axes.empty() ? heads.id : heads.axes.back();
  const std::vector<Index> keys = positionsOfColumns(owner, static_cast<Index>(sums->second.size()));
  if (keys.empty()) return {};
  LinkedTrack track{"attention:" + heads.id, trackTitle(heads, m_session.selection()), {}, {}};
  for (const Index key : keys) track.values.push_back(key < 0 ? kUnknown : engine::nth(sums->second, key));
  return track;
}

void LinkedTracks::startAttention() {
  if (!m_dataset) return;
  const Index layer = m_session.selection().layer(), head = m_session.selection().head();
  for (const engine::DatasetPtr& dataset : m_session.document().datasets()) {
    const auto heads = dataset->share<engine::HeadSet>();
    if (!heads) continue;
    const auto drop = [this, id = dataset->id] {
      if (m_sums.erase(id) > 0) Q_EMIT changed();
    };
    if (layer < 0 || head < 0 || layer >= heads->numLayers || head >= heads->numHeads) {
      m_sumsOf.erase(dataset->id);
      drop();
      continue;
    }
    const std::tuple source(heads, layer, head);
    if (std::exchange(m_sumsOf[dataset->id], source) == source) continue;
    Job* job = runJob(
        m_session.jobs(), this, tr("Attention received in %1").arg(QString::fromStdString(dataset->title)),
        QStringLiteral("attention ") + QString::fromStdString(dataset->id),
        [heads, layer, head](engine::Progress&) {
          const auto map = heads->map(layer, head);
          return map && map->weights.rank() == 2 ? attentionReceived(map->weights) : std::vector<float>();
        },
        [id = dataset->id](LinkedTracks& self, std::vector<float> received) {
          self.m_sums[id] = std::move(received);
          Q_EMIT self.changed();
        });
    connect(job, &Job::ended, this, [job, drop] {
      if (job->state() == JobState::failed) drop();
    });
    waitFor(this, job, ViewWaiting::For::addition);
  }
}

void LinkedTracks::startStructures() {
  if (!m_dataset) return;
  for (const engine::DatasetPtr& dataset : m_session.document().datasets()) {
    const auto structure = dataset->share<engine::Structure>();
    if (!structure) continue;
    const std::vector<Index> residues = positionsOfColumns(dataset->id, engine::numPositions(*dataset));
    const std::pair source(structure, residues);
    if (std::exchange(m_statesOf[dataset->id], source) == source || residues.empty()) continue;
    Job* job = runJob(
        m_session.jobs(), this, tr("Secondary structure of %1").arg(QString::fromStdString(dataset->title)),
        QStringLiteral("structure ") + QString::fromStdString(dataset->id),
        [structure, residues](engine::Progress&) { return statesOfResidues(*structure, residues); },
        [alignment = m_dataset, id = dataset->id](LinkedTracks& self, std::string states) {
          if (self.m_dataset != alignment) return;
          self.m_states[id] = std::move(states);
          Q_EMIT self.changed();
        });
    waitFor(this, job, ViewWaiting::For::addition);
  }
}

}  // namespace ui
