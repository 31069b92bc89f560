#include "engine/analysis/ContactPrecision.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

namespace {

template <class Value>
struct RankedPair {
  Value value = 0;
  bool isContact = false;
};

}  // namespace

double ContactPrecision::at(Index divisor) const {
  if (precision.empty()) return 0;
  const auto last = static_cast<Index>(precision.size());
  return nth(precision, std::clamp<Index>(length / divisor, 1, last) - 1);
}

template <class Value>
ContactPrecision contactPrecision(const Array<Value>& map, const std::vector<Index>& residues,
                                  const PairGeometry& geometry, Index separation, Index farthest) {
  const auto numPositions = static_cast<Index>(residues.size());
  requireShape(map.name, map.shape(), {numPositions, numPositions});
  ContactPrecision result;
  result.length = std::count_if(residues.begin(), residues.end(), [](Index residue) { return residue >= 0; });
  std::vector<RankedPair<Value>> pairs;
  Index numContacts = 0;
  for (Index i = 0; i < numPositions; ++i)
    for (Index j = i + 1; j < numPositions; ++j) {
      const Index a = nth(residues, i), b = nth(residues, j);
      const Index apart = std::abs(a - b);
      if (a < 0 || b < 0 || apart < separation || apart > farthest || std::isnan(geometry.distance(a, b))) continue;
      pairs.push_back({map(i, j), geometry.contacts(a, b)});
      numContacts += pairs.back().isContact ? 1 : 0;
    }
  result.numPairs = static_cast<Index>(pairs.size());
  if (pairs.empty()) return result;
  result.byChance = static_cast<double>(numContacts) / static_cast<double>(result.numPairs);
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const auto& x, const auto& y) { return x.value > y.value; });
  Index numFound = 0;
  for (Index k = 0; k < std::min(result.length, result.numPairs); ++k) {
    numFound += nth(pairs, k).isContact ? 1 : 0;
    result.precision.push_back(static_cast<double>(numFound) / static_cast<double>(k + 1));
  }
  return result;
}

template ContactPrecision contactPrecision(const Array<float>&, const std::vector<Index>&, const PairGeometry&, Index,
                                           Index);
template ContactPrecision contactPrecision(const Array<double>&, const std::vector<Index>&, const PairGeometry&, Index,
                                           Index);

}  // namespace engine
