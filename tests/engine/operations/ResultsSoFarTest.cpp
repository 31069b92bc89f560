// What a run tells before its end, against what it ends with.
#include <gmock/gmock.h>

#include <set>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "tests/support/Files.h"

namespace engine {
namespace results_so_far_test {

using testing::ElementsAre;

DatasetPtr weights(const std::string& name) {
  Diagnostics diagnostics;
  Progress progress;
  return std::make_shared<const Dataset>(load(test::dataFile("models/" + name), diagnostics, progress));
}

struct Told {
  std::vector<std::vector<Dataset>> soFar;
  std::vector<Dataset> end;

  const HeadSet& heads(std::size_t k) const { return *soFar.at(k).at(0).as<HeadSet>(); }
};

Told ran(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute& compute = {}) {
  Diagnostics diagnostics;
  Progress progress;
  Told told;
  told.end = findOperation("model").run(
      inputs, values, compute, diagnostics, progress,
      [&](std::vector<Dataset> results) { told.soFar.push_back(std::move(results)); });
  return told;
}

ParameterValues sequence(const std::string& letters) {
  ParameterValues values;
  values.set("sequence", letters);
  return values;
}

std::vector<std::string> titles(const Told& told) {
  std::vector<std::string> all;
  for (const auto& results : told.soFar) all.push_back(results.front().title);
  return all;
}

void expectFirstMaps(const HeadSet& some, const HeadSet& all) {
  ASSERT_EQ(some.numHeads, all.numHeads);
  EXPECT_EQ(some.queryTokens, all.queryTokens);
  EXPECT_EQ(some.queryLetters, all.queryLetters);
  for (Index k = 0; k < some.count(); ++k)
    EXPECT_EQ(some.map(k / some.numHeads, k % some.numHeads)->weights,
              all.map(k / all.numHeads, k % all.numHeads)->weights)
        << k;
}

TEST(ResultsSoFar, OfAModelAreTheLayersThatAreDone) {
  const auto model = weights("esm2_tiny.safetensors");
  const Told told = ran({model}, sequence("MKTVRQERLK"));
  const HeadSet& all = *told.end.front().as<HeadSet>();
  ASSERT_EQ(std::ssize(told.soFar), all.numLayers - 1) << "the last layer is the end";
  for (std::size_t k = 0; k < told.soFar.size(); ++k) {
    ASSERT_EQ(told.soFar[k].size(), 1u);
    EXPECT_EQ(told.heads(k).numLayers, static_cast<Index>(k) + 1);
    EXPECT_EQ(told.soFar[k].front().id, told.end.front().id);
    expectFirstMaps(told.heads(k), all);
  }
  EXPECT_EQ(titles(told).front(), "10 letters: esm2_tiny, layer 1 of " + std::to_string(all.numLayers));
}

TEST(ResultsSoFar, HaveVersionsOfTheirOwnSoThatWhatIsMadeOfThemIsStaleLater) {
  const Told told = ran({weights("esm2_tiny.safetensors")}, sequence("MKTVRQERLK"));
  std::set<std::uint64_t> versions{told.end.front().provenance.version};
  for (const auto& results : told.soFar) versions.insert(results.front().provenance.version);
  EXPECT_EQ(versions.size(), told.soFar.size() + 1);
}

TEST(ResultsSoFar, StopWhereMapsNoLongerFitIntoTheMemory) {
  const auto model = weights("esm2_tiny.safetensors");
  ParameterValues values = sequence("MKTVRQERLK");
  values.set("memory", 0.0);
  EXPECT_TRUE(ran({model}, values).soFar.empty());
}

TEST(ResultsSoFar, AreNoneInFloat64WhichKeepsNoHeads) {
  ParameterValues values = sequence("MKTVRQERLK");
  values.set("precision", std::string("float64"));
  EXPECT_TRUE(ran({weights("esm2_tiny.safetensors")}, values).soFar.empty());
}

TEST(ResultsSoFar, OfSeveralSequencesAreTheLayersOfTheFirstAndThenAllSequencesThatAreDone) {
  Dataset sequences;
  sequences.id = "s";
  auto set = std::make_shared<SequenceSet>();
  set->sequences = {Sequence::fromLetters("a", "MKTVRQ"), Sequence::fromLetters("b", "ERLKSI")};
  sequences.value = std::shared_ptr<const SequenceSet>(set);
  ParameterValues values;
  values.set("entry", std::string("all"));
  const Told told =
      ran({weights("esm2_tiny.safetensors"), std::make_shared<const Dataset>(std::move(sequences))}, values);
  const HeadSet& all = *told.end.front().as<HeadSet>();
  ASSERT_EQ(std::ssize(told.soFar), all.numLayers) << "layers but the last, then the first sequence";
  const std::vector<Dataset>& first = told.soFar.back();
  ASSERT_GT(first.size(), 1u);
  EXPECT_LT(first.size(), told.end.size());
  for (std::size_t k = 0; k < first.size(); ++k) {
    EXPECT_EQ(first[k].id, told.end[k].id);
    EXPECT_EQ(first[k].title, told.end[k].title);
  }
}

TEST(ResultsSoFar, OfMutationsAreLayersOfTheMutatedSequence) {
  const auto model = weights("esm2_tiny.safetensors");
  ParameterValues values = sequence("MKTVRQERLK");
  values.set("mutations", std::string("R5W"));
  const Told told = ran({model}, values);
  const HeadSet& all = *told.end.front().as<HeadSet>();
  ASSERT_EQ(std::ssize(told.soFar), all.numLayers - 1);
  expectFirstMaps(told.heads(0), all);
  EXPECT_EQ(titles(told).front(), "10 letters, R5W: esm2_tiny, layer 1 of " + std::to_string(all.numLayers));
}

TEST(ResultsSoFar, AreNoneOfOperationsThatHaveNothingToShowBefore) {
  int numCalls = 0;
  Diagnostics diagnostics;
  Progress progress;
  findOperation("attention dot").run({}, {}, {}, diagnostics, progress, [&](auto) { ++numCalls; });
  EXPECT_EQ(numCalls, 0);
}

}  // namespace results_so_far_test
}  // namespace engine
