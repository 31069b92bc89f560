#include "ui/views/alignment/tree/AlignmentTree.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;

namespace {

/// More groups than this have no tracks of their own, and are not spelled out.
constexpr size_t kMostTrackedGroups = 8;
constexpr size_t kMostResidues = 3;
constexpr double kFamiliesWidth = 40;  ///< logical pixels at scale 1
/// Logos are shown unasked where there are so few groups that they fit above the rows.
constexpr Index kMostLogosAtFirst = 3;

TreeOptions familiesOptions() {
  TreeOptions options;
  options.isShown = true;
  options.dataset = AlignmentTree::kFamilies;
  options.width = kFamiliesWidth;
  options.cut = 0.5;
  return options;
}

/// The commonest residues of a column: "Q 92 %, E 4 %".
QString commonest(const engine::ColumnStatistics& group, Index column) {
  std::vector<std::pair<double, char>> shares;
  for (engine::ResidueCode code = 0; code < engine::alphabet::kNumResidues; ++code)
    if (const double share = double(group.count(column, code)) / double(group.numRows); share >= 0.01)
      shares.emplace_back(share, engine::alphabet::letterOf(code));
  std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (shares.size() > kMostResidues) shares.resize(kMostResidues);
  QStringList words;
  for (const auto& [share, letter] : shares)
    words << QStringLiteral("%1 %2 %").arg(QLatin1Char(letter)).arg(100 * share, 0, 'f', 0);
  return words.isEmpty() ? QObject::tr("gaps") : words.join(QStringLiteral(", "));
}

}  // namespace

std::vector<AlignmentTrack> treeTracks(const ShownTree& shown, const std::vector<engine::ColumnStatistics>& statistics,
                                       const std::vector<engine::SubfamilyColumn>& columns,
                                       engine::ConservationMeasure conservation) {
  std::vector<AlignmentTrack> tracks;
  if (statistics.empty()) return tracks;
  if (shown.numCompared() >= 2) {
    AlignmentTrack telling;
    telling.id = "subfamilies";
    telling.label = QObject::tr("Subfamilies");
    telling.range = QStringLiteral("0–1");
    telling.help = QObject::tr("How different the residues of the groups are: 1 where no two groups share one");
    telling.height = 28;
    telling.values.assign(static_cast<size_t>(statistics.front().numColumns()),
                          std::numeric_limits<float>::quiet_NaN());
    for (const engine::SubfamilyColumn& column : columns) engine::nth(telling.values, column.column) = column.score;
    tracks.push_back(std::move(telling));
  }
  const bool hasLogos = shown.numCompared() <= kMostLogosAtFirst;
  size_t numTracked = 0;
  for (size_t group = 0; group < shown.groups.size() && group < statistics.size(); ++group) {
    if (!shown.groups[group].isCompared || numTracked++ == kMostTrackedGroups) continue;
    for (AlignmentTrack& track : alignmentTracks({}, &statistics[group], conservation, {})) {
      if (track.id != "consensus" && track.id != "conservation" && track.id != "logo") continue;
      track.isShownAtFirst = track.id == (hasLogos ? "logo" : "consensus");
      track.color = shown.groups[group].color;
      track.label = QStringLiteral("%1 %2").arg(shown.groups[group].name, track.label.toLower());
      track.id = "group:" + std::to_string(shown.groups[group].nodes.front()) + ":" + track.id;
      tracks.push_back(std::move(track));
    }
    if (numTracked == kMostTrackedGroups) break;
  }
  return tracks;
}

AlignmentTree::AlignmentTree(Session& session, AlignmentModel& model)
    : QObject(&model), m_session(session), m_model(model) {
  const auto follow = [this] {
    update();
    Q_EMIT candidatesChanged();
  };
  connect(&session.document(), &Document::added, this, follow);
  connect(&session.document(), &Document::replaced, this, follow);
  connect(&session.document(), &Document::removed, this, follow);
  connect(&model, &AlignmentModel::lookChanged, this, [this](const AlignmentLook& before) {
    if (before.conservation != m_model.options().conservation) applyTracks();
  });
}

void AlignmentTree::setDataset(bool isOther) {
  auto families = std::make_shared<const engine::Tree>(treeOfFamilies(m_model.alignment()));
  m_families = families->nodes.empty() ? nullptr : std::move(families);
  const std::shared_ptr<const engine::Alignment> before =
      std::exchange(m_alignment, m_model.dataset()->share<engine::Alignment>());
  if (isOther) {
    m_options = m_families ? familiesOptions() : TreeOptions();
    m_renamed.clear();
    m_numLost = 0;
  } else if (before) {
    followRenamed(*before);
  }
  m_tree = nullptr;
  update();
  if (!shown()) m_model.setTreeTracks({});
  Q_EMIT candidatesChanged();
}

