// Operations "train factored" and "train potts": what they give, presets, going on with unfinished work, what is
// refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/FileNote.h"
#include "engine/datasets/LetterArray.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/operations/training/PreparedTraining.h"
#include "engine/operations/training/TrainingRun.h"
#include "engine/report/Export.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace train_pairs_test {

using namespace engine;
using test::errorOf;
using testing::AllOf;
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
                               "train-factored.loss", "train-factored.course"));
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
  EXPECT_THAT(ids, ElementsAre("train-potts", "train-potts.weights", "train-potts.loss", "train-potts.course"));
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
  EXPECT_EQ(values("contacts").integer("heads"), 32);
  EXPECT_EQ(values("contacts").integer("steps"), 150);
  EXPECT_EQ(values("contacts").integer("batch"), 512);
  EXPECT_EQ(values("contacts").real("rate"), 0.2);
  EXPECT_EQ(values("contacts").real("values-start"), 1);
  EXPECT_EQ(values("contacts").real("values-rate"), 0.05);
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
  EXPECT_TRUE(*named(resumed.results, ".weights").as<ArrayBundle>() ==
              *named(whole.results, ".weights").as<ArrayBundle>());
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

/// Saved to a file and loaded again.
DatasetPtr saved(const Dataset& dataset, const std::filesystem::path& file) {
  exportDataset(dataset, file.string());
  Diagnostics diagnostics;
  Progress none;
  return std::make_shared<const Dataset>(load(file, diagnostics, none));
}

std::string changesOf(const std::vector<Dataset>& results) {
  const auto& weights = *named(results, ".weights").as<ArrayBundle>();
  return nlohmann::json::parse(noteTextIn(weights)).at("training").at("changes").get<std::string>();
}

class FromWeights : public testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  std::string operation() const { return std::get<0>(GetParam()); }
  DatasetPtr weightsAfter(Index step) const {
    ParameterValues stopped = small(operation());
    if (step < 12) stopped.set("stop", std::int64_t{step});
    const Ran run = ran(operation(), {smallRows()}, stopped);
    return saved(named(run.results, ".weights"),
                 folder.path() / ("after" + std::to_string(step) + std::get<1>(GetParam())));
  }
  std::vector<Dataset> from(const DatasetPtr& weights, const ParameterValues& values = {}) const {
    return ran(operation(), {smallRows(), nullptr, weights}, values).results;
  }
  test::TemporaryFolder folder;
};

ArrayBundle withoutNote(const std::vector<Dataset>& results) {
  ArrayBundle arrays = *named(results, ".weights").as<ArrayBundle>();
  arrays.erase(kFileNote);
  return arrays;
}

TEST_P(FromWeights, whatWasStoppedGoesOnToTheSameBits) {
  const Ran whole = ran(operation(), {smallRows()}, small(operation()));
  for (const Index step : {1, 5, 11}) {
    const auto results = from(weightsAfter(step));
    EXPECT_TRUE(withoutNote(results) == withoutNote(whole.results)) << step;
    EXPECT_EQ(changesOf(results), "");
  }
}

TEST_P(FromWeights, whatIsDoneGoesOnHalfAsLongAtHalfTheRate) {
  const DatasetPtr done = weightsAfter(12);
  const auto further = from(done);
  EXPECT_EQ(lossesOf(further).size(), 18U);
  EXPECT_EQ(changesOf(further), operation() == kPotts ? "12:1:6" : "12:0.025:6");
  ParameterValues planned = small(operation());
  planned.set("changes", changesOf(further));
  EXPECT_TRUE(withoutNote(ran(operation(), {smallRows()}, planned).results) == withoutNote(further));
  ParameterValues more;
  more.set("more", std::int64_t{4});
  EXPECT_EQ(lossesOf(from(done, more)).size(), 16U);
  EXPECT_EQ(lossesOf(from(saved(named(further, ".weights"), folder.path() / "twice.npz"))).size(), 21U);
}

TEST_P(FromWeights, goOnWithNothingElse) {
  const DatasetPtr weights = weightsAfter(5);
  const auto error = [&](const std::string& id, const std::vector<DatasetPtr>& inputs, const ParameterValues& values) {
    return errorOf([&] { ran(id, inputs, values); });
  };
  const DatasetPtr others =
      alignmentOfRows({"M-KTAYIAKQR", "MAKTAYLAKQR", "CAKSWYIARNR", "M-RTWFIGKQE", "-PRSWFLGRNQ"});
  EXPECT_THAT(error(operation(), {others, nullptr, weights}, {}),
              HasSubstr("was learned from other rows than those of rows; it can be looked at"));
  EXPECT_THAT(error(operation() == kPotts ? kFactored : kPotts, {smallRows(), nullptr, weights}, {}),
              HasSubstr("found weights of " + operation()));
  ParameterValues values;
  values.set("rate", 0.125);
  EXPECT_THAT(error(operation(), {smallRows(), nullptr, weights}, values), HasSubstr("found 0.125"));
  auto bare = std::make_shared<Dataset>(*weights);
  bare->value = std::make_shared<const ArrayBundle>(ArrayBundle{{"query", Array<float>({1})}});
  EXPECT_THAT(error(operation(), {smallRows(), nullptr, bare}, {}), HasSubstr("found weights of none of a training"));
  ParameterValues more = small(operation());
  more.set("more", std::int64_t{4});
  EXPECT_THAT(error(operation(), {smallRows()}, more), HasSubstr("found 4 more steps without weights"));
}

