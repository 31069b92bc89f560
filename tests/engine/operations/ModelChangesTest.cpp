// Operations that ask a model what it does otherwise: letters replaced (jacobian), heads switched off (ablate).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/HeadSet.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/structure/Structure.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace model_changes_test {

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

DatasetPtr loaded(const std::filesystem::path& path, const std::string& id) {
  Diagnostics diagnostics;
  Progress progress;
  Dataset dataset = load(path, diagnostics, progress);
  dataset.id = id;
  return std::make_shared<const Dataset>(std::move(dataset));
}

DatasetPtr tiny() { return loaded(test::dataFile("models/esm2_tiny.safetensors"), "tiny"); }

template <class T>
DatasetPtr datasetOf(const std::string& id, T value) {
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::make_shared<const T>(std::move(value));
  return dataset;
}

/// 24 residues of 1LDM.
DatasetPtr piece() {
  Structure structure = *loaded(test::sampleFile("1ldm_A.pdb.gz"), "1LDM")->as<Structure>();
  auto& residues = structure.chains.front().residues;
  residues.erase(residues.begin() + 44, residues.end());
  residues.erase(residues.begin(), residues.begin() + 20);
  return datasetOf("piece", std::move(structure));
}

std::vector<Dataset> run(const std::string& id, const std::vector<DatasetPtr>& inputs,
                         const std::vector<std::pair<std::string, std::string>>& words = {}) {
  ParameterValues values;
  for (const auto& [key, word] : words) values.set(key, word);
  Diagnostics diagnostics;
  Progress progress;
  return findOperation(id).run(inputs, values, {nullptr, 2}, diagnostics, progress);
}

const ArrayBundle& arraysOf(const Dataset& dataset) { return *dataset.as<ArrayBundle>(); }

const Dataset& named(const std::vector<Dataset>& results, const std::string& id) {
  for (const Dataset& result : results)
    if (result.id == id) return result;
  fail("no result ", id);
}

TEST(Jacobian, isAMapOfPairsThatAStructureJudges) {
  const DatasetPtr structure = piece();
  const std::vector<Dataset> results = run("jacobian", {tiny(), structure});
  ASSERT_EQ(results.size(), 2U);
  const auto& maps = *results[0].as<HeadSet>();
  EXPECT_NO_THROW(maps.validate());
  EXPECT_FALSE(maps.areHeads);
  EXPECT_EQ(maps.count(), 2);
  EXPECT_EQ(maps.map(0, 0)->label, "couplings with APC");
  EXPECT_EQ(maps.numQueries, 24) << "residues alone";
  EXPECT_EQ(results[0].axes, std::vector<DatasetId>{structure->id});
  for (Index i = 0; i < 24; ++i) {
    EXPECT_TRUE(static_cast<bool>(maps.map(0, 1)->mask(i, i)));
    for (Index j = 0; j < 24; ++j) EXPECT_EQ(maps.map(0, 1)->weights(i, j), maps.map(0, 1)->weights(j, i));
  }
  EXPECT_THAT(results[1].title, HasSubstr("contacts among the strongest pairs"));
  EXPECT_EQ(shapeOf(arraysOf(results[1]).at("precision")), (Shape{2, 3}));
  EXPECT_EQ(arraysOf(results[1]).count("couplings_with_APC"), 1U) << "a file of arrays holds everything";
}

TEST(Jacobian, keepsAllChangesWhenAskedTo) {
  ParameterValues values;
  values.set("sequence", std::string("MKTAY"));
  values.set("tensor", true);
  Diagnostics diagnostics;
  Progress progress;
  const auto results = findOperation("jacobian").run({tiny()}, values, {nullptr, 1}, diagnostics, progress);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(shapeOf(arraysOf(results[1]).at("jacobian")), (Shape{5, 20, 5, 20}));
}

TEST(Jacobian, refusesAStructureOfAnotherProtein) {
  Structure other = *piece()->as<Structure>();
  for (Residue& residue : other.chains.front().residues) residue.letter = 'W';
  EXPECT_THAT(errorOf([&] {
                run("jacobian", {tiny(), nullptr, datasetOf("other", std::move(other))}, {{"sequence", "MKTAYIAKQR"}});
              }),
              HasSubstr("another protein"));
}

