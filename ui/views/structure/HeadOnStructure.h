// The weights of an attention head between the residues of a structure.
#pragma once

#include <memory>
#include <vector>

#include "engine/analysis/ChainMatch.h"
#include "ui/scenes/structure/AttentionLines.h"

namespace ui {

/// Residues are counted over all chains. Nothing is known of those that the head has no position for.
class HeadOnStructure {
 public:
  HeadOnStructure() = default;
  /// A head whose positions are the residues of the structure, in their order.
  explicit HeadOnStructure(std::shared_ptr<const engine::AttentionMap> head);
  /// A head whose positions match one chain of a structure of so many residues.
  HeadOnStructure(const engine::AttentionMap& head, const engine::StructureMatch& match, engine::Index numResidues);

  bool isEmpty() const { return !m_weights; }
  /// NaN where one of the two has no position.
  float weight(engine::Index query, engine::Index key) const;
  /// As strongestLines() and strongestOfQuery(); `separation` counts positions of the head, those without residue too.
  std::vector<AttentionLine> strongest(int most, engine::Index separation, const std::vector<int>& chains) const;
  std::vector<AttentionLine> strongestOf(engine::Index query, int most, engine::Index separation,
                                         const std::vector<int>& chains) const;
  /// Mean weight that each residue receives from all positions; NaN where it has none.
  std::vector<float> received() const;

 private:
  engine::Index rowOf(engine::Index residue) const;
  std::vector<AttentionLine> between(std::vector<AttentionLine> lines) const;
  std::vector<int> chainsOfRows(const std::vector<int>& chains) const;

  std::shared_ptr<const engine::Array<float>> m_weights;  ///< NaN in rows and columns without residue
  std::vector<engine::Index> m_residueOfRow, m_rowOfResidue;
  std::vector<float> m_received;  ///< by row
};

}  // namespace ui
