#include "engine/training/TrainingRows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"

namespace engine {

namespace {

std::uint8_t learnedCode(ResidueCode code) {
  return std::min<std::uint8_t>(alphabet::standard(code), static_cast<std::uint8_t>(kLearnedLetters));
}

std::vector<Index> columnsOf(const Alignment& alignment, Index reference) {
  std::vector<Index> columns;
  for (Index column = 0; column < alignment.numColumns; ++column)
    if (alphabet::isResidue(alignment.at(reference, column))) columns.push_back(column);
  return columns;
}

/// Without the reference: those with a residue in half of the columns, in their order.
std::vector<Index> coveredRows(const Alignment& alignment, const std::vector<Index>& columns, Index reference) {
  std::vector<Index> rows;
  for (Index row = 0; row < alignment.numRows(); ++row) {
    const auto present = std::count_if(columns.begin(), columns.end(), [&](Index column) {
      return learnedCode(alignment.at(row, column)) < kLearnedLetters;
    });
    if (row != reference && 2 * present >= std::ssize(columns)) rows.push_back(row);
  }
  return rows;
}

/// So many of them by chance, in their order.
std::vector<Index> sampled(std::vector<Index> rows, Index most, std::uint64_t seed) {
  if (std::ssize(rows) <= most) return rows;
  Random random(seed);
  for (Index k = 0; k < most; ++k) {
    const auto other = k + static_cast<Index>(random.below(static_cast<std::uint64_t>(std::ssize(rows) - k)));
    std::swap(nth(rows, k), nth(rows, other));
  }
  rows.resize(static_cast<std::size_t>(most));
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Places at which both have the same code.
Index numEqual(const std::uint8_t* a, const std::uint8_t* b, Index length) {
  constexpr Index kMost = 255;  // what a byte counts
  Index equal = 0;
  for (Index begin = 0; begin < length; begin += kMost) {
    const Index end = std::min(length, begin + kMost);
    std::uint8_t part = 0;
    for (Index k = begin; k < end; ++k) part = static_cast<std::uint8_t>(part + (a[k] == b[k] ? 1 : 0));
    equal += part;
  }
  return equal;
}

}  // namespace

double TrainingRows::effective() const { return std::accumulate(weights.begin(), weights.end(), 0.0); }

TrainingRows trainingRows(const Alignment& alignment, Index reference, std::uint64_t seed, int threads,
                          Progress& progress) {
  if (reference < 0 || reference >= alignment.numRows())
    fail("training on ", alignment.name, ": found no row ", reference, " among ", alignment.numRows());
  TrainingRows found;
  found.columns = columnsOf(alignment, reference);
  const std::vector<Index> covered = coveredRows(alignment, found.columns, reference);
  found.rows = sampled(covered, kMostTrainingRows - 1, seed);
  found.numUnsampled = std::ssize(covered) - std::ssize(found.rows);
  found.rows.insert(found.rows.begin(), reference);
  found.codes = Array<std::uint8_t>({std::ssize(found.rows), std::ssize(found.columns)}, 0, "codes");
  std::uint8_t* next = found.codes.data();
  for (const Index row : found.rows)
    for (const Index column : found.columns) *next++ = learnedCode(alignment.at(row, column));
  for (const Index column : found.columns)
    found.letters += alphabet::letterOf(alphabet::upper(alignment.at(reference, column)));
  found.weights = sequenceWeights(found.codes, threads, progress);
  return found;
}

std::vector<double> sequenceWeights(const Array<std::uint8_t>& codes, int threads, Progress& progress) {
  const Index count = codes.length(0), length = codes.length(1);
  const Index least = (8 * length + 9) / 10;  // whole numbers: no pair is alike by rounding
  std::vector<double> weights(static_cast<std::size_t>(count));
  parallelFor(count, 16, threads, progress, "weights of the rows", [&](Index begin, Index end) {
    for (Index n = begin; n < end; ++n) {
      Index alike = 0;
      for (Index m = 0; m < count; ++m)
        alike += numEqual(codes.data() + n * length, codes.data() + m * length, length) >= least ? 1 : 0;
      nth(weights, n) = 1.0 / static_cast<double>(alike);
    }
  });
  return weights;
}

Array<double> startingBiases(const TrainingRows& rows) {
  const Index length = rows.length();
  Array<double> biases({length, kLearnedLetters}, 1.0, "bias");
  for (Index n = 0; n < rows.count(); ++n)
    for (Index i = 0; i < length; ++i)
      if (rows.codes(n, i) < kLearnedLetters) biases(i, rows.codes(n, i)) += nth(rows.weights, n);
  for (double& value : biases) value = std::log(value);
  for (Index i = 0; i < length; ++i) {
    double* const row = &biases(i, 0);
    const double mean = std::accumulate(row, row + kLearnedLetters, 0.0) / static_cast<double>(kLearnedLetters);
    std::for_each(row, row + kLearnedLetters, [mean](double& value) { value -= mean; });
  }
  return biases;
}

}  // namespace engine