TEST_P(FromWeights, areCountedByTheirOwnRow) {
  ParameterValues values = small(operation());
  values.set("row", std::string("row2"));
  values.set("stop", std::int64_t{2});
  const Ran first = ran(operation(), {smallRows()}, values);
  const auto results = from(saved(named(first.results, ".weights"), folder.path() / "row.npz"));
  EXPECT_EQ(lettersIn(*named(results, ".weights").as<ArrayBundle>()), "MAKTAYLAKQR");
}

INSTANTIATE_TEST_SUITE_P(Files, FromWeights,
                         testing::Combine(testing::Values(kFactored, kPotts), testing::Values(".safetensors", ".npz")),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param) == std::string(kPotts) ? "Potts" : "Factored") +
                                  (std::get<1>(info.param) == std::string(".npz") ? "Npz" : "Safetensors");
                         });

/// What they say of themselves is enough to tell what they are.
TEST(TrainFactored, weightsSayHowTheyWereLearned) {
  const Ran run = ran(kFactored, {smallRows()}, small(kFactored));
  const auto note = nlohmann::json::parse(noteTextIn(*named(run.results, ".weights").as<ArrayBundle>())).at("training");
  EXPECT_EQ(note.at("operation"), kFactored);
  EXPECT_EQ(note.at("steps_done"), 12);
  EXPECT_EQ(note.at("parameters").at("rate"), "0.05");
  EXPECT_EQ(note.at("parameters").at("batch"), "2");
  EXPECT_EQ(note.at("letters"), "ARNDCQEGHILKMFPSTWYV");
  EXPECT_EQ(note.at("reference"), "MKTAYIAKQR");
  EXPECT_EQ(note.at("sha256").get<std::string>().size(), 64U);
  EXPECT_EQ(note.at("sequences"), 5);
  EXPECT_FALSE(note.at("stream_state").get<std::string>().empty());
}

TEST(TrainFactored, changesOfTheRateMatterFromTheirStepOn) {
  ParameterValues changed = small(kFactored);
  changed.set("changes", std::string("6:0.001"));
  const auto before = lossesOf(ran(kFactored, {smallRows()}, small(kFactored)).results);
  const auto after = lossesOf(ran(kFactored, {smallRows()}, changed).results);
  EXPECT_TRUE(std::equal(before.begin(), before.begin() + 7, after.begin()));
  EXPECT_NE(before[7], after[7]);
  changed.set("changes", std::string("99:1"));
  EXPECT_THAT(errorOf([&] { ran(kFactored, {smallRows()}, changed); }), HasSubstr("found step 99, expected 0 to 12"));
}

/// The number of steps that a time allows is in the request of the results, which then ask no clock.
TEST(TrainFactored, inATimeDoesTheStepsThatItTells) {
  ParameterValues values;
  values.set("heads", std::int64_t{3});
  values.set("batch", std::int64_t{2});
  values.set("time", 0.2);
  const Ran run = ran(kFactored, {smallRows()}, values);
  const ParameterValues told = run.results.front().provenance.request.parameters;
  EXPECT_EQ(std::int64_t(lossesOf(run.results).size()), told.integer("steps"));
  EXPECT_TRUE(withoutNote(ran(kFactored, {smallRows()}, told).results) == withoutNote(run.results));
  ParameterValues plain = small(kFactored, Index(told.integer("steps")));
  EXPECT_TRUE(withoutNote(ran(kFactored, {smallRows()}, plain).results) == withoutNote(run.results));
}

TEST(TrainPairs, whatDoesNotFitIntoHalfTheMemoryIsRefusedWithBothNumbers) {
  TrainingRows rows;
  rows.columns.resize(1000);
  Progress none;
  EXPECT_THAT(errorOf([&] { requireTrainingMemory(1e18, rows, 128, none); }),
              AllOf(HasSubstr("training on 1000 columns needs "), HasSubstr("half of the memory of this machine is ")));
  EXPECT_NO_THROW(requireTrainingMemory(1e6, rows, 128, none));
}

TEST(TrainPairs, memoryIsToldBeforeTheStart) {
  for (const char* id : {kFactored, kPotts}) {
    const Operation& operation = findOperation(id);
    const auto lines = operation.estimate({smallRows()}, operation.completedFor({smallRows()}, {}));
    EXPECT_THAT(lines, ElementsAre(HasSubstr("memory for 10 positions; more than half is refused"))) << id;
    EXPECT_THAT(operation.estimate({}, operation.completedFor({}, {})), IsEmpty());
  }
}

TEST(TrainFactored, tellsWhatWasReachedInNumbers) {
  const Ran run = ran(kFactored, {smallRows()}, small(kFactored));
  const auto& loss = *named(run.results, ".loss").as<ArrayBundle>();
  const auto number = [&](const char* name) { return numbersOf<double>(loss, name)[0]; };
  EXPECT_EQ(number("positions"), 10);
  EXPECT_EQ(number("sequences"), 5);
  EXPECT_EQ(number("steps"), 12);
  EXPECT_EQ(number("effective_letters"), std::exp(number("nats_per_residue")));
  EXPECT_GT(number("effective_letters"), 1);
  EXPECT_LE(number("effective_sequences"), 5);
}

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

}  // namespace train_pairs_test
