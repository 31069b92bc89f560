// Tracks of the alignment view that come from elsewhere: secondary structure of linked structures, attention received,
// weights of rows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/structure/Dssp.h"
#include "ui/scenes/AttentionLines.h"
#include "ui/session/RunJob.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;

void AlignmentView::applyTracks() {
  if (!hasAlignment()) return;
  m_allTracks = alignmentTracks(*m_alignment, m_statistics.get(), m_look.conservation, linkedTracks());
  m_tracks = shownTracks(m_allTracks, m_look.tracks);
  m_drawing.forgetHead();
  if (m_look.scheme == AlignmentScheme::annotation) applyColors();
  Q_EMIT tracksChanged();
  refresh();
}

std::vector<LinkedTrack> AlignmentView::linkedTracks() const {
  std::vector<LinkedTrack> tracks;
  for (const engine::DatasetPtr& dataset : session().document().datasets()) {
    const auto states = m_structureStates.find(dataset->id);
    if (states != m_structureStates.end())
      tracks.push_back({"structure:" + dataset->id, "SS of " + dataset->title, {}, states->second});
    if (dataset->kind() != engine::DatasetKind::heads) continue;
    LinkedTrack received = receivedAttention(*dataset);
    if (!received.values.empty()) tracks.push_back(std::move(received));
  }
  return tracks;
}

/// The position of another dataset, of `count`, that stands in each column, -1 none; empty when none does. Asked from
/// the positions, which are few beside the columns of a long alignment.
std::vector<Index> AlignmentView::positionsOfColumns(const std::string& id, Index count) const {
  std::vector<Index> positions;
  for (Index position = 0; position < count; ++position) {
    const Index column = translated({id, position}, m_dataset->id);
    if (column < 0 || column >= m_alignment->numColumns) continue;
    if (positions.empty()) positions.assign(static_cast<size_t>(m_alignment->numColumns), -1);
    Index& stands = positions[static_cast<size_t>(column)];
    if (stands < 0) stands = position;
  }
  return positions;
}

LinkedTrack AlignmentView::receivedAttention(const engine::Dataset& dataset) const {
  const auto sums = m_received.find(dataset.id);
  if (sums == m_received.end()) return {};
  const engine::DatasetId owner = dataset.axes.empty() ? dataset.id : dataset.axes.back();
  const std::vector<Index> keys = positionsOfColumns(owner, static_cast<Index>(sums->second.size()));
  if (keys.empty()) return {};
  LinkedTrack track{"attention:" + dataset.id, "Attention received", {}, {}};
  for (const Index key : keys)
    track.values.push_back(key < 0 ? std::numeric_limits<float>::quiet_NaN() : sums->second[static_cast<size_t>(key)]);
  return track;
}

/// Sums of one head must not stand for those of the next: the track keeps its place and is empty until they are there.
void AlignmentView::forgetReceived() {
  m_receivedOf.clear();
  for (auto& [id, sums] : m_received) std::fill(sums.begin(), sums.end(), std::numeric_limits<float>::quiet_NaN());
  applyTracks();
}

void AlignmentView::forgetTracksOf(const std::string& id) {
  m_structureStates.erase(id);
  m_statesOf.erase(id);
  m_received.erase(id);
  m_receivedOf.erase(id);
}

