#include "engine/operations/training/ContactJudge.h"

#include <cmath>
#include <limits>

#include "engine/analysis/ChainMatch.h"
#include "engine/base/Nth.h"

namespace engine {

ContactJudge::ContactJudge(const std::string& letters, const Chain& chain, const std::string& structureTitle,
                           int threads, Progress& progress) {
  const auto match = matchChain({letters, std::vector<bool>(letters.size(), true)}, chain);
  if (!match) fail(structureTitle, ": the alignment is of another protein than chain ", chain.id);
  m_residues = match->map.to;
  m_geometry = pairGeometryOf(chain, threads, progress);
}

Array<float> ContactJudge::touches() const {
  const Index length = std::ssize(m_residues);
  Array<float> found({length, length}, std::numeric_limits<float>::quiet_NaN());
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j) {
      const Index a = nth(m_residues, i), b = nth(m_residues, j);
      if (a < 0 || b < 0 || (i != j && std::isnan(m_geometry.distance(a, b)))) continue;
      found(i, j) = i == j || m_geometry.contacts(a, b) ? 1 : 0;
    }
  return found;
}

PositionGroups ContactJudge::groups(const ArrayBundle& lists, const Chain& chain) const {
  std::vector<std::optional<Index>> numbers(m_residues.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (m_residues[k] < 0) continue;
    const Residue& residue = nth(chain.residues, m_residues[k]);
    if (residue.insertionCode == ' ') numbers[k] = residue.number;
  }
  return groupsByNumber(lists, numbers);
}

}  // namespace engine
