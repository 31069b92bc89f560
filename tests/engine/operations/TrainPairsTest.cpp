// Operations "train factored" and "train potts": what they give, presets, going on with unfinished work, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/LetterArray.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/operations/training/TrainingRun.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace {

using namespace engine;
using test::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kFactored[] = "train factored", kPotts[] = "train potts";

DatasetPtr sample(const std::string& name) {
  Diagnostics diagnostics;
  Progress progress;
  return std::make_shared<const Dataset>(load(test::sampleFile(name), diagnostics, progress));
}

DatasetPtr alignmentOfRows(const std::vector<std::string>& rows) {
  std::vector<Sequence> sequences;
  for (const std::string& row : rows)
    sequences.push_back(Sequence::fromLetters("row" + std::to_string(sequences.size() + 1), row));
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = "rows";
  dataset->value = std::make_shared<const Alignment>(alignmentOf(sequences));
  return dataset;
}

DatasetPtr smallRows() {
  return alignmentOfRows({"M-KTAYIAKQR", "MAKTAYLAKQR", "CAKSWYIARNR", "M-RTWFIGKQE", "-PRSWFLGRNE"});
}

struct Ran {
  std::vector<Dataset> results;
  std::vector<std::string> warnings;
};

ParameterValues small(const std::string& operation, Index steps = 12) {
  ParameterValues values;
  values.set("steps", std::int64_t{steps});
  if (operation == kFactored) {
    values.set("heads", std::int64_t{3});
    values.set("batch", std::int64_t{2});
  }
  return values;
}

Ran ran(const std::string& operation, const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
        Progress* progress = nullptr, const Operation::ResultsSoFar& soFar = {}, int threads = 2) {
  Diagnostics diagnostics;
  Progress none;
  auto results =
      findOperation(operation).run(inputs, values, {nullptr, threads}, diagnostics, progress ? *progress : none, soFar);
  return {std::move(results), diagnostics.warnings()};
}

const Dataset& named(const std::vector<Dataset>& results, const std::string& ending) {
  for (const Dataset& result : results)
    if (result.id.text().ends_with(ending)) return result;
  fail("found no result ", ending);
}

std::vector<double> lossesOf(const std::vector<Dataset>& results) {
  const auto losses = numbersOf<double>(*named(results, ".loss").as<ArrayBundle>(), "curve_objective");
  return {losses.begin(), losses.end()};
}

class StopAtStep : public Progress {
 public:
  explicit StopAtStep(std::string step) : m_step(std::move(step)) {}
  bool cancelled() const override { return m_isReached; }

 protected:
  void report(double, std::string_view step) override { m_isReached = m_isReached || step.starts_with(m_step); }

 private:
  std::string m_step;
  bool m_isReached = false;
};

TEST(TrainFactored, givesHeadsMapsWeightsAndLoss) {
  const Ran run = ran(kFactored, {smallRows()}, small(kFactored));
  std::vector<std::string> ids;
  for (const Dataset& result : run.results) ids.push_back(result.id.text());
  EXPECT_THAT(ids, ElementsAre("train-factored", "train-factored.couplings", "train-factored.weights",
                               "train-factored.loss"));
  const auto& heads = *run.results[0].as<HeadSet>();
  EXPECT_NO_THROW(heads.validate());
  EXPECT_EQ(heads.count(), 3);
  EXPECT_EQ(heads.queryLetters, "MKTAYIAKQR") << "the gap of the first row is no position";
  const auto& maps = *run.results[1].as<HeadSet>();
  EXPECT_NO_THROW(maps.validate());
  EXPECT_FALSE(maps.areHeads);
  EXPECT_EQ(maps.map(0, 0)->label, "couplings with APC");
  EXPECT_EQ(maps.map(0, 2)->label, "mean head with APC");
  EXPECT_EQ(maps.map(0, 1)->weights(2, 7), maps.map(0, 1)->weights(7, 2));
  const auto& weights = *run.results[2].as<ArrayBundle>();
  EXPECT_EQ(shapeOf(weights.at("query")), (Shape{3, 10, 32}));
  EXPECT_EQ(shapeOf(weights.at("adam_v.value")), (Shape{3, 20, 20}));
  EXPECT_EQ(lettersIn(weights), "MKTAYIAKQR");
  EXPECT_EQ(lossesOf(run.results).size(), 12U);
  EXPECT_THAT(run.warnings, ElementsAre(HasSubstr("independent ones; contacts usually need more than L = 10")));
}

