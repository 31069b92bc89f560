// Residues of datasets and which of them are the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/alignment/ResidueMap.h"
#include "engine/sequence/Alphabet.h"

namespace engine {

struct Chain;
struct Residue;

/// A stretch of residues of a dataset with the position that each stands at.
struct Residues {
  std::string name;
  std::vector<ResidueCode> codes;
  std::vector<Index> positions;
};

/// first, first + 1, ...
std::vector<Index> consecutive(Index first, Index count);
/// Residues among letters; other characters keep their position but are left out.
Residues residuesOfLetters(const std::string& name, const std::string& letters);
/// "ALA 52A B": name, author's number, chain where it has an id.
std::string residueLabel(const Residue& residue, const Chain& chain);

/// Most cells of one comparison of sequences: some tenths of a second.
inline constexpr std::size_t kMostCells = std::size_t{1} << 26;
/// Which residues of two versions of a sequence are the same; nothing when they are different sequences, or too long to
/// be compared.
std::optional<ResidueMap> sameSequence(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b);

/// Partners of positions of A among those of B, each taken at most once, collected one by one.
class PartnerTable {
 public:
  PartnerTable(Index sizeA, Index sizeB)
      : m_to(static_cast<std::size_t>(sizeA), -1), m_from(static_cast<std::size_t>(sizeB), -1) {}

  /// Nothing happens when one of them is outside or taken.
  void link(Index a, Index b);
  std::optional<ResidueMap> map() const;  ///< nothing when nothing is linked

 private:
  std::vector<Index> m_to, m_from;
};

}  // namespace engine
