#include "engine/operations/heads/PairPrecision.h"

#include <array>
#include <limits>
#include <numeric>

#include "engine/analysis/ChainMatch.h"
#include "engine/analysis/ContactPrecision.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/FactText.h"
#include "engine/operations/ChainChoice.h"

namespace engine {

namespace {

constexpr std::array<Index, 3> kDivisors{1, 2, 5};

/// Residues between which a range lies, the last included.
struct Separations {
  Index nearest, farthest;
};
constexpr std::array<Separations, 3> kRanges{
    {{kContactSeparation, 11}, {12, 23}, {24, std::numeric_limits<Index>::max()}}};

/// (maps, ranges, divisors)
Array<double> precisionByRange(const HeadSet& heads, const std::vector<Index>& residues, const PairGeometry& geometry) {
  Array<double> found({heads.numHeads, Index(kRanges.size()), Index(kDivisors.size())}, 0.0, "precision_by_range");
  double* next = found.data();
  for (const auto& map : heads.maps)
    for (const auto& [nearest, farthest] : kRanges) {
      const ContactPrecision precision = contactPrecision(map->weights, residues, geometry, nearest, farthest);
      for (const Index divisor : kDivisors) *next++ = precision.at(divisor);
    }
  return found;
}

std::string titleOf(const std::string& structureTitle, const Chain& chain, const Array<double>& summary,
                    const ContactPrecision& first) {
  return titleOfChain(structureTitle, chain, "contacts among the strongest pairs: ") + percent(summary(0, 0)) +
         " of L = " + std::to_string(first.length) + ", " + percent(summary(0, 1)) + " of L/2, " +
         percent(summary(0, 2)) + " of L/5, by chance " + percent(first.byChance);
}

}  // namespace

Dataset pairPrecision(const HeadSet& heads, const std::function<bool(Index)>& counts, const Chain& chain,
                      const std::string& structureTitle, int threads, Progress& progress) {
  const auto positions = mapPositions(heads);
  const auto match = positions ? matchChain(*positions, chain) : std::nullopt;
  if (!match) fail(structureTitle, ": the maps are about another protein than chain ", chain.id);
  std::vector<Index> residues = match->map.to;
  for (Index k = 0; k < static_cast<Index>(residues.size()); ++k)
    if (!counts(k)) nth(residues, k) = -1;
  const PairGeometry geometry = pairGeometryOf(chain, threads, progress);
  ArrayBundle arrays = headArrays(heads);
  Array<double> summary({heads.numHeads, static_cast<Index>(kDivisors.size())}, 0.0, "precision");
  ContactPrecision precision;
  for (Index head = heads.numHeads - 1; head >= 0; --head) {
    const AttentionMap& map = *nth(heads.maps, head);
    precision = contactPrecision(map.weights, residues, geometry);
    for (Index k = 0; k < summary.length(1); ++k) summary(head, k) = precision.at(nth(kDivisors, k));
    arrays["curve_" + map.label] = Array<double>({Index(precision.precision.size())}, precision.precision);
  }
  Array<double> numbers({Index(precision.precision.size())}, 0.0, "axis_pairs");
  std::iota(numbers.begin(), numbers.end(), 1.0);
  arrays["axis_pairs"] = std::move(numbers);
  arrays["precision_by_range"] = precisionByRange(heads, residues, geometry);
  arrays["quantity_precision: share of the strongest pairs that touch"] = Array<double>({0}, std::vector<double>{});
  arrays["by_chance"] = Array<double>({1}, precision.byChance);
  arrays["length"] = Array<std::int64_t>({1}, precision.length);
  Dataset result;
  result.id = ".precision";
  result.title = titleOf(structureTitle, chain, summary, precision);
  arrays["precision"] = std::move(summary);
  result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
  return result;
}

}  // namespace engine