TEST(TrainPotts, givesMapsWeightsAndALossThatFalls) {
  const Ran run = ran(kPotts, {smallRows()}, small(kPotts));
  std::vector<std::string> ids;
  for (const Dataset& result : run.results) ids.push_back(result.id.text());
  EXPECT_THAT(ids, ElementsAre("train-potts", "train-potts.weights", "train-potts.loss"));
  EXPECT_EQ(shapeOf(run.results[1].as<ArrayBundle>()->at("couplings")), (Shape{45, 20, 20}));
  EXPECT_LT(lossesOf(run.results).back(), lossesOf(run.results).front());
}

TEST(TrainFactored, presetsSetWhatIsNotGiven) {
  const Operation& operation = findOperation(kFactored);
  const auto values = [&](const char* preset) {
    ParameterValues given;
    given.set("preset", std::string(preset));
    return operation.completedFor({smallRows()}, given);
  };
  EXPECT_EQ(values("standard").integer("heads"), 64);
  EXPECT_EQ(values("standard").integer("steps"), 150);
  EXPECT_EQ(values("thorough").integer("heads"), 128);
  EXPECT_EQ(values("thorough").integer("steps"), 400);
  EXPECT_EQ(values("sharp").integer("steps"), 300);
  EXPECT_EQ(values("sharp").real("values-start"), 0.02);
  EXPECT_EQ(values("sharp").real("values-rate"), 0.1);
}

TEST(TrainFactored, seedsMatterAndThreadsDoNot) {
  ParameterValues values = small(kFactored);
  const auto first = lossesOf(ran(kFactored, {smallRows()}, values).results);
  EXPECT_EQ(lossesOf(ran(kFactored, {smallRows()}, values, nullptr, {}, 1).results), first);
  values.set("seed", std::int64_t{1});
  EXPECT_NE(lossesOf(ran(kFactored, {smallRows()}, values).results), first);
}

TEST(TrainFactored, toldContactsAreThoseOfTheStructureByRangeToo) {
  ParameterValues values = small(kFactored, 3);
  values.set("batch", std::int64_t{64});
  const Ran run = ran(kFactored, {sample("trypsins.a2m.gz"), sample("1A0J_A.pdb.gz")}, values);
  const Dataset& result = named(run.results, ".precision");
  EXPECT_THAT(result.title, HasSubstr("contacts among the strongest pairs"));
  const auto& arrays = *result.as<ArrayBundle>();
  const auto all = numbersOf<double>(arrays, "precision"), byRange = numbersOf<double>(arrays, "precision_by_range");
  EXPECT_EQ(all.shape(), (Shape{3, 3}));
  EXPECT_EQ(byRange.shape(), (Shape{3, 3, 3}));
  for (const double share : byRange) EXPECT_TRUE(share >= 0 && share <= 1);
}

/// The real family: contacts stand out, by Potts and by heads, even with few sequences.
TEST(TrainPotts, findsContactsOfTrypsins) {
  const Ran run = ran(kPotts, {sample("trypsins.a2m.gz"), sample("1A0J_A.pdb.gz")}, small(kPotts, 15));
  const auto precision = numbersOf<double>(*named(run.results, ".precision").as<ArrayBundle>(), "precision");
  const auto byChance = numbersOf<double>(*named(run.results, ".precision").as<ArrayBundle>(), "by_chance");
  EXPECT_GT(precision(0, 2), 5 * byChance[0]);
}

class Unfinished : public testing::TestWithParam<const char*> {
 protected:
  ParameterValues values() const {
    ParameterValues given = small(GetParam());
    given.set("unfinished", file);
    return given;
  }
  /// What a run writes that is killed after so many steps.
  void leave(Index step) const {
    const Operation& operation = findOperation(GetParam());
    Diagnostics diagnostics;
    Progress none;
    const ParameterValues all = operation.completedFor({smallRows()}, values());
    const TrainingInput input = trainingInput({smallRows()}, all, 1, diagnostics, none);
    const TrainingRun asked = trainingRun(operation, input, all);
    ParameterValues stopped = values();
    stopped.set("stop", std::int64_t{step});
    const Ran run = ran(GetParam(), {smallRows()}, stopped);
    writeUnfinished(*named(run.results, ".weights").as<ArrayBundle>(), asked);
  }
  test::TemporaryFolder folder;
  std::string file = (folder.path() / "out.unfinished").string();
};

