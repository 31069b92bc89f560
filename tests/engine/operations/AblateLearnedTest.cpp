// Heads that were learned from an alignment, switched off: one after the other, and together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/HeadSet.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/training/PairObjective.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace ablate_learned_test {

using namespace engine;
using testing::HasSubstr;

DatasetPtr sample(const std::string& name) {
  Diagnostics diagnostics;
  Progress progress;
  auto dataset = std::make_shared<Dataset>(load(test::sampleFile(name), diagnostics, progress));
  dataset->id = name;
  return dataset;
}

/// Four heads of the shipped trypsins after some steps.
DatasetPtr learned() {
  static const DatasetPtr weights = [] {
    ParameterValues values;
    values.set("steps", std::int64_t{20});
    values.set("heads", std::int64_t{4});
    Diagnostics diagnostics;
    Progress progress;
    for (Dataset& result : findOperation("train factored")
                               .run({sample("trypsins.a2m.gz"), sample("1A0J_A.pdb.gz")}, values, {nullptr, 2},
                                    diagnostics, progress))
      if (result.id.text().ends_with(".weights")) return std::make_shared<const Dataset>(std::move(result));
    return std::shared_ptr<const Dataset>();
  }();
  return weights;
}

std::vector<Dataset> without(const std::string& heads, const DatasetPtr& weights = learned(),
                             const std::string& alignment = "trypsins.a2m.gz") {
  ParameterValues values;
  values.set("ablate", heads);
  Diagnostics diagnostics;
  Progress progress;
  return findOperation("ablate-learned")
      .run({sample(alignment), weights, sample("1A0J_A.pdb.gz")}, values, {nullptr, 2}, diagnostics, progress);
}

double numberOf(const Dataset& dataset, const std::string& name, Index k) {
  return numbersOf<double>(*dataset.as<ArrayBundle>(), name)[k];
}

TEST(AblateLearned, tellsForEachHeadWhatItsLossCosts) {
  const Dataset each = without("").front();
  const auto changes = numbersOf<double>(*each.as<ArrayBundle>(), "head_change of nats per residue");
  ASSERT_EQ(changes.shape(), (Shape{1, 4}));
  const auto reached = numbersOf<double>(*each.as<ArrayBundle>(), "head_P@L");
  for (Index head = 0; head < 4; ++head) {
    const auto alone = without("1." + std::to_string(head + 1));
    EXPECT_NEAR(numberOf(alone[1], "nats_per_residue", 1) - numberOf(alone[1], "nats_per_residue", 0), changes[head],
                1e-9);
    EXPECT_DOUBLE_EQ(numberOf(alone[1], "precision", 1), reached[head]);
    EXPECT_GT(changes[head], 0) << "every head has learned something";
  }
  EXPECT_THAT(each.title, HasSubstr("each head switched off: at most +"));
}

TEST(AblateLearned, withoutAllHeadsOnlyBiasesAreLeft) {
  const auto none = without("1.1 1.2 1.3 1.4");
  const auto& maps = *none.front().as<HeadSet>();
  ASSERT_EQ(maps.count(), 3);
  EXPECT_FALSE(maps.areHeads);
  for (const float score : maps.map(0, 1)->weights) ASSERT_EQ(score, 0) << "nothing is coupled";
  EXPECT_GT(numberOf(none[1], "nats_per_residue", 1), numberOf(none[1], "nats_per_residue", 0));
  EXPECT_THAT(none.front().title, HasSubstr("without heads 1, 2, 3, 4: +"));
}

TEST(AblateLearned, uniformIsAnotherLossThanZero) {
  const double zero = numberOf(without("1.2")[1], "nats_per_residue", 1);
  const double uniform = numberOf(without("1.2=uniform")[1], "nats_per_residue", 1);
  EXPECT_NE(zero, uniform);
}

TEST(AblateLearned, saysWhatCannotBeSwitchedOff) {
  EXPECT_THAT(test::errorOf([] { without("1.5"); }), HasSubstr("found 1.5, expected heads 1.1 to 1.4"));
  EXPECT_THAT(test::errorOf([] { without("1.1=mean"); }), HasSubstr("found 1.1=mean"));
  auto others = std::make_shared<Dataset>(*learned());
  ArrayBundle arrays = *learned()->as<ArrayBundle>();
  auto rows = numbersOf<double>(arrays, "rows");
  std::swap(rows[1], rows[2]);
  arrays["rows"] = rows;
  others->value = std::make_shared<const ArrayBundle>(arrays);
  EXPECT_THAT(test::errorOf([&] { without("1.1", others); }), HasSubstr("was learned from other rows"));
  arrays.erase("key");
  others->value = std::make_shared<const ArrayBundle>(arrays);
  EXPECT_THAT(test::errorOf([&] { without("1.1", others); }), HasSubstr("lacks the array key"));
}

}  // namespace ablate_learned_test
