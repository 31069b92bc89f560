// Which position of one thing is which position of another: sequence residue, column, profile column, structure
// residue.
#pragma once

#include <vector>

#include "engine/alignment/Alignment.h"

namespace engine {

/// A partial one-to-one map between [0, fromSize) and [0, toSize); -1 where there is no partner.
struct ResidueMap {
  std::vector<Index> to;    ///< for each position of A its partner in B
  std::vector<Index> from;  ///< for each position of B its partner in A

  static ResidueMap identity(Index length);
  /// From partners of A; throws Error when a partner is out of range or taken twice.
  static ResidueMap fromPartners(std::vector<Index> to, Index toSize);
  ResidueMap inverse() const { return {from, to}; }
  /// A->B then B->C gives A->C. Throws Error when the sizes in the middle differ.
  ResidueMap then(const ResidueMap& next) const;
  Index partner(Index position) const;  ///< -1 also for positions out of range
  Index numPairs() const;
  void validate() const;
  bool operator==(const ResidueMap&) const = default;
};

/// Pairs two versions of what should be the same sequence (missing residues, modified residues as X) by a global
/// alignment: identical +2, X against anything 0, different -2, gap open -3, extend -0.1. Only identical residues and
/// pairs with X are linked. Ties: a pair before a gap in b before a gap in a. Only the part between equal ends is
/// aligned, in a band (alignNearlyEqual), one byte per cell; throws Error when that is more than 256 MiB.
ResidueMap mapSameSequence(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b);

/// Row of the alignment whose sequence is that of `residues` (most pairs of mapSameSequence; at least 90 % of the
/// shorter one), -1 when there is none. A row whose name begins with `name` (case ignored, extension dropped) is
/// preferred. Only the eight rows that share most words of four residues with `residues` are aligned.
Index findRowOfSequence(const Alignment& alignment, const std::vector<ResidueCode>& residues, const std::string& name);

}  // namespace engine
