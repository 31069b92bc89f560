// Mutual information of columns: cases by hand, the plain form against the fast one, properties, sizes 0 and 1.
#include "engine/analysis/Coevolution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "engine/base/Error.h"

namespace engine {
namespace coevolution_test {

Alignment alignmentOfRows(const std::vector<std::string>& rows) {
  std::vector<Sequence> sequences;
  for (const std::string& row : rows)
    sequences.push_back(Sequence::fromLetters(std::to_string(sequences.size()), row));
  return alignmentOf(sequences);
}

Alignment randomRows(Index rows, Index columns, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::string> texts;
  for (Index row = 0; row < rows; ++row) {
    std::string text;
    for (Index column = 0; column < columns; ++column) {
      const bool isPaired = column % 3 == 1 && random() % 4 > 0;  // often what the column before says
      text += isPaired ? text.back() : "ARNDCQEGHILKMFPSTWYVX--b"[random() % 24];
    }
    texts.push_back(text);
  }
  return alignmentOfRows(texts);
}

std::vector<double> equalWeights(const Alignment& alignment) { return std::vector<double>(alignment.rows.size(), 1.0); }

struct CoevolutionTest : ::testing::Test {
  Coevolution found(const Alignment& alignment, const CoevolutionOptions& options, int threads = 1) {
    return coevolution(alignment, equalWeights(alignment), options, threads, none);
  }
  /// No pseudocounts, no columns left out.
  const CoevolutionOptions plain{0, false, 0};
  Progress none;
};

TEST_F(CoevolutionTest, independentColumnsShareNothingAndEqualOnesTheirEntropy) {
  // Columns 0 and 1 in all four combinations; column 2 says what column 0 says in other letters; column 3 never
  // changes.
  const Coevolution columns = found(alignmentOfRows({"AKWG", "AEWG", "CKYG", "CEYG"}), plain);
  EXPECT_FLOAT_EQ(columns.information(0, 1), 0);
  EXPECT_FLOAT_EQ(columns.information(0, 2), 1) << "one bit: two letters, each in half of the rows";
  EXPECT_FLOAT_EQ(columns.information(0, 3), 0);
  const Coevolution four = found(alignmentOfRows({"AW", "CY", "DH", "EK"}), plain);
  EXPECT_FLOAT_EQ(four.information(0, 1), 2);
}

TEST_F(CoevolutionTest, aCaseByHand) {
  // AA twice, AC, CC: p(A) = 3/4 in the first, 1/2 in the second column.
  const Coevolution columns = found(alignmentOfRows({"AA", "AA", "AC", "CC"}), plain);
  const double expected = 0.5 * std::log2(0.5 / (0.75 * 0.5)) + 0.25 * std::log2(0.25 / (0.75 * 0.5)) +
                          0.25 * std::log2(0.25 / (0.25 * 0.5));
  EXPECT_NEAR(columns.information(0, 1), expected, 1e-6);
}

TEST_F(CoevolutionTest, covarianceByHand) {
  CoevolutionOptions options = plain;
  options.hasCovariance = true;
  // Two letters in each column that go together in half of the rows each: 1/2 - 1/4 for two pairs, -1/4 for two.
  EXPECT_NEAR(found(alignmentOfRows({"AW", "AW", "CY", "CY"}), options).covariance(0, 1), 0.5, 1e-6);
  EXPECT_NEAR(found(alignmentOfRows({"AK", "AE", "CK", "CE"}), options).covariance(0, 1), 0, 1e-6);
  // AA 1/2, AC 1/4, CC 1/4; 3/4 and 1/2: 1/8 off in all four.
  EXPECT_NEAR(found(alignmentOfRows({"AA", "AA", "AC", "CC"}), options).covariance(0, 1), std::sqrt(4.0 / 64), 1e-6);
  EXPECT_TRUE(found(alignmentOfRows({"AA", "CC"}), plain).covariance.empty()) << "not asked for";
}

TEST_F(CoevolutionTest, pseudocountsPullTowardsIndependence) {
  const Alignment alignment = alignmentOfRows({"AW", "AW", "CY", "CY"});
  // Two pairs of 2 + l, 398 of l; each letter of both columns 2 + 20 l twice, 20 l else: total 4 + 400 l.
  const double l = 0.05, total = 4 + 400 * l;
  const double seen = (2 + l) / total, unseen = l / total, often = (2 + 20 * l) / total, rare = 20 * l / total;
  const double expected = 2 * seen * std::log2(seen / (often * often)) +
                          2 * unseen * std::log2(unseen / (often * often)) +
                          72 * unseen * std::log2(unseen / (often * rare)) +
                          324 * unseen * std::log2(unseen / (rare * rare));
  EXPECT_NEAR(found(alignment, {l, false, 0}).information(0, 1), expected, 1e-6);
  EXPECT_LT(expected, 1);
}

TEST_F(CoevolutionTest, rowsWithGapsOrUnknownResiduesDoNotCountUnlessGapsAreLetters) {
  const Alignment alignment = alignmentOfRows({"AW", "CY", "A-", "-Y", "XW"});
  EXPECT_FLOAT_EQ(found(alignment, plain).information(0, 1), 1) << "two rows are left";
  const Coevolution letters = found(alignmentOfRows({"A-", "A-", "-Y", "-Y"}), {0, true, 0});
  EXPECT_FLOAT_EQ(letters.information(0, 1), 1);
  EXPECT_FLOAT_EQ(found(alignmentOfRows({"A-", "-Y"}), plain).information(0, 1), 0) << "no row is left";
}

TEST_F(CoevolutionTest, weightsCountAsRepeatedRows) {
  const Alignment once = alignmentOfRows({"AW", "CY", "AY"});
  const Alignment repeated = alignmentOfRows({"AW", "AW", "AW", "CY", "AY"});
  EXPECT_NEAR(coevolution(once, {3, 1, 1}, plain, 1, none).information(0, 1), found(repeated, plain).information(0, 1),
              1e-6);
  EXPECT_NEAR(coevolution(once, {0.6, 0.2, 0.2}, plain, 1, none).information(0, 1),
              found(repeated, plain).information(0, 1), 1e-6);
  EXPECT_THROW(coevolution(once, {1, 1}, plain, 1, none), Error);
}

TEST_F(CoevolutionTest, fastFormEqualsTheDefinitionOnAnyNumberOfThreads) {
  const Alignment alignment = randomRows(57, 23, 1);
  std::vector<double> weights;
  for (Index row = 0; row < alignment.numRows(); ++row) weights.push_back(0.1 + static_cast<double>(row % 7));
  for (const bool areGapsLetters : {false, true})
    for (const double pseudocount : {0.0, 0.05, 3.0}) {
      const CoevolutionOptions options{pseudocount, areGapsLetters, 0, true};
      const Coevolution fast = coevolution(alignment, weights, options, 1, none);
      const Coevolution threaded = coevolution(alignment, weights, options, 3, none);
      EXPECT_EQ(threaded.information, fast.information);
      EXPECT_EQ(threaded.covariance, fast.covariance);
      for (Index i = 0; i < alignment.numColumns; ++i)
        for (Index j = 0; j < i; ++j) {
          ASSERT_NEAR(fast.information(i, j), mutualInformation(alignment, weights, options, i, j), 1e-6)
              << i << " " << j;
          ASSERT_NEAR(fast.covariance(i, j), columnCovariance(alignment, weights, options, i, j), 1e-6)
              << i << " " << j;
        }
    }
}

TEST_F(CoevolutionTest, mapsAreSymmetricWithAnEmptyDiagonalAndDoNotDependOnTheOrderOfRows) {
  Alignment alignment = randomRows(40, 12, 2);
  const Coevolution before = found(alignment, {});
  std::reverse(alignment.codes.begin(), alignment.codes.end());  // rows and columns turn round
  const Coevolution after = found(alignment, {});
  for (Index i = 0; i < 12; ++i) {
    EXPECT_EQ(before.information(i, i), 0);
    for (Index j = 0; j < 12; ++j) {
      EXPECT_EQ(before.information(i, j), before.information(j, i));
      EXPECT_EQ(before.information(i, j), after.information(11 - i, 11 - j));
      EXPECT_GE(before.information(i, j), 0);
    }
  }
}

TEST_F(CoevolutionTest, columnsWithFewResiduesAreLeftOutOfMapAndCorrection) {
  const Coevolution columns = found(alignmentOfRows({"AK-W", "CE-Y", "AKFW", "CE-Y"}), {0, false, 0.5});
  EXPECT_EQ(columns.isCounted, (std::vector<bool>{true, true, false, true}));
  const Array<float> corrected = columns.corrected(columns.information, 1, none);
  for (Index k = 0; k < 4; ++k) {
    EXPECT_EQ(columns.information(2, k), 0);
    EXPECT_EQ(corrected(2, k), 0);
    EXPECT_EQ(corrected(k, k), 0);
  }
  EXPECT_NEAR(corrected(0, 1), 0, 1e-6) << "all pairs share one bit: nothing stands out";
  EXPECT_EQ(found(alignmentOfRows({"A-", "CE"}), {0, false, 0.5}).isCounted, (std::vector<bool>{true, true}))
      << "exactly half is enough";
}

TEST_F(CoevolutionTest, correctionTakesAwayTheProductOfTheMeansOfOtherColumns) {
  const Coevolution columns = found(randomRows(60, 9, 3), plain);
  const Array<float> corrected = columns.corrected(columns.information, 2, none);
  double all = 0;
  std::vector<double> means(9, 0.0);
  for (size_t i = 0; i < 9; ++i) {
    for (Index j = 0; j < 9; ++j) means[i] += static_cast<double>(columns.information(Index(i), j)) / 8;
    all += means[i] / 9;
  }
  for (Index i = 0; i < 9; ++i)
    for (Index j = 0; j < i; ++j)
      EXPECT_NEAR(corrected(i, j),
                  static_cast<double>(columns.information(i, j)) -
                      means[static_cast<size_t>(i)] * means[static_cast<size_t>(j)] / all,
                  1e-5);
}

TEST_F(CoevolutionTest, sizesZeroAndOne) {
  EXPECT_EQ(found(Alignment{}, {}).information.size(), 0);
  const Coevolution nothing = found(Alignment{}, {});
  EXPECT_EQ(nothing.corrected(nothing.information, 1, none).size(), 0);
  const Coevolution column = found(alignmentOfRows({"A", "C"}), {});
  EXPECT_EQ(column.information, Array<float>({1, 1}, 0.0F));
  EXPECT_EQ(column.corrected(column.information, 1, none), Array<float>({1, 1}, 0.0F));
  const Coevolution row = found(alignmentOfRows({"ACD"}), {});
  EXPECT_EQ(row.information(0, 1), row.information(1, 2)) << "of one row all pairs say the same";
  EXPECT_EQ(found(alignmentOfRows({"ACD"}), plain).information(0, 1), 0);
}

TEST_F(CoevolutionTest, stopsWhenAsked) {
  class Stopped : public Progress {
   public:
    bool cancelled() const override { return true; }
  } stopped;
  const Alignment alignment = randomRows(5, 5, 4);
  EXPECT_THROW(coevolution(alignment, equalWeights(alignment), {}, 1, stopped), Cancelled);
}

}  // namespace coevolution_test
}  // namespace engine
