// Values, texts and stored form of measurements.
#include "ui/views/structure/StructureMeasures.h"

#include <QJsonObject>
#include <QStringList>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/base/Nth.h"
#include "engine/structure/Angle.h"
#include "engine/structure/Backbone.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

}  // namespace

ResidueTable::ResidueTable(const engine::Structure& structure) {
  m_residues.reserve(static_cast<size_t>(structure.numResidues()));
  m_chain.reserve(m_residues.capacity());
  for (const engine::Chain& chain : structure.chains) {
    for (const engine::Residue& residue : chain.residues) {
      m_residues.push_back(&residue);
      m_chain.push_back(static_cast<int>(m_chainIds.size()));
    }
    m_chainIds.push_back(chain.id);
  }
}

const engine::Residue* ResidueTable::find(Index residue) const {
  return residue >= 0 && residue < size() ? engine::nth(m_residues, residue) : nullptr;
}

Vector3 ResidueTable::position(const AtomPick& pick) const {
  const engine::Residue* residue = find(pick.residue);
  const Vector3 found = residue ? residue->position(pick.atom) : engine::unsetPosition();
  if (!residue || pick.atom != "CB" || engine::isSet(found)) return found;
  return engine::virtualCBeta(residue->position("N"), residue->position("CA"), residue->position("C"));
}

QString ResidueTable::text(const AtomPick& pick) const {
  const engine::Residue* residue = find(pick.residue);
  if (!residue) return {};
  const std::string& chain = engine::nth(m_chainIds, engine::nth(m_chain, pick.residue));
  const QString text = QString::fromStdString(residue->name + " " + residue->label() + " " + chain).trimmed();
  return pick.atom == "CA" ? text : text + QStringLiteral(" ") + QString::fromStdString(pick.atom);
}

double measured(const std::vector<Vector3>& positions) {
  switch (positions.size()) {
    case 2:
      return (positions[0] - positions[1]).norm();
    case 3:
      return engine::angle(positions[0], positions[1], positions[2]) * kDegrees;
    case 4:
      return engine::dihedral(positions[0], positions[1], positions[2], positions[3]) * kDegrees;
    default:
      return std::nan("");
  }
}

QString measuredText(const std::vector<Vector3>& positions) {
  const double value = measured(positions);
  if (!std::isfinite(value)) return QStringLiteral("undefined");
  return positions.size() == 2 ? QStringLiteral("%1 Å").arg(value, 0, 'f', 2)
                               : withMinus(QStringLiteral("%1°").arg(value, 0, 'f', 1));
}

QString atomText(const std::string& name) {
  if (name == "CA") return QStringLiteral("Cα");
  return name == "CB" ? QStringLiteral("Cβ") : QString::fromStdString(name);
}

Measurement pairMeasurement(PairFeature feature, Index i, Index j) {
  switch (feature) {
    case PairFeature::distance:
      return {{i, "CB"}, {j, "CB"}};
    case PairFeature::omega:
      return {{i, "CA"}, {i, "CB"}, {j, "CB"}, {j, "CA"}};
    case PairFeature::theta:
      return {{i, "N"}, {i, "CA"}, {i, "CB"}, {j, "CB"}};
    case PairFeature::phi:
      break;
  }
  return {{i, "CA"}, {i, "CB"}, {j, "CB"}};
}

QString pairFeatureName(PairFeature feature) {
  constexpr std::array<const char*, 4> kNames{"d", "ω", "θ", "φ"};
  return QString::fromUtf8(engine::nth(kNames, static_cast<Index>(feature)));
}

namespace {

/// Empty where the atoms are those of no feature of a pair.
QString featureNameOf(const Measurement& atoms) {
  if (atoms.size() < 2 || atoms.front().residue == atoms.back().residue) return {};
  for (const auto feature : {PairFeature::distance, PairFeature::omega, PairFeature::theta, PairFeature::phi})
    if (atoms == pairMeasurement(feature, atoms.front().residue, atoms.back().residue)) return pairFeatureName(feature);
  return {};
}

}  // namespace

QString labelText(const Measurement& atoms, const std::vector<Vector3>& positions) {
  if (const QString feature = featureNameOf(atoms); !feature.isEmpty())
    return feature + QStringLiteral(" = ") + measuredText(positions);
  QStringList names;
  for (const AtomPick& pick : atoms) names << atomText(pick.atom);
  return names.join(u'–') + u' ' + measuredText(positions);
}

QString measureTitle(size_t numAtoms) {
  return numAtoms == 2   ? QStringLiteral("Distance")
         : numAtoms == 3 ? QStringLiteral("Angle")
                         : QStringLiteral("Dihedral");
}

QJsonArray toJson(const std::vector<Measurement>& measurements) {
  QJsonArray array;
  for (const Measurement& measurement : measurements) {
    QJsonArray atoms;
    for (const AtomPick& pick : measurement)
      atoms.append(QJsonObject{{QStringLiteral("residue"), static_cast<double>(pick.residue)},
                               {QStringLiteral("atom"), QString::fromStdString(pick.atom)}});
    array.append(atoms);
  }
  return array;
}

std::vector<Measurement> measurementsFrom(const QJsonArray& array) {
  std::vector<Measurement> measurements;
  for (const QJsonValue& value : array) {
    Measurement measurement;
    for (const QJsonValue& atom : value.toArray()) {
      const double residue = atom[QStringLiteral("residue")].toDouble(-1);
      const QString name = atom[QStringLiteral("atom")].toString();
      if (residue >= 0 && residue < 1e9 && !name.isEmpty())
        measurement.push_back({static_cast<Index>(residue), name.toStdString()});
    }
    if (measurement.size() >= 2 && measurement.size() <= 4 &&
        static_cast<qsizetype>(measurement.size()) == value.toArray().size())
      measurements.push_back(std::move(measurement));
  }
  return measurements;
}

}  // namespace ui
