// What the structure view computes: values of alignment columns, motions and what they change, superposition.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/alignment/ColumnStatistics.h"
#include "engine/alignment/GlobalAlignment.h"
#include "engine/operations/Operation.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/structure/StructureView.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kRadians = std::numbers::pi / 180;
constexpr Index kFewestPairs = 3, kMostTranslated = 5000, kProbes = 200;
const std::string kGeometricAttention = "attention geometric";

std::vector<float> valuesOf(const engine::ColumnStatistics& statistics, ColumnValue value) {
  switch (value) {
    case ColumnValue::conservation:
      return statistics.conservation;
    case ColumnValue::occupancy:
      return statistics.occupancy;
    case ColumnValue::entropy:
      return statistics.entropy;
    case ColumnValue::consensus:
      break;
  }
  return statistics.consensusShare;
}

QString titleOf(ColumnValue value) {
  switch (value) {
    case ColumnValue::conservation:
      return StructureView::tr("Conservation (bits)");
    case ColumnValue::occupancy:
      return StructureView::tr("Occupancy (share of rows)");
    case ColumnValue::entropy:
      return StructureView::tr("Entropy (bits)");
    case ColumnValue::consensus:
      break;
  }
  return StructureView::tr("Consensus (share of rows)");
}

/// Partner in b of every residue of a, chain by chain: of the chains of b not yet taken the one with most equal pairs.
std::vector<Index> partnersBySequence(const engine::Structure& a, const engine::Structure& b) {
  std::vector<Index> partners;
  std::vector<bool> isTaken(b.chains.size(), false);
  for (const engine::Chain& chain : a.chains) {
    const auto codes = engine::chainCodes(chain);
    engine::ResidueMap best;
    Index mostEqual = -1, bestFirst = 0, first = 0;
    size_t bestChain = 0;
    for (size_t other = 0; other < b.chains.size(); ++other) {
      const auto otherCodes = engine::chainCodes(b.chains[other]);
      if (!isTaken[other]) {
        engine::ResidueMap map = engine::alignSequences(codes, otherCodes);
        Index equal = 0;
        for (size_t k = 0; k < codes.size(); ++k)
          equal += map.to[k] >= 0 && codes[k] == otherCodes[static_cast<size_t>(map.to[k])];
        if (equal > mostEqual) {
          mostEqual = equal;
          best = std::move(map);
          bestFirst = first;
          bestChain = other;
        }
      }
      first += static_cast<Index>(otherCodes.size());
    }
    for (size_t k = 0; k < codes.size(); ++k)
      partners.push_back(mostEqual >= 0 && best.to[k] >= 0 ? bestFirst + best.to[k] : -1);
    if (mostEqual >= 0) isTaken[bestChain] = true;
  }
  return partners;
}

/// What a job says about two structures.
struct Laid {
  std::optional<engine::Superposition> superposition;
  Pairing pairing = Pairing::alignment;
  std::vector<Fold> folds;  ///< of the second
};

std::optional<engine::Superposition> laidOn(const std::vector<Vector3>& fixed, const std::vector<Vector3>& moving,
                                            const std::vector<Index>& partners) {
  std::vector<Vector3> to, from;
  for (size_t k = 0; k < std::min(fixed.size(), partners.size()); ++k) {
    if (partners[k] < 0 || partners[k] >= static_cast<Index>(moving.size())) continue;
    to.push_back(fixed[k]);
    from.push_back(moving[static_cast<size_t>(partners[k])]);
  }
  return engine::superpose(from, to);
}

/// One row for the numbers of two arrays of one shape.
engine::InvariantRow comparedRow(std::string name, const engine::Array<float>& before,
                                 const engine::Array<float>& after) {
  engine::InvariantRow row{std::move(name), "", 0, 0, 0};
  for (Index k = 0; k < before.size(); ++k) {
    const double a = before.data()[k], b = after.data()[k];
    row.before += a / static_cast<double>(before.size());
    row.after += b / static_cast<double>(before.size());
    row.largestChange = std::max(row.largestChange, std::abs(a - b));
  }
  return row;
}

