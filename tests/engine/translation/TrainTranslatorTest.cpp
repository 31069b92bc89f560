// Training: rates, the same bits again, learning, cancelling; Adam and clipping by hand.
#include "engine/translation/TrainTranslator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/network/Adam.h"
#include "engine/translation/Seq2SeqGradient.h"
#include "tests/support/ErrorOf.h"

namespace {

using namespace engine;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Steps of 0.1 along the sign of the first gradient: m / sqrt(v) is then 1, whatever its size.
TEST(Adam, firstStepIsAsLongAsTheRateAndTheSecondByHand) {
  Array<double> x({2}, {1, 1}), g({2}, {4, -0.01});
  Adam<double> adam;
  adam.step({{&x, &g}}, 0.1);
  EXPECT_NEAR(x[0], 0.9, 1e-8);
  EXPECT_NEAR(x[1], 1.1, 1e-6);
  g[0] = 2;
  adam.step({{&x, &g}}, 0.1);
  // m = 0.9 * 0.4 + 0.1 * 2 = 0.56, v = 0.999 * 0.016 + 0.001 * 4 = 0.019984; corrected by 0.19 and 0.001999.
  EXPECT_NEAR(x[0], 0.9 - 0.1 * (0.56 / 0.19) / std::sqrt(0.019984 / 0.001999), 1e-8);
}

TEST(Adam, clippingShortensOnlyWhatIsTooLong) {
  Array<double> a({1}, {3}), b({1}, {4});
  EXPECT_DOUBLE_EQ(clipGradients<double>({&a, &b}, 10), 5);
  EXPECT_EQ(a[0], 3);
  EXPECT_DOUBLE_EQ(clipGradients<double>({&a, &b}, 1), 5);
  EXPECT_NEAR(a[0], 0.6, 1e-12);
  EXPECT_NEAR(b[0], 0.8, 1e-12);
  EXPECT_EQ(clipGradients<double>({}, 1), 0);
}

TEST(Adam, xavierStaysInItsBoundAndFillsIt) {
  Array<double> W({40, 60});
  Random random(1);
  fillXavier(W, random);
  const double bound = std::sqrt(6.0 / 100);
  double largest = 0, sum = 0;
  for (const double value : W) {
    largest = std::max(largest, std::abs(value));
    sum += value * value;
  }
  EXPECT_LE(largest, bound);
  EXPECT_GT(largest, 0.99 * bound);
  EXPECT_NEAR(sum / double(W.size()), bound * bound / 3, 0.05 * bound * bound);
}

TEST(Rates, areConstantAndThenFallToATwentieth) {
  EXPECT_EQ(rateAt(1, 100, 0.005), 0.005);
  EXPECT_EQ(rateAt(60, 100, 0.005), 0.005);
  EXPECT_NEAR(rateAt(80, 100, 0.005), 0.0025, 1e-12);
  EXPECT_NEAR(rateAt(100, 100, 0.005), 0.00025, 1e-12);
}

TEST(NewTranslator, hasTheSizesOfTheLesson) {
  const TranslationTask task = translationTask("orf");
  Translator translator = newTranslator(task.source, task.target, {}, 0);
  Index count = 0;
  for (const auto& [name, array] : namedArrays(translator.weights)) count += array->size();
  EXPECT_EQ(count, 49975);
  EXPECT_EQ(weightArrays(translator.weights), weightArrays(newTranslator(task.source, task.target, {}, 0).weights));
  EXPECT_NE(weightArrays(translator.weights), weightArrays(newTranslator(task.source, task.target, {}, 1).weights));
  EXPECT_THAT(test::errorOf([&] { newTranslator(task.source, task.target, {.width = 5, .isBidirectional = true}, 0); }),
              HasSubstr("found 5, expected an even number"));
  translator.source.symbols.pop_back();
  EXPECT_THAT(test::errorOf([&] { checkTranslator(translator); }),
              HasSubstr("encoder.embedding.weight: found 13 rows, expected 12"));
}

Training trained(const TrainingOptions& options, int threads, const TranslationTask& task) {
  Progress none;
  return trainTranslator(task, options, threads, none);
}

TEST(Training, givesTheSameBitsWithAnyNumberOfThreadsAndOthersForAnotherSeed) {
  const TranslationTask task = translationTask("reverse");
  TrainingOptions options{.steps = 6, .checkpoint = 2, .numJudged = 8, .numJudgedLast = 8};
  const Training one = trained(options, 1, task), two = trained(options, 2, task);
  EXPECT_EQ(one.curve.loss, two.curve.loss);
  EXPECT_EQ(weightArrays(one.translator.weights), weightArrays(two.translator.weights));
  EXPECT_THAT(one.curve.checkpoints, ElementsAre(2, 4, 6));
  EXPECT_EQ(one.curve.exactMatch.size(), 3u);
  options.seed = 1;
  EXPECT_NE(trained(options, 1, task).curve.loss, one.curve.loss);
}

/// Two letters that are written the other way round: small nets learn it in a moment.
TranslationTask swapTask() { return taskOfPairs({{"AB", "BA"}, {"BA", "AB"}, {"AA", "AA"}, {"BB", "BB"}}, "swap"); }

TEST(Training, learnsASmallTaskWithAndWithoutAttentionInOneDirectionAndBoth) {
  for (const bool hasAttention : {true, false})
    for (const bool isBidirectional : {true, false}) {
      TrainingOptions options{.steps = 150, .batch = 8, .rate = 0.02, .checkpoint = 50};
      options.sizes = {.embedding = 4,
                       .width = 12,
                       .attention = 6,
                       .hasAttention = hasAttention,
                       .isBidirectional = isBidirectional};
      options.numJudged = options.numJudgedLast = 50;
      const Training training = trained(options, 2, swapTask());
      EXPECT_EQ(training.curve.exactMatch.back(), 1) << hasAttention << isBidirectional;
      EXPECT_LT(training.curve.loss.back(), 0.1 * training.curve.loss.front());
    }
}

TEST(Training, tellsWhatIsThereAtCheckpoints) {
  TrainingOptions options{.steps = 7, .batch = 2, .checkpoint = 3, .numJudged = 4, .numJudgedLast = 4};
  std::vector<Index> seen;
  Progress none;
  trainTranslator(swapTask(), options, 1, none, [&](const Training& soFar) {
    seen.push_back(std::ssize(soFar.curve.loss));
    EXPECT_EQ(soFar.curve.checkpoints.back(), std::ssize(soFar.curve.loss));
  });
  EXPECT_THAT(seen, ElementsAre(3, 6));
}

TEST(Training, isCancelledAtOnce) {
  struct Stopped : Progress {
    bool cancelled() const override { return numReports > 3; }
    void report(double, std::string_view step) override {
      ++numReports;
      last = step;
    }
    int numReports = 0;
    std::string last;
  } progress;
  EXPECT_THROW(trainTranslator(swapTask(), {.steps = 100000, .batch = 2}, 1, progress), Cancelled);
  EXPECT_EQ(progress.numReports, 4);
  EXPECT_THAT(progress.last, HasSubstr("step 4 of 100000, loss "));
}

TEST(Training, aRateThatIsTooLargeIsAnError) {
  TrainingOptions options{.steps = 50, .batch = 4, .rate = 1e38};
  EXPECT_THAT(test::errorOf([&] { trained(options, 1, swapTask()); }), HasSubstr("is no number; expected a smaller"));
}

TEST(ExactMatch, countsOutputsWithoutAFault) {
  const TranslationTask task = translationTask("reverse");
  const Translator translator = newTranslator(task.source, task.target, {}, 0);
  Progress none;
  EXPECT_EQ(exactMatch(translator, {}, 1, none), 0);
  Translator always = translator;  // writes nothing
  always.weights.b_out[kEndToken] = 1e6F;
  EXPECT_EQ(exactMatch(always, {{"AC", ""}, {"AC", "A"}}, 1, none), 0.5);
}

}  // namespace
