#include "engine/search/prefilter/ColumnStatesLearning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/hmm/profile/ProfileBuilder.h"

namespace engine {

namespace {

constexpr int kMaxRounds = 200;
constexpr Index kColumnsPerTask = 256;  ///< columns per task

Alignment partOf(const Alignment& alignment, const std::vector<Index>& rows) {
  Alignment part;
  part.numColumns = alignment.numColumns;
  for (const Index row : rows) {
    part.rows.push_back(nth(alignment.rows, row));
    part.codes.insert(part.codes.end(), alignment.row(row), alignment.row(row) + alignment.numColumns);
  }
  return part;
}

/// The first `count` of a random order.
std::vector<Index> randomRows(Index numRows, Index count, Random& random) {
  std::vector<Index> rows(static_cast<size_t>(numRows));
  std::iota(rows.begin(), rows.end(), Index{0});
  for (size_t k = 0; k < static_cast<size_t>(count); ++k) std::swap(rows[k], rows[k + random.below(rows.size() - k)]);
  rows.resize(static_cast<size_t>(count));
  return rows;
}

void appendColumns(std::vector<ResidueVector>& columns, const Alignment& alignment, Progress& progress) {
  const ProfileHmm profile = buildProfile(alignment, {}, progress);
  const std::vector<ResidueVector> found = withEmissionPseudocounts(profile, gonnet(), letterPseudocounts()).emissions;
  for (size_t i = 0; i < found.size(); ++i)
    if (profile.emissions[i] != profile.background) columns.push_back(found[i]);
}

/// k-means in hand: `nearest` and `divergence` (nats) of each column.
struct Clustering {
  const std::vector<ResidueVector>& columns;
  int threads;
  Progress& progress;
  std::vector<ResidueVector> centres;
  std::vector<double> negativeEntropy;  ///< sum_a p ln p of each column
  std::vector<int> nearest;
  std::vector<double> divergence;

  Clustering(const std::vector<ResidueVector>& all, int numThreads, Progress& reporter)
      : columns(all), threads(numThreads), progress(reporter) {
    for (const ResidueVector& column : columns) {
      double sum = 0;
      for (const double p : column) sum += p > 0 ? p * std::log(p) : 0;
      negativeEntropy.push_back(sum);
    }
    nearest.assign(columns.size(), -1);
    divergence.assign(columns.size(), std::numeric_limits<double>::infinity());
  }

  /// Compares every column with the centres from `first` on. Returns whether one has changed its centre.
  bool assign(size_t first) {
    std::vector<ResidueVector> logs(centres.begin() + static_cast<Index>(first), centres.end());
    for (ResidueVector& centre : logs)
      for (double& p : centre) p = std::log(p);
    const std::vector<int> before = nearest;
    parallelFor(static_cast<Index>(columns.size()), kColumnsPerTask, threads, progress, "learn column states",
                [&](Index begin, Index end) {
                  for (auto n = static_cast<size_t>(begin); n < static_cast<size_t>(end); ++n)
                    for (size_t k = 0; k < logs.size(); ++k) {
                      double cross = 0;
                      for (size_t a = 0; a < logs[k].size(); ++a) cross += columns[n][a] * logs[k][a];
                      const double found = std::max(0.0, negativeEntropy[n] - cross);
                      if (found >= divergence[n]) continue;
                      divergence[n] = found;
                      nearest[n] = static_cast<int>(first + k);
                    }
                });
    return nearest != before;
  }

  /// k-means++: the next centre is a column, chosen with a probability that grows with its divergence.
  void seed(int count, Random& random) {
    centres = {columns[random.below(columns.size())]};
    assign(0);
    while (static_cast<int>(centres.size()) < count) {
      const double sum = std::accumulate(divergence.begin(), divergence.end(), 0.0);
      if (!(sum > 0)) fail("learning ", count, " column states: there are only ", centres.size(), " different columns");
      double left = random.uniform() * sum;
      size_t chosen = columns.size();
      for (size_t n = 0; n < columns.size() && left >= 0; ++n)
        if (divergence[n] > 0) left -= divergence[chosen = n];
      centres.push_back(columns[chosen]);
      assign(centres.size() - 1);
    }
  }

  /// Every centre becomes the mean of its columns; one without columns takes the column that fits worst.
  void update() {
    std::vector<double> sizes(centres.size(), 0);
    for (ResidueVector& centre : centres) centre.fill(0);
    for (size_t n = 0; n < columns.size(); ++n) {
      const auto k = static_cast<size_t>(nearest[n]);
      sizes[k] += 1;
      for (size_t a = 0; a < columns[n].size(); ++a) centres[k][a] += columns[n][a];
    }
    for (size_t k = 0; k < centres.size(); ++k) {
      if (sizes[k] == 0) {
        const auto worst = std::max_element(divergence.begin(), divergence.end()) - divergence.begin();
        centres[k] = nth(columns, worst);
        nth(divergence, worst) = 0;
      } else {
        for (double& p : centres[k]) p /= sizes[k];
      }
    }
    std::fill(divergence.begin(), divergence.end(), std::numeric_limits<double>::infinity());
  }
};

/// The states that the text form stands for: what is learned is what is later read.
ColumnStates statesOf(const Clustering& clustering) {
  std::vector<size_t> sizes(clustering.centres.size(), 0), order(clustering.centres.size());
  for (const int k : clustering.nearest) ++nth(sizes, k);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&sizes](size_t a, size_t b) { return sizes[a] > sizes[b]; });
  ColumnStates states;
  for (const size_t k : order) {
    states.probabilities.push_back(clustering.centres[k]);
    states.priors.push_back(static_cast<double>(std::max<size_t>(1, sizes[k])) /
                            static_cast<double>(clustering.columns.size()));
  }
  return parseColumnStates(columnStatesText(states), "learned column states");
}

}  // namespace

std::vector<ResidueVector> trainingColumns(const Alignment& alignment, std::uint64_t seed, Progress& progress) {
  Random random(seed);
  std::vector<ResidueVector> columns;
  for (const Index size : {1, 1, 4, 4, 16, 16, 64, 64})
    if (size < alignment.numRows())
      appendColumns(columns, partOf(alignment, randomRows(alignment.numRows(), size, random)), progress);
  appendColumns(columns, alignment, progress);
  return columns;
}

ColumnStates learnColumnStates(const std::vector<ResidueVector>& columns, int count, std::uint64_t seed, int threads,
                               Progress& progress) {
  if (count < 1 || count > ColumnStates::kMaxStates)
    fail("learning column states: found a count of ", count, ", expected 1 to ", ColumnStates::kMaxStates);
  if (columns.empty()) fail("learning column states: there are no columns to learn from");
  Clustering clustering(columns, threads, progress);
  Random random(seed);
  clustering.seed(count, random);
  for (int round = 0; round < kMaxRounds; ++round) {
    clustering.update();
    if (!clustering.assign(0)) break;
  }
  return statesOf(clustering);
}

double meanDivergence(const std::vector<ResidueVector>& columns, const ColumnStates& states) {
  double sum = 0;
  const std::vector<std::uint8_t> letters = columnLetters(columns, states);
  for (size_t n = 0; n < columns.size(); ++n)
    for (size_t a = 0; a < columns[n].size(); ++a)
      if (columns[n][a] > 0) sum += columns[n][a] * std::log2(columns[n][a] / states.probabilities[letters[n]][a]);
  return columns.empty() ? 0 : sum / static_cast<double>(columns.size());
}

}  // namespace engine
