// Training and translating as operations: what comes out, what is told, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/HeadSet.h"
#include "engine/attention/Mechanism.h"
#include "engine/base/FileNoteName.h"
#include "engine/datasets/ArrayText.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/operations/translation/Translation.h"
#include "engine/report/Export.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace translation_operations_test {

using namespace engine;
using test::errorOf;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

DatasetPtr loaded(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  Progress none;
  return std::make_shared<const Dataset>(load(path, diagnostics, none));
}

DatasetPtr shipped(const std::string& name) { return loaded(test::sampleFile("translators/" + name + ".safetensors")); }

struct Ran {
  std::vector<Dataset> results;
  std::vector<std::vector<Dataset>> soFar;
  Diagnostics diagnostics;
};

using Values = std::map<std::string, ParameterValue>;

Ran ran(const std::string& operation, const std::vector<DatasetPtr>& inputs, const Values& given) {
  ParameterValues values;
  for (const auto& [key, value] : given) values.set(key, value);
  Ran run;
  Progress none;
  run.results = findOperation(operation).run(inputs, values, {nullptr, 2}, run.diagnostics, none,
                                             [&](std::vector<Dataset> some) { run.soFar.push_back(std::move(some)); });
  return run;
}

Ran translated(const std::string& name, const Values& given) { return ran("translate", {shipped(name)}, given); }

std::vector<std::string> idsOf(const std::vector<Dataset>& results) {
  std::vector<std::string> ids;
  for (const Dataset& result : results) ids.push_back(result.id);
  return ids;
}

/// The arrays of a by-product, by the word behind its id.
const ArrayBundle& result(const Ran& run, const std::string& word) {
  for (const Dataset& one : run.results)
    if (one.id.text().ends_with("." + word)) return *one.as<ArrayBundle>();
  throw std::runtime_error("no result " + word);
}

Values quick(const std::string& task) {
  return {{"task", task},
          {"steps", std::int64_t{4}},
          {"checkpoint", std::int64_t{2}},
          {"judged", std::int64_t{16}},
          {"batch", std::int64_t{2}}};
}

TEST(Translate, showsWhereTheDecoderLookedWithTheSymbolsOnBothAxes) {
  const Ran run = translated("orf", {{"text", "CCATGGCTAAATGGTAACC"}});
  ASSERT_EQ(run.results.size(), 2u);
  EXPECT_THAT(run.results[0].title, AllOf(HasSubstr("CCATGGCTAAATGGTAACC → MAKW, ln p −0.")));
  const HeadSet& heads = *run.results[0].as<HeadSet>();
  heads.validate();
  EXPECT_THAT(heads.queryTokens, ElementsAre("M", "A", "K", "W", "<end>"));
  EXPECT_EQ(heads.keyTokens.size(), 19u);
  EXPECT_EQ(heads.keyTokens[2], "A");
  EXPECT_EQ(heads.map(0, 0)->label, "CCATGGCTAAATGGTAACC → MAKW");
  EXPECT_EQ(heads.queryUnit + ", " + heads.keyUnit, "target token, source token");
  // Row K, the third, peaks on the tenth letter.
  const Array<float>& A = heads.map(0, 0)->weights;
  EXPECT_EQ(std::max_element(A.data() + 2 * 19, A.data() + 3 * 19) - (A.data() + 2 * 19), 9);
}

