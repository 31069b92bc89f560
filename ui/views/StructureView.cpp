// The structure view: data, attention lines and marks. Pointer and overlay are in StructureViewOverlay.cpp.
#include "ui/views/StructureView.h"

#include <QPointer>
#include <algorithm>
#include <cmath>

#include "engine/structure/Dssp.h"
#include "ui/views/AlignmentReadout.h"
#include "ui/views/CanvasGestures.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kFitMargin = 3;  ///< Å around the C-alphas
constexpr double kThinnestLine = 0.05, kThickestLine = 0.15, kStrongLine = 0.24, kPairLine = 0.3;  // Å
constexpr double kFaintestLine = 0.12, kDensestLine = 0.6;                                         // opacities
constexpr double kLineEnd = 0.9;  ///< Å that a line stays away from each C-alpha: the ribbon is not crossed
constexpr double kBallRadius = 0.95;
constexpr int kEmphasised = 5;  ///< strongest keys shown for the marked residue

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

std::vector<Fold> computedFolds(const engine::Structure& structure) {
  std::vector<Fold> folds;
  for (const std::string& chain : engine::dsspStates(structure))
    for (const char state : chain) folds.push_back(foldOf(state));
  return folds;
}

engine::Frames framesOf(const engine::Structure& structure) {
  std::vector<Vector3> n, ca, c;
  for (const engine::Chain& chain : structure.chains)
    for (const engine::Residue& residue : chain.residues) {
      n.push_back(residue.position("N"));
      ca.push_back(residue.position("CA"));
      c.push_back(residue.position("C"));
    }
  return engine::framesOfBackbone(n, ca, c);
}

/// From near `from` to near `to`; short ones keep a third of their length.
SceneLine lineBetween(const Vector3& from, const Vector3& to) {
  const Vector3 way = to - from;
  const double length = way.norm(), end = std::min(kLineEnd, length / 3);
  const Vector3 step = length > 0 ? Vector3(way * (end / length)) : Vector3(Vector3::Zero());
  return {from + step, to - step};
}

}  // namespace

View* makeStructureView(Session& session, QWidget* parent) { return new StructureView(session, parent); }

StructureView::StructureView(Session& session, QWidget* parent)
    : View(session, parent), m_gestures(new CanvasGestures(&canvas(), this)) {
  m_scene = std::make_unique<StructureScene>(canvas().renderWindow());
  m_pageOfScene = toRgb(theme().canvas3d);
  m_scene->setBackground(m_pageOfScene);
  canvas().setSmoothing(VtkWidget::Smoothing::atRest);
  connect(m_gestures, &CanvasGestures::draggedRight, this, &StructureView::onPanned);
  connect(m_gestures, &CanvasGestures::doubleClicked, this, &StructureView::onDoubleClicked);
}

StructureView::~StructureView() = default;

QString StructureView::title() const {
  if (!m_dataset) return QStringLiteral("Structure");
  const QString name = QString::fromStdString(m_dataset->title);
  return m_headsDataset ? tr("%1, %2").arg(name, QString::fromStdString(m_headsDataset->title)) : name;
}

QString StructureView::emptyText() const { return tr("Open a structure (PDB or mmCIF) or drop one here."); }

bool StructureView::accepts(const engine::Dataset& dataset) const {
  switch (dataset.kind()) {
    case engine::DatasetKind::structure:
      return true;
    case engine::DatasetKind::geometry:
    case engine::DatasetKind::heads: {
      if (dataset.axes.empty()) return false;
      if (m_dataset) return dataset.axes[0] == m_dataset->id;
      const engine::DatasetPtr axis = session().document().find(dataset.axes[0]);
      return axis && axis->as<engine::Structure>();
    }
    default:
      return false;
  }
}

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
    if (!m_dataset) setStructure(session().document().find(dataset->axes[0]));
    if (dataset->kind() == engine::DatasetKind::heads) {
      m_headsDataset = std::move(dataset);
      applyHead();
    } else {
      m_geometryDataset = std::move(dataset);
      applyGeometry();
    }
  }
  Q_EMIT titleChanged();
  refresh();
}

void StructureView::setStructure(engine::DatasetPtr dataset) {
  if (!m_dataset || m_dataset->id != dataset->id) {
    m_headsDataset = m_geometryDataset = nullptr;
    m_weights = nullptr;
    m_isCameraMoved = false;
    m_fittedAspect = 0;
  }
  m_dataset = std::move(dataset);
  m_structure = m_dataset->share<engine::Structure>();
  m_alphas = alphaPositions(*m_structure);
  m_chainOfResidue.clear();
  for (size_t chain = 0; chain < m_structure->chains.size(); ++chain)
    m_chainOfResidue.insert(m_chainOfResidue.end(), m_structure->chains[chain].residues.size(),
                            static_cast<int>(chain));
  applyFolds(authorFolds(*m_structure));
  applyFrames();
  applyHead();
  startDssp();
}

