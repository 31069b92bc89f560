// The structure view: data, attention bars and marks. Motions and superposition are in StructureOperations.cpp, pointer
// and keys in StructureViewInput.cpp.
#include "ui/views/structure/StructureView.h"

#include <QTimer>
#include <QVariantAnimation>
#include <algorithm>
#include <cmath>

#include "engine/structure/KabschSander.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/CanvasGestures.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kStrongLine = 0.24, kPairLine = 0.3, kMeasureLine = 0.08, kMeasureDash = 0.45;  // Å
constexpr double kBallRadius = 0.95, kPickRadius = 0.6;
constexpr double kKeptOpacity = 0.6;
constexpr int kEmphasised = 5;  ///< strongest keys shown for the marked residue
/// More residue frames than this are clutter: off until asked for.
constexpr Index kMostFrames = 1500;
/// Smooth edges draw the picture four times as large: too much time and memory for more residues than this.
constexpr Index kMostSmoothed = 5000;
constexpr int kRestMilliseconds = 200;

Rgb toRgb(const QColor& color) {
  return {static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
          static_cast<std::uint8_t>(color.blue())};
}

std::vector<Fold> authorFolds(const engine::Structure& structure) {
  std::vector<Fold> folds;
  for (const engine::Chain& chain : structure.chains)
    for (const engine::Residue& residue : chain.residues) folds.push_back(foldOf(residue.authorState));
  return folds;
}

}  // namespace

std::vector<Fold> computedFolds(const engine::Structure& structure) {
  std::vector<Fold> folds;
  for (const std::string& chain : engine::helixAndStrandStates(structure))
    for (const char state : chain) folds.push_back(foldOf(state));
  return folds;
}

View* makeStructureView(Session& session, QWidget* parent) { return new StructureView(session, parent); }

StructureView::StructureView(Session& session, QWidget* parent)
    : View(session, parent),
      m_flight(new QVariantAnimation(this)),
      m_restTimer(new QTimer(this)),
      m_gestures(new CanvasGestures(&canvas(), this)) {
  m_scene = std::make_unique<StructureScene>(canvas().renderWindow());
  canvas().isPictureOutdated = [this] {
    // Another shape of the window may ask for another camera.
    return (!m_isCameraMoved && aspect() != m_fittedAspect) || m_scene->isOutdated(m_camera);
  };
  m_pageOfScene = toRgb(theme().canvas3d);
  m_scene->setBackground(m_pageOfScene);
  canvas().setSmoothing(VtkWidget::Smoothing::atRest);
  connect(m_gestures, &CanvasGestures::draggedRight, this, &StructureView::onPanned);
  connect(m_gestures, &CanvasGestures::doubleClicked, this, &StructureView::onDoubleClicked);
  m_restTimer->setSingleShot(true);
  m_restTimer->setInterval(kRestMilliseconds);
  connect(m_restTimer, &QTimer::timeout, this, [this] {
    m_scene->setMoving(false);
    refresh();
  });
  connect(&session.document(), &Document::added, this, [this](const engine::DatasetPtr& dataset) {
    if (!m_companion && !m_superposed.empty() && dataset->id == m_superposed) startSuperposition();
    if (m_coloring == ResidueColoring::column && m_columnValues.empty()) startColumnValues();
    if (dataset->as<engine::Alignment>() || dataset->as<engine::Structure>()) Q_EMIT controlsOutdated();
  });
  connect(&session.document(), &Document::linked, this, [this] {
    if (m_coloring == ResidueColoring::column) startColumnValues();
    if (!m_superposed.empty() && m_pairing == Pairing::alignment) startSuperposition();
    Q_EMIT controlsOutdated();
  });
  connect(&session.document(), &Document::removed, this, [this](const QString& id) {
    if (m_companion && m_superposed == id.toStdString()) superpose({});
    Q_EMIT controlsOutdated();
  });
  addCommands();
}

StructureView::~StructureView() = default;

QString StructureView::title() const {
  if (!m_dataset) return QStringLiteral("Structure");
  const QString name = QString::fromStdString(m_dataset->title);
  return m_headsDataset ? tr("%1, %2").arg(name, QString::fromStdString(m_headsDataset->title)) : name;
}

