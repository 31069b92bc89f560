// Which positions of two datasets are the same residue: what makes a hover in one view mark the others.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/alignment/ResidueMap.h"
#include "engine/datasets/Dataset.h"

namespace engine {

/// Number of positions of a dataset's own axis, as its kind says (Kind.h): residues of a structure (all chains in
/// order), columns of an alignment, ...; 0 when it has none (its axes are other datasets').
Index numPositions(const Dataset& dataset);

/// Axes of something computed for one chain of a structure (empty `chain`: the first): {structure id} when the chain's
/// residues are the structure's first positions, else none: the result then has positions of its own.
std::vector<DatasetId> axesOfChain(const Dataset& structure, const std::string& chain);

/// The residue map between two datasets' positions when they are about the same protein: structure and alignment (a row
/// with the structure's sequence), alignment and profile (alignmentColumn where profile.provenance names the alignment,
/// else the row of the master sequence), structure and profile (through the master sequence), any two of structures,
/// sequences and profiles with the same sequence. Of several equal chains the first is linked. Empty when unrelated.
std::optional<ResidueMap> linkBetween(const Dataset& a, const Dataset& b);

/// Two datasets that may be linked; one twice: its parts (chains of a structure), of which some may be copies.
struct LinkPair {
  DatasetPtr a, b;
  /// About how many cells of sequence alignments a comparison takes; some millions are some tens of milliseconds.
  double cost() const;
};

/// What the comparison of a pair has found.
struct LinkFound {
  LinkPair pair;
  std::optional<ResidueMap> map;  ///< as linkBetween() gives it
  std::vector<Index> copies;      ///< of one twice: for each residue the one of the first equal part
};
LinkFound compare(const LinkPair& pair);

/// All links among a document's datasets; translates positions along the shortest chain of links.
class LinkGraph {
 public:
  /// Also replaces a dataset with the same id. `place`: its number in the order of the datasets; at most the end.
  void add(DatasetPtr dataset, std::size_t place = std::numeric_limits<std::size_t>::max());
  /// The same without comparing: the pairs that are to be compared, wherever and whenever, and handed to take().
  std::vector<LinkPair> insert(DatasetPtr dataset, std::size_t place = std::numeric_limits<std::size_t>::max());
  /// From now on these links count. Those of datasets that have been removed or replaced since are ignored.
  void take(std::vector<LinkFound> found);
  void remove(DatasetId id);
  /// The position in dataset `to` of the same residue; nothing when there is none. Fewest links win, then the order of
  /// the datasets, however they came; paths of profile alignments are followed only when no other chain of links leads
  /// there. A residue of a further copy of a chain stands for the one of the first copy. Positions of datasets with
  /// `axes` are asked for by the ids of those axes.
  std::optional<Index> translate(DatasetId from, Index position, DatasetId to) const;
  /// The same residue in the nearest dataset that is wanted, and which that is; never the one it comes from.
  std::optional<std::pair<DatasetId, Index>> nearest(DatasetId from, Index position,
                                                     const std::function<bool(const Dataset&)>& isWanted) const;

 private:
  using Found = std::optional<std::pair<DatasetId, Index>>;
  using IsWanted = std::function<bool(const Dataset&)>;
  struct Edge {
    DatasetId from, to;
    ResidueMap map;
    DatasetId owner;  ///< a profile alignment whose path made it, within it where it has no axes; else empty
  };
  /// Structures with equal chains: for each residue the one of the first equal chain.
  struct Copies {
    DatasetId structure;
    std::vector<Index> first;
  };
  enum class Paths { without, with };

  const Dataset* find(DatasetId id) const;
  bool holds(const DatasetPtr& dataset) const;
  void addPaths(const DatasetPtr& dataset);
  std::size_t placeOf(DatasetId id) const;
  void sortEdges();
  Found search(DatasetId from, Index position, const IsWanted& isWanted, Paths paths) const;

  std::vector<DatasetPtr> m_datasets;
  std::vector<Edge> m_edges;
  std::vector<Copies> m_copies;
};

}  // namespace engine