TEST(Translate, givesProbabilitiesOfEveryStepAndCandidates) {
  const Ran run = translated("reverse", {{"text", "ACDE"}, {"beam", std::int64_t{3}}});
  const ArrayBundle& steps = *run.results[1].as<ArrayBundle>();
  const auto P = numbersOf<double>(steps, "P");
  ASSERT_EQ(P.shape(), (Shape{5, 23}));
  for (Index t = 0; t < 5; ++t) {
    double sum = 0;
    for (Index token = 0; token < 23; ++token) sum += P(t, token);
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  EXPECT_THAT(labelsIn(steps, "target token"), ElementsAre("E", "D", "C", "A", "<end>"));
  EXPECT_EQ(labelsIn(steps, "candidate").front(), "EDCA");
  const auto logs = numbersOf<double>(steps, "log_probability");
  ASSERT_EQ(logs.shape(), Shape{3});
  EXPECT_GT(logs[0], logs[1]);
  EXPECT_NEAR(std::exp(logs[0]), P(0, 6) * P(1, 5) * P(2, 4) * P(3, 3) * P(4, 2), 1e-12);
}

TEST(Translate, goesOnFromWhatItIsToldToBeginWith) {
  const Ran free = translated("reverse", {{"text", "ACDE"}}),
            told = translated("reverse", {{"text", "ACDE"}, {"begin", "EC"}});
  const ArrayBundle& steps = *told.results[1].as<ArrayBundle>();
  EXPECT_THAT(labelsIn(steps, "target token").at(0) + labelsIn(steps, "target token").at(1), "EC");
  EXPECT_LT(numbersOf<double>(steps, "log_probability")[0],
            numbersOf<double>(*free.results[1].as<ArrayBundle>(), "log_probability")[0])
      << "D was the likelier second letter";
  EXPECT_NE(told.results[0].title.find("(from EC)"), std::string::npos) << told.results[0].title;
  EXPECT_THROW(translated("reverse", {{"text", "ACDE"}, {"begin", "E1"}}), Error);
  EXPECT_THROW(translated("reverse", {{"text", "ACDE"}, {"begin", "E"}, {"target", "EDCA"}}), Error);
}

TEST(Translate, givesTheTreeOfItsSearchAndOfTheGreedyOne) {
  const Ran run = translated("reverse", {{"text", "ACDEFGHIACDEFGHIAC"}, {"beam", std::int64_t{3}}});
  const ArrayBundle& steps = *run.results[1].as<ArrayBundle>();
  const auto parents = numbersOf<double>(steps, "tree parent"), logs = numbersOf<double>(steps, "tree ln p"),
             kept = numbersOf<double>(steps, "tree kept");
  ASSERT_EQ(parents.shape(), logs.shape());
  ASSERT_EQ(parents.shape(), kept.shape());
  EXPECT_EQ(std::ssize(labelsIn(steps, "node of the search")), parents.size());
  double best = -1e9;
  for (Index k = 0; k < parents.size(); ++k) {
    EXPECT_LE(parents[k], k) << "parents come first";
    if (labelsIn(steps, "node of the search")[static_cast<std::size_t>(k)] == "<end>" && kept[k] > 0)
      best = std::max(best, logs[k]);
  }
  EXPECT_NEAR(best, numbersOf<double>(steps, "log_probability")[0], 1e-9);
  // The likeliest symbol after the likeliest is there to its end.
  const Ran greedy = translated("reverse", {{"text", "ACDEFGHIACDEFGHIAC"}});
  const std::vector<std::string> written = labelsIn(*greedy.results[1].as<ArrayBundle>(), "target token");
  Index at = 0;
  for (const std::string& symbol : written) {
    Index next = 0;
    for (Index k = 0; k < parents.size(); ++k)
      if (static_cast<Index>(parents[k]) == at &&
          labelsIn(steps, "node of the search")[static_cast<std::size_t>(k)] == symbol)
        next = k + 1;
    ASSERT_GT(next, 0) << symbol;
    at = next;
  }
  const Ran fed = translated("reverse", {{"text", "ACDE"}, {"target", "EDCA"}});
  EXPECT_FALSE(fed.results[1].as<ArrayBundle>()->contains("tree parent")) << "nothing was searched for";
}

TEST(Translate, takesTheFirstExampleOfTheWeightsWhenThereIsNoText) {
  EXPECT_THAT(translated("strand", {}).results[0].title, HasSubstr("+GCTAAATGG → AKW"));
}

TEST(Translate, aStepMadeToLookElsewhereWritesAnotherLetter) {
  const Ran run = translated("reverse", {{"text", "ACDEFGHI"}, {"force", "1=1"}});
  EXPECT_THAT(run.results[0].title, HasSubstr("→ A"));
  EXPECT_THAT(run.results[0].title, HasSubstr("(step 1 at 1)"));
  const Array<float>& A = run.results[0].as<HeadSet>()->map(0, 0)->weights;
  EXPECT_EQ(A(0, 0), 1);
}

TEST(Translate, isFedWithATargetWhereThereIsOne) {
  const Ran run = translated("reverse", {{"text", "ACDE"}, {"target", "EDAC"}});
  EXPECT_THAT(run.results[0].title, HasSubstr("→ EDAC (fed with it), ln p −"));
  EXPECT_LT(numbersOf<double>(*run.results[1].as<ArrayBundle>(), "log_probability")[0], -3);
}

TEST(Translate, refusesWhatItCannotReadInWords) {
  EXPECT_THAT(errorOf([] {
                translated("reverse", {{"text", "ACX"}});
              }),
              AllOf(HasSubstr("text: found \"X\""), HasSubstr("letters out of A, C, G, T, +, -, D, E, F, H, I")));
  EXPECT_THAT(errorOf([] {
                translated("reverse", {{"text", "AC"}, {"target", "AB"}});
              }),
              HasSubstr("target: found \"B\""));
  EXPECT_THAT(errorOf([] {
                translated("reverse", {{"text", "ACDE"}, {"force", "1=5"}});
              }),
              HasSubstr("step 1 is to attend to token 5, found 4 token(s)"));
  EXPECT_THAT(errorOf([] {
                translated("reverse", {{"text", "ACDE"}, {"force", "9=1"}});
              }),
              HasSubstr("found step 9, expected 1 to 5"));
  for (const char* wrong : {"1", "x=1", "1=0", "0=1", "1=2 1=3", "1=2,3"})
    EXPECT_THAT(errorOf([&] { translated("reverse", {{"force", wrong}}); }), HasSubstr("parameter force")) << wrong;
  EXPECT_EQ(forcedKeysIn(" 2=3  1=1 "), (std::map<Index, Index>{{0, 0}, {1, 2}}));
  Dataset other;
  other.title = "numbers.npz";
  other.value = std::make_shared<const ArrayBundle>(ArrayBundle{{"x", Array<float>({2})}});
  EXPECT_THAT(errorOf([&] { ran("translate", {std::make_shared<const Dataset>(other)}, {}); }),
              HasSubstr("numbers.npz: found no symbols of a translator"));
}

TEST(Translate, anOutputThatIsCutOffIsTold) {
  const Ran run = translated("reverse", {{"text", "ACDE"}, {"longest", std::int64_t{2}}});
  EXPECT_THAT(run.results[0].title, HasSubstr("→ ED…"));
  EXPECT_THAT(run.diagnostics.warnings(), ElementsAre("the output did not end within 2 symbols"));
}

TEST(TrainSeq2Seq, givesMapsOfExamplesWeightsAndCurves) {
  const Ran run = ran("train seq2seq", {}, quick("strand"));
  EXPECT_THAT(idsOf(run.results), ElementsAre("train-seq2seq", "train-seq2seq.example2", "train-seq2seq.example3",
                                              "train-seq2seq.weights", "train-seq2seq.loss", "train-seq2seq.match",
                                              "train-seq2seq.lengths", "train-seq2seq.history"));
  EXPECT_EQ(run.results[1].as<HeadSet>()->keyTokens.front(), "-");
  EXPECT_EQ(shapeOf(result(run, "loss").at("curve_loss")), Shape{4});
  EXPECT_EQ(numbersOf<double>(result(run, "match"), "axis_step"), (Array<double>({3}, {0, 2, 4})));
  // What is shown on the way has the same ids, and says when.
  ASSERT_EQ(run.soFar.size(), 1u);
  EXPECT_EQ(idsOf(run.soFar[0]), idsOf(run.results));
  EXPECT_THAT(run.soFar[0][0].title, HasSubstr("strand, step 2 of 4: +GCTAAATGG → "));
}

TEST(TrainSeq2Seq, historyHasWhatThePictureOfATrainingTakes) {
  const Ran run = ran("train seq2seq", {}, quick("strand"));
  const ArrayBundle& history = result(run, "history");
  const auto numbers = [&](const char* name) { return numbersOf<double>(history, name); };
  EXPECT_EQ(numbers("steps"), (Array<double>({3}, {0, 2, 4})));
  const auto losses = numbersOf<double>(result(run, "loss"), "curve_loss");
  const auto loss = numbers("loss");
  ASSERT_EQ(loss.size(), 3);
  EXPECT_EQ(loss[0], losses[0]);
  EXPECT_NEAR(loss[1], (losses[0] + losses[1]) / 2, 1e-12);
  EXPECT_NEAR(loss[2], (losses[2] + losses[3]) / 2, 1e-12);
  EXPECT_EQ(numbers("checkpoints"), (Array<double>({3}, {0, 2, 4})));
  EXPECT_THAT(labelsIn(history, "checkpoint"), ElementsAre("step 0", "step 2", "step 4"));
  EXPECT_THAT(labelsIn(history, "example"),
              ElementsAre("+GCTAAATGG → AKW", "-CCATTTAGC → AKW", "+GATTTCCGTCAC → DFRH"));
  const auto maps = numbers("maps");
  ASSERT_EQ(maps.shape(), (Shape{3, 3, 5, 13}));
  const auto sumOf = [&](Index c, Index e, Index t) {
    double sum = 0;
    for (Index s = 0; s < 13; ++s) sum += maps(c, e, t, s);
    return sum;
  };
  EXPECT_NEAR(sumOf(2, 0, 3), 1, 1e-6);
  EXPECT_EQ(sumOf(2, 0, 4), 0) << "AKW and the end are four rows";
  EXPECT_NEAR(sumOf(0, 2, 4), 1, 1e-6);
  double judged = 0;
  for (const double count : numbers("judged_by_length")) judged += count;
  EXPECT_EQ(judged, 16);
  EXPECT_EQ(numbers("lengths").shape(), numbers("exact_by_length").shape());
  for (const double length : numbers("lengths")) EXPECT_TRUE(length == 7 || length == 10 || length == 13) << length;
}

TEST(TrainSeq2Seq, whatItHasBeforeTheEndCanBeMadeAgainAlone) {
  const Ran whole = ran("train seq2seq", {}, quick("reverse"));
  ASSERT_EQ(whole.soFar.size(), 1u);
  const Dataset& kept = whole.soFar[0][3];
  EXPECT_EQ(kept.id.text(), "train-seq2seq.weights");
  const Request& request = kept.provenance.request;
  EXPECT_EQ(request.parameters.integer("stop"), 2);
  EXPECT_FALSE(request.parameters == whole.results[3].provenance.request.parameters);
  Diagnostics diagnostics;
  Progress none;
  const std::vector<Dataset> again =
      findOperation(request.operation).run({}, request.parameters, {nullptr, 1}, diagnostics, none);
  EXPECT_EQ(*again[3].as<ArrayBundle>(), *kept.as<ArrayBundle>());
  EXPECT_THAT(again[3].title, HasSubstr("reverse, step 2 of 4, weights"));
}

TEST(TrainSeq2Seq, cancelledAfterACheckpointHasShownWeightsThatTranslate) {
  struct StoppedAfter : Progress {
    bool cancelled() const override { return isStopped; }
    bool isStopped = false;
  } progress;
  Values values = quick("reverse");
  values["steps"] = std::int64_t{100000};
  ParameterValues given;
  for (const auto& [key, value] : values) given.set(key, value);
  std::vector<Dataset> kept;
  Diagnostics diagnostics;
  const auto work = [&] {
    findOperation("train seq2seq").run({}, given, {nullptr, 1}, diagnostics, progress, [&](std::vector<Dataset> some) {
      kept = std::move(some);
      progress.isStopped = true;
    });
  };
  EXPECT_THROW(work(), Cancelled);
  ASSERT_EQ(kept.size(), 8u);
  const auto weights = std::make_shared<const Dataset>(kept[3]);
  EXPECT_THAT(ran("translate", {weights}, {{"text", "ACDE"}}).results.back().title, HasSubstr("ACDE → "));
}

TEST(TrainSeq2Seq, withoutAttentionHasCurvesAndNoMaps) {
  Values values = quick("reverse");
  values["attention"] = false;
  const Ran run = ran("train seq2seq", {}, values);
  const ArrayBundle& history = result(run, "history");
  EXPECT_EQ(history.count("maps"), 0u);
  EXPECT_EQ(history.count("checkpoints"), 0u);
  EXPECT_EQ(history.count("steps"), 1u);
}

TEST(TrainSeq2Seq, weightsTranslateAndRunAsAMechanismWhenTheyAreOpenedAgain) {
  const test::TemporaryFolder folder;
  for (const bool hasAttention : {true, false}) {
    Values values = quick("reverse");
    values["attention"] = hasAttention;
    values["bidirectional"] = !hasAttention;
    const Ran run = ran("train seq2seq", {}, values);
    const Dataset& weights = run.results[hasAttention ? 3 : 0];
    EXPECT_EQ(run.results.size(), hasAttention ? 8u : 5u) << "without attention there is no map";
    const std::filesystem::path path = folder.path() / "weights.safetensors";
    exportDataset(weights, path);
    const DatasetPtr again = loaded(path);
    const Ran before = ran("translate", {std::make_shared<const Dataset>(weights)}, {{"text", "ACD"}});
    const Ran after = ran("translate", {again}, {{"text", "ACD"}});
    const auto steps = [](const Ran& one) { return numbersOf<double>(*one.results.back().as<ArrayBundle>(), "P"); };
    EXPECT_EQ(steps(after), steps(before));
    ArrayBundle arrays = *again->as<ArrayBundle>();
    arrays["source"] = Array<std::int64_t>({3}, {1, 2, 8}, "source");
    Diagnostics diagnostics;
    Progress none;
    const ArrayBundle outputs =
        findMechanism("bahdanau-decoder").run(arrays, {}, Precision::float32, {}, diagnostics, none);
    EXPECT_EQ(outputs.count("A"), hasAttention ? 1u : 0u);
  }
}

TEST(TrainSeq2Seq, learnsPairsOfAFile) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "words.tsv";
  test::writeText(file, "the zone\tla zone\nthe area\tla région\n");
  Values values = quick("pairs");
  values["pairs"] = file.string();
  values["steps"] = std::int64_t{120};
  values["batch"] = std::int64_t{4};
  values["width"] = std::int64_t{12};
  const Ran run = ran("train seq2seq", {}, values);
  EXPECT_THAT(run.diagnostics.warnings(), ElementsAre(HasSubstr("words.tsv: too few pairs to keep some apart")));
  EXPECT_EQ(numbersOf<double>(result(run, "match"), "curve_exact match")[60], 1);
  const auto weights = std::make_shared<const Dataset>(run.results[2]);
  EXPECT_THAT(ran("translate", {weights}, {{"text", "the area"}}).results[0].title, HasSubstr("→ la région"));
  test::writeText(file, "a\tb\nc\n");
  EXPECT_THAT(errorOf([&] { ran("train seq2seq", {}, values); }), HasSubstr("words.tsv, line 2: found no tab"));
  values.erase("pairs");
  EXPECT_THAT(errorOf([&] { ran("train seq2seq", {}, values); }), HasSubstr("found no file of pairs"));
}

