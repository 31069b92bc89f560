#include "ui/views/heads/ShownPositions.h"

#include "engine/analysis/SpecialTokens.h"
#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

std::vector<std::string> endTokens(EndTokens ends, Index count) {
  if (ends == EndTokens::none || count == 0) return {};
  std::vector<std::string> tokens(static_cast<size_t>(count));
  if (ends != EndTokens::last) tokens.front() = "<first>";
  if (ends != EndTokens::first) tokens.back() = "<last>";
  return tokens;
}

ShownPositions::ShownPositions(const std::vector<std::string>& tokens, Index count, bool showsSpecialTokens,
                               Counting counting)
    : m_tokens(tokens) {
  Index numResidues = 0;
  for (Index position = 0; position < count; ++position) {
    const bool isSpecial = !tokens.empty() && engine::isSpecialToken(engine::nth(tokens, position));
    const Index axis = counting == Counting::positions ? position : isSpecial ? -1 : numResidues;
    const Index residue = isSpecial ? -1 : numResidues++;
    m_numSpecial += isSpecial ? 1 : 0;
    const bool isShown = !isSpecial || showsSpecialTokens;
    if (axis >= 0) m_cellOfAxis.push_back(isShown ? size() : Index{-1});
    if (!isShown) {
      ++m_numHidden;
      continue;
    }
    m_positions.push_back(position);
    m_axisOfCell.push_back(axis);
    m_residueOfCell.push_back(residue);
  }
}

Index ShownPositions::toAxis(Index cell) const {
  return cell >= 0 && cell < size() ? engine::nth(m_axisOfCell, cell) : Index{-1};
}

Index ShownPositions::fromAxis(Index index) const {
  return index >= 0 && index < static_cast<Index>(m_cellOfAxis.size()) ? engine::nth(m_cellOfAxis, index)
                                                                       : Index{-1};
}

Index ShownPositions::residueOf(Index cell) const {
  return cell >= 0 && cell < size() ? engine::nth(m_residueOfCell, cell) : Index{-1};
}

std::string ShownPositions::lettersOf(const std::string& letters) const {
  std::string shown;
  if (letters.empty()) return shown;
  for (const Index position : m_positions)
    shown += position < static_cast<Index>(letters.size()) ? engine::nth(letters, position) : '-';
  return shown;
}

std::string ShownPositions::specialToken(Index cell) const {
  if (m_tokens.empty() || cell < 0 || cell >= size()) return {};
  const std::string& token = engine::nth(m_tokens, positionOf(cell));
  return engine::isSpecialToken(token) ? token : std::string{};
}

std::string ShownPositions::token(Index cell) const {
  if (m_tokens.empty() || cell < 0 || cell >= size()) return {};
  return engine::shownToken(engine::nth(m_tokens, positionOf(cell)));
}

}  // namespace ui
