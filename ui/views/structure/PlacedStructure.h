// A structure where a motion has brought it.
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/structure/Frame.h"
#include "engine/structure/RigidMotion.h"
#include "ui/scenes/structure/RibbonGeometry.h"
#include "ui/views/structure/StructureMeasures.h"
#include "ui/views/structure/StructureOptions.h"

namespace ui {

/// Residues are counted over all chains; what is not there is unset, empty or null.
class PlacedStructure {
 public:
  PlacedStructure() = default;
  explicit PlacedStructure(engine::DatasetPtr dataset);

  const engine::DatasetPtr& dataset() const { return m_dataset; }
  const std::shared_ptr<const engine::Structure>& structure() const { return m_structure; }
  QString title() const { return m_dataset ? QString::fromStdString(m_dataset->title) : QString(); }
  const ResidueTable& residues() const { return m_residues; }
  /// Residues without a complete backbone (N, CA, C).
  const std::vector<engine::Index>& incomplete() const { return m_incomplete; }
  /// Missing links between residues of a chain.
  int numGaps() const { return m_numGaps; }
  /// "N, CA": those of the backbone that a residue lacks.
  QString missingAtoms(engine::Index residue) const;

  void move(const MotionSettings& settings);
  const engine::RigidMotion& motion() const { return m_motion; }
  /// C-alpha of every residue.
  const std::vector<engine::Vector3>& alphas() const { return m_alphas; }
  engine::Vector3 alpha(engine::Index residue) const;
  engine::Vector3 position(const AtomPick& pick) const;
  std::vector<engine::Vector3> positions(const Measurement& atoms) const;
  /// Of the moved backbone: right-handed also where the motion mirrors.
  engine::Frames frames() const;

 private:
  engine::DatasetPtr m_dataset;
  std::shared_ptr<const engine::Structure> m_structure;
  ResidueTable m_residues;
  std::vector<engine::Index> m_incomplete;
  int m_numGaps = 0;
  engine::RigidMotion m_motion;
  std::vector<engine::Vector3> m_alphas;
};

/// Helices and strands, one per residue over all chains: from hydrogen bonds; as the file says; those of the chain that
/// a pair geometry (null: none) is of put in.
std::vector<Fold> computedFolds(const engine::Structure& structure);
std::vector<Fold> authorFolds(const engine::Structure& structure);
std::vector<Fold> foldsWith(const engine::DatasetPtr& geometry, const engine::Structure& structure,
                            std::vector<Fold> folds);

}  // namespace ui