QString StructureView::emptyText() const { return tr("Open a structure (PDB or mmCIF) or drop one here."); }

std::vector<std::string> StructureView::datasetIds() const {
  std::vector<std::string> ids;
  for (const auto& dataset : {m_dataset, m_headsDataset, m_geometryDataset})
    if (dataset) ids.push_back(dataset->id);
  return ids;
}

void StructureView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset)) return;
  if (dataset->kind() == engine::DatasetKind::structure) {
    setStructure(std::move(dataset));
  } else {
    if (!m_dataset) setStructure(structureOf(*dataset, session().document()));
    if (dataset->kind() == engine::DatasetKind::heads) {
      if (m_headsDataset && m_headsDataset->id != dataset->id) m_headsChain.clear();
      m_headsDataset = std::move(dataset);
      matchHeads();
      applyHead();
      if (!m_motion.isIdentity()) applyMotion();
    } else {
      m_geometryDataset = std::move(dataset);
      applyGeometry();
    }
  }
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
  refresh();
}

void StructureView::setStructure(engine::DatasetPtr dataset) {
  const bool isOther = !m_dataset || m_dataset->id != dataset->id;
  m_dataset = std::move(dataset);
  m_structure = m_dataset->share<engine::Structure>();
  if (isOther) {
    m_headsDataset = m_geometryDataset = nullptr;
    m_head = {};
    m_headsChain.clear();
    m_isCameraMoved = false;
    m_fittedAspect = 0;
    m_measurements.clear();
    m_picked.clear();
    m_columnValues.clear();
    m_motionSettings = {};
    m_superposed.clear();
    dropCompanion();
    m_showFrames = m_showFrames && m_structure->numResidues() <= kMostFrames;
  }
  m_residues = ResidueTable(*m_structure);
  canvas().setSmoothing(m_residues.size() > kMostSmoothed ? VtkWidget::Smoothing::off : VtkWidget::Smoothing::atRest);
  m_hovered = {};
  readResidues();
  applyMotion();
  applyFolds(authorFolds(*m_structure));
  m_scene->molecule().showFrames(m_showFrames);
  matchHeads();
  applyHead();
  startFolds();
  if (m_coloring == ResidueColoring::column) startColumnValues();
  if (!m_superposed.empty()) startSuperposition();
}

void StructureView::readResidues() {
  m_incomplete.clear();
  for (Index k = 0; k < m_residues.size(); ++k) {
    const engine::Residue& residue = *m_residues.find(k);
    for (const char* atom : {"N", "CA", "C"})
      if (!engine::isSet(residue.position(atom))) {
        m_incomplete.push_back(k);
        break;
      }
  }
  m_numGaps = static_cast<int>(backboneGaps(backbonePieces(*m_structure, {})).size());
}

