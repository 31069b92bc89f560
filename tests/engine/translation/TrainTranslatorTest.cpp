// Training: rates, the same bits again, learning, cancelling; Adam and clipping by hand.
#include "engine/translation/TrainTranslator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/network/Adam.h"
#include "engine/translation/Seq2SeqGradient.h"
#include "tests/support/ErrorOf.h"

namespace train_translator_test {

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

TEST(Adam, takesARateForEachArrayAndGoesOnFromMoments) {
  Array<double> x({1}, {1}), y({2}, {1, 1}), g({1}, {4}), h({2}, {-3, 0.5});
  Adam<double> adam;
  EXPECT_TRUE(adam.moments().empty());
  adam.step({{&x, &g}, {&y, &h}}, {0.1, 0.02});
  EXPECT_NEAR(x[0], 0.9, 1e-8);
  EXPECT_NEAR(y[0], 1.02, 1e-8);
  EXPECT_NEAR(y[1], 0.98, 1e-8);
  Adam<double> other(adam.moments(), 1);
  Array<double> x2 = x, y2 = y;
  adam.step({{&x, &g}, {&y, &h}}, {0.1, 0});
  other.step({{&x2, &g}, {&y2, &h}}, {0.1, 0});
  EXPECT_EQ(x2, x);
  EXPECT_EQ(y2, y);
  EXPECT_NEAR(y[0], 1.02, 1e-8);  // a rate of 0 moves nothing
  EXPECT_NEAR(x[0], 0.8, 1e-6);   // the same gradient again: as long a step
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
  EXPECT_THAT(one.curve.checkpoints, ElementsAre(0, 2, 4, 6));
  EXPECT_EQ(one.curve.exactMatch.size(), 4u);
  ASSERT_EQ(one.maps.size(), two.maps.size());
  for (std::size_t k = 0; k < one.maps.size(); ++k) EXPECT_EQ(one.maps[k].examples, two.maps[k].examples) << k;
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
    EXPECT_EQ(soFar.maps.back().step, std::ssize(soFar.curve.loss));
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

TEST(Training, isCancelledInTheMidstOfALook) {
  struct Stopped : Progress {
    bool cancelled() const override { return ++numAsked > 3; }
    void report(double, std::string_view) override { ++numReports; }
    mutable int numAsked = 0;
    int numReports = 0;
  } progress;
  TrainingOptions options{.steps = 1, .numJudged = 20000};
  EXPECT_THROW(trainTranslator(translationTask("reverse"), options, 1, progress), Cancelled);
  EXPECT_EQ(progress.numAsked, 4);
  EXPECT_EQ(progress.numReports, 0) << "the look before the first step had not ended";
}

TEST(Training, aRateThatIsTooLargeIsAnError) {
  TrainingOptions options{.steps = 50, .batch = 4, .rate = 1e38};
  EXPECT_THAT(test::errorOf([&] { trained(options, 1, swapTask()); }), HasSubstr("is no number; expected a smaller"));
}

TEST(Training, stoppedEarlyHasDoneTheFirstStepsOfTheWhole) {
  TrainingOptions options{.steps = 8, .batch = 4, .checkpoint = 3, .numJudged = 8, .numJudgedLast = 8};
  std::vector<ArrayBundle> passed;
  Progress none;
  const Training whole = trainTranslator(swapTask(), options, 1, none, [&](const Training& soFar) {
    passed.push_back(weightArrays(soFar.translator.weights));
  });
  options.stop = 3;
  const Training stopped = trained(options, 1, swapTask());
  ASSERT_EQ(passed.size(), 2u);
  EXPECT_EQ(weightArrays(stopped.translator.weights), passed[0]);
  EXPECT_EQ(stopped.curve.loss, std::vector<double>(whole.curve.loss.begin(), whole.curve.loss.begin() + 3));
  EXPECT_THAT(stopped.curve.checkpoints, ElementsAre(0, 3));
  options.stop = 100;
  EXPECT_EQ(trained(options, 1, swapTask()).curve.loss, whole.curve.loss);
}

TEST(Training, keepsMapsOfTheFirstStepTheLastAndSomeBetween) {
  const TranslationTask task = translationTask("strand");
  TrainingOptions options{.steps = 5, .batch = 2, .checkpoint = 2, .numJudged = 0, .numJudgedLast = 0};
  const Training training = trained(options, 1, task);
  std::vector<Index> steps;
  for (const KeptMaps& one : training.maps) steps.push_back(one.step);
  EXPECT_THAT(steps, ElementsAre(0, 2, 4, 5));
  for (const KeptMaps& one : training.maps) {
    ASSERT_EQ(one.examples.size(), 3u);
    // "+GCTAAATGG" is fed with "AKW" and the end.
    ASSERT_EQ(one.examples[0].shape(), (Shape{4, 10}));
    for (Index t = 0; t < 4; ++t) {
      double sum = 0;
      for (Index s = 0; s < 10; ++s) sum += one.examples[0](t, s);
      EXPECT_NEAR(sum, 1, 1e-6);
    }
  }
  EXPECT_NE(training.maps.front().examples[0], training.maps.back().examples[0]);
}

TEST(Training, withoutAnyStepGivesWhatItBeginsWith) {
  const Training training = trained({.steps = 0, .numJudgedLast = 2}, 1, swapTask());
  EXPECT_TRUE(training.curve.loss.empty());
  EXPECT_THAT(training.curve.checkpoints, ElementsAre(0));
  EXPECT_EQ(training.maps.size(), 1u);
}

TEST(Training, ofSizesOneLowersTheLoss) {
  TranslationTask task = taskOfPairs({{"A", "B"}}, "one");
  TrainingOptions options{.steps = 80, .batch = 1, .rate = 0.05, .checkpoint = 80, .numJudged = 1, .numJudgedLast = 1};
  options.sizes = {.embedding = 1, .width = 1, .attention = 1};
  const Training training = trained(options, 1, task);
  EXPECT_LT(training.curve.loss.back(), 0.5 * training.curve.loss.front());
  EXPECT_EQ(training.maps.front().examples[0].shape(), (Shape{2, 1}));
  EXPECT_EQ(training.maps.front().examples[0](0, 0), 1);
}

TEST(MapKeeper, letsEverySecondStepGoWhenThereAreTooMany) {
  MapKeeper keeper(10);
  std::vector<KeptMaps> kept;
  for (Index step = 0; step <= 1250; step += 10)
    if (keeper.wants(step)) keeper.keep({step, {Array<float>({2, 2})}}, step == 1250, kept);
  keeper.keep({1255, {Array<float>({2, 2})}}, true, kept);
  ASSERT_EQ(kept.size(), 33u);
  for (std::size_t k = 0; k + 1 < kept.size(); ++k) EXPECT_EQ(kept[k].step, Index(40 * k));
  EXPECT_EQ(kept.back().step, 1255);
}

TEST(MapKeeper, ofLargeMapsKeepsTheFirstAndTheLast) {
  MapKeeper keeper(1);
  std::vector<KeptMaps> kept;
  for (Index step = 0; step <= 9; ++step)
    if (keeper.wants(step) || step == 9) keeper.keep({step, {Array<float>({3000, 1000})}}, step == 9, kept);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].step, 0);
  EXPECT_EQ(kept[1].step, 9);
}

