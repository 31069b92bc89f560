// Results that come with the lessons: whole, as their operation makes them, and as good as the lesson says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/lessons/run/StoredResults.h"
#include "engine/operations/translation/TranslatorArrays.h"
#include "engine/translation/TrainTranslator.h"
#include "tests/support/Files.h"

using namespace engine;

namespace {

struct Shipped {
  std::vector<Dataset> results;

  explicit Shipped(const std::string& name) {
    Progress none;
    // Files of samples lie beside the lessons.
    results = storedResults(test::sampleFile("").parent_path().parent_path() / "lessons/translate" / name, none);
  }
  const Dataset& part(const std::string& word) const {
    for (const Dataset& result : results)
      if (result.id.text().ends_with("." + word)) return result;
    return results.front();
  }
};

/// With pairs that the training has never judged itself by.
double exactOn(const std::string& task, const Dataset& weights) {
  Progress none;
  const std::vector<TextPair> pairs = newPairs(translationTask(task), 500, 77);
  return exactMatch(exactlyTranslated(translatorOf(weights).translator, pairs, 2, none));
}

}  // namespace

TEST(ShippedResults, areThoseOfTrainingWithSeedZero) {
  for (const std::string& task : translationTaskNames()) {
    const Shipped shipped(task);
    ParameterValues values;
    values.set("task", task);
    const Operation& operation = findOperation("train seq2seq");
    checkStored(shipped.results, operation, operation.completedFor({}, values), task);
    const ArrayBundle& history = *shipped.part("history").as<ArrayBundle>();
    const auto checkpoints = numbersOf<double>(history, "checkpoints");
    EXPECT_EQ(checkpoints[0], 0);
    EXPECT_EQ(checkpoints[checkpoints.size() - 1], double(translationTask(task).steps));
    EXPECT_EQ(shapeOf(history.at("maps"))[0], checkpoints.size());
    EXPECT_GE(exactOn(task, shipped.part("weights")), 0.99) << task;
  }
}

TEST(ShippedResults, withoutAttentionLongSourcesFail) {
  const Shipped shipped("last-state");
  EXPECT_NEAR(exactOn("reverse", shipped.results.front()), 0.65, 0.06);
  const ArrayBundle& history = *shipped.part("history").as<ArrayBundle>();
  const auto lengths = numbersOf<double>(history, "lengths"), exact = numbersOf<double>(history, "exact_by_length");
  ASSERT_EQ(lengths.size(), 9);
  EXPECT_EQ(lengths[0], 4);
  EXPECT_GT(exact[0], 0.99);
  EXPECT_LT(exact[8], 0.2);
}
