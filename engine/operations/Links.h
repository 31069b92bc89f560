// Which positions of two datasets are the same residue: what makes a hover in one view mark the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/alignment/ResidueMap.h"
#include "engine/io/Dataset.h"

namespace engine {

/// Number of positions of a dataset's own axis: residues of a structure (all chains in order), columns of an alignment,
/// columns of a profile, residues of the first sequence; 0 when it has none (its axes are other datasets').
Index numPositions(const Dataset& dataset);

/// The residue map between two datasets' positions when they are about the same protein: structure and alignment (a row
/// with the structure's sequence), alignment and profile (alignmentColumn; profile.provenance names the alignment),
/// structure and profile (through the master sequence), two structures or sequences with the same sequence, query and
/// template of a profile alignment (its best path) given as the third dataset. Empty when unrelated.
std::optional<ResidueMap> linkBetween(const Dataset& a, const Dataset& b);
/// Links query profile to template profile by the best path of an alignment of the two.
ResidueMap linkByPath(const ProfileAlignment& alignment);

/// All links among a document's datasets; translates positions along the shortest chain of links.
class LinkGraph {
 public:
  void add(DatasetPtr dataset);          ///< also replaces a dataset with the same id
  void remove(const std::string& id);
  /// The position in dataset `to` of the same residue; nothing when there is none. Positions of datasets with `axes` are
  /// asked for by the ids of those axes.
  std::optional<Index> translate(const std::string& from, Index position, const std::string& to) const;

 private:
  struct Edge {
    std::string from, to;
    ResidueMap map;
    std::string owner;   ///< a profile alignment whose path made it; else empty
  };
  std::vector<DatasetPtr> m_datasets;
  std::vector<Edge> m_edges;
};

}  // namespace engine