void StructureView::startDssp() {
  if (m_alphas.empty()) return;
  session().jobs().start(
      tr("Secondary structure of %1").arg(QString::fromStdString(m_dataset->title)),
      QStringLiteral("structure view %1 dssp").arg(reinterpret_cast<quintptr>(this)), JobQueue::Pool::cpu,
      QStringLiteral("native CPU"),
      [structure = m_structure](engine::Progress&) -> std::any { return computedFolds(*structure); },
      [view = QPointer<StructureView>(this), structure = m_structure](std::any result) {
        if (!view || view->m_structure != structure) return;
        view->applyFolds(std::any_cast<std::vector<Fold>>(std::move(result)));
        view->applyGeometry();
        view->refresh();
      });
}

void StructureView::applyFolds(const std::vector<Fold>& folds) {
  m_folds = folds;
  m_scene->setStructure(m_structure, m_folds);
  applyColors();
}

void StructureView::applyFrames() {
  m_scene->setFrames(framesOf(*m_structure));
  m_scene->showFrames(m_showFrames);
}

void StructureView::applyColors() {
  if (!m_structure) return;
  const std::vector<float> received = m_weights ? attentionReceived(*m_weights) : std::vector<float>{};
  ResidueColors colors = residueColors(*m_structure, m_coloring, m_folds, received);
  m_legend = std::move(colors.legend);
  m_scene->setResidueColors(colors.colors);
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

void StructureView::applyHead() {
  const auto* heads = m_headsDataset ? m_headsDataset->as<engine::HeadSet>() : nullptr;
  const Index layer = session().selection().layer(), head = session().selection().head();
  m_weights = nullptr;
  m_headLabel.clear();
  m_headMessage.clear();
  m_map = nullptr;
  m_shownHead = {layer, head};
  try {
    if (heads && layer < heads->numLayers && head < heads->numHeads) m_map = heads->map(layer, head);
  } catch (const engine::Error& error) {
    m_headMessage = QString::fromUtf8(error.what());
  }
  if (const auto& map = m_map) {
    const auto residues = static_cast<Index>(m_alphas.size());
    if (map->weights.rank() == 2 && map->weights.length(0) == residues && map->weights.length(1) == residues) {
      m_weights = &map->weights;
      m_headLabel = tr("Layer %1, head %2").arg(layer + 1).arg(head + 1);
      if (!map->label.empty()) m_headLabel += QStringLiteral(": ") + QString::fromStdString(map->label);
    } else {
      m_headMessage = tr("No lines: the head has %1 × %2 positions, the structure %3 residues")
                          .arg(heads->numQueries)
                          .arg(heads->numKeys)
                          .arg(residues);
    }
  }
  m_lines = m_weights ? strongestLines(*m_weights, kMostPerResidue, m_separation, m_chainOfResidue)
                      : std::vector<AttentionLine>{};
  if (m_coloring == ResidueColoring::attention) applyColors();
  applyLines();
  applyMarks();
}

void StructureView::applyLines() {
  std::vector<SceneLine> shown;
  const float strongest = m_lines.empty() ? 0 : m_lines.back().weight;  // weakest first
  const Rgb color = toRgb(theme().accent);
  for (const AttentionLine& line : m_lines) {
    const double share = line.weight / strongest;
    if (line.rank >= m_perResidue || share < m_threshold) continue;
    if (!engine::isSet(alpha(line.i)) || !engine::isSet(alpha(line.j))) continue;
    SceneLine tube = lineBetween(alpha(line.i), alpha(line.j));
    tube.radius = kThinnestLine + share * (kThickestLine - kThinnestLine);
    tube.color = color;
    tube.opacity = kFaintestLine + (kDensestLine - kFaintestLine) * share;
    shown.push_back(tube);
  }
  m_numLines = static_cast<int>(shown.size());
  m_scene->setLines(shown);
}

Vector3 StructureView::alpha(Index residue) const {
  return residue >= 0 && residue < static_cast<Index>(m_alphas.size()) ? m_alphas[static_cast<size_t>(residue)]
                                                                       : engine::unsetPosition();
}

Index StructureView::indexOf(const Position& position) const {
  return m_dataset ? translated(position, m_dataset->id) : -1;
}

void StructureView::applyMarks() {
  std::vector<SceneBall> balls;
  std::vector<SceneLine> lines;
  const SelectionModel& selection = session().selection();
  const auto mark = [&](const Focus& focus, const Rgb& color, double radius) {
    const Index first = indexOf(focus.first), second = indexOf(focus.second);
    for (const Index residue : {first, second})
      if (residue >= 0) balls.push_back({alpha(residue), radius, color});
    if (first >= 0 && second >= 0) lines.push_back({alpha(first), alpha(second), kPairLine, color, 1});
    if (first < 0 || second >= 0 || !m_weights) return;
    for (const AttentionLine& line : strongestOfQuery(*m_weights, first, kEmphasised, m_separation, m_chainOfResidue)) {
      const double share =
          std::sqrt(line.weight / std::max(1e-12f, m_lines.empty() ? line.weight : m_lines.back().weight));
      lines.push_back({alpha(line.i), alpha(line.j), kStrongLine * std::clamp(share, 0.3, 1.0), color, 1});
    }
  };
  if (!selection.locked().isEmpty()) mark(selection.locked(), toRgb(theme().locked), kBallRadius);
  if (selection.hover() != selection.locked()) mark(selection.hover(), toRgb(theme().accent), kBallRadius * 0.98);
  m_scene->setMarks(balls, lines);
}

void StructureView::onSelectionChanged() {
  const std::pair<Index, Index> wanted{session().selection().layer(), session().selection().head()};
  if (m_headsDataset && wanted != m_shownHead) applyHead();
  if (const Rgb page = toRgb(theme().canvas3d); page != m_pageOfScene) {
    m_pageOfScene = page;
    m_scene->setBackground(page);
    applyLines();
  }
  applyMarks();
  refresh();
}

void StructureView::setStyle(StructureStyle style) {
  m_style = style;
  m_scene->setStyle(style);
  refresh();
}

void StructureView::setColoring(ResidueColoring coloring) {
  m_coloring = coloring;
  applyColors();
  refresh();
}

void StructureView::setFramesShown(bool on) {
  m_showFrames = on;
  m_scene->showFrames(on);
  refresh();
}

void StructureView::setThreshold(double share) {
  m_threshold = std::clamp(share, 0.0, 1.0);
  applyLines();
  refresh();
}

void StructureView::setPerResidue(int count) {
  m_perResidue = std::clamp(count, 1, kMostPerResidue);
  applyLines();
  refresh();
}

void StructureView::setSeparation(int separation) {
  m_separation = std::max(0, separation);
  applyHead();
  refresh();
}

double StructureView::aspect() const {
  const QSize size = const_cast<StructureView*>(this)->canvas().size();
  return static_cast<double>(size.width()) / std::max(1, size.height());
}

void StructureView::resetView() {
  m_fittedAspect = aspect();
  m_camera.fit(m_alphas, m_fittedAspect, kFitMargin);
  m_isCameraMoved = false;
  refresh();
}

void StructureView::prepareScene(QSize size, double) {
  const double shape = static_cast<double>(size.width()) / std::max(1, size.height());
  if (!m_isCameraMoved && shape != m_fittedAspect) {
    m_camera.fit(m_alphas, shape, kFitMargin);
    m_fittedAspect = shape;
  }
  m_scene->place(m_camera);
}

std::vector<ReadoutLine> StructureView::readout() const {
  if (!m_structure) return {};
  const Focus& focus = session().selection().current();
  const Index first = indexOf(focus.first), second = indexOf(focus.second);
  std::vector<ReadoutLine> lines;
  const QString firstText = structureResidueText(*m_structure, first),
                secondText = structureResidueText(*m_structure, second);
  if (!firstText.isEmpty()) lines.push_back({tr("Residue"), firstText});
  if (!secondText.isEmpty()) lines.push_back({tr("Second residue"), secondText});
  const double distance = (alpha(first) - alpha(second)).norm();
  if (std::isfinite(distance)) lines.push_back({tr("Distance CA–CA"), tr("%1 Å").arg(distance, 0, 'f', 2)});
  if (!m_weights || firstText.isEmpty()) return lines;
  lines.push_back({tr("Head"), m_headLabel});
  if (!secondText.isEmpty()) lines.push_back({tr("Weight"), QString::number((*m_weights)(first, second), 'g', 3)});
  if (secondText.isEmpty())
    for (const AttentionLine& line : strongestOfQuery(*m_weights, first, kEmphasised, m_separation, m_chainOfResidue))
      lines.push_back(
          {tr("Attends to"),
           QStringLiteral("%1 (%2)").arg(structureResidueText(*m_structure, line.j)).arg(line.weight, 0, 'g', 3)});
  return lines;
}

}  // namespace ui