/// Weights of a head and outputs of geometric attention on a structure before and after a motion.
std::vector<engine::InvariantRow> attentionRows(const engine::Dataset& structure, const engine::RigidMotion& motion,
                                                const engine::ParameterValues& parameters,
                                                const engine::Compute& compute, Index layer, Index head,
                                                engine::Progress& progress) {
  const engine::Operation& operation = engine::findOperation(kGeometricAttention);
  const auto run = [&](const engine::RigidMotion& by, double begin, double end) {
    auto input = std::make_shared<engine::Dataset>(structure);
    input->value = std::make_shared<const engine::Structure>(engine::moved(*structure.as<engine::Structure>(), by));
    engine::Diagnostics diagnostics;
    engine::PartProgress part(progress, begin, end);
    return operation.run({input}, parameters, compute, diagnostics, part);
  };
  const auto before = run({}, 0, 0.5), after = run(motion, 0.5, 1);
  std::vector<engine::InvariantRow> rows;
  const auto *headsBefore = before.front().as<engine::HeadSet>(), *headsAfter = after.front().as<engine::HeadSet>();
  if (headsBefore && headsAfter && layer < headsBefore->numLayers && head < headsBefore->numHeads)
    rows.push_back(comparedRow("Attention weights", headsBefore->map(layer, head)->weights,
                               headsAfter->map(layer, head)->weights));
  const auto *arraysBefore = before.back().as<engine::ArrayBundle>(),
             *arraysAfter = after.back().as<engine::ArrayBundle>();
  if (arraysBefore && arraysAfter && arraysBefore->contains("Y"))
    rows.push_back(comparedRow("Attention output", engine::numbersOf<float>(*arraysBefore, "Y"),
                               engine::numbersOf<float>(*arraysAfter, "Y")));
  return rows;
}

/// Frames of the moved backbone: right-handed also where the motion mirrors.
engine::Frames framesOf(const engine::Structure& structure, const engine::RigidMotion& motion) {
  std::vector<Vector3> n, ca, c;
  for (const engine::Chain& chain : structure.chains)
    for (const engine::Residue& residue : chain.residues) {
      n.push_back(motion(residue.position("N")));
      ca.push_back(motion(residue.position("CA")));
      c.push_back(motion(residue.position("C")));
    }
  return engine::framesOfBackbone(n, ca, c);
}

}  // namespace

void StructureView::addCommands() {
  const auto measure = [this](MeasureKind kind) { return [this, kind] { setMeasuring(kind); }; };
  addCommand(QStringLiteral("structure.distance"), tr("Measure a distance"), QKeySequence(Qt::Key_D),
             measure(MeasureKind::distance));
  addCommand(QStringLiteral("structure.angle"), tr("Measure an angle"), QKeySequence(Qt::Key_A),
             measure(MeasureKind::angle));
  addCommand(QStringLiteral("structure.dihedral"), tr("Measure a dihedral"), QKeySequence(Qt::SHIFT | Qt::Key_D),
             measure(MeasureKind::dihedral));
  addCommand(QStringLiteral("structure.clearMeasurements"), tr("Remove all measurements"), {},
             [this] { setMeasurements({}); });
  addCommand(QStringLiteral("structure.centre"), tr("Centre on the selection"), QKeySequence(Qt::Key_C), [this] {
    const Vector3 at = alpha(indexOf(session().selection().current().first));
    if (!engine::isSet(at)) return;
    StructureCamera target = m_camera;
    target.center = at;
    m_isCameraMoved = true;
    flyTo(target);
  });
  addCommand(QStringLiteral("structure.mirror"), tr("Mirror the coordinates"), {}, [this] {
    MotionSettings settings = m_motionSettings;
    settings.isMirrored = !settings.isMirrored;
    setMotionSettings(settings);
  });
  addCommand(QStringLiteral("structure.resetMotion"), tr("Put the coordinates back"), {},
             [this] { setMotionSettings({}); });
  addCommand(QStringLiteral("structure.frames"), tr("Show or hide residue frames"), QKeySequence(Qt::Key_F),
             [this] { setFramesShown(!m_showFrames); });
}

// --- alignment columns ---