TEST(TrainSeq2Seq, wrongParametersAreToldWithWhatWasExpected) {
  const auto errorWith = [](const char* key, const ParameterValue& value) {
    Values values = quick("reverse");
    values[key] = value;
    return errorOf([&] { ran("train seq2seq", {}, values); });
  };
  EXPECT_THAT(errorWith("task", std::string("backwards")), AllOf(HasSubstr("backwards"), HasSubstr("reverse")));
  EXPECT_THAT(errorWith("batch", std::int64_t{0}), AllOf(HasSubstr("batch"), HasSubstr("0"), HasSubstr("1")));
  EXPECT_THAT(errorWith("rate", -1.0), AllOf(HasSubstr("rate"), HasSubstr("1")));
  EXPECT_THAT(errorWith("checkpoint", std::int64_t{0}), HasSubstr("checkpoint"));
  EXPECT_THAT(errorWith("stop", std::int64_t{-1}), HasSubstr("stop"));
}

TEST(TrainSeq2Seq, anExampleInOtherLettersIsRefusedBeforeAnyWork) {
  Values values = quick("orf");
  values["steps"] = std::int64_t{1000000};
  values["example"] = "ATGZ";
  EXPECT_THAT(errorOf([&] { ran("train seq2seq", {}, values); }), HasSubstr("example: found \"Z\""));
}

}  // namespace translation_operations_test