TEST_P(Unfinished, workGoesOnToTheSameBits) {
  const auto whole = ran(GetParam(), {smallRows()}, small(GetParam()));
  leave(5);
  StopAtStep stop("step 6 of 12");  // the first that it does
  EXPECT_THROW(ran(GetParam(), {smallRows()}, values(), &stop), Cancelled);
  const auto resumed = ran(GetParam(), {smallRows()}, values());
  EXPECT_EQ(lossesOf(resumed.results), lossesOf(whole.results));
  EXPECT_TRUE(*named(resumed.results, ".weights").as<ArrayBundle>() == *named(whole.results, ".weights").as<ArrayBundle>());
}

TEST_P(Unfinished, workOfOthersIsRefused) {
  leave(3);
  ParameterValues other = values();
  other.set("rate", 0.01);
  EXPECT_THAT(errorOf([&] { ran(GetParam(), {smallRows()}, other); }), HasSubstr("name another file, or remove it"));
  const DatasetPtr rows = alignmentOfRows({"MAKTAYIAKQ", "MAKTAYLAKQ"});
  EXPECT_THAT(errorOf([&] { ran(GetParam(), {rows}, values()); }), HasSubstr("name another file"));
  test::writeText(file, "something else");
  EXPECT_THAT(errorOf([&] { ran(GetParam(), {smallRows()}, values()); }), HasSubstr("out.unfinished"));
}

INSTANTIATE_TEST_SUITE_P(Both, Unfinished, testing::Values(kFactored, kPotts),
                         [](const auto& info) { return std::string(info.index == 0 ? "Factored" : "Potts"); });

TEST(TrainFactored, whatIsShownOnTheWayIsWhatStoppingThereGives) {
  std::vector<Dataset> shown;
  ParameterValues values = small(kFactored, 100'000);
  // Shown by the clock: until it has been, then no more.
  class StopWhenShown : public Progress {
   public:
    explicit StopWhenShown(const std::vector<Dataset>& shown) : m_shown(shown) {}
    bool cancelled() const override { return !m_shown.empty(); }

   private:
    const std::vector<Dataset>& m_shown;
  } progress(shown);
  EXPECT_THROW(ran(kFactored, {smallRows()}, values, &progress,
                   [&shown](std::vector<Dataset> some) { shown = std::move(some); }),
               Cancelled);
  ASSERT_FALSE(shown.empty());
  EXPECT_THAT(shown.front().title, HasSubstr(" of 100000: learned heads"));
  const Ran again = ran(kFactored, {smallRows()}, shown.front().provenance.request.parameters);
  EXPECT_EQ(lossesOf(again.results), lossesOf(shown));
  EXPECT_EQ(again.results[0].as<HeadSet>()->map(0, 1)->weights, shown[0].as<HeadSet>()->map(0, 1)->weights);
}

TEST(TrainPairs, whatCannotBeLearnedFromIsRefused) {
  const auto error = [](const std::vector<std::string>& rows) {
    return errorOf([&] { ran(kPotts, {alignmentOfRows(rows)}, small(kPotts)); });
  };
  EXPECT_THAT(error({"MKTAYI", "MKTAWI"}), HasSubstr("found 6 residues in the reference row, expected 8 to 1000"));
  EXPECT_THAT(error({"MKTAYIAK", "M-------"}), HasSubstr("found 1 row"));
  EXPECT_THAT(error({"MKTAYIAK", "MKTAYIAK"}), HasSubstr("no column with two different residues"));
}

TEST(TrainingStepText, tellsWhatIsLeftOnceItIsKnown) {
  EXPECT_EQ(trainingStepText(0, 150, 0, 0), "step 1 of 150");
  EXPECT_EQ(trainingStepText(10, 150, 4, 1), "step 11 of 150");
  EXPECT_EQ(trainingStepText(50, 150, 10, 8), "step 51 of 150, about 1 min 20 s");
  EXPECT_EQ(trainingStepText(149, 150, 149, 14.9), "step 150 of 150, about 1 s");
}

}  // namespace
