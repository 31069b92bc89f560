// Rows to learn from: which stay, what they are as numbers, how much each counts.
#include "engine/training/TrainingRows.h"

#include <gmock/gmock.h>

#include <cmath>

#include "engine/training/BatchOrder.h"
#include "tests/engine/training/TinyCase.h"
#include "tests/support/ErrorOf.h"

namespace training_rows_test {

using namespace engine;
using testing::ElementsAre;
using testing::HasSubstr;

Alignment aligned(const std::vector<std::string>& rows) {
  std::vector<Sequence> sequences;
  for (const std::string& row : rows) sequences.push_back(Sequence::fromLetters("r", row));
  return alignmentOf(sequences);
}

TrainingRows made(const Alignment& alignment, Index reference) {
  Progress none;
  return trainingRows(alignment, reference, 0, 2, none);
}

TEST(TrainingRows, columnsAreThoseOfTheReferenceWhichComesFirst) {
  const TrainingRows rows = made(aligned({"ARND", "-RXB", "A---", "A-N-"}), 1);
  EXPECT_EQ(rows.letters, "RXB");
  EXPECT_THAT(rows.columns, ElementsAre(1, 2, 3));
  // Row 2 has no residue in these columns, row 3 one of three: both leave.
  EXPECT_THAT(rows.rows, ElementsAre(1, 0));
  // R, missing X, B as D; R N D.
  EXPECT_EQ(rows.codes, Array<std::uint8_t>({2, 3}, std::vector<std::uint8_t>{1, 20, 3, 1, 2, 3}));
}

TEST(TrainingRows, theReferenceStaysHoweverFewOfItsLettersAreKnown) {
  EXPECT_THAT(made(aligned({"XXXA", "ARND"}), 0).rows, ElementsAre(0, 1));
}

TEST(TrainingRows, aRowWithHalfOfTheColumnsStays) {
  EXPECT_THAT(made(aligned({"ARND", "AR--", "A---"}), 0).rows, ElementsAre(0, 1));
}

TEST(TrainingRows, weightsCountRowsThatAgreeInFourOfFiveColumns) {
  Progress none;
  // Four of five agree in the first two; three of five with the third; missing agrees with missing.
  const Array<std::uint8_t> codes(
      {4, 5}, std::vector<std::uint8_t>{1, 2, 3, 4, 20, 1, 2, 3, 5, 20, 1, 2, 7, 5, 20, 9, 9, 9, 9, 9});
  EXPECT_THAT(sequenceWeights(codes, 1, none), ElementsAre(0.5, 1.0 / 3, 0.5, 1));
}

TEST(TrainingRows, weightsOfLongRowsCountBeyondAByte) {
  Progress none;
  Array<std::uint8_t> codes({2, 600}, 3);
  for (Index i = 0; i < 120; ++i) codes(1, i) = 4;
  EXPECT_THAT(sequenceWeights(codes, 1, none), ElementsAre(0.5, 0.5));
  codes(1, 120) = 4;
  EXPECT_THAT(sequenceWeights(codes, 1, none), ElementsAre(1, 1));
}

TEST(TrainingRows, weightsAreThoseOfTheReferenceCase) {
  const test::TinyCase tiny;
  Progress none;
  EXPECT_EQ(sequenceWeights(tiny.rows().codes, 2, none), tiny.rows().weights);
  EXPECT_DOUBLE_EQ(tiny.rows().effective(), tiny.numbers.at("n_eff").get<double>());
}

TEST(TrainingRows, moreThanTheMostAreDrawnFromBySeed) {
  Alignment alignment = aligned({"A"});
  alignment.rows.resize(std::size_t(kMostTrainingRows + 5), alignment.rows[0]);
  alignment.codes.resize(alignment.rows.size(), alignment.codes[0]);
  const TrainingRows rows = made(alignment, 7);
  EXPECT_EQ(rows.count(), kMostTrainingRows);
  EXPECT_EQ(rows.numUnsampled, 5);
  EXPECT_EQ(rows.rows[0], 7);
  EXPECT_TRUE(std::is_sorted(rows.rows.begin() + 1, rows.rows.end()));
  EXPECT_EQ(std::count(rows.rows.begin(), rows.rows.end(), 7), 1);
}

TEST(TrainingRows, aRowThatIsNotThereIsAnError) {
  EXPECT_THAT(test::errorOf([] { made(Alignment(), 0); }), HasSubstr("found no row 0 among 0"));
}

TEST(TrainingRows, aReferenceWithoutResiduesHasNoColumns) {
  const TrainingRows rows = made(aligned({"--", "AR"}), 0);
  EXPECT_EQ(rows.length(), 0);
  EXPECT_EQ(startingBiases(rows).size(), 0);
}

TEST(StartingBiases, areCentredLogarithmsOfCountsPlusOne) {
  const TrainingRows rows = made(aligned({"A"}), 0);
  const Array<double> bias = startingBiases(rows);
  EXPECT_NEAR(bias[0], std::log(2.0) * 19 / 20, 1e-15);
  EXPECT_NEAR(bias[1], -std::log(2.0) / 20, 1e-15);
}

TEST(BatchOrder, isThatOfTheReferenceCase) {
  const test::TinyCase tiny;
  BatchOrder order(12, 5, test::TinyCase::kSeed);
  for (const auto& rows : tiny.numbers.at("batches of 5").at("rows")) EXPECT_EQ(order.next(), rows.get<std::vector<Index>>());
}

TEST(BatchOrder, skipsAsIfTheStepsHadBeenDone) {
  for (Index steps : {0, 1, 2, 3, 7}) {
    BatchOrder done(12, 5, 3), skipped(12, 5, 3);
    for (Index k = 0; k < steps; ++k) done.next();
    skipped.skip(steps);
    EXPECT_EQ(done.next(), skipped.next()) << steps;
  }
}

TEST(BatchOrder, aBatchOfAllIsInOrder) {
  BatchOrder order(3, 3, 1), one(1, 5, 1), none(0, 1, 1);
  order.next();
  EXPECT_THAT(order.next(), ElementsAre(0, 1, 2));
  EXPECT_THAT(one.next(), ElementsAre(0));
  EXPECT_THAT(none.next(), ElementsAre());
  EXPECT_THAT(test::errorOf([] { BatchOrder(3, 0, 1); }), HasSubstr("found 0 rows, expected 1 or more"));
}

}  // namespace training_rows_test
