#include "ui/views/structure/HeadOnStructure.h"

#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

HeadOnStructure::HeadOnStructure(std::shared_ptr<const engine::AttentionMap> head)
    : m_weights(head, &head->weights), m_received(attentionReceived(head->weights)) {
  m_residueOfRow.resize(static_cast<size_t>(head->weights.length(0)));
  std::iota(m_residueOfRow.begin(), m_residueOfRow.end(), Index{0});
  m_rowOfResidue = m_residueOfRow;
}

HeadOnStructure::HeadOnStructure(const engine::AttentionMap& head, const engine::StructureMatch& match,
                                 Index numResidues)
    : m_rowOfResidue(static_cast<size_t>(numResidues), -1), m_received(attentionReceived(head.weights)) {
  auto weights = std::make_shared<engine::Array<float>>(head.weights);
  const Index length = weights->length(0);
  for (Index row = 0; row < length; ++row) {
    const Index partner = match.match.map.partner(row);
    m_residueOfRow.push_back(partner < 0 ? -1 : match.firstResidue + partner);
    if (partner >= 0) engine::nth(m_rowOfResidue, m_residueOfRow.back()) = row;
  }
  const auto isKnown = [this](Index row) { return engine::nth(m_residueOfRow, row) >= 0; };
  for (Index row = 0; row < length; ++row)
    for (Index column = 0; column < length; ++column)
      if (!isKnown(row) || !isKnown(column)) (*weights)(row, column) = std::nanf("");
  m_weights = std::move(weights);
}

Index HeadOnStructure::rowOf(Index residue) const {
  return residue >= 0 && residue < static_cast<Index>(m_rowOfResidue.size())
             ? engine::nth(m_rowOfResidue, residue)
             : Index{-1};
}

float HeadOnStructure::weight(Index query, Index key) const {
  const Index row = rowOf(query), column = rowOf(key);
  return row < 0 || column < 0 ? std::nanf("") : (*m_weights)(row, column);
}

std::vector<AttentionLine> HeadOnStructure::between(std::vector<AttentionLine> lines) const {
  for (AttentionLine& line : lines) {
    line.i = engine::nth(m_residueOfRow, line.i);
    line.j = engine::nth(m_residueOfRow, line.j);
  }
  return lines;
}

std::vector<int> HeadOnStructure::chainsOfRows(const std::vector<int>& chains) const {
  std::vector<int> ofRows;
  for (const Index residue : m_residueOfRow)
    ofRows.push_back(residue >= 0 && residue < static_cast<Index>(chains.size()) ? engine::nth(chains, residue)
                                                                                 : 0);
  return ofRows;
}

std::vector<AttentionLine> HeadOnStructure::strongest(int most, Index separation,
                                                      const std::vector<int>& chains) const {
  if (isEmpty()) return {};
  return between(strongestLines(*m_weights, most, separation, chainsOfRows(chains)));
}

std::vector<AttentionLine> HeadOnStructure::strongestOf(Index query, int most, Index separation,
                                                        const std::vector<int>& chains) const {
  const Index row = isEmpty() ? -1 : rowOf(query);
  if (row < 0) return {};
  return between(strongestOfQuery(*m_weights, row, most, separation, chainsOfRows(chains)));
}

std::vector<float> HeadOnStructure::received() const {
  std::vector<float> received;
  for (const Index row : m_rowOfResidue)
    received.push_back(row < 0 ? std::nanf("") : engine::nth(m_received, row));
  return received;
}

}  // namespace ui
