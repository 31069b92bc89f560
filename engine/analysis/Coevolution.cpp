#include "engine/analysis/Coevolution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/analysis/MapTransform.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Letters: the 20 residues, the gap where it is one of them, and what does not count.
constexpr Index kSlots = alphabet::kNumResidues + 2;
constexpr std::uint8_t kGapLetter = alphabet::kNumResidues, kNoLetter = kGapLetter + 1;

std::uint8_t letterOf(ResidueCode code, bool areGapsLetters) {
  const ResidueCode standard = alphabet::standard(code);
  if (standard < alphabet::kNumResidues) return standard;
  return standard == alphabet::kGap && areGapsLetters ? kGapLetter : kNoLetter;
}

Index numLetters(const CoevolutionOptions& options) {
  return alphabet::kNumResidues + (options.areGapsLetters ? 1 : 0);
}

/// x log2 x, 0 at 0.
double entropyTerm(double x) { return x > 0 ? x * std::log2(x) : 0; }

/// Weights with the mean 1. Rows without any weight count as rows of equal weight.
std::vector<double> scaledWeights(const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> scaled(weights.size(), 1.0);
  if (sum > 0)
    for (size_t k = 0; k < weights.size(); ++k) scaled[k] = weights[k] * static_cast<double>(weights.size()) / sum;
  return scaled;
}

void requireWeights(const Alignment& alignment, const std::vector<double>& weights) {
  if (static_cast<Index>(weights.size()) != alignment.numRows())
    fail("coevolution of ", alignment.name, ": found ", weights.size(), " weights, expected one for each of ",
         alignment.numRows(), " rows");
}

}  // namespace

namespace {

/// Shares of pairs of letters and of the letters of both columns.
struct PairShares {
  Array<double> pairs;
  std::vector<double> first, second;
};

/// Without pairs where no row counts.
PairShares pairShares(const Alignment& alignment, const std::vector<double>& weights,
                      const CoevolutionOptions& options, Index i, Index j) {
  requireWeights(alignment, weights);
  const std::vector<double> scaled = scaledWeights(weights);
  const Index letters = numLetters(options);
  PairShares shares{Array<double>({letters, letters}, options.pseudocount, "pairs of letters"),
                    std::vector<double>(static_cast<size_t>(letters), 0.0), {}};
  shares.second = shares.first;
  for (Index row = 0; row < alignment.numRows(); ++row) {
    const std::uint8_t a = letterOf(alignment.at(row, i), options.areGapsLetters);
    const std::uint8_t b = letterOf(alignment.at(row, j), options.areGapsLetters);
    if (a != kNoLetter && b != kNoLetter) shares.pairs(a, b) += nth(scaled, row);
  }
  const double total = std::accumulate(shares.pairs.begin(), shares.pairs.end(), 0.0);
  if (total <= 0) return {};
  for (Index a = 0; a < letters; ++a)
    for (Index b = 0; b < letters; ++b) {
      shares.pairs(a, b) /= total;
      nth(shares.first, a) += shares.pairs(a, b);
      nth(shares.second, b) += shares.pairs(a, b);
    }
  return shares;
}

}  // namespace

double mutualInformation(const Alignment& alignment, const std::vector<double>& weights,
                         const CoevolutionOptions& options, Index i, Index j) {
  const PairShares shares = pairShares(alignment, weights, options, i, j);
  const auto letters = static_cast<Index>(shares.first.size());
  double information = 0;
  for (Index a = 0; a < letters; ++a)
    for (Index b = 0; b < letters; ++b)
      if (const double p = shares.pairs(a, b); p > 0)
        information += p * std::log2(p / (nth(shares.first, a) * nth(shares.second, b)));
  return std::max(information, 0.0);
}

