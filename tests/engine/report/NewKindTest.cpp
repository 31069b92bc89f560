// A kind of dataset that is in no list is described, linked, written and asked for like all others.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/datasets/SequenceSet.h"
#include "engine/io/Format.h"
#include "engine/links/Links.h"
#include "engine/operations/Operation.h"
#include "engine/report/Describe.h"
#include "engine/report/Export.h"
#include "tests/engine/datasets/ToyKind.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;

namespace new_kind_test {

const std::string kLetters = "MKTAYIAKQRQISFVKSHFSRQLEERLG";

DatasetPtr sequence(const std::string& letters) {
  Dataset dataset;
  dataset.id = dataset.title = "q";
  dataset.value = std::make_shared<const SequenceSet>(SequenceSet{{Sequence::fromLetters("q", letters)}});
  return std::make_shared<const Dataset>(dataset);
}

/// Turns a page of a lesson.
class Turn : public Operation {
 public:
  std::string id() const override { return "turn"; }
  std::string title() const override { return "Turn"; }
  std::string help() const override { return "Turns a page."; }
  std::vector<OperationInput> inputs() const override { return {{"lesson", "what to turn", {test::lessonKind()}}}; }
  std::vector<Parameter> parameters() const override { return {}; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues&, const Compute&,
                               Diagnostics&, Progress&) const override {
    test::Lesson rest = *inputs[0]->as<test::Lesson>();
    rest.pages.erase(rest.pages.begin());
    Dataset result;
    result.value = std::make_shared<const test::Lesson>(rest);
    return {result};
  }
};

std::vector<Dataset> turn(const DatasetPtr& dataset) {
  Diagnostics diagnostics;
  Progress progress;
  return Turn().run({dataset}, {}, {}, diagnostics, progress);
}

TEST(NewKind, isDescribed) {
  const DatasetPtr lesson = test::lesson("helices", kLetters);
  EXPECT_EQ(datasetLine(*lesson), "lesson, 2 pages");
  EXPECT_EQ(datasetText(*lesson), "lesson, 2 pages\n  name: Helices\n  pages: 2\n");
  EXPECT_EQ(datasetJson(*lesson).at("kind"), "lesson");
  EXPECT_EQ(datasetJson(*lesson).at("pages"), 2);
}

TEST(NewKind, isLinkedByItsResidues) {
  LinkGraph graph;
  graph.add(test::lesson("helices", "--" + kLetters));
  graph.add(sequence(kLetters));
  EXPECT_EQ(graph.translate("q", 5, "helices"), 7);
  EXPECT_EQ(graph.translate("helices", 1, "q"), std::nullopt);
}

TEST(NewKind, isWrittenByItsExporter) {
  const DatasetPtr lesson = test::lesson("helices", kLetters);
  const test::TemporaryFolder folder;
  exportDataset(*lesson, folder.path() / "pages.md");
  EXPECT_EQ(test::readText(folder.path() / "pages.md"), "Look at i and i + 4.\nNow at DSSP.\n");
  EXPECT_EQ(exportedContent(*lesson, "-"), "Look at i and i + 4.\nNow at DSSP.\n");
  EXPECT_EQ(exportSuffixes(*lesson), ".md");
  EXPECT_NO_THROW(requireKnownSuffix("x.md"));
  EXPECT_FALSE(canExport(*lesson, "x.npz"));
  EXPECT_EQ(test::errorOf([&] { exportDataset(*lesson, "x.npz"); }),
            "x.npz: cannot write lesson (helices) in this format, expected a name that ends in .md");
  EXPECT_EQ(test::errorOf([&] { save(lesson->value, "x.fa"); }), "x.fa: there is no file format for lesson");
}

TEST(NewKind, isAnInputAndAResult) {
  const std::vector<Dataset> results = turn(test::lesson("helices", kLetters));
  EXPECT_EQ(datasetLine(results.at(0)), "lesson, 1 page");
  EXPECT_TRUE(results[0].axes.empty());
  EXPECT_EQ(test::errorOf([] { turn(sequence(kLetters)); }),
            "turn: input lesson: found sequences (q), expected lesson");
}

}  // namespace new_kind_test
