// What every operation gets from its base: checks before, provenance and axes after.
#include "engine/operations/Operation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/structure/Structure.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace operation_test {

using namespace engine;
using testing::HasSubstr;

DatasetPtr sequencesOf(const std::string& id) {
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::make_shared<const SequenceSet>(SequenceSet{{Sequence::fromLetters("s", "ACD")}});
  return dataset;
}

/// Counts residues; warns once.
class Counting : public Operation {
 public:
  std::string id() const override { return "count residues"; }
  std::string title() const override { return "Count"; }
  std::string help() const override { return "Counts."; }
  std::vector<OperationInput> inputs() const override {
    return {{"sequences", "what to count", {DatasetKind::sequences}},
            {"more", "also these", {DatasetKind::sequences, DatasetKind::alignment}, true}};
  }
  std::vector<Parameter> parameters() const override {
    return {{"times", "Times", "", "factor", std::int64_t{1}, 1, 9, {}}};
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute&,
                               Diagnostics& diagnostics, Progress&) const override {
    diagnostics.warn("counted");
    const auto length = inputs[0]->as<SequenceSet>()->sequences[0].length() * values.integer("times");
    HeadSet heads;
    heads.numQueries = heads.numKeys = length;
    Dataset result;
    result.value = std::make_shared<const HeadSet>(heads);
    return {result, result};
  }
};

std::vector<Dataset> runCounting(const std::vector<DatasetPtr>& inputs, std::int64_t times = 1) {
  ParameterValues values;
  values.set("times", times);
  Diagnostics diagnostics;
  diagnostics.warn("an earlier warning");
  Progress progress;
  return Counting().run(inputs, values, {}, diagnostics, progress);
}

std::string errorOf(const std::vector<DatasetPtr>& inputs, std::int64_t times = 1) {
  return test::errorOf([&] { runCounting(inputs, times); });
}

TEST(Operation, fillsProvenanceAndIds) {
  const std::vector<Dataset> results = runCounting({sequencesOf("in")}, 2);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].id, "count-residues");
  EXPECT_NE(results[1].id, results[0].id);
  const Provenance& provenance = results[0].provenance;
  EXPECT_EQ(provenance.request.operation, "count residues");
  EXPECT_EQ(provenance.request.inputs, std::vector<std::string>{"in"});
  EXPECT_EQ(provenance.request.parameters.integer("times"), 2);
  EXPECT_EQ(provenance.device, "native CPU");
  EXPECT_EQ(provenance.warnings, std::vector<std::string>{"counted"});
  EXPECT_EQ(provenance.programVersion, programVersion());
  EXPECT_GT(provenance.seconds, 0);
}

TEST(Operation, headsOfTheInputsLengthAreIndexedByTheInput) {
  EXPECT_EQ(runCounting({sequencesOf("in")})[0].axes, std::vector<engine::DatasetId>{"in"});
  EXPECT_TRUE(runCounting({sequencesOf("in")}, 2)[0].axes.empty());
}

TEST(Operation, refusesWrongInputsNamingThem) {
  auto structure = std::make_shared<Dataset>();
  structure->title = "1abc";
  structure->value = std::make_shared<const Structure>();
  EXPECT_THAT(errorOf({}), HasSubstr("sequences is missing"));
  EXPECT_THAT(errorOf({nullptr}), HasSubstr("sequences is missing"));
  EXPECT_THAT(errorOf({structure}), HasSubstr("found structure (1abc), expected sequences"));
  EXPECT_THAT(errorOf({sequencesOf("a"), structure}), HasSubstr("expected sequences or alignment"));
  EXPECT_THAT(errorOf({sequencesOf("a"), sequencesOf("b"), sequencesOf("c")}), HasSubstr("found 3 inputs"));
  EXPECT_EQ(errorOf({sequencesOf("a"), nullptr}), "no error");
}

TEST(Operation, refusesParametersOutOfRange) { EXPECT_THAT(errorOf({sequencesOf("a")}, 10), HasSubstr("times")); }

TEST(Operation, stopsBeforeItBeginsWhenCancelled) {
  class Stopped : public Progress {
   public:
    bool cancelled() const override { return true; }
  } progress;
  Diagnostics diagnostics;
  EXPECT_THROW(Counting().run({sequencesOf("a")}, {}, {}, diagnostics, progress), Cancelled);
}

TEST(Operation, byProductsFollowTheNameOfTheMainResult) {
  std::vector<Dataset> results(3);
  results[0].id = "align";
  results[0].axes = {"align.query", "other"};
  results[1].id = "align.query";
  nameResults(results, "x");
  EXPECT_EQ(results[0].id, "x");
  EXPECT_EQ(results[0].axes, (std::vector<engine::DatasetId>{"x.query", "other"}));
  EXPECT_EQ(results[1].id, "x.query");
  EXPECT_EQ(results[2].id, "x.3");
  std::vector<Dataset> none;
  nameResults(none, "x");
  EXPECT_TRUE(none.empty());
}

TEST(Operations, haveDifferentIdsAndAreFoundByThem) {
  std::set<std::string> ids;
  for (const auto& operation : operations()) {
    EXPECT_TRUE(ids.insert(operation->id()).second) << operation->id();
    EXPECT_EQ(&findOperation(operation->id()), operation.get());
  }
  EXPECT_TRUE(ids.count("geometry"));
}

TEST(Operations, anUnknownIdIsAnErrorThatListsTheKnownOnes) {
  const std::string message = test::errorOf([&] { findOperation("frobnicate"); });
  EXPECT_THAT(message, HasSubstr("frobnicate"));
  EXPECT_THAT(message, HasSubstr("geometry"));
}

}  // namespace operation_test