double columnCovariance(const Alignment& alignment, const std::vector<double>& weights,
                        const CoevolutionOptions& options, Index i, Index j) {
  const PairShares shares = pairShares(alignment, weights, options, i, j);
  const auto letters = static_cast<Index>(shares.first.size());
  double squares = 0;
  for (Index a = 0; a < letters; ++a)
    for (Index b = 0; b < letters; ++b) {
      const double difference = shares.pairs(a, b) - nth(shares.first, a) * nth(shares.second, b);
      squares += difference * difference;
    }
  return std::sqrt(squares);
}

namespace {

/// Columns that are filled at once: so many chains of additions that do not wait for each other.
constexpr Index kAtOnce = 4;
/// Whole numbers that stand for the weight 1.
constexpr double kUnit = 4294967296.0;

using PairSums = std::array<std::int64_t, kSlots * kSlots>;

/// The alignment by columns, those that count alone.
struct Columns {
  Index numRows = 0;
  std::vector<Index> columns;          ///< of the alignment
  std::vector<std::uint8_t> letters;   ///< one column after the other
  std::vector<std::int64_t> weights;   ///< of the rows, in units of 1 / kUnit

  const std::uint8_t* column(Index k) const { return letters.data() + k * numRows; }
};

double occupancyOf(const Alignment& alignment, const std::vector<double>& weights, Index column) {
  double present = 0;
  for (Index row = 0; row < alignment.numRows(); ++row)
    if (alphabet::isResidue(alignment.at(row, column))) present += nth(weights, row);
  return present / static_cast<double>(std::max<Index>(alignment.numRows(), 1));
}

Columns countedColumns(const Alignment& alignment, const std::vector<double>& weights,
                       const CoevolutionOptions& options, Progress& progress) {
  // What adds up to the least occupancy but for rounding is enough.
  constexpr double kRounding = 1e-9;
  Columns result;
  result.numRows = alignment.numRows();
  for (const double weight : weights) result.weights.push_back(std::llround(weight * kUnit));
  for (Index column = 0; column < alignment.numColumns; ++column) {
    progress.update(static_cast<double>(column) / static_cast<double>(alignment.numColumns), "reading columns");
    if (occupancyOf(alignment, weights, column) + kRounding < options.minOccupancy) continue;
    result.columns.push_back(column);
    for (Index row = 0; row < alignment.numRows(); ++row)
      result.letters.push_back(letterOf(alignment.at(row, column), options.areGapsLetters));
  }
  return result;
}

/// Sums of weights of all pairs of letters of column `i` with `kAtOnce` others.
void addPairs(const Columns& columns, Index i, const std::array<const std::uint8_t*, kAtOnce>& others,
              std::array<PairSums, kAtOnce>& sums) {
  for (PairSums& table : sums) table.fill(0);
  const std::uint8_t* const first = columns.column(i);
  const std::int64_t* const weights = columns.weights.data();
  const auto [b0, b1, b2, b3] = others;
  for (Index row = 0; row < columns.numRows; ++row) {
    const Index a = first[row] * kSlots;
    const std::int64_t weight = weights[row];
    sums[0][static_cast<size_t>(a + b0[row])] += weight;
    sums[1][static_cast<size_t>(a + b1[row])] += weight;
    sums[2][static_cast<size_t>(a + b2[row])] += weight;
    sums[3][static_cast<size_t>(a + b3[row])] += weight;
  }
}

/// Sum of p log2(p / (p_a p_b)) by the entropies of the three tables. Pairs that no row has are all alike.
double informationOf(const PairSums& sums, const CoevolutionOptions& options) {
  const Index letters = numLetters(options);
  std::array<double, kSlots> first{}, second{};
  double joint = 0, total = 0;
  Index numAbsent = 0;
  for (Index a = 0; a < letters; ++a)
    for (Index b = 0; b < letters; ++b) {
      const std::int64_t sum = nth(sums, a * kSlots + b);
      const double count = static_cast<double>(sum) / kUnit + options.pseudocount;
      nth(first, a) += count;
      nth(second, b) += count;
      if (sum == 0)
        ++numAbsent;
      else
        joint += entropyTerm(count);
    }
  joint += static_cast<double>(numAbsent) * entropyTerm(options.pseudocount);
  double single = 0;
  for (Index a = 0; a < letters; ++a) {
    total += nth(first, a);
    single += entropyTerm(nth(first, a)) + entropyTerm(nth(second, a));
  }
  return total > 0 ? std::max((joint - single) / total + std::log2(total), 0.0) : 0;
}

/// Root of the sum of the squares of p - p_a p_b, out of the counts: (n T - n_a n_b) / T^2.
double covarianceOf(const PairSums& sums, const CoevolutionOptions& options) {
  const Index letters = numLetters(options);
  std::array<double, kSlots> first{}, second{};
  double total = 0, squares = 0;
  const auto countOf = [&](Index a, Index b) {
    return static_cast<double>(nth(sums, a * kSlots + b)) / kUnit + options.pseudocount;
  };
  for (Index a = 0; a < letters; ++a)
    for (Index b = 0; b < letters; ++b) {
      nth(first, a) += countOf(a, b);
      nth(second, b) += countOf(a, b);
      total += countOf(a, b);
    }
  if (total <= 0) return 0;
  for (Index a = 0; a < letters; ++a)
    for (Index b = 0; b < letters; ++b) {
      const double difference = countOf(a, b) / total - nth(first, a) * nth(second, b) / (total * total);
      squares += difference * difference;
    }
  return std::sqrt(squares);
}

/// Column `i` with all behind it.
void fillRow(const Columns& columns, Index i, const CoevolutionOptions& options, Coevolution& result,
             const Progress& progress) {
  const auto count = static_cast<Index>(columns.columns.size());
  std::array<PairSums, kAtOnce> sums;
  for (Index j = i + 1; j < count; j += kAtOnce) {
    if (progress.cancelled()) throw Cancelled{};
    std::array<const std::uint8_t*, kAtOnce> others{};
    for (Index k = 0; k < kAtOnce; ++k) nth(others, k) = columns.column(std::min(j + k, count - 1));
    addPairs(columns, i, others, sums);
    for (Index k = 0; k < std::min(kAtOnce, count - j); ++k) {
      const Index row = nth(columns.columns, i), column = nth(columns.columns, j + k);
      result.information(row, column) = result.information(column, row) =
          static_cast<float>(informationOf(nth(sums, k), options));
      if (options.hasCovariance)
        result.covariance(row, column) = result.covariance(column, row) =
            static_cast<float>(covarianceOf(nth(sums, k), options));
    }
  }
}

}  // namespace

