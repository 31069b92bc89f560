#include "ui/views/heads/ShownPositions.h"

#include "engine/analysis/SpecialTokens.h"

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
    const bool isSpecial = !tokens.empty() && engine::isSpecialToken(tokens[static_cast<size_t>(position)]);
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
  return cell >= 0 && cell < size() ? m_axisOfCell[static_cast<size_t>(cell)] : Index{-1};
}

Index ShownPositions::fromAxis(Index index) const {
  return index >= 0 && index < static_cast<Index>(m_cellOfAxis.size()) ? m_cellOfAxis[static_cast<size_t>(index)]
                                                                       : Index{-1};
}

Index ShownPositions::residueOf(Index cell) const {
  return cell >= 0 && cell < size() ? m_residueOfCell[static_cast<size_t>(cell)] : Index{-1};
}

std::string ShownPositions::lettersOf(const std::string& letters) const {
  std::string shown;
  if (letters.empty()) return shown;
  for (const Index position : m_positions)
    shown += position < static_cast<Index>(letters.size()) ? letters[static_cast<size_t>(position)] : '-';
  return shown;
}

std::string ShownPositions::specialToken(Index cell) const {
  if (m_tokens.empty() || cell < 0 || cell >= size()) return {};
  const std::string& token = m_tokens[static_cast<size_t>(positionOf(cell))];
  return engine::isSpecialToken(token) ? token : std::string{};
}

std::string ShownPositions::token(Index cell) const {
  if (m_tokens.empty() || cell < 0 || cell >= size()) return {};
  return engine::shownToken(m_tokens[static_cast<size_t>(positionOf(cell))]);
}

}  // namespace ui