/// A row whose leaf has lost it, at the place where it was, has another name now.
void AlignmentTree::followRenamed(const engine::Alignment& before) {
  if (!m_tree || m_options.dataset == kFamilies || before.numRows() != m_alignment->numRows()) return;
  const std::vector<Index> now = rowsOf(*m_tree);
  std::vector<char> isTaken(m_alignment->rows.size(), 0);
  for (const Index row : now)
    if (row >= 0) engine::nth(isTaken, row) = 1;
  for (Index node = 0; node < static_cast<Index>(m_rows.size()); ++node) {
    const Index row = engine::nth(m_rows, node);
    const bool hasLost = row >= 0 && (now.empty() || engine::nth(now, node) < 0);
    if (hasLost && !engine::nth(isTaken, row)) m_renamed[node] = engine::nth(m_alignment->rows, row).name;
  }
}

std::vector<Index> AlignmentTree::rowsOf(const engine::Tree& tree) const {
  std::vector<Index> rows = engine::rowsOfLeavesLeft(tree, *m_alignment);
  const auto isBack = [&](const auto& leaf) {
    return leaf.first < tree.numNodes() && (rows.empty() || engine::nth(rows, leaf.first) < 0);
  };
  if (std::none_of(m_renamed.begin(), m_renamed.end(), isBack)) return rows;
  engine::Tree renamed = tree;
  for (const auto& leaf : m_renamed)
    if (isBack(leaf)) engine::nth(renamed.nodes, leaf.first).label = leaf.second;
  return engine::rowsOfLeavesLeft(renamed, *m_alignment);
}

bool AlignmentTree::fits(const engine::Dataset& dataset) const {
  const auto* tree = dataset.as<engine::Tree>();
  if (!tree || !m_model.dataset()) return false;
  const std::vector<std::string>& inputs = dataset.provenance.request.inputs;
  const bool isOfThis = std::find(inputs.begin(), inputs.end(), m_model.dataset()->id.text()) != inputs.end();
  const auto rows = isOfThis ? engine::rowsOfLeavesLeft(*tree, m_model.alignment())
                             : engine::rowsOfLeaves(*tree, m_model.alignment());
  return !rows.empty();
}

std::vector<engine::DatasetPtr> AlignmentTree::candidates() const {
  std::vector<engine::DatasetPtr> result;
  for (const engine::DatasetPtr& dataset : m_session.document().datasets())
    if (fits(*dataset) || (m_tree && dataset->share<engine::Tree>() == m_tree)) result.push_back(dataset);
  return result;
}

QString AlignmentTree::nameOf(const engine::Dataset& dataset) const {
  const QString title = QString::fromStdString(dataset.title);
  return m_session.document().isStale(dataset) ? tr("%1 (stale)").arg(title) : title;
}

void AlignmentTree::setOptions(TreeOptions options) {
  if (options == m_options) return;
  if (options.dataset != m_options.dataset) m_renamed.clear();
  m_options = std::move(options);
  m_tree = nullptr;  // groups may be others
  update();
  Q_EMIT changed();
}

void AlignmentTree::show(const engine::DatasetId& id) {
  if (id == kFamilies) return setOptions(familiesOptions());
  TreeOptions options;
  if (m_options.dataset != kFamilies) options.width = m_options.width;
  options.isShown = true;
  options.dataset = id;
  setOptions(std::move(options));
}

void AlignmentTree::build(const std::string& method, const std::string& distance) {
  if (!m_model.dataset()) return;
  engine::Request request;
  request.operation = "tree";
  request.inputs = {m_model.dataset()->id};
  request.parameters.set("method", method);
  request.parameters.set("distance", distance);
  request.output = m_session.document().freeId(m_model.dataset()->id + "-tree");
  const std::string id = request.output;
  m_session.run(request);
  show(id);
}

std::shared_ptr<const engine::Tree> AlignmentTree::chosenTree() const {
  if (!m_options.isShown) return nullptr;
  if (m_options.dataset == kFamilies) return m_families;
  const engine::DatasetPtr dataset = m_session.document().find(m_options.dataset);
  const auto tree = dataset ? dataset->share<engine::Tree>() : nullptr;
  return tree && !rowsOf(*tree).empty() ? tree : nullptr;
}

void AlignmentTree::update() {
  if (!m_model.dataset()) return;
  const auto tree = chosenTree();
  if (tree == m_tree && (tree || !shown())) return;
  m_tree = tree;
  const auto before = m_model.content().tree;
  m_rows = tree ? rowsOf(*tree) : std::vector<Index>();
  m_model.setTree(tree ? shownTree(tree, m_rows, m_alignment->numRows(), m_options) : nullptr);
  tellOfLostRows();
  if (before && shown() && before->hasGroupsOf(*shown()) && !m_statistics.empty())
    applyTracks();  // only names may be others
  else
    startComparison();
  Q_EMIT groupsChanged();
}

void AlignmentTree::tellOfLostRows() {
  const Index numLost = shown() ? shown()->numWithoutRow() : 0;
  if (std::exchange(m_numLost, numLost) > 0 || numLost == 0) return;  // told already, or nothing to tell
  m_session.report(MessageKind::information,
                   tr("The tree is that of the alignment before: %1 of its %2 leaves have no row now. Its cut and its "
                      "groups stay; \"Build tree\" makes a new one.")
                       .arg(numLost)
                       .arg(shown()->tree->numLeaves()));
}