TEST(KeptMaps, ofAnExampleWithoutATargetAreThoseOfWhatIsWritten) {
  const TranslationTask task = translationTask("reverse");
  Translator translator = newTranslator(task.source, task.target, {}, 0);
  translator.weights.b_out[kEndToken] = 1e6F;  // writes nothing
  const KeptMaps kept = mapsAt(7, translator, {{"ACDE", std::nullopt}, {"ACDE", "EDCA"}});
  EXPECT_EQ(kept.step, 7);
  EXPECT_EQ(kept.examples[0].shape(), (Shape{1, 4}));
  EXPECT_EQ(kept.examples[1].shape(), (Shape{5, 4}));
  EXPECT_TRUE(mapsAt(0, newTranslator(task.source, task.target, {.hasAttention = false}, 0), {{"AC", "CA"}})
                  .examples[0]
                  .empty());
}

TEST(ExactMatch, countsOutputsWithoutAFault) {
  const TranslationTask task = translationTask("reverse");
  const Translator translator = newTranslator(task.source, task.target, {}, 0);
  Progress none;
  EXPECT_TRUE(exactlyTranslated(translator, {}, 1, none).empty());
  EXPECT_EQ(exactMatch({}), 0);
  Translator always = translator;  // writes nothing
  always.weights.b_out[kEndToken] = 1e6F;
  const std::vector<TextPair> pairs{{"AC", ""}, {"ACD", "A"}, {"GA", "AG"}, {"A", ""}};
  const std::vector<bool> isExact = exactlyTranslated(always, pairs, 1, none);
  EXPECT_THAT(isExact, ElementsAre(true, false, false, true));
  EXPECT_EQ(exactMatch(isExact), 0.5);
  EXPECT_EQ(matchByLength(task.source, pairs, isExact), (std::vector<LengthMatch>{{1, 1, 1}, {2, 2, 0.5}, {3, 1, 0}}));
  EXPECT_TRUE(matchByLength(task.source, {}, {}).empty());
}

}  // namespace train_translator_test
