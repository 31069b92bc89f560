// Everything comes from the counts: the cost does not depend on the number of rows.
#include "engine/alignment/Conservation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "engine/base/Nth.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {
namespace {

constexpr double kLeastShare = 0.03, kMostGaps = 0.25;
constexpr int kNumProperties = 10;

/// The residues that have each property (Taylor's sets, as in Livingstone and Barton).
constexpr std::array<std::string_view, kNumProperties> kProperties = {
    "ACFGHIKLMTVWY",  // hydrophobic
    "DEHKNQRSTWY",    // polar
    "ACDGNPSTV",      // small
    "P",              // proline
    "AGS",            // tiny
    "ILV",            // aliphatic
    "FHWY",           // aromatic
    "HKR",            // positive
    "DE",             // negative
    "DEHKR",          // charged
};

/// Bit p of a residue's mask: it has property p.
std::array<unsigned, alphabet::kNumResidues> propertyMasks() {
  std::array<unsigned, alphabet::kNumResidues> masks{};
  for (size_t property = 0; property < kProperties.size(); ++property)
    for (const char letter : kProperties[property]) masks[alphabet::codeOf(letter)] |= 1u << property;
  return masks;
}

float sharedProperties(const ColumnStatistics& statistics, Index column) {
  static const auto masks = propertyMasks();
  const auto rows = static_cast<double>(statistics.numRows);
  if (statistics.count(column, alphabet::kGap) > kMostGaps * rows) return 0;
  unsigned all = ~0u, any = 0;
  int kinds = 0;
  for (ResidueCode residue = 0; residue < alphabet::kNumResidues; ++residue) {
    const std::int32_t count = statistics.count(column, residue);
    if (count == 0 || count < kLeastShare * rows) continue;
    all &= masks[residue];
    any |= masks[residue];
    ++kinds;
  }
  if (kinds == 0) return 0;
  if (kinds == 1) return kNumProperties + 1;
  int shared = 0;
  for (int property = 0; property < kNumProperties; ++property) {
    const unsigned bit = 1u << property;
    shared += (all & bit) != 0 || (any & bit) == 0;
  }
  return static_cast<float>(shared);
}

float divergence(const ColumnStatistics& statistics, Index column) {
  const ResidueVector& background = blosum62().background;
  double known = 0;
  for (ResidueCode residue = 0; residue < alphabet::kNumResidues; ++residue) known += statistics.count(column, residue);
  if (known == 0) return 0;
  double sum = 0;
  for (ResidueCode residue = 0; residue < alphabet::kNumResidues; ++residue) {
    const double p = statistics.count(column, residue) / known, q = background[residue], middle = (p + q) / 2;
    if (p > 0) sum += 0.5 * p * std::log2(p / middle);
    if (q > 0) sum += 0.5 * q * std::log2(q / middle);
  }
  return static_cast<float>(std::max(0.0, sum) * nth(statistics.occupancy, column));
}

}  // namespace

const std::vector<ConservationInfo>& conservationMeasures() {
  static const std::vector<ConservationInfo> measures = {
      {ConservationMeasure::information, "information", "Information content (Shannon)", "bits", std::log2(20.0)},
      {ConservationMeasure::properties, "properties", "Shared properties (AMAS)", "", kNumProperties + 1},
      {ConservationMeasure::jensenShannon, "jensen-shannon", "Jensen-Shannon divergence", "", 1},
  };
  return measures;
}

const ConservationInfo& conservationInfo(ConservationMeasure measure) {
  return nth(conservationMeasures(), measure);
}

std::vector<float> conservationOf(const ColumnStatistics& statistics, ConservationMeasure measure) {
  if (measure == ConservationMeasure::information) return statistics.conservation;
  std::vector<float> values(static_cast<size_t>(statistics.numColumns()));
  for (Index column = 0; column < statistics.numColumns(); ++column)
    nth(values, column) = measure == ConservationMeasure::properties
                                              ? sharedProperties(statistics, column)
                                              : divergence(statistics, column);
  return values;
}

}  // namespace engine
