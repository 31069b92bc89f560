// Operation "coevolution": maps on the columns, contacts of a real family, letters of the row that was asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/HeadSet.h"
#include "engine/io/Format.h"
#include "engine/links/Links.h"
#include "engine/operations/Operation.h"
#include "engine/report/Export.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace coevolve_test {

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

DatasetPtr sample(const std::string& name) {
  Diagnostics diagnostics;
  Progress progress;
  Dataset dataset = load(test::sampleFile(name), diagnostics, progress);
  if (dataset.id.empty()) dataset.id = name;
  return std::make_shared<const Dataset>(std::move(dataset));
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

std::vector<Dataset> run(const std::vector<DatasetPtr>& inputs, const ParameterValues& values = {}) {
  Diagnostics diagnostics;
  Progress progress;
  return findOperation("coevolution").run(inputs, values, {nullptr, 2}, diagnostics, progress);
}

TEST(Coevolve, mapsStandOnTheColumnsOfTheAlignment) {
  const DatasetPtr rows = alignmentOfRows({"AK-W", "CEFY", "AKFW"});
  const Dataset result = run({rows}).front();
  const auto& heads = *result.as<HeadSet>();
  EXPECT_NO_THROW(heads.validate());
  ASSERT_EQ(heads.count(), 2);
  EXPECT_EQ(heads.map(0, 0)->label, "MI with APC");
  EXPECT_EQ(heads.map(0, 1)->label, "MI");
  EXPECT_FALSE(heads.map(0, 0)->isStochastic);
  EXPECT_FALSE(heads.areHeads);
  EXPECT_EQ(heads.unit, "bits");
  EXPECT_TRUE(static_cast<bool>(heads.map(0, 1)->mask(2, 2))) << "a column tells all of itself";
  EXPECT_FALSE(static_cast<bool>(heads.map(0, 1)->mask(0, 2)));
  EXPECT_EQ(heads.queryLetters, "AK-W");
  EXPECT_TRUE(heads.areColumns());
  EXPECT_EQ(result.axes, std::vector<DatasetId>{rows->id}) << "selection goes through the columns";
  EXPECT_THAT(result.provenance.warnings, testing::ElementsAre(HasSubstr("3 rows")));
}

TEST(Coevolve, columnsThatAreLeftOutAreMaskedAndNotZero) {
  const Dataset result = run({alignmentOfRows({"A-KW", "C-EY", "AFEW"})}).front();
  const auto map = result.as<HeadSet>()->map(0, 0);
  for (Index k = 0; k < 4; ++k) EXPECT_TRUE(map->mask(1, k) && map->mask(k, 1)) << k;
  EXPECT_FALSE(static_cast<bool>(map->mask(0, 3)));
}

TEST(Coevolve, columnsAreCalledByTheRowThatIsAskedFor) {
  ParameterValues values;
  values.set("row", std::string("row2"));
  EXPECT_EQ(run({alignmentOfRows({"AK-W", "CEFY"})}, values).front().as<HeadSet>()->queryLetters, "CEFY");
  values.set("row", std::string("none"));
  EXPECT_THAT(errorOf([&] { run({alignmentOfRows({"AK"})}, values); }), HasSubstr("\"none\""));
}

TEST(Coevolve, strongestPairsOfTrypsinsTouchFarMoreOftenThanByChance) {
  const DatasetPtr trypsins = sample("trypsins.a2m.gz"), structure = sample("1A0J_A.pdb.gz");
  const std::vector<Dataset> results = run({trypsins, structure});
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].as<HeadSet>()->numQueries, numPositions(*trypsins));
  const auto& arrays = *results[1].as<ArrayBundle>();
  const auto precision = numbersOf<double>(arrays, "precision");
  const double byChance = numbersOf<double>(arrays, "by_chance")[0];
  EXPECT_EQ(precision.shape(), (Shape{2, 3}));
  EXPECT_GT(byChance, 0.01);
  EXPECT_LT(byChance, 0.05);
  EXPECT_GT(precision(0, 2), 5 * byChance) << "L/5 of the corrected map";
  EXPECT_GT(precision(0, 0), 3 * byChance) << "L of the corrected map";
  EXPECT_GT(precision(0, 0), precision(1, 0)) << "the correction is worth its name";
  EXPECT_EQ(shapeOf(arrays.at("curve_MI with APC")), shapeOf(arrays.at("axis_pairs")));
  EXPECT_THAT(results[1].title, HasSubstr("of L/5"));
  EXPECT_EQ(shapeOf(arrays.at("MI_with_APC")), (Shape{441, 441})) << "a file of arrays holds the maps too";
  EXPECT_EQ(arrays.count("attention"), 0U);
  EXPECT_EQ(arrays.count("quantity_precision: share of the strongest pairs that touch"), 1U);
}

TEST(Coevolve, oneArrayOfNumPyHoldsAllMaps) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "maps.npy";
  const Dataset found = run({alignmentOfRows({"ACDA", "ACEA", "GTDG"})})[0];
  exportDataset(found, path);
  Diagnostics diagnostics;
  Progress progress;
  const Dataset read = load(path, diagnostics, progress);
  const auto& arrays = *read.as<ArrayBundle>();
  ASSERT_EQ(arrays.size(), 1U);
  const auto values = numbersOf<double>(arrays, arrays.begin()->first);
  ASSERT_EQ(values.shape(), (Shape{1, 2, 4, 4}));
  for (Index map = 0; map < 2; ++map)
    for (Index i = 0; i < 4; ++i)
      for (Index j = 0; j < 4; ++j)
        EXPECT_EQ(values(0, map, i, j), double(found.as<HeadSet>()->map(0, map)->weights(i, j)));
}

TEST(Coevolve, covarianceAddsTwoMapsWhosePairsTouchToo) {
  ParameterValues values;
  values.set("covariance", true);
  const std::vector<Dataset> results = run({sample("trypsins.a2m.gz"), sample("1A0J_A.pdb.gz")}, values);
  const auto& heads = *results[0].as<HeadSet>();
  ASSERT_EQ(heads.count(), 4);
  EXPECT_EQ(heads.map(0, 2)->label, "covariance with APC");
  EXPECT_EQ(heads.map(0, 3)->label, "covariance");
  EXPECT_EQ(heads.unit, "") << "bits and none";
  const auto precision = numbersOf<double>(*results[1].as<ArrayBundle>(), "precision");
  ASSERT_EQ(precision.shape(), (Shape{4, 3}));
  EXPECT_GT(precision(2, 2), 5 * numbersOf<double>(*results[1].as<ArrayBundle>(), "by_chance")[0]);
}

TEST(Coevolve, aStructureOfAnotherFamilyIsAnError) {
  EXPECT_THAT(errorOf([] { run({sample("trypsins.a2m.gz"), sample("1ldm_A.pdb.gz")}); }), HasSubstr("no row"));
}

TEST(Coevolve, sizesZeroAndOne) {
  auto empty = std::make_shared<Dataset>();
  empty->id = empty->title = "empty";
  empty->value = std::make_shared<const Alignment>();
  EXPECT_EQ(run({empty}).front().as<HeadSet>()->numQueries, 0);
  const Dataset one = run({alignmentOfRows({"A"})}).front();
  EXPECT_EQ(one.as<HeadSet>()->map(0, 0)->weights, Array<float>({1, 1}, 0.0F));
}

}  // namespace coevolve_test
