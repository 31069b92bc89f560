// A decoder that attends to what it wrote: it goes on with repeats, and the past does not change.
#include "engine/attention/generation/InductionDecoder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Error.h"

namespace induction_decoder_test {

using namespace engine;

Progress none;

InductionRun written(const std::string& text, Index count, const InductionOptions& options = {}) {
  return writtenByInduction(text, count, options, none);
}

TEST(InductionDecoder, writesRepeatsOn) {
  EXPECT_EQ(written("ABCA", 5).letters, "ABCABCABC");
  EXPECT_EQ(written("MKTAYIMKT", 9).letters, "MKTAYIMKTAYIMKTAYI");
  EXPECT_EQ(written("AA", 3).letters, "AAAAA");
  EXPECT_EQ(written("XABYAB", 1).letters, "XABYABY") << "behind B stood Y";
}

TEST(InductionDecoder, ofTwoThatFollowedTheLaterCounts) {
  InductionOptions late;
  late.recency = 0.5;
  EXPECT_EQ(written("ABACA", 1, late).letters, "ABACAC");
}

TEST(InductionDecoder, rowsSumToOneAndNobodySeesWhatComesLater) {
  const InductionRun run = written("MKTAYIMKT", 4);
  const Index T = run.before.length(0);
  ASSERT_EQ(T, 14);
  EXPECT_EQ(run.numGiven, 9);
  for (const Array<double>* weights : {&run.before, &run.followed})
    for (Index i = 0; i < T; ++i) {
      double sum = 0;
      for (Index j = 0; j < T; ++j) {
        sum += (*weights)(i, j);
        if (j > i) {
          EXPECT_EQ((*weights)(i, j), 0);
        }
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  for (Index i = 1; i < T; ++i) EXPECT_GT(run.before(i, i - 1), 0.99) << "the token before " << i;
}

TEST(InductionDecoder, whatIsWrittenChangesNoEarlierRow) {
  const InductionRun few = written("ABCAB", 2), many = written("ABCAB", 6);
  const Index T = few.before.length(0);
  for (Index i = 0; i < T; ++i)
    for (Index j = 0; j < T; ++j) {
      EXPECT_EQ(few.before(i, j), many.before(i, j));
      EXPECT_EQ(few.followed(i, j), many.followed(i, j));
    }
}

TEST(InductionDecoder, aGeneratedTokenIsAttendedTo) {
  // Behind ABCA the decoder writes B, C, A: for the letter after the second of its own A's it looks at its own B too.
  const InductionRun run = written("ABCA", 6, {20, 0});
  EXPECT_NEAR(run.followed(7, 2), 0.5, 0.01) << "the B that was given";
  EXPECT_NEAR(run.followed(7, 5), 0.5, 0.01) << "the B that was written";
}

TEST(InductionDecoder, secondLayerByHand) {
  // Without recency and with a perfect first layer (gain 50): behind <bos> A B A the letter A asks; only B (place 2)
  // stands behind an A. Scores 50 for it and 0 for <bos>, A, A.
  const InductionRun run = written("ABA", 0, {50, 0});
  EXPECT_NEAR(run.scores[1](3, 2), 50, 1e-6);
  EXPECT_NEAR(run.scores[1](3, 1), 0, 1e-6);
  EXPECT_NEAR(run.next(3, 1), 1, 1e-9);
  // Gain 0: all tokens so far answer alike, the start token with no letter.
  const InductionRun flat = written("ABA", 0, {0, 0});
  EXPECT_NEAR(flat.next(3, 0), 0.5, 1e-12);
  EXPECT_NEAR(flat.next(3, 1), 0.25, 1e-12);
}

TEST(InductionDecoder, noTextIsRefusedAndNothingNeedBeWritten) {
  EXPECT_THROW(written("", 3), Error);
  EXPECT_EQ(written("A", 0).letters, "A");
  EXPECT_EQ(written("A", 2).letters, "AAA") << "nothing else is known";
}

}  // namespace induction_decoder_test