std::vector<engine::DatasetPtr> StructureView::linkedAlignments() const {
  std::vector<engine::DatasetPtr> linked;
  const Document& document = session().document();
  const Index step = std::max<Index>(1, m_residues.size() / kProbes);
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    if (!dataset->as<engine::Alignment>()) continue;
    for (Index residue = 0; residue < m_residues.size(); residue += step)
      if (document.translate(m_dataset->id, residue, dataset->id)) {
        linked.push_back(dataset);
        break;
      }
  }
  return linked;
}

void StructureView::setColumnValue(ColumnValue value) {
  m_columnValue = value;
  if (m_coloring == ResidueColoring::column) startColumnValues();
  changed();
}

void StructureView::setColumnAlignment(const std::string& id) {
  m_columnAlignment = id;
  if (m_coloring == ResidueColoring::column) startColumnValues();
  changed();
}

void StructureView::startColumnValues() {
  if (!m_structure) return;
  const auto linked = linkedAlignments();
  const auto chosen = std::find_if(linked.begin(), linked.end(),
                                   [this](const auto& dataset) { return dataset->id == m_columnAlignment; });
  const engine::DatasetPtr source = chosen != linked.end() ? *chosen : linked.empty() ? nullptr : linked.front();
  if (!source) {
    m_columnValues.clear();
    m_columnTitle = tr("No alignment is linked to this structure");
    return applyColors();
  }
  std::vector<Index> columns;
  for (Index residue = 0; residue < m_residues.size(); ++residue)
    columns.push_back(session().document().translate(m_dataset->id, residue, source->id).value_or(-1));
  Job* job = runJob(
      session().jobs(), this, tr("Columns of %1").arg(QString::fromStdString(source->title)), QStringLiteral("columns"),
      [source, columns = std::move(columns), value = m_columnValue](engine::Progress& progress) {
        const auto statistics = engine::columnStatistics(*source->as<engine::Alignment>(), 0, progress);
        const std::vector<float> all = valuesOf(statistics, value);
        std::vector<float> values;
        for (const Index column : columns)
          values.push_back(column >= 0 ? all[static_cast<size_t>(column)] : std::nanf(""));
        return values;
      },
      [structure = m_structure, source, value = m_columnValue](StructureView& view, std::vector<float> values) {
        if (view.m_structure != structure) return;
        view.m_columnValues = std::move(values);
        view.m_columnTitle = tr("%1, %2").arg(titleOf(value), QString::fromStdString(source->title));
        view.applyColors();
        view.refresh();
      });
  waitFor(this, job);
}

// --- motions ---

void StructureView::setMotionSettings(const MotionSettings& settings) {
  const auto limited = [](const Vector3& value, double most) -> Vector3 {
    return value.allFinite() ? Vector3(value.cwiseMax(-most).cwiseMin(most)) : Vector3(Vector3::Zero());
  };
  m_motionSettings = {limited(settings.degrees, 180), limited(settings.shift, MotionSettings::kMostShift),
                      settings.isMirrored};
  applyMotion();
  applyMarks();
  Q_EMIT readoutChanged();
  changed();
}

void StructureView::applyMotion() {
  m_invariants.clear();
  if (!m_structure) return;
  const std::vector<Vector3> original = alphaPositions(*m_structure);
  Vector3 center = Vector3::Zero();
  double count = 0;
  for (const Vector3& position : original)
    if (engine::isSet(position)) center += position, ++count;
  if (count > 0) center /= count;
  const MotionSettings& settings = m_motionSettings;
  m_motion = engine::motionAbout(center, settings.degrees * kRadians, settings.shift,
                                 settings.isMirrored ? engine::Mirror::yes : engine::Mirror::no);
  m_alphas = original;
  for (Vector3& position : m_alphas)
    if (engine::isSet(position)) position = m_motion(position);
  m_scene->setMotion(m_motion);
  m_scene->molecule().setFrames(framesOf(*m_structure, m_motion));
  applyCompanion();
  if (m_motion.isIdentity()) return;
  m_invariants = engine::invariantsUnder(*m_structure, m_motion);
  startAttentionCheck();
}