Coevolution coevolution(const Alignment& alignment, const std::vector<double>& weights,
                        const CoevolutionOptions& options, int threads, Progress& progress) {
  requireWeights(alignment, weights);
  const Index length = alignment.numColumns;
  Coevolution result;
  result.information = Array<float>({length, length}, 0.0F, "mutual information");
  if (options.hasCovariance) result.covariance = Array<float>({length, length}, 0.0F, "covariance");
  result.isCounted.assign(static_cast<size_t>(length), false);
  PartProgress reading(progress, 0, 0.05), counting(progress, 0.05, 1);
  const Columns columns = countedColumns(alignment, scaledWeights(weights), options, reading);
  for (const Index column : columns.columns) result.isCounted[static_cast<size_t>(column)] = true;
  const auto count = static_cast<Index>(columns.columns.size());
  parallelFor(count, 1, threads, counting, "mutual information", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) fillRow(columns, i, options, result, counting);
  });
  return result;
}

Array<float> Coevolution::corrected(const Array<float>& of, int threads, Progress& progress) const {
  constexpr float kAbsent = std::numeric_limits<float>::quiet_NaN();
  const auto length = static_cast<Index>(isCounted.size());
  Array<float> map = of;
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j)
      if (i == j || !isCounted[static_cast<size_t>(i)] || !isCounted[static_cast<size_t>(j)]) map(i, j) = kAbsent;
  map = averageProductCorrected(map, threads, progress);
  for (float& value : map)
    if (std::isnan(value)) value = 0;
  return map;
}

}  // namespace engine