TEST(Ablate, tellsWhatAHeadChanges) {
  const std::vector<Dataset> results = run("ablate", {tiny(), piece()}, {{"ablate", "2.1"}});
  const ArrayBundle& report = arraysOf(named(results, "ablate.curves"));
  const auto divergence = numbersOf<double>(report, "curve_divergence of letters");
  ASSERT_EQ(divergence.size(), 24);
  for (const double bits : divergence) EXPECT_GT(bits, 0);
  EXPECT_THAT(results.front().title, testing::EndsWith("without 2.1"));
  const std::string& words = named(results, "ablate.curves").title;
  EXPECT_THAT(words, HasSubstr("without 2.1: letters diverge by "));
  EXPECT_THAT(words, HasSubstr("P@L of contacts "));
  EXPECT_THAT(words, HasSubstr("masked log-likelihood "));

  const auto change = numbersOf<double>(report, "change_of_attention", NonFinite::allow);
  const Index layers = change.length(0), heads = change.length(1);
  for (Index h = 0; h < heads; ++h) EXPECT_EQ(change(0, h), 0) << "layers before stay";
  EXPECT_TRUE(std::isnan(change(1, 0))) << "the head has no weight left";
  EXPECT_EQ(change(1, 1), 0) << "what stands beside it in its layer stays";
  for (Index h = 0; h < heads; ++h) EXPECT_GT(change(layers - 1, h), 0);

  const auto& changed = *results.front().as<HeadSet>();
  EXPECT_EQ(changed.beside->count("change_of_attention"), 1U) << "a file holds everything";
  EXPECT_EQ(changed.map(1, 0)->weights(3, 3), 0);
  const auto& contacts = *named(results, "ablate.contacts").as<HeadSet>();
  EXPECT_FLOAT_EQ(contacts.map(0, 0)->weights(2, 9),
                  contacts.map(0, 1)->weights(2, 9) - contacts.map(0, 2)->weights(2, 9));
}

TEST(Ablate, likelihoodIsThatOfTheModelsOwnPredictions) {
  const std::string letters = "MKTAYIAKQRQ";
  const auto results = run("ablate", {tiny()}, {{"sequence", letters}, {"ablate", "1.1=uniform 2.2=mean"}});
  const auto told = numbersOf<double>(arraysOf(named(results, "ablate.curves")), "log_likelihood");
  double sum = 0;
  for (size_t k = 0; k < letters.size(); ++k) {
    std::string masked = letters;
    masked[k] = '_';
    const auto whole = run("model", {tiny()}, {{"sequence", masked}, {"ablate", "1.1=uniform 2.2=mean"}});
    const auto& arrays = *whole.front().as<HeadSet>()->beside;
    const auto p = numbersOf<double>(arrays, "probabilities");
    sum += std::log2(p(Index(k), Index(std::string("ACDEFGHIKLMNPQRSTVWY").find(letters[k]))));
  }
  EXPECT_NEAR(told[1], sum / double(letters.size()), 1e-4);
  EXPECT_NE(told[0], told[1]);
}

TEST(Ablate, leavesMaskedResiduesOutWhenAskedToAndTakesShortSequences) {
  const auto results = run("ablate", {tiny()}, {{"sequence", "M"}, {"ablate", "1.1"}, {"masked", "off"}});
  const ArrayBundle& report = arraysOf(named(results, "ablate.curves"));
  EXPECT_EQ(numbersOf<double>(report, "axis_residue").size(), 1);
  EXPECT_EQ(report.count("log_likelihood"), 0U);
  EXPECT_NO_THROW(run("ablate", {tiny()}, {{"sequence", "MK"}, {"ablate", "1.1"}}));
}

TEST(Gradient, isAMapForEveryHeadOfWhatALogitRestsOn) {
  const auto results = run("gradient", {tiny()}, {{"sequence", "MKTAYIAKQRQ"}, {"letter", "W"}});
  const auto& heads = *results.front().as<HeadSet>();
  EXPECT_NO_THROW(heads.validate());
  EXPECT_THAT(results.front().title, testing::EndsWith("gradient × attention of W at 1"));
  EXPECT_EQ(heads.queryLetters, "-MKTAYIAKQRQ-");
  const auto sums = numbersOf<double>(arraysOf(results[1]), "head_sum");
  EXPECT_EQ(sums.shape(), (Shape{heads.numLayers, heads.numHeads}));
  const Array<float>& last = heads.map(heads.numLayers - 1, 0)->weights;
  double row = 0;
  for (Index j = 0; j < last.length(1); ++j) {
    EXPECT_EQ(last(3, j), 0) << "another residue does not reach this logit any more";
    row += double(last(1, j));
  }
  EXPECT_NEAR(row, sums(heads.numLayers - 1, 0), 1e-5);
  EXPECT_NE(row, 0);
}

TEST(Gradient, refusesWhatIsNotThere) {
  ParameterValues values;
  values.set("sequence", std::string("MKT"));
  values.set("position", std::int64_t{4});
  Diagnostics diagnostics;
  Progress progress;
  EXPECT_THAT(errorOf([&] { findOperation("gradient").run({tiny()}, values, {nullptr, 1}, diagnostics, progress); }),
              HasSubstr("found 4, expected 1 to 3"));
  EXPECT_THAT(errorOf([&] { run("gradient", {tiny()}, {{"sequence", "MKT"}, {"letter", "?"}}); }),
              HasSubstr("found \"?\""));
  EXPECT_THAT(errorOf([&] { run("gradient", {tiny()}, {{"sequence", ""}}); }), HasSubstr("input is missing"));
}

TEST(Ablate, refusesHeadsThatAreNotThere) {
  const auto error = [](const std::string& heads) {
    return errorOf([&] { run("ablate", {tiny()}, {{"sequence", "MKTAY"}, {"ablate", heads}}); });
  };
  EXPECT_THAT(error(""), HasSubstr("found no head"));
  EXPECT_THAT(error("99.1"), HasSubstr("found 99.1"));
  EXPECT_THAT(error("1"), HasSubstr("LAYER.HEAD"));
}

}  // namespace model_changes_test
