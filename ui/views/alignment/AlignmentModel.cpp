#include "ui/views/alignment/AlignmentModel.h"

#include <utility>

#include "engine/alignment/InsertColumns.h"
#include "engine/datasets/AlignmentRows.h"
#include "ui/session/RunJob.h"
#include "ui/views/alignment/AlignmentReadout.h"
#include "ui/views/alignment/LinkedTracks.h"
#include "ui/views/alignment/tree/AlignmentTree.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;

namespace {

/// Blocks of the overview: 12 MB of colours at most.
constexpr Index kMaxOverviewBlocks = 4 << 20;

/// What one pass over the alignment finds.
struct Counted {
  std::shared_ptr<const engine::ColumnStatistics> statistics;
  std::vector<engine::ExpandedInsert> inserts;
};

}  // namespace

AlignmentModel::AlignmentModel(Session& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_arranger(new AlignmentArranger(session, this)),
      m_linked(new LinkedTracks(session, this)),
      m_tree(new AlignmentTree(session, *this)) {
  connect(m_arranger, &AlignmentArranger::arrangementChanged, this, [this] {
    applyCells();
    startOverview();
    Q_EMIT changed();
  });
  connect(m_linked, &LinkedTracks::changed, this, &AlignmentModel::applyTracks);
  applyColors();
}

void AlignmentModel::setDataset(engine::DatasetPtr dataset) {
  const bool isOther = !m_dataset || m_dataset->id != dataset->id;
  if (isOther && m_dataset)
    change([](AlignmentLook& look) {
      look.reference = {};
      look.rulerRow = -1;
      look.expandedInserts.clear();
    });
  const bool hasSameColumns = !isOther && m_dataset->as<engine::Alignment>()->numColumns ==
                                              dataset->as<engine::Alignment>()->numColumns;
  m_dataset = std::move(dataset);
  m_alignment = m_dataset->share<engine::Alignment>();
  m_insertWidths.clear();
  m_content.tree.reset();
  if (!hasSameColumns) m_treeTracks.clear();  // else those of before stay until there are others
  m_content.statistics.reset();
  m_content.weights.clear();
  m_content.neededNamesWidth = neededNamesWidth(*m_alignment);
  m_content.rulerNumbers = rulerNumbersOf(*m_alignment, options().rulerRow);
  m_arranger->setAlignment(m_alignment, isOther);
  applyColors();
  m_linked->setDataset(m_dataset);
  applyTracks();
  startStatistics();
  m_tree->setDataset(isOther);
  if (options().hasWeights) startWeights();
}

Index AlignmentModel::columnOf(const Position& position) const {
  if (!m_dataset) return -1;
  const Index column = indexIn(*m_dataset, position, m_session.document());
  if (column >= 0 || position.index < 0) return column < m_alignment->numColumns ? column : -1;
  // In a map of sequences that is of one column.
  const engine::DatasetPtr maps = m_session.document().find(position.dataset);
  return maps ? engine::alignmentColumnOfLayer(*maps, m_session.selection().layer(), *m_dataset) : Index{-1};
}

std::pair<Index, Index> AlignmentModel::rowsOf(const Focus& focus) const {
  if (!m_dataset || focus.isEmpty()) return {-1, -1};
  if (focus.first.dataset == m_dataset->id) return {focus.row, -1};
  const auto rowAt = [&](const Position& position) {
    const engine::DatasetPtr maps = position.index < 0 ? nullptr : m_session.document().find(position.dataset);
    return maps ? engine::alignmentRowOf(*maps, position.index, *m_dataset) : Index{-1};
  };
  return {rowAt(focus.first), rowAt(focus.second)};
}

void AlignmentModel::setOptions(const AlignmentLook& look) {
  if (look == m_content.look) return;
  const AlignmentLook before = std::exchange(m_content.look, look);
  m_isSchemeChosen = m_isSchemeChosen || look.scheme != before.scheme;
  if (m_dataset) applyLook(before);
  Q_EMIT lookChanged(before);
}

void AlignmentModel::readLook(const QJsonObject& json) {
  change([&](AlignmentLook& look) { look.fromJson(json); });
  m_isSchemeChosen = m_isSchemeChosen || json.contains(QLatin1String("scheme"));
}

void AlignmentModel::applyLook(const AlignmentLook& before) {
  const AlignmentLook& now = options();
  const auto differs = [&](auto member) { return now.*member != before.*member; };
  const bool hasOtherSlots = differs(&AlignmentLook::inserts) || differs(&AlignmentLook::expandedInserts);
  const bool hasOtherCells = differs(&AlignmentLook::hasOnlyDifferences) || differs(&AlignmentLook::reference);
  if (hasOtherSlots)
    applyInserts();
  else if (hasOtherCells)
    applyCells();
  using Kind = AlignmentReference::Kind;
  if (differs(&AlignmentLook::reference) && now.reference.kind != Kind::consensus)
    m_arranger->change([&now](AlignmentChoices& choices) {
      choices.reference = now.reference.kind == Kind::row ? now.reference.row : 0;
    });
  if (differs(&AlignmentLook::conservation) || differs(&AlignmentLook::tracks)) applyTracks();
  if (hasOtherSlots || hasOtherCells || differs(&AlignmentLook::scheme) || differs(&AlignmentLook::colorTrack) ||
      differs(&AlignmentLook::identityThreshold) || differs(&AlignmentLook::isFadedByConservation) ||
      (now.isFadedByConservation && differs(&AlignmentLook::conservation)))
    applyColors();
  if (differs(&AlignmentLook::rulerRow)) m_content.rulerNumbers = rulerNumbersOf(*m_alignment, now.rulerRow);
  if (now.hasWeights && m_content.weights.empty()) startWeights();
  ++m_content.versions.head;
}

void AlignmentModel::applyInserts() {
  m_arranger->setExpandedInserts(shownInserts(options(), m_insertWidths));
  applyCells();
}

void AlignmentModel::applyCells() {
  m_content.cells = alignmentCells(m_alignment, m_arranger->arrangement(), options(), m_content.statistics.get());
  ++m_content.versions.cells;
  setOverview(nullptr);
}

void AlignmentModel::applyColors() {
  const Theme& theme = ThemeModel::instance().theme();
  const engine::ColumnStatistics* statistics = m_content.statistics.get();
  m_content.page = alignmentPage(theme);
  m_content.ink = alignmentInk(theme);
  m_content.palette = alignmentPalette(alignmentColoring(options(), m_tracks, statistics), statistics, m_content.page);
  ++m_content.versions.colors;
  startOverview();
}

void AlignmentModel::applyTracks() {
  if (!m_dataset) return;
  m_tracks = alignmentTracks(*m_alignment, m_content.statistics.get(), options().conservation, m_linked->tracks());
  m_tracks.insert(m_tracks.end(), m_treeTracks.begin(), m_treeTracks.end());
  m_content.tracks = shownTracks(m_tracks, options().tracks);
  ++m_content.versions.head;
  if (options().scheme == AlignmentScheme::annotation) applyColors();
  Q_EMIT tracksChanged();
  Q_EMIT changed();
}

void AlignmentModel::setTree(std::shared_ptr<const ShownTree> tree) {
  m_content.tree = std::move(tree);
  const ShownTree* shown = m_content.tree.get();
  m_arranger->setTreeOrder(shown ? shown->order() : std::vector<Index>(),
                           shown ? shown->folded() : engine::IndexRanges());
  ++m_content.versions.head;
  Q_EMIT changed();
}

void AlignmentModel::setTreeTracks(std::vector<AlignmentTrack> tracks) {
  if (tracks.empty() && m_treeTracks.empty()) return;
  m_treeTracks = std::move(tracks);
  applyTracks();
}

void AlignmentModel::followTheme() {
  const AlignmentPage page = alignmentPage(ThemeModel::instance().theme());
  if (page.canvas != m_content.page.canvas || page.accent != m_content.page.accent) applyColors();
}

/// Bases have a scheme of their own, unless the user has chosen one.
void AlignmentModel::chooseScheme() {
  const AlignmentScheme scheme = options().scheme;
  const bool isAutomatic = scheme == AlignmentScheme::clustal || scheme == AlignmentScheme::nucleotide;
  if (m_isSchemeChosen || !isAutomatic) return;
  const AlignmentLook before = options();
  m_content.look.scheme = isNucleotide(*m_content.statistics) ? AlignmentScheme::nucleotide : AlignmentScheme::clustal;
  if (options() != before) Q_EMIT lookChanged(before);
}

void AlignmentModel::startStatistics() {
  const int threads = m_content.threads = m_session.compute().threads;
  Job* job = runJob(
      m_session.jobs(), this, tr("Column statistics of %1").arg(QString::fromStdString(m_dataset->title)),
      QStringLiteral("statistics"),
      [alignment = m_alignment, threads](engine::Progress& progress) {
        return Counted{
            std::make_shared<const engine::ColumnStatistics>(columnStatistics(*alignment, threads, progress)),
            engine::insertWidths(*alignment)};
      },
      [alignment = m_alignment](AlignmentModel& self, Counted counted) {
        if (self.m_alignment != alignment) return;
        self.m_content.statistics = std::move(counted.statistics);
        self.m_insertWidths = std::move(counted.inserts);
        self.applyInserts();
        self.chooseScheme();
        self.applyTracks();
        self.applyColors();
        Q_EMIT self.statisticsReady();
        Q_EMIT self.changed();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

void AlignmentModel::setOverview(std::shared_ptr<const AlignmentOverview> overview) {
  m_content.overview = std::move(overview);
  ++m_content.versions.overview;
}

void AlignmentModel::startOverview() {
  setOverview(nullptr);
  if (!m_content.statistics || m_content.cells.isEmpty()) return;  // colours come with the statistics
  const int threads = m_session.compute().threads;
  Job* job = runJob(
      m_session.jobs(), this, tr("Overview of %1").arg(QString::fromStdString(m_dataset->title)),
      QStringLiteral("overview"),
      [cells = m_content.cells, palette = m_content.palette, background = m_content.ink.background,
       threads](engine::Progress& progress) {
        return std::make_shared<const AlignmentOverview>(
            alignmentOverview(cells, palette, background, kMaxOverviewBlocks, threads, progress));
      },
      [version = m_content.versions.overview](AlignmentModel& self, std::shared_ptr<const AlignmentOverview> overview) {
        if (self.m_content.versions.overview != version) return;  // of older cells or colours
        self.setOverview(std::move(overview));
        Q_EMIT self.changed();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

void AlignmentModel::startWeights() {
  Job* job = runJob(
      m_session.jobs(), this, tr("Row weights of %1").arg(QString::fromStdString(m_dataset->title)),
      QStringLiteral("weights"),
      [alignment = m_alignment](engine::Progress& progress) {
        return engine::positionBasedWeights(*alignment, progress);
      },
      [alignment = m_alignment](AlignmentModel& self, std::vector<float> weights) {
        if (self.m_alignment != alignment) return;
        self.m_content.weights = std::move(weights);
        Q_EMIT self.changed();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

}  // namespace ui
