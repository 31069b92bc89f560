// Which positions of a map's axis are shown as cells, and what other views call them.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace ui {

/// Which ends of a map are special tokens, where its file does not say: many models put one before the protein, one
/// behind it, or both.
enum class EndTokens { none, first, last, both };
/// Tokens of `count` positions whose ends are special; none for EndTokens::none.
std::vector<std::string> endTokens(EndTokens ends, engine::Index count);

class ShownPositions {
 public:
  /// What an index of the axis counts: positions of the map, or (when the axis is another dataset's) residues only.
  enum class Counting { positions, residues };

  ShownPositions() = default;
  /// `tokens`: one per position, or none when all positions are residues.
  ShownPositions(const std::vector<std::string>& tokens, engine::Index count, bool showsSpecialTokens,
                 Counting counting);

  engine::Index size() const { return static_cast<engine::Index>(m_positions.size()); }
  /// Positions in the map, one per cell.
  const std::vector<engine::Index>& positions() const { return m_positions; }
  engine::Index positionOf(engine::Index cell) const { return m_positions[static_cast<size_t>(cell)]; }
  /// Number of positions that are not shown.
  engine::Index numHidden() const { return m_numHidden; }
  engine::Index numSpecial() const { return m_numSpecial; }
  /// -1 when a cell or index has no counterpart.
  engine::Index toAxis(engine::Index cell) const;
  engine::Index fromAxis(engine::Index index) const;
  /// Number of the residue in a cell, from 0; -1 for a special token.
  engine::Index residueOf(engine::Index cell) const;
  /// The letters of the shown positions; empty when `letters` is.
  std::string lettersOf(const std::string& letters) const;
  /// The token of a cell when it is a special one, else empty.
  std::string specialToken(engine::Index cell) const;
  /// The token of a cell as people read it; empty without tokens.
  std::string token(engine::Index cell) const;

 private:
  std::vector<std::string> m_tokens;
  std::vector<engine::Index> m_positions, m_axisOfCell, m_cellOfAxis, m_residueOfCell;
  engine::Index m_numHidden = 0, m_numSpecial = 0;
};

}  // namespace ui
