#include "engine/trees/Subfamilies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "engine/base/Nth.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

namespace {

struct Shares {
  ResidueVector of{};    ///< sums to 1, or all 0
  double occupancy = 0;  ///< rows with one of the 20 residues, 0..1
};

Shares sharesOf(const ColumnStatistics& group, Index column) {
  Shares shares;
  double known = 0;
  for (size_t code = 0; code < shares.of.size(); ++code)
    known += shares.of[code] = group.count(column, static_cast<ResidueCode>(code));
  if (known > 0)
    for (double& share : shares.of) share /= known;
  if (group.numRows > 0) shares.occupancy = known / static_cast<double>(group.numRows);
  return shares;
}

double entropyOf(const ResidueVector& shares) {
  double bits = 0;
  for (const double share : shares)
    if (share > 0) bits -= share * std::log2(share);
  return bits;
}

std::vector<const ColumnStatistics*> compared(const std::vector<ColumnStatistics>& groups) {
  std::vector<const ColumnStatistics*> result;
  for (const ColumnStatistics& group : groups)
    if (group.numRows >= kLeastGroup) result.push_back(&group);
  return result;
}

struct ColumnComparison {
  double score = 0, leastOccupancy = 1;
  double withinEntropy = 0;  ///< mean of the groups, bits
};

ColumnComparison comparison(const std::vector<const ColumnStatistics*>& groups, Index column) {
  ColumnComparison result;
  ResidueVector mean{};
  const auto count = static_cast<double>(groups.size());
  for (const ColumnStatistics* group : groups) {
    const Shares shares = sharesOf(*group, column);
    for (size_t code = 0; code < mean.size(); ++code) mean[code] += shares.of[code] / count;
    result.withinEntropy += entropyOf(shares.of) / count;
    result.leastOccupancy = std::min(result.leastOccupancy, shares.occupancy);
  }
  result.score = std::clamp((entropyOf(mean) - result.withinEntropy) / std::log2(count), 0.0, 1.0);
  return result;
}

}  // namespace

Alignment rowsOfGroup(const Alignment& alignment, const std::vector<Index>& groupOfRow, Index group) {
  Alignment result;
  result.numColumns = alignment.numColumns;
  for (Index row = 0; row < alignment.numRows(); ++row) {
    if (nth(groupOfRow, row) != group) continue;
    result.rows.push_back({nth(alignment.rows, row).name, {}, {}, {}, {}});
    result.codes.insert(result.codes.end(), alignment.row(row), alignment.row(row) + alignment.numColumns);
  }
  return result;
}

std::vector<ColumnStatistics> groupStatistics(const Alignment& alignment, const std::vector<Index>& groupOfRow,
                                              Index numGroups, int threads, Progress& progress) {
  std::vector<ColumnStatistics> result;
  for (Index group = 0; group < numGroups; ++group) {
    PartProgress part(progress, static_cast<double>(group) / static_cast<double>(numGroups),
                      static_cast<double>(group + 1) / static_cast<double>(numGroups));
    result.push_back(columnStatistics(rowsOfGroup(alignment, groupOfRow, group), threads, part));
  }
  return result;
}

std::vector<float> subfamilyScores(const std::vector<ColumnStatistics>& groups) {
  const size_t numColumns = groups.empty() ? 0 : static_cast<size_t>(groups.front().numColumns());
  std::vector<float> scores(numColumns, std::numeric_limits<float>::quiet_NaN());
  for (const SubfamilyColumn& column : subfamilyColumns(groups)) nth(scores, column.column) = column.score;
  return scores;
}

std::vector<SubfamilyColumn> subfamilyColumns(const std::vector<ColumnStatistics>& groups) {
  const std::vector<const ColumnStatistics*> large = compared(groups);
  if (large.size() < 2) return {};
  std::vector<std::pair<Index, ColumnComparison>> columns;
  for (Index column = 0; column < groups.front().numColumns(); ++column)
    if (const ColumnComparison found = comparison(large, column); found.leastOccupancy >= kLeastGroupOccupancy)
      columns.emplace_back(column, found);
  // Scores that differ by rounding only are the same.
  const auto key = [](const ColumnComparison& of) {
    return std::tuple(-static_cast<float>(of.score), -of.leastOccupancy, of.withinEntropy);
  };
  std::stable_sort(columns.begin(), columns.end(),
                   [&](const auto& a, const auto& b) { return key(a.second) < key(b.second); });
  std::vector<SubfamilyColumn> result;
  for (const auto& [column, found] : columns) result.push_back({column, static_cast<float>(found.score)});
  return result;
}

}  // namespace engine
