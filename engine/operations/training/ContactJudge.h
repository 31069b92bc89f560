// Contacts of a structure on the positions that couplings are learned of: found once, asked often.
#pragma once

#include <string>
#include <vector>

#include "engine/analysis/ContactPrecision.h"
#include "engine/datasets/PositionGroups.h"
#include "engine/structure/Structure.h"

namespace engine {

class ContactJudge {
 public:
  /// `letters`: of the positions, one each. Throws Error where the chain is another protein; Cancelled.
  ContactJudge(const std::string& letters, const Chain& chain, const std::string& structureTitle, int threads,
               Progress& progress);

  /// L x L: 1 where C-beta are below 8 Å, 0 where not, NaN where one is not known; 1 on the diagonal for residues of
  /// the chain.
  Array<float> touches() const;
  /// Residue of the chain at each position, from 0; -1: none.
  const std::vector<Index>& residues() const { return m_residues; }
  /// Groups that are told by numbers of residues of the chain. Throws Error naming an array that is no list.
  PositionGroups groups(const ArrayBundle& lists, const Chain& chain) const;
  ContactPrecision of(const Array<float>& scores) const { return contactPrecision(scores, m_residues, m_geometry); }

 private:
  std::vector<Index> m_residues;  ///< of each position; -1: none
  PairGeometry m_geometry;
};

}  // namespace engine
