#include "ui/views/structure/PlacedStructure.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <numbers>

#include "engine/base/Nth.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/structure/KabschSander.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kRadians = std::numbers::pi / 180;

bool lacksBackbone(const engine::Residue& residue) {
  constexpr std::array<const char*, 3> kBackbone{"N", "CA", "C"};
  return std::any_of(kBackbone.begin(), kBackbone.end(),
                     [&](const char* atom) { return !engine::isSet(residue.position(atom)); });
}

}  // namespace

PlacedStructure::PlacedStructure(engine::DatasetPtr dataset)
    : m_dataset(std::move(dataset)),
      m_structure(m_dataset->share<engine::Structure>()),
      m_residues(*m_structure),
      m_numGaps(static_cast<int>(backboneGaps(backbonePieces(*m_structure, {})).size())),
      m_alphas(alphaPositions(*m_structure)) {
  for (Index k = 0; k < m_residues.size(); ++k)
    if (lacksBackbone(*m_residues.find(k))) m_incomplete.push_back(k);
}

QString PlacedStructure::missingAtoms(Index residue) const {
  const engine::Residue* found = m_residues.find(residue);
  if (!found) return {};
  QStringList missing;
  for (const char* atom : {"N", "CA", "C", "O"})
    if (!engine::isSet(found->position(atom))) missing << QLatin1String(atom);
  return missing.join(QStringLiteral(", "));
}

void PlacedStructure::move(const MotionSettings& settings) {
  if (!m_structure) return;
  m_alphas = alphaPositions(*m_structure);
  Vector3 center = Vector3::Zero();
  double count = 0;
  for (const Vector3& position : m_alphas)
    if (engine::isSet(position)) center += position, ++count;
  if (count > 0) center /= count;
  m_motion = engine::motionAbout(center, settings.degrees * kRadians, settings.shift,
                                 settings.isMirrored ? engine::Mirror::yes : engine::Mirror::no);
  for (Vector3& position : m_alphas)
    if (engine::isSet(position)) position = m_motion(position);
}

Vector3 PlacedStructure::alpha(Index residue) const {
  return residue >= 0 && residue < static_cast<Index>(m_alphas.size()) ? engine::nth(m_alphas, residue)
                                                                       : engine::unsetPosition();
}

Vector3 PlacedStructure::position(const AtomPick& pick) const {
  const Vector3 at = m_residues.position(pick);
  return engine::isSet(at) ? m_motion(at) : at;
}

std::vector<Vector3> PlacedStructure::positions(const Measurement& atoms) const {
  std::vector<Vector3> at;
  for (const AtomPick& pick : atoms) at.push_back(position(pick));
  return at;
}

engine::Frames PlacedStructure::frames() const {
  std::vector<Vector3> n, ca, c;
  for (Index k = 0; k < m_residues.size(); ++k) {
    const engine::Residue& residue = *m_residues.find(k);
    n.push_back(m_motion(residue.position("N")));
    ca.push_back(m_motion(residue.position("CA")));
    c.push_back(m_motion(residue.position("C")));
  }
  return engine::framesOfBackbone(n, ca, c);
}

std::vector<Fold> computedFolds(const engine::Structure& structure) {
  std::vector<Fold> folds;
  for (const std::string& chain : engine::helixAndStrandStates(structure))
    for (const char state : chain) folds.push_back(foldOf(state));
  return folds;
}

std::vector<Fold> authorFolds(const engine::Structure& structure) {
  std::vector<Fold> folds;
  for (const engine::Chain& chain : structure.chains)
    for (const engine::Residue& residue : chain.residues) folds.push_back(foldOf(residue.authorState));
  return folds;
}

std::vector<Fold> foldsWith(const engine::DatasetPtr& geometry, const engine::Structure& structure,
                            std::vector<Fold> folds) {
  const auto* known = geometry ? geometry->as<engine::ChainGeometry>() : nullptr;
  if (!known) return folds;
  size_t residue = 0;
  for (const engine::Chain& chain : structure.chains)
    for (size_t k = 0; k < chain.residues.size(); ++k, ++residue)
      if (chain.id == known->chain && k < known->geometry.dssp.size() && residue < folds.size())
        folds[residue] = foldOf(known->geometry.dssp[k]);
  return folds;
}

}  // namespace ui