void StructureView::startAttentionCheck() {
  if (!m_headsDataset || m_headsDataset->provenance.request.operation != kGeometricAttention) return;
  const auto& request = m_headsDataset->provenance.request;
  if (request.inputs.empty() || request.inputs.front() != m_dataset->id) return;
  const Index layer = session().selection().layer(), head = session().selection().head();
  Job* job = runJob(
      session().jobs(), this, tr("Attention of the moved structure"), QStringLiteral("attention"),
      [dataset = m_dataset, motion = m_motion, parameters = request.parameters, layer,
       head](engine::Progress& progress) {
        return attentionRows(*dataset, motion, parameters, engine::Compute{}, layer, head, progress);
      },
      [settings = m_motionSettings](StructureView& view, const std::vector<engine::InvariantRow>& rows) {
        if (view.m_motionSettings != settings) return;
        view.m_invariants.insert(view.m_invariants.end(), rows.begin(), rows.end());
        view.refresh();
        Q_EMIT view.readoutChanged();
      });
  waitFor(this, job);
}

// --- superposition ---

void StructureView::superpose(const std::string& id) {
  m_superposed = m_dataset && id == m_dataset->id ? std::string() : id;
  dropCompanion();
  // Colours tell the two apart: one for each chain of both.
  if (!m_superposed.empty()) m_coloring = ResidueColoring::chain;
  if (!m_superposed.empty()) startSuperposition();
  applyColors();
  Q_EMIT readoutChanged();
  changed();
}

void StructureView::setPairing(Pairing pairing) {
  m_pairing = pairing;
  if (!m_superposed.empty()) startSuperposition();
  changed();
}

void StructureView::startSuperposition() {
  const engine::DatasetPtr other = session().document().find(m_superposed);
  if (!m_structure || !other || !other->as<engine::Structure>()) return;
  std::vector<Index> linked;
  if (m_pairing == Pairing::alignment && m_residues.size() <= kMostTranslated)
    for (Index residue = 0; residue < m_residues.size(); ++residue)
      linked.push_back(session().document().translate(m_dataset->id, residue, other->id).value_or(-1));
  Job* job = runJob(
      session().jobs(), this, tr("Superposition of %1").arg(QString::fromStdString(other->title)),
      QStringLiteral("superposition"),
      [structure = m_structure, second = other->share<engine::Structure>(), linked](engine::Progress&) {
        const auto fixed = alphaPositions(*structure), moving = alphaPositions(*second);
        const auto isLinked = [](Index partner) { return partner >= 0; };
        const bool isByAlignment = std::count_if(linked.begin(), linked.end(), isLinked) >= kFewestPairs;
        const auto partners = isByAlignment ? linked : partnersBySequence(*structure, *second);
        return Laid{laidOn(fixed, moving, partners), isByAlignment ? Pairing::alignment : Pairing::sequence,
                    computedFolds(*second)};
      },
      [structure = m_structure, other](StructureView& view, const Laid& laid) {
        if (view.m_structure != structure || view.m_superposed != other->id) return;
        if (!laid.superposition)
          return view.session().report(
              MessageKind::warning,
              tr("%1 cannot be laid on the structure: no residues pair up").arg(QString::fromStdString(other->title)));
        view.dropCompanion();
        view.m_companion =
            LaidStructure{other, other->share<engine::Structure>(), laid.folds, *laid.superposition, laid.pairing};
        view.showCompanion();
      });
  waitFor(this, job);
}

void StructureView::showCompanion() {
  applyCompanion();
  applyColors();
  if (!m_isCameraMoved) m_fittedAspect = 0;
  Q_EMIT readoutChanged();
  refresh();
}

void StructureView::applyCompanion() {
  if (!m_companion) return;
  StructureMolecule& molecule = m_scene->companion();
  molecule.setStructure(m_companion->structure, m_companion->folds, m_style);
  molecule.showFrames(false);
  // The molecule may have been moved since: the second one goes with it.
  const engine::RigidMotion& onto = m_companion->superposition.motion;
  molecule.setMotion({m_motion.linear * onto.linear, m_motion(onto.translation)});
}

void StructureView::dropCompanion() {
  if (!m_companion) return;
  m_companion.reset();
  m_scene->companion().setStructure(nullptr, {}, m_style);
}

}  // namespace ui
