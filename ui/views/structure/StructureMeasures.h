// Distances, angles and dihedrals that the user picks in a structure.
#pragma once

#include <QJsonArray>
#include <QString>

#include <vector>

#include "engine/structure/Structure.h"

namespace ui {

/// An atom of a residue counted over all chains.
struct AtomPick {
  engine::Index residue = -1;
  std::string atom = "CA";
  bool operator==(const AtomPick&) const = default;
};

/// Its value is the number of atoms.
enum class MeasureKind { none = 0, distance = 2, angle = 3, dihedral = 4 };
using Measurement = std::vector<AtomPick>;  ///< 2, 3 or 4 atoms

/// What RoseTTAFold and trRosetta tell of an ordered pair of residues: the distance of the C-betas, the dihedral of
/// CA_i-CB_i-CB_j-CA_j, the dihedral of N_i-CA_i-CB_i-CB_j, the angle CA_i-CB_i-CB_j.
enum class PairFeature { distance, omega, theta, phi };
Measurement pairMeasurement(PairFeature feature, engine::Index i, engine::Index j);
/// "d", "ω", "θ", "φ".
QString pairFeatureName(PairFeature feature);

/// Residues of a structure by number over all chains, and how they are called.
class ResidueTable {
 public:
  ResidueTable() = default;
  explicit ResidueTable(const engine::Structure& structure);
  engine::Index size() const { return static_cast<engine::Index>(m_residues.size()); }
  const engine::Residue* find(engine::Index residue) const;
  int chain(engine::Index residue) const { return m_chain[static_cast<size_t>(residue)]; }
  const std::vector<int>& chains() const { return m_chain; }
  /// Unset when residue or atom is not there; where a backbone lacks its C-beta the virtual one.
  engine::Vector3 position(const AtomPick& pick) const;
  /// "ASP 52 A", for other atoms than CA "ASP 52 A CB"; empty when it is not there.
  QString text(const AtomPick& pick) const;

 private:
  std::vector<const engine::Residue*> m_residues;
  std::vector<int> m_chain;
  std::vector<std::string> m_chainIds;
};

/// Å for two positions, degrees for three (0..180) and four (-180..180); NaN when undefined.
double measured(const std::vector<engine::Vector3>& positions);
/// "3.81 Å", "−57.2°".
QString measuredText(const std::vector<engine::Vector3>& positions);
/// "Cα", "Cβ", "OD1".
QString atomText(const std::string& name);
/// "Cα–Cα 3.81 Å": between which atoms, and the value; "ω = −57.2°" of a feature of a pair.
QString labelText(const Measurement& atoms, const std::vector<engine::Vector3>& positions);
QString measureTitle(size_t numAtoms);  ///< "Distance", "Angle", "Dihedral"

QJsonArray toJson(const std::vector<Measurement>& measurements);
/// Leaves out what is no measurement.
std::vector<Measurement> measurementsFrom(const QJsonArray& array);

}  // namespace ui
