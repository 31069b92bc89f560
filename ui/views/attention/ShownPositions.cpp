#include "ui/views/attention/ShownPositions.h"

#include "engine/analysis/SpecialTokens.h"

namespace ui {

using engine::Index;

ShownPositions::ShownPositions(const std::vector<std::string>& tokens, Index count, bool showsSpecialTokens,
                               Counting counting)
    : m_tokens(tokens) {
  Index numResidues = 0;
  for (Index position = 0; position < count; ++position) {
    const bool isSpecial = !tokens.empty() && engine::isSpecialToken(tokens[static_cast<size_t>(position)]);
    const Index axis = counting == Counting::positions ? position : isSpecial ? -1 : numResidues;
    numResidues += isSpecial ? 0 : 1;
    m_numSpecial += isSpecial ? 1 : 0;
    const bool isShown = !isSpecial || showsSpecialTokens;
    if (axis >= 0) m_cellOfAxis.push_back(isShown ? size() : Index{-1});
    if (!isShown) {
      ++m_numHidden;
      continue;
    }
    m_positions.push_back(position);
    m_axisOfCell.push_back(axis);
  }
}

Index ShownPositions::toAxis(Index cell) const {
  return cell >= 0 && cell < size() ? m_axisOfCell[static_cast<size_t>(cell)] : Index{-1};
}

Index ShownPositions::fromAxis(Index index) const {
  return index >= 0 && index < static_cast<Index>(m_cellOfAxis.size()) ? m_cellOfAxis[static_cast<size_t>(index)]
                                                                       : Index{-1};
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

}  // namespace ui