void AlignmentView::startAttention() {
  if (!hasAlignment()) return;
  const Index layer = session().selection().layer(), head = session().selection().head();
  for (const engine::DatasetPtr& dataset : session().document().datasets()) {
    const auto heads = dataset->share<engine::HeadSet>();
    if (!heads) continue;
    const auto drop = [this, id = dataset->id] {
      if (m_received.erase(id) > 0) applyTracks();
    };
    if (layer < 0 || head < 0 || layer >= heads->numLayers || head >= heads->numHeads) {
      m_receivedOf.erase(dataset->id);
      drop();
      continue;
    }
    const std::tuple source(heads, layer, head);
    if (std::exchange(m_receivedOf[dataset->id], source) == source) continue;
    Job* job = runJob(
        session().jobs(), this, tr("Attention received in %1").arg(QString::fromStdString(dataset->title)),
        QStringLiteral("attention ") + QString::fromStdString(dataset->id),
        [heads, layer, head](engine::Progress&) {
          const auto map = heads->map(layer, head);
          return map && map->weights.rank() == 2 ? attentionReceived(map->weights) : std::vector<float>();
        },
        [id = dataset->id](AlignmentView& view, std::vector<float> received) {
          view.m_received[id] = std::move(received);
          view.applyTracks();
        });
    connect(job, &Job::ended, this, [job, drop] {
      if (job->state() == JobState::failed) drop();
    });
    waitFor(this, job, ViewWaiting::For::addition);
  }
}

void AlignmentView::startStructures() {
  if (!hasAlignment()) return;
  for (const engine::DatasetPtr& dataset : session().document().datasets()) {
    const auto structure = dataset->share<engine::Structure>();
    if (!structure) continue;
    const std::vector<Index> residues = positionsOfColumns(dataset->id, engine::numPositions(*dataset));
    const std::pair source(structure, residues);
    if (std::exchange(m_statesOf[dataset->id], source) == source || residues.empty()) continue;
    Job* job = runJob(
        session().jobs(), this, tr("Secondary structure of %1").arg(QString::fromStdString(dataset->title)),
        QStringLiteral("structure ") + QString::fromStdString(dataset->id),
        [structure, residues](engine::Progress&) {
          std::string all, states;
          for (const std::string& chain : engine::dsspStates(*structure)) all += chain;
          for (const Index residue : residues)
            states +=
                residue >= 0 && residue < static_cast<Index>(all.size()) ? all[static_cast<size_t>(residue)] : ' ';
          return states;
        },
        [alignment = m_alignment, id = dataset->id](AlignmentView& view, std::string states) {
          if (view.m_alignment != alignment) return;
          view.m_structureStates[id] = std::move(states);
          view.applyTracks();
        });
    waitFor(this, job, ViewWaiting::For::addition);
  }
}

void AlignmentView::startWeights() {
  Job* job = runJob(
      session().jobs(), this, tr("Row weights of %1").arg(title()), QStringLiteral("weights"),
      [alignment = m_alignment](engine::Progress& progress) {
        return engine::positionBasedWeights(*alignment, progress);
      },
      [alignment = m_alignment](AlignmentView& view, std::vector<float> weights) {
        if (view.m_alignment != alignment) return;
        view.m_weights = std::move(weights);
        view.refresh();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

std::vector<NumberTable> AlignmentView::visibleNumbers() const {
  if (!hasAlignment() || m_tracks.empty()) return {};
  const AlignmentPicture picture = pictureFor(currentSize());
  const bool isWrapped = picture.isWrapped();
  return {trackNumbers(m_tracks, *m_arrangement, isWrapped ? 0 : picture.firstSlot(),
                       isWrapped ? m_arrangement->numSlots() : picture.lastSlot())};
}

QString AlignmentView::captionText() const {
  if (!hasAlignment()) return {};
  QStringList tracks;
  for (const AlignmentTrack& track : m_tracks)
    tracks << (track.range.isEmpty() ? track.label : track.label + QStringLiteral(" (%1)").arg(track.range));
  QString text = tr("%1: %2 rows, %3 columns, %4.")
                     .arg(title())
                     .arg(m_arrangement->numPlaces())
                     .arg(m_alignment->numColumns)
                     .arg(m_look.caption());
  if (const QString choices = m_arranger->caption(); !choices.isEmpty()) text += u' ' + choices;
  if (!tracks.empty()) text += tr(" Above the columns: %1.").arg(tracks.join(QStringLiteral(", ")));
  return text;
}

}  // namespace ui