void AlignmentTree::startComparison() {
  m_statistics.clear();
  m_columns.clear();
  const std::shared_ptr<const ShownTree> tree = m_model.content().tree;
  if (!tree || tree->groups.empty()) return applyTracks();
  // Tracks of the groups before stay until there are others: rows shall not jump while the cut is dragged.
  struct Compared {
    std::vector<engine::ColumnStatistics> statistics;
    std::vector<engine::SubfamilyColumn> columns;
  };
  Job* job = runJob(
      m_session.jobs(), this, tr("Compare groups"), QStringLiteral("groups"),
      [alignment = m_model.dataset()->share<engine::Alignment>(), tree,
       threads = m_session.compute().threads](engine::Progress& progress) {
        Compared compared;
        compared.statistics = engine::groupStatistics(*alignment, tree->groupOfRow,
                                                      static_cast<Index>(tree->groups.size()), threads, progress);
        std::vector<engine::ColumnStatistics> groups;
        for (size_t group = 0; group < tree->groups.size(); ++group)
          if (tree->groups[group].isCompared) groups.push_back(compared.statistics[group]);
        compared.columns = engine::subfamilyColumns(groups);
        return compared;
      },
      [tree](AlignmentTree& self, Compared compared) {
        // A tree that differs in nothing but names has the same groups.
        if (!self.shown() || !self.shown()->hasGroupsOf(*tree)) return;
        self.m_statistics = std::move(compared.statistics);
        self.m_columns = std::move(compared.columns);
        self.applyTracks();
        Q_EMIT self.groupsChanged();
      });
  waitFor(this, job, ViewWaiting::For::addition);
  connect(job, &Job::ended, this, [this, tree] {
    if (m_model.content().tree == tree && m_statistics.empty()) applyTracks();
  });
}

void AlignmentTree::applyTracks() {
  m_model.setTreeTracks(shown() ? treeTracks(*shown(), m_statistics, m_columns, m_model.options().conservation)
                                : std::vector<AlignmentTrack>());
}

std::vector<std::pair<const TreeGroup*, QString>> AlignmentTree::residues(Index column) const {
  std::vector<std::pair<const TreeGroup*, QString>> result;
  if (!shown() || column < 0) return result;
  for (size_t group = 0; group < std::min(m_statistics.size(), shown()->groups.size()); ++group)
    if (shown()->groups[group].isCompared && result.size() < kMostTrackedGroups)
      result.emplace_back(&shown()->groups[group], commonest(m_statistics[group], column));
  return result;
}

std::vector<ReadoutLine> AlignmentTree::readout(Index row, Index column) const {
  std::vector<ReadoutLine> lines;
  if (!shown()) return lines;
  if (const Index group = row < 0 ? -1 : engine::nth(shown()->groupOfRow, row); group >= 0)
    lines.push_back({tr("Group"), engine::nth(shown()->groups, group).name});
  for (size_t rank = 0; rank < m_columns.size(); ++rank)
    if (m_columns[rank].column == column)
      lines.push_back({tr("Tells groups apart"), tr("%1 of 1, rank %2 of %3")
                                                     .arg(static_cast<double>(m_columns[rank].score), 0, 'f', 2)
                                                     .arg(rank + 1)
                                                     .arg(m_columns.size())});
  for (const auto& [group, found] : residues(column)) lines.push_back({group->name, found});
  return lines;
}

QString AlignmentTree::caption() const {
  if (!shown()) return {};
  const engine::DatasetPtr dataset = m_session.document().find(m_options.dataset);
  QString text = tr("Beside the rows: %1").arg(dataset ? QString::fromStdString(dataset->title) : tr("families"));
  if (const Index numLost = shown()->numWithoutRow(); numLost > 0)
    text += tr(", built before %1 of its %2 rows were removed").arg(numLost).arg(shown()->tree->numLeaves());
  QStringList groups;
  for (const TreeGroup& group : shown()->groups)
    if (group.isCompared) groups << tr("%1 (%2 rows)").arg(group.name).arg(group.numRows);
  if (!groups.isEmpty()) text += tr(", groups: %1").arg(groups.join(QStringLiteral(", ")));
  if (!m_columns.empty())
    text += tr("; column %1 tells the groups apart most (%2)")
                .arg(m_columns.front().column + 1)
                .arg(static_cast<double>(m_columns.front().score), 0, 'f', 2);
  return text + u'.';
}

bool AlignmentTree::press(const AlignmentPicture& picture, QPointF point) {
  m_pressed = treeHitAt(picture, point);
  return m_pressed.isOnTree;
}

bool AlignmentTree::drag(const AlignmentPicture& picture, QPointF point) {
  if (m_pressed.isOnCut && shown()) change([&](TreeOptions& options) { options.cut = cutAt(picture, point); });
  return m_pressed.isOnTree;
}

bool AlignmentTree::click() {
  if (m_pressed.node > 0)
    change([&](TreeOptions& options) { options.collapsed.toggle({m_pressed.node, m_pressed.node + 1}); });
  return m_pressed.isOnTree;
}

}  // namespace ui
