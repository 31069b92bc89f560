// Fast weighting of many rows against the plain weighting, column by column.
#include "engine/hmm/weights/WeightedColumns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/hmm/rows/MatchAlignment.h"
#include "engine/hmm/weights/SequenceWeights.h"
#include "tests/engine/hmm/RandomAlignment.h"

using namespace engine;

namespace weighted_columns_test {

std::vector<Index> everyRow(const MatchAlignment& alignment) {
  std::vector<Index> rows(alignment.rows.size());
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

ResidueVector even() {
  ResidueVector background;
  background.fill(0.05);
  return background;
}

ResidueVector plainFrequencies(const MatchAlignment& alignment, const std::vector<double>& weights, Index column) {
  ResidueVector sums{};
  double total = 0;
  for (size_t k = 0; k < alignment.rows.size(); ++k) {
    const std::uint8_t a = alignment.rows[k].codes[static_cast<size_t>(column)];
    if (a >= alphabet::kNumResidues) continue;
    sums[a] += weights[k];
    total += weights[k];
  }
  for (double& f : sums) f /= total;
  return total > 0 ? sums : even();
}

void expectTransitions(const TransitionRow& found, const TransitionRow& match, const GapTransitions& gaps) {
  using enum Transition;
  for (size_t t = 0; t < found.size(); ++t)
    EXPECT_NEAR(found[t], t < static_cast<size_t>(IM) ? match[t] : gaps.transitions[t], 1e-5) << "transition " << t;
}

/// Every column from scratch: a new walk with the plain weights up to that column.
void expectPlainResults(const WeightedColumns& found, const MatchAlignment& alignment) {
  const std::vector<Index> kept = everyRow(alignment);
  const std::vector<double> global = globalWeights(alignment, kept);
  double neffSum = 0;
  for (Index i = 0; i < alignment.numColumns; ++i) {
    ColumnWeights plain(alignment, kept, global);
    for (Index j = 0; j <= i; ++j) plain.advance();
    const auto slot = static_cast<size_t>(i);
    EXPECT_NEAR(found.neff[slot].match, plain.neff(), 2e-5) << "column " << i;
    neffSum += plain.neff();
    const ResidueVector expected = plainFrequencies(alignment, plain.weights(), i);
    for (size_t a = 0; a < 20; ++a) EXPECT_NEAR(found.frequencies[slot][a], expected[a], 1e-5) << "column " << i;
    TransitionRow match{};
    countFromMatch(match, alignment, kept, plain.weights(), i);
    const GapTransitions gaps = countFromGaps(alignment, kept, global, found.meanNeff, i);
    expectTransitions(found.transitions[slot], match, gaps);
    EXPECT_NEAR(found.neff[slot].insert, gaps.neffInsert, 1e-9);
    EXPECT_NEAR(found.neff[slot].deletion, gaps.neffDelete, 1e-9);
  }
  EXPECT_NEAR(found.meanNeff, neffSum / static_cast<double>(alignment.numColumns), 2e-5);
}

TEST(WeightedColumns, equalThePlainWeights) {
  Random random(11);
  Progress progress;
  for (const auto& [rows, columns] : {std::pair<Index, Index>{2, 1}, {2, 9}, {5, 12}, {40, 30}, {130, 61}}) {
    const Alignment alignment = test::randomAlignment(rows, columns, 0.5, random);
    const MatchAlignment matched = matchAlignment(alignment, test::allColumns(alignment));
    const PackedRows packed = packRows(matched, everyRow(matched));
    const std::vector<double> global = globalWeights(packed), plain = globalWeights(matched, everyRow(matched));
    for (size_t k = 0; k < plain.size(); ++k) EXPECT_NEAR(global[k], plain[k], 1e-12);
    const WeightedColumns found = weighByPosition(packed, global, even(), 2, progress);
    expectPlainResults(found, matched);
    const WeightedColumns serial = weighByPosition(packed, global, even(), 1, progress);
    EXPECT_EQ(serial.frequencies, found.frequencies);
    EXPECT_EQ(serial.transitions, found.transitions);
    EXPECT_EQ(serial.neff, found.neff);
  }
}

TEST(WeightedColumns, globalFormUsesOneWeightPerRow) {
  Random random(12);
  Progress progress;
  const Alignment alignment = test::randomAlignment(25, 40, 0.5, random);
  const MatchAlignment matched = matchAlignment(alignment, test::allColumns(alignment));
  const std::vector<Index> kept = everyRow(matched);
  const std::vector<double> global = globalWeights(matched, kept);
  const WeightedColumns found = weighGlobally(packRows(matched, kept), global, even(), 2, progress);
  double diversity = 0;
  for (Index i = 0; i < 40; ++i) {
    const ResidueVector expected = plainFrequencies(matched, global, i);
    double entropy = 0, present = 0;
    for (size_t a = 0; a < 20; ++a) {
      EXPECT_NEAR(found.frequencies[static_cast<size_t>(i)][a], expected[a], 1e-9);
      if (expected[a] > 0) entropy -= expected[a] * std::log2(expected[a]);
    }
    diversity += std::exp2(entropy) / 40;
    for (const Index k : kept)
      if (matched.rows[static_cast<size_t>(k)].codes[static_cast<size_t>(i)] <= match::kUnknown)
        present += global[static_cast<size_t>(k)];
    EXPECT_NEAR(found.neff[static_cast<size_t>(i)].match, saturatingNeff(present, found.meanNeff, 25, true), 1e-9);
    TransitionRow match{};
    countFromMatch(match, matched, kept, global, i);
    expectTransitions(found.transitions[static_cast<size_t>(i)], match,
                      countFromGaps(matched, kept, global, found.meanNeff, i));
  }
  EXPECT_NEAR(found.meanNeff, diversity, 1e-9);
}

}  // namespace weighted_columns_test
