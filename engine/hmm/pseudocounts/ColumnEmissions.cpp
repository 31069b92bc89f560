#include "engine/hmm/pseudocounts/ColumnEmissions.h"

#include <algorithm>
#include <map>

#include "engine/base/Nth.h"
#include "engine/hmm/profile/ProfileLabels.h"
#include "engine/hmm/weights/ClusterWeights.h"

namespace engine {

namespace {

/// The weights of a column depend on the piece that it is in, which begins somewhere before it.
ClusterWeights weightsAt(const MatchAlignment& alignment, const std::vector<Index>& rows, Index column, int threads,
                         Progress& progress) {
  ClusterWeights weights(alignment, rows, threads);
  for (Index i = 0; i <= column; ++i) {
    const auto total = static_cast<double>(column + 1);
    PartProgress part(progress, static_cast<double>(i) / total, static_cast<double>(i + 1) / total);
    weights.advance(part);
  }
  return weights;
}

void addMembers(ColumnEmissions& result, const MatchAlignment& alignment, const std::vector<Index>& rows,
                const std::vector<size_t>& clusters, Index column) {
  std::map<size_t, Index> numbers;  // of clusters by their first row
  std::vector<Index> sizes;
  for (size_t k = 0; k < rows.size(); ++k) {
    const std::uint8_t residue = nth(nth(alignment.rows, rows[k]).codes, column);
    if (residue >= alphabet::kNumResidues) continue;
    const auto [found, isNew] = numbers.try_emplace(clusters[k], static_cast<Index>(sizes.size()));
    if (isNew) sizes.push_back(0);
    ++nth(sizes, found->second);
    result.members.push_back({rows[k], residue, found->second, 1});
  }
  for (ColumnMember& member : result.members) member.clusterSize = nth(sizes, member.cluster);
  result.numClusters = static_cast<Index>(sizes.size());
}

void count(ColumnEmissions& result, const ResidueVector& background) {
  for (const ColumnMember& member : result.members) {
    result.numbers[member.residue] += 1;
    result.votes[member.residue] += 1 / static_cast<double>(member.clusterSize);
  }
  result.counted = background;
  if (result.numClusters == 0) return;
  for (size_t a = 0; a < result.counted.size(); ++a)
    result.counted[a] = result.votes[a] / static_cast<double>(result.numClusters);
}

}  // namespace

ColumnMixture columnMixture(const ResidueVector& counted, double alpha, double beta, const SubstitutionMatrix& matrix,
                            ResidueExpectation reading) {
  ColumnMixture result;
  result.reading = reading;
  const ResidueMatrix given = expectedResidues(matrix, reading);
  const double sum = alpha + beta;
  for (size_t x = 0; x < counted.size(); ++x) {
    for (size_t a = 0; a < counted.size(); ++a) result.expected[x] += counted[a] * given[x][a];
    result.mixed[x] = sum > 0 ? (alpha * counted[x] + beta * result.expected[x]) / sum : result.expected[x];
  }
  return result;
}

ColumnEmissions columnEmissions(const Alignment& alignment, const ColumnEmissionOptions& options, Index column,
                                Progress& progress) {
  PartProgress reading(progress, 0, 0.2), filtering(progress, 0.2, 0.4), weighing(progress, 0.4, 1);
  alignment.validate();
  const MatchAlignment matched =
      matchAlignment(alignment, matchColumns(alignment, options.match), options.threads, reading);
  if (column < 0 || column >= matched.numColumns)
    fail("column ", column + 1, " of ", alignment.name, ": expected one of ", matched.numColumns, " match columns");
  const std::vector<Index> rows =
      countedRows(alignment, filterRows(matched, options.filter, *options.matrix, options.threads, filtering));
  const ClusterWeights weights = weightsAt(matched, rows, column, options.threads, weighing);
  ColumnEmissions result;
  addMembers(result, matched, rows, weights.clusters(), column);
  count(result, options.matrix->background);
  result.alpha = static_cast<double>(std::max<Index>(result.numClusters, 1) - 1);
  result.beta = options.beta;
  constexpr std::array kReadings{ResidueExpectation::conditional, ResidueExpectation::odds,
                                 ResidueExpectation::literal};
  for (size_t k = 0; k < kReadings.size(); ++k) result.mixtures[k] = columnMixture(result.counted, result.alpha, result.beta, *options.matrix, kReadings[k]);
  return result;
}

}  // namespace engine