void StructureView::startFolds() {
  if (m_residues.size() == 0) return;
  Job* job = runJob(
      session().jobs(), this, tr("Secondary structure of %1").arg(QString::fromStdString(m_dataset->title)),
      QStringLiteral("folds"), [structure = m_structure](engine::Progress&) { return computedFolds(*structure); },
      [structure = m_structure](StructureView& view, const std::vector<Fold>& folds) {
        if (view.m_structure != structure) return;
        view.applyFolds(folds);
        view.applyGeometry();
        view.refresh();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

void StructureView::applyFolds(const std::vector<Fold>& folds) {
  m_folds = folds;
  m_scene->molecule().setStructure(m_structure, m_folds, m_style);
  applyColors();
}

void StructureView::applyColors() {
  if (!m_structure) return;
  ResidueValues values{m_folds, {}, m_columnValues, m_columnTitle.toStdString()};
  if (!m_head.isEmpty() && m_coloring == ResidueColoring::attention) values.attention = m_head.received();
  ResidueColors colors = residueColors(*m_structure, m_coloring, values);
  m_legend = std::move(colors.legend);
  m_scene->molecule().setResidueColors(colors.colors);
  if (!m_companion) return;
  // Both in one legend, the chains of the second counted on from those of the first.
  const size_t before = m_structure->chains.size();
  const std::string name = m_companion->dataset->title + " ";
  if (m_coloring == ResidueColoring::chain)
    for (auto& entry : m_legend.entries) entry.text = m_dataset->title + " " + entry.text;
  std::vector<Rgb> second;
  for (size_t chain = 0; chain < m_companion->structure->chains.size(); ++chain) {
    second.insert(second.end(), m_companion->structure->chains[chain].residues.size(), chainColor(before + chain));
    m_legend.entries.push_back({chainColor(before + chain), name + m_companion->structure->chains[chain].id});
  }
  m_scene->companion().setResidueColors(second);
}

void StructureView::applyGeometry() {
  const auto* geometry = m_geometryDataset ? m_geometryDataset->as<engine::ChainGeometry>() : nullptr;
  if (!geometry) return;
  std::vector<Fold> folds = m_folds;
  size_t residue = 0;
  for (const engine::Chain& chain : m_structure->chains)
    for (size_t k = 0; k < chain.residues.size(); ++k, ++residue)
      if (chain.id == geometry->chain && k < geometry->geometry.dssp.size() && residue < folds.size())
        folds[residue] = foldOf(geometry->geometry.dssp[k]);
  applyFolds(folds);
}

HeadOnStructure StructureView::headOnStructure() {
  const Index residues = m_residues.size();
  const engine::Array<float>& weights = m_map->weights;
  const auto fits = [&weights](Index length) {
    return weights.rank() == 2 && weights.length(0) == length && weights.length(1) == length;
  };
  if (!areUnplacedHeads(*m_headsDataset)) {
    if (fits(residues)) return HeadOnStructure(m_map);
    const auto* heads = m_headsDataset->as<engine::HeadSet>();
    m_headMessage = tr("No bars: the head has %1 × %2 positions, the structure %3 residues")
                        .arg(heads->numQueries)
                        .arg(heads->numKeys)
                        .arg(residues);
    return {};
  }
  const HeadsPlace* at = place();
  if (at && fits(static_cast<Index>(at->match.match.map.to.size()))) return {*m_map, at->match, residues};
  m_headMessage = m_places.empty() ? whyNoPlace(*m_headsDataset, *m_dataset) : tr("No bars: on which chain?");
  return {};
}

void StructureView::applyHead() {
  m_head = {};
  m_headLabel.clear();
  m_headMessage.clear();
  m_map = nullptr;
  const auto* heads = m_headsDataset ? m_headsDataset->as<engine::HeadSet>() : nullptr;
  const Index layer = session().selection().layer(), head = session().selection().head();
  m_shownHead = {layer, head};
  try {
    if (heads && layer < heads->numLayers && head < heads->numHeads) m_map = heads->map(layer, head);
  } catch (const engine::Error& error) {
    m_headMessage = QString::fromUtf8(error.what());
  }
  if (m_map) m_head = headOnStructure();
  if (!m_head.isEmpty()) {
    m_headLabel = tr("Layer %1, head %2").arg(layer + 1).arg(head + 1);
    if (!m_map->label.empty()) m_headLabel += QStringLiteral(": ") + QString::fromStdString(m_map->label);
  }
  m_lines = m_head.strongest(kMostPerResidue, m_separation, m_residues.chains());
  std::erase_if(m_lines, [this](const AttentionLine& line) {
    return !engine::isSet(alpha(line.i)) || !engine::isSet(alpha(line.j));
  });
  std::vector<AttentionBar> bars;
  const double strongest = m_lines.empty() ? 1 : m_lines.back().weight;  // weakest first
  const engine::RigidMotion& motion = m_motion;
  const auto unmoved = [&](Index residue) -> Vector3 {
    return motion.linear.transpose() * (alpha(residue) - motion.translation);
  };
  for (const AttentionLine& line : m_lines)
    bars.push_back({unmoved(line.i), unmoved(line.j), line.weight, line.rank, line.weight / strongest});
  m_scene->bars().setBars(std::move(bars), toRgb(theme().accent));
  if (m_coloring == ResidueColoring::attention) applyColors();
  applyLimits();
  applyMarks();
}

float StructureView::lowestShown() const {
  if (m_weightLimit == WeightLimit::weight) return static_cast<float>(m_lowestWeight);
  // A hair below, so that the strongest pair itself is not lost to rounding.
  return m_lines.empty() ? 0 : static_cast<float>(m_threshold * m_lines.back().weight * (1 - 1e-6));
}

void StructureView::applyLimits() {
  m_scene->bars().setLimits(lowestShown(), m_perResidue);
  m_numLines = m_scene->bars().numShown();
}

bool StructureView::isShown(const AttentionLine& line) const {
  return line.rank < m_perResidue && line.weight >= lowestShown();
}

Vector3 StructureView::alpha(Index residue) const {
  return residue >= 0 && residue < static_cast<Index>(m_alphas.size()) ? m_alphas[static_cast<size_t>(residue)]
                                                                       : engine::unsetPosition();
}

Vector3 StructureView::position(const AtomPick& pick) const {
  const Vector3 at = m_residues.position(pick);
  return engine::isSet(at) ? m_motion(at) : at;
}

Index StructureView::indexOf(const Position& position) const {
  // Of equal chains the one that the heads are shown on.
  if (const HeadsPlace* at = place(); at && m_headsDataset->id == position.dataset) {
    const Index residue = at->match.match.map.partner(position.index);
    return residue < 0 ? -1 : at->match.firstResidue + residue;
  }
  return m_dataset ? translated(position, m_dataset->id) : -1;
}

void StructureView::applyMarks() {
  std::vector<SceneBall> balls;
  std::vector<SceneLine> lines;
  const SelectionModel& selection = session().selection();
  const auto mark = [&](const Focus& focus, const Rgb& color, double radius, double opacity) {
    const Index first = indexOf(focus.first), second = indexOf(focus.second);
    for (const Index residue : {first, second})
      if (residue >= 0) balls.push_back({alpha(residue), radius, color, opacity});
    if (first >= 0 && second >= 0) lines.push_back({alpha(first), alpha(second), kPairLine, color, opacity});
    if (opacity < 1 || first < 0 || second >= 0) return;
    for (const AttentionLine& line : m_head.strongestOf(first, kEmphasised, m_separation, m_residues.chains())) {
      const double share =
          std::sqrt(line.weight / std::max(1e-12f, m_lines.empty() ? line.weight : m_lines.back().weight));
      lines.push_back({alpha(line.i), alpha(line.j), kStrongLine * std::clamp(share, 0.3, 1.0), color, 1});
    }
  };
  for (const Focus& focus : selection.kept()) mark(focus, toRgb(theme().locked), kBallRadius, kKeptOpacity);
  if (!selection.locked().isEmpty()) mark(selection.locked(), toRgb(theme().locked), kBallRadius, 1);
  if (selection.hover() != selection.locked()) mark(selection.hover(), toRgb(theme().accent), kBallRadius * 0.98, 1);
  const Rgb ink = toRgb(theme().text);
  for (const Measurement& measurement : m_measurements)
    for (size_t k = 0; k + 1 < measurement.size(); ++k)
      for (const Bar& dash : dashes(position(measurement[k]), position(measurement[k + 1]), kMeasureDash, kMeasureLine))
        lines.push_back({dash.from, dash.to, dash.radius, ink, 1});
  for (const AtomPick& pick : m_picked) balls.push_back({position(pick), kPickRadius, toRgb(theme().accent), 1});
  m_scene->setMarks(balls, lines);
}

void StructureView::onSelectionChanged() {
  const std::pair<Index, Index> wanted{session().selection().layer(), session().selection().head()};
  if (m_headsDataset && wanted != m_shownHead) {
    applyHead();
    if (!m_motion.isIdentity()) applyMotion();
  }
  if (const Rgb page = toRgb(theme().canvas3d); page != m_pageOfScene) {
    m_pageOfScene = page;
    m_scene->setBackground(page);
    applyHead();
  }
  applyMarks();
  refresh();
}

}  // namespace ui
