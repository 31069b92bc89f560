// Operations "profile" and "align": inputs, parameters, results.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/datasets/SequenceSet.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "engine/links/Links.h"
#include "engine/operations/Operation.h"
#include "engine/report/Export.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::errorOf;

namespace profile_operations_test {

DatasetPtr sequences(const std::string& id, const std::vector<std::string>& rows) {
  auto set = std::make_shared<SequenceSet>();
  for (size_t k = 0; k < rows.size(); ++k)
    set->sequences.push_back(Sequence::fromLetters(id + std::to_string(k + 1), rows[k]));
  Dataset dataset;
  dataset.id = dataset.title = id;
  dataset.value = std::shared_ptr<const SequenceSet>(std::move(set));
  return std::make_shared<const Dataset>(std::move(dataset));
}

/// Rows of one length as an alignment.
DatasetPtr alignment(const std::string& id, const std::vector<std::string>& rows) {
  Dataset dataset = *sequences(id, rows);
  dataset.value = std::make_shared<const Alignment>(alignmentOf(dataset.as<SequenceSet>()->sequences));
  return std::make_shared<const Dataset>(std::move(dataset));
}

std::vector<Dataset> runAll(const std::string& operation, const std::vector<DatasetPtr>& inputs,
                            const ParameterValues& values = {}) {
  Diagnostics diagnostics;
  Progress progress;
  return findOperation(operation).run(inputs, values, {}, diagnostics, progress);
}

DatasetPtr runOne(const std::string& operation, const std::vector<DatasetPtr>& inputs,
                  const ParameterValues& values = {}) {
  return std::make_shared<const Dataset>(std::move(runAll(operation, inputs, values).at(0)));
}

const char* const kMyoglobin = "VLSEGEWQLVLHVWAKVEADVAGHGQDILIRLFKSHPETLEKFDRFKHLK";
const char* const kHaemoglobin = "VHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFFESFGDLS";

TEST(ProfileOperations, profileMapsToTheColumnsOfItsAlignment) {
  const auto input = sequences("rows", {"AC-DEF", "ACWDEF", "SC-DEY"});
  ParameterValues values;
  values.set("match", std::string("gap:50"));
  const auto result = runOne("profile", {input}, values);
  const auto* profile = result->as<ProfileHmm>();
  ASSERT_NE(profile, nullptr);
  EXPECT_EQ(profile->alignmentColumn, (std::vector<Index>{0, 1, 3, 4, 5}));
  EXPECT_FALSE(profile->hasPseudocounts);
  EXPECT_EQ(result->provenance.request.operation, "profile");
  EXPECT_EQ(result->provenance.request.inputs, std::vector<std::string>{"rows"});
}

TEST(ProfileOperations, substitutionPseudocountsAreMarked) {
  ParameterValues values;
  values.set("pseudocounts", std::string("substitution"));
  const auto result = runOne("profile", {sequences("one", {"ACDEF"})}, values);
  EXPECT_TRUE(result->as<ProfileHmm>()->hasPseudocounts);
  EXPECT_LT(result->as<ProfileHmm>()->emissions[0][alphabet::codeOf('A')], 0.9);
}

TEST(ProfileOperations, unalignedSequencesAreRefused) {
  EXPECT_THROW(runOne("profile", {sequences("rows", {"ACD", "AC"})}), Error);
}

TEST(ProfileOperations, badMatchRuleIsRefused) {
  ParameterValues values;
  values.set("match", std::string("last"));
  EXPECT_THROW(runOne("profile", {sequences("rows", {"ACD"})}, values), Error);
}

TEST(ProfileOperations, sequencesAlignEndToEnd) {
  const auto query = runOne("profile", {sequences("myg", {kMyoglobin})});
  const auto templ = sequences("hbb", {kHaemoglobin});
  for (const char* preset : {"default", "hhsuite-3.3", "guide"})
    for (const char* mode : {"local", "global"}) {
      ParameterValues values;
      values.set("preset", std::string(preset));
      values.set("mode", std::string(mode));
      const auto result = runOne("align", {query, templ}, values);
      const auto* alignment = result->as<ProfileAlignment>();
      ASSERT_NE(alignment, nullptr);
      ASSERT_EQ(alignment->paths.size(), 1u);
      EXPECT_EQ(presetName(alignment->options.preset), preset);
      EXPECT_EQ(alignment->matrices.numQueryColumns(), 50);
      EXPECT_EQ(alignment->matrices.numTemplateColumns(), 49);
      double sum = 0;
      for (const PathStep& step : alignment->paths[0].steps) sum += step.score;
      EXPECT_NEAR(sum, alignment->paths[0].score, 1e-9);
      // Two globins of a quarter identity: a local path may keep only its best stretch, a global one runs to an end.
      EXPECT_GT(alignment->paths[0].steps.size(), std::string(mode) == "global" ? 40u : 10u);
    }
}

TEST(ProfileOperations, guideHasNoScoreOffsetUnlessAsked) {
  // A sequence against itself: many match pairs, each of which pays the offset.
  const auto query = sequences("query", {kMyoglobin}), templ = sequences("template", {kMyoglobin});
  ParameterValues values;
  values.set("preset", std::string("guide"));
  const double without = runOne("align", {query, templ}, values)->as<ProfileAlignment>()->paths[0].score;
  values.set("shift", 0.0);
  EXPECT_EQ(runOne("align", {query, templ}, values)->as<ProfileAlignment>()->paths[0].score, without);
  values.set("shift", -0.5);
  EXPECT_LT(runOne("align", {query, templ}, values)->as<ProfileAlignment>()->paths[0].score, without - 5);
}

TEST(ProfileOperations, guideTakesAnOffsetThatIsTheDefaultOfOthers) {
  const auto query = sequences("query", {kMyoglobin});
  ParameterValues values;
  values.set("preset", std::string("guide"));
  const auto without = runOne("align", {query, query}, values);
  EXPECT_EQ(without->provenance.request.parameters.real("shift"), 0);
  EXPECT_EQ(without->provenance.request.parameters.text("null"), "background");
  EXPECT_FALSE(without->provenance.request.parameters.isGiven("shift"));
  values.set("shift", -0.03);
  const auto with = runOne("align", {query, query}, values);
  EXPECT_TRUE(with->provenance.request.parameters.isGiven("shift"));
  const double numPairs = static_cast<double>(std::string(kMyoglobin).size());
  EXPECT_NEAR(with->as<ProfileAlignment>()->paths[0].score,
              without->as<ProfileAlignment>()->paths[0].score - 0.03 * numPairs, 1e-3);
}

TEST(ProfileOperations, globalModeTakesAThresholdThatIsTheDefaultOfLocalMode) {
  // Alike in the second half alone: only a threshold of 0 makes pairs of the first.
  const auto query = sequences("query", {kMyoglobin});
  const auto templ = sequences("template", {"PGPGPPGGPPGPGPGGPPGPGPPGP" + std::string(kMyoglobin).substr(25)});
  ParameterValues values;
  values.set("mode", std::string("global"));
  values.set("mac", std::string("on"));
  const auto alignedWith = [&] { return runOne("align", {query, templ}, values); };
  const auto lengthOf = [](const DatasetPtr& dataset) {
    return dataset->as<ProfileAlignment>()->paths.at(0).steps.size();
  };
  const auto whole = alignedWith();
  EXPECT_EQ(whole->provenance.request.parameters.real("mact"), 0);
  values.set("mact", 0.3501);
  EXPECT_LT(lengthOf(alignedWith()), lengthOf(whole));
}

TEST(ProfileOperations, correlationWeightZeroAddsNothing) {
  const auto query = sequences("myg", {kMyoglobin});
  ParameterValues values;
  values.set("corr", 0.0);
  EXPECT_EQ(runOne("align", {query, query}, values)->as<ProfileAlignment>()->scores[0].correlation, 0);
  EXPECT_GT(runOne("align", {query, query})->as<ProfileAlignment>()->scores[0].correlation, 1);
}

TEST(ProfileOperations, alignmentsGetPAndEAndProbability) {
  const auto query = sequences("myg", {kMyoglobin});
  const PathScores scores = runOne("align", {query, query})->as<ProfileAlignment>()->scores.at(0);
  EXPECT_LT(scores.pValue, 1e-10);
  EXPECT_EQ(scores.eValue, scores.pValue);
  EXPECT_GT(scores.probability, 99);
}

TEST(ProfileOperations, alternativesKeepAwayFromTheFirstAlignment) {
  const auto once = sequences("once", {kMyoglobin});
  const auto twice = sequences("twice", {std::string(kMyoglobin) + kHaemoglobin + kMyoglobin});
  ParameterValues values;
  EXPECT_EQ(runOne("align", {once, twice}, values)->as<ProfileAlignment>()->paths.size(), 1u);
  values.set("alternatives", std::int64_t{2});
  const auto result = runOne("align", {once, twice}, values);
  const auto* alignment = result->as<ProfileAlignment>();
  ASSERT_EQ(alignment->paths.size(), 2u);
  EXPECT_GT(std::abs(alignment->paths[0].steps[0].j - alignment->paths[1].steps[0].j), 40);
}

TEST(ProfileOperations, excludedColumnsAreNotAligned) {
  const auto query = sequences("myg", {kMyoglobin});
  ParameterValues values;
  values.set("excl", std::string("1-20"));
  const auto result = runOne("align", {query, query}, values);
  for (const PathStep& step : result->as<ProfileAlignment>()->paths.at(0).steps) EXPECT_GE(step.i, 20);
  values.set("excl", std::string("20-1"));
  EXPECT_THROW(runOne("align", {query, query}, values), Error);
}

TEST(ProfileOperations, threeStatesAlignASequenceWithAProfile) {
  const auto query = sequences("myg", {kMyoglobin}), templ = sequences("hba", {kHaemoglobin});
  for (const char* mode : {"local", "global"}) {
    ParameterValues values;
    values.set("states", std::string("3"));
    values.set("mode", std::string(mode));
    const auto result = runOne("align", {query, templ}, values);
    const auto* alignment = result->as<ProfileAlignment>();
    EXPECT_EQ(alignment->matrices.states, (std::vector<PairState>{PairState::M, PairState::I, PairState::D}));
    ASSERT_EQ(alignment->paths.size(), 1u);
    EXPECT_EQ(alignment->scores.at(0).total, alignment->paths[0].score);
    if (std::string(mode) == "global") {
      EXPECT_EQ(alignment->paths[0].steps.back().i, 49);
    }
    values.set("alternatives", std::int64_t{2});
    EXPECT_THROW(runOne("align", {query, templ}, values), Error);
  }
}

TEST(ProfileOperations, gapAndNullModelParametersChangeTheScore) {
  const auto query = sequences("myg", {kMyoglobin}), templ = sequences("hba", {kHaemoglobin});
  const auto scoreWith = [&](const std::string& key, ParameterValue value) {
    ParameterValues values;
    values.set("mode", std::string("global"));
    if (!key.empty()) values.set(key, std::move(value));
    return runOne("align", {query, templ}, values)->as<ProfileAlignment>()->scores.at(0).viterbi;
  };
  const double standard = scoreWith("", 0.0);
  EXPECT_NE(scoreWith("null", std::string("background")), standard);
  EXPECT_NE(scoreWith("null", std::string("local")), standard);
  EXPECT_NE(scoreWith("gapd", 1.0), standard);
  EXPECT_NE(scoreWith("pca", 0.4), standard);
  EXPECT_LT(scoreWith("egq", 3.0) + scoreWith("egt", 3.0), 2 * standard + 1e-9);
}

TEST(ProfileOperations, alignmentOfTwoProfilesHasThemAsAxes) {
  auto profile = [](const std::string& id) {
    Dataset copy = *runOne("profile", {sequences(id, {kMyoglobin})});
    copy.id = id;
    return std::make_shared<const Dataset>(std::move(copy));
  };
  EXPECT_EQ(runOne("align", {profile("a"), profile("b")})->axes, (std::vector<engine::DatasetId>{"a", "b"}));
}

TEST(ProfileOperations, alignedAlignmentsAreLinkedThroughTheProfilesBuiltFromThem) {
  // The second alignment has two columns more in front.
  const auto left = alignment("left", {kMyoglobin, kMyoglobin});
  const auto right = alignment("right", {std::string("GG") + kMyoglobin, std::string("GG") + kMyoglobin});
  std::vector<Dataset> results = runAll("align", {left, right});
  ASSERT_EQ(results.size(), 3U);
  nameResults(results, "pair");
  EXPECT_EQ(results[0].axes, (std::vector<engine::DatasetId>{"pair.query", "pair.template"}));
  EXPECT_EQ(results[1].provenance.request.operation, "profile");
  EXPECT_EQ(results[1].provenance.request.inputs, std::vector<std::string>{"left"});
  LinkGraph links;
  links.add(left);
  links.add(right);
  for (const Dataset& result : results) links.add(std::make_shared<const Dataset>(result));
  EXPECT_EQ(links.translate("left", 10, "pair.query"), std::optional<Index>(10));
  EXPECT_EQ(links.translate("left", 10, "pair.template"), std::optional<Index>(12));
  EXPECT_EQ(links.translate("left", 10, "right"), std::optional<Index>(12));
}

TEST(ProfileOperations, onlyWhatIsNoProfileIsBuilt) {
  const auto profile = runOne("profile", {sequences("a", {kMyoglobin})});
  std::vector<Dataset> results = runAll("align", {profile, sequences("b", {kHaemoglobin})});
  ASSERT_EQ(results.size(), 2U);
  nameResults(results, "ab");
  EXPECT_EQ(results[0].axes, (std::vector<engine::DatasetId>{profile->id, "ab.template"}));
  EXPECT_EQ(results[1].id, "ab.template");
  EXPECT_EQ(runAll("align", {profile, profile}).size(), 1U);
}

TEST(ProfileOperations, aligningBuildsTheProfileThatTheOperationProfileBuilds) {
  const auto rows = alignment("rows", {kMyoglobin, kHaemoglobin + std::string("-")});
  const auto apart = runOne("profile", {rows});
  const double direct = runOne("align", {rows, rows})->as<ProfileAlignment>()->paths[0].score;
  EXPECT_EQ(runOne("align", {apart, apart})->as<ProfileAlignment>()->paths[0].score, direct);
}

TEST(ProfileOperations, realigningKeepsScoresAndGivesPosteriors) {
  const std::vector<DatasetPtr> inputs{sequences("q", {kMyoglobin}), sequences("t", {kHaemoglobin})};
  ParameterValues values;
  const auto plain = runOne("align", inputs, values);
  values.set("mac", std::string("on"));
  const auto result = runOne("align", inputs, values);
  const auto *before = plain->as<ProfileAlignment>(), *after = result->as<ProfileAlignment>();
  ASSERT_FALSE(after->paths.empty());
  EXPECT_EQ(after->scores[0].total, before->scores[0].total);
  EXPECT_TRUE(std::isnan(before->scores[0].sumProbabilities));
  double sum = 0;
  for (const PathStep& step : after->paths[0].steps)
    if (step.state == PairState::MM) sum += step.posterior;
  EXPECT_NEAR(after->scores[0].sumProbabilities, sum, 1e-9);
  const std::string json = alignmentJson(*result);
  EXPECT_NE(json.find("\"posterior\""), std::string::npos);
  EXPECT_EQ(alignmentJson(*plain).find("\"posterior\""), std::string::npos);
  EXPECT_EQ(alignmentArrays(*after).count("posterior"), 1u);
  EXPECT_EQ(alignmentArrays(*before).count("posterior"), 0u);
}

TEST(ProfileOperations, samplesAndSumsAreKeptWhenAskedFor) {
  ParameterValues values;
  values.set("samples", std::int64_t{5});
  values.set("sums", std::string("on"));
  const auto result = runOne("align", {sequences("q", {kMyoglobin}), sequences("t", {kHaemoglobin})}, values);
  const auto* found = result->as<ProfileAlignment>();
  EXPECT_EQ(found->sampledPaths.size(), 5u);
  const ArrayBundle arrays = alignmentArrays(*found);
  for (const std::string name : {"forward_MM", "backward_GD", "posterior", "posterior_MI", "visits"})
    EXPECT_EQ(arrays.count(name), 1u) << name;
  EXPECT_NE(alignmentJson(*result).find("\"samples\""), std::string::npos);
}

/// log2 of the sum of 2^x over the cells of a plane, borders included.
double logSum(const Array<float>& plane) {
  double sum = 0;
  for (const float x : plane) sum += std::exp2(static_cast<double>(x));
  return std::log2(sum);
}

TEST(ProfileOperations, sumsAreFilledInAndAgreeWithEachOther) {
  ParameterValues values;
  values.set("sums", std::string("on"));
  const auto result = runOne("align", {sequences("q", {kMyoglobin}), sequences("t", {kHaemoglobin})}, values);
  const auto& found = *result->as<ProfileAlignment>();
  for (const DpMatrices* matrices : {&found.forward, &found.backward, &found.posterior}) {
    ASSERT_EQ(matrices->states.size(), 5u);
    matrices->validate();
    EXPECT_EQ(matrices->numQueryColumns(), 50);
    EXPECT_EQ(matrices->numTemplateColumns(), 49);
  }
  const auto &forward = *found.forward.plane(PairState::MM), &backward = *found.backward.plane(PairState::MM);
  const auto& posterior = *found.posterior.plane(PairState::MM);
  // Every local path ends in a match pair: their sum, and 1 for the empty path, is what posteriors are divided by.
  const double total = std::log2(1 + std::exp2(logSum(forward)));
  double largest = 0;
  for (Index i = 1; i <= 50; ++i) {
    double row = 0;
    for (Index j = 1; j <= 49; ++j) {
      const double p = posterior(i, j);
      EXPECT_NEAR(p, std::exp2(forward(i, j) + backward(i, j) - total), 1e-4) << i << ' ' << j;
      row += p;
      largest = std::max(largest, p);
    }
    EXPECT_LE(row, 1 + 1e-4) << i;
  }
  EXPECT_GT(largest, 0.5);
}

TEST(ProfileOperations, theBestPathIsNoMoreThanAllPathsTogether) {
  ParameterValues values;
  values.set("sums", std::string("on"));
  for (const char* mode : {"local", "global"}) {
    values.set("mode", std::string(mode));
    const auto result = runOne("align", {sequences("q", {kMyoglobin}), sequences("t", {kHaemoglobin})}, values);
    const auto& found = *result->as<ProfileAlignment>();
    const PathStep& last = found.paths.at(0).steps.back();
    EXPECT_LE(found.paths[0].score, found.forward.plane(PairState::MM)->operator()(last.i + 1, last.j + 1) + 1e-3);
  }
}

TEST(ProfileOperations, sampledPathsScoreWhatTheirStepsAddUpTo) {
  ParameterValues values;
  values.set("samples", std::int64_t{20});
  const std::vector<DatasetPtr> inputs{sequences("q", {kMyoglobin}), sequences("t", {kHaemoglobin})};
  const auto draw = [&](std::int64_t seed) {
    values.set("seed", seed);
    return runOne("align", inputs, values);
  };
  const auto first = draw(3), again = draw(3), other = draw(4);
  const auto& found = *first->as<ProfileAlignment>();
  ASSERT_EQ(found.sampledPaths.size(), 20u);
  for (const AlignmentPath& path : found.sampledPaths) {
    EXPECT_LE(path.score, found.paths[0].score + 1e-6);
    if (path.steps.empty()) continue;
    EXPECT_NEAR(scoredPath(path, *found.query, *found.templ, found.options.viterbi).score, path.score, 1e-6);
  }
  EXPECT_EQ(found.sampledPaths, again->as<ProfileAlignment>()->sampledPaths);
  EXPECT_NE(found.sampledPaths, other->as<ProfileAlignment>()->sampledPaths);
}

TEST(ProfileOperations, coOptimalPathsScoreAsMuchAsTheBest) {
  // The query occurs twice in the template: two paths without a choice between them.
  const auto once = sequences("once", {kMyoglobin});
  const auto twice = sequences("twice", {std::string(kMyoglobin) + kMyoglobin});
  ParameterValues values;
  EXPECT_TRUE(runOne("align", {once, twice}, values)->as<ProfileAlignment>()->coOptimalPaths.empty());
  values.set("cooptimal", std::int64_t{10});
  const auto result = runOne("align", {once, twice}, values);
  const auto& found = *result->as<ProfileAlignment>();
  ASSERT_EQ(found.coOptimalPaths.size(), 1u);
  EXPECT_NEAR(found.coOptimalPaths[0].score, found.paths[0].score, 1e-6);
  EXPECT_EQ(std::abs(found.coOptimalPaths[0].steps[0].j - found.paths[0].steps[0].j), 50);
  EXPECT_NE(alignmentJson(*result).find("\"cooptimal\""), std::string::npos);
}

TEST(ProfileOperations, whatThreeStatesDoNotHaveIsRefused) {
  const std::vector<DatasetPtr> inputs{sequences("q", {kMyoglobin}), sequences("t", {kHaemoglobin})};
  ParameterValues three;
  three.set("states", std::string("3"));
  EXPECT_NO_THROW(runOne("align", inputs, three));
  const std::vector<std::pair<std::string, ParameterValue>> foreign{{"mac", std::string("on")},
                                                                    {"sums", std::string("on")},
                                                                    {"samples", std::int64_t{1}},
                                                                    {"cooptimal", std::int64_t{1}},
                                                                    {"alternatives", std::int64_t{2}},
                                                                    {"excl", std::string("1-2")},
                                                                    {"shift", -0.1},
                                                                    {"corr", 0.2},
                                                                    {"null", std::string("local")}};
  for (const auto& [key, value] : foreign) {
    ParameterValues values = three;
    values.set(key, value);
    const std::string message = errorOf([&] { runOne("align", inputs, values); });
    EXPECT_NE(message.find("--states 3 together with --" + key), std::string::npos) << message;
  }
}

TEST(ProfileOperations, whatNeedsTooMuchMemoryIsRefusedBeforeItBegins) {
  // Bytes per cell times cells are just above the limit of 4 GB.
  const auto refusal = [](size_t length, const std::string& key, ParameterValue value) -> std::string {
    const auto input = sequences("long", {std::string(length, 'W')});
    ParameterValues values;
    if (!key.empty()) values.set(key, std::move(value));
    return test::errorOf([&] { runOne("align", {input, input}, values); });
  };
  EXPECT_NE(refusal(12500, "", 0.0).find("need 4.06"), std::string::npos);
  EXPECT_NE(refusal(10450, "mac", std::string("on")).find("need 4.04"), std::string::npos);
  EXPECT_NE(refusal(7000, "samples", std::int64_t{1}).find("need 4.06"), std::string::npos);
  EXPECT_NE(refusal(5600, "sums", std::string("on")).find("need 4.10"), std::string::npos);
}

}  // namespace profile_operations_test
