// Mechanisms on alignments take an open alignment: what their arrays are made of, how their maps are called and linked,
// weights that are made up or come out of a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadSet.h"
#include "engine/attention/samples/ResidueHeads.h"
#include "engine/datasets/AlignmentRows.h"
#include "engine/network/Encodings.h"
#include "engine/operations/MechanismOperation.h"
#include "tests/support/ErrorOf.h"

namespace alignment_attention_test {

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

DatasetPtr datasetOf(const std::string& id, DatasetValue value) {
  Dataset dataset;
  dataset.id = dataset.title = id;
  dataset.value = std::move(value);
  return std::make_shared<const Dataset>(std::move(dataset));
}

DatasetPtr alignmentOfRows(const std::vector<std::string>& rows) {
  std::vector<Sequence> sequences;
  for (const std::string& row : rows)
    sequences.push_back(Sequence::fromLetters("row" + std::to_string(sequences.size() + 1), row));
  return datasetOf("family", std::make_shared<const Alignment>(alignmentOf(sequences)));
}

DatasetPtr family() { return alignmentOfRows({"MKDAW", "MK-AF", "LRE-W"}); }

ParameterValues valuesOf(std::initializer_list<std::pair<const char*, ParameterValue>> given) {
  ParameterValues values;
  for (const auto& [key, value] : given) values.set(key, value);
  return values;
}

std::vector<Dataset> run(const std::string& mechanism, const std::vector<DatasetPtr>& inputs,
                         const ParameterValues& values = {}) {
  Diagnostics diagnostics;
  Progress progress;
  return findOperation("attention " + mechanism).run(inputs, values, {nullptr, 1}, diagnostics, progress);
}

const MechanismOperation& operation(const std::string& mechanism) {
  return dynamic_cast<const MechanismOperation&>(findOperation("attention " + mechanism));
}

const ArrayBundle& outputsOf(const std::vector<Dataset>& results) {
  for (const Dataset& result : results)
    if (const auto* arrays = result.as<ArrayBundle>()) return *arrays;
  throw Error("no arrays");
}

const char* const kOnAlignments[] = {"axial-row", "axial-column",  "tied-row",       "tied-column",
                                     "soft-tied", "axial-encoder", "rosettafold-msa"};

TEST(AlignmentAttention, isOfferedWhereTheCellsOfAnAlignmentAndWeightsAreAllThatIsNeeded) {
  std::vector<std::string> found;
  for (const auto& mechanism : mechanisms()) {
    const std::vector<DatasetKind> kinds = operation(mechanism->id()).inputs().front().kinds;
    if (std::find(kinds.begin(), kinds.end(), DatasetKind::alignment) != kinds.end()) found.push_back(mechanism->id());
  }
  EXPECT_THAT(found, testing::IsSupersetOf(kOnAlignments));
  EXPECT_THAT(found, testing::Not(testing::Contains("direct"))) << "it needs features of pairs";
  EXPECT_THAT(found, testing::Not(testing::Contains("multi-head"))) << "its X is no alignment";
}

TEST(AlignmentAttention, mapsStandOnColumnsOrOnSequencesWithNames) {
  for (const char* mechanism : kOnAlignments) {
    const DatasetPtr rows = family();
    Index numMaps = 0;
    for (const Dataset& result : run(mechanism, {rows})) {
      const auto* heads = result.as<HeadSet>();
      if (!heads) continue;
      ++numMaps;
      EXPECT_NO_THROW(heads->validate()) << mechanism;
      EXPECT_EQ(heads->numHeads, 4) << mechanism;
      const bool areColumns = heads->queryUnit == "column" && heads->keyUnit == "column";
      EXPECT_EQ(result.axes, areColumns ? std::vector<DatasetId>{rows->id} : std::vector<DatasetId>{}) << result.title;
      for (const auto& [unit, letters, tokens] :
           {std::tuple{heads->queryUnit, heads->queryLetters, heads->queryTokens},
            std::tuple{heads->keyUnit, heads->keyLetters, heads->keyTokens}}) {
        ASSERT_THAT(unit, testing::AnyOf("column", "row")) << result.title;
        if (unit == "column")
          EXPECT_EQ(letters, "MKDAW") << result.title;
        else
          EXPECT_THAT(tokens, testing::ElementsAre("row1", "row2", "row3")) << result.title;
      }
    }
    EXPECT_GT(numMaps, 0) << mechanism;
  }
}

TEST(AlignmentAttention, layersOfAxialAttentionAreTheRowsOrColumnsOfTheAlignment) {
  const DatasetPtr rows = family();
  const auto mapsOf = [&](const char* mechanism) {
    for (Dataset& result : run(mechanism, {rows}))
      if (result.as<HeadSet>()) {
        result.provenance.request.inputs = {rows->id.text()};
        return result;
      }
    throw Error("no maps");
  };
  const Dataset along = mapsOf("axial-row"), within = mapsOf("axial-column");
  for (Index row = 0; row < 3; ++row) {
    EXPECT_EQ(alignmentRowOfLayer(along, row, *rows), row);
    EXPECT_EQ(layerOfAlignmentCell(along, row, 0, *rows), row);
    EXPECT_EQ(layerOfAlignmentCell(within, row, 4 - row, *rows), 4 - row);
  }
}

TEST(AlignmentAttention, mapsOfAsManySequencesAsColumnsAreNotTakenForColumns) {
  for (const Dataset& result : run("tied-column", {alignmentOfRows({"MKD", "MR-", "LKE"})})) {
    if (!result.as<HeadSet>()) continue;
    EXPECT_TRUE(result.axes.empty());
  }
}

TEST(AlignmentAttention, headsThatLookForResiduesGiveTheScoresOfTheirFormula) {
  // One row, so that tied is plain: charges +1, -1, 0 times 3 and -3, over the root of 2 channels.
  const ParameterValues values = valuesOf({{"scores", true}, {"precision", std::string("float64")}});
  const std::vector<Dataset> results = run("tied-row", {alignmentOfRows({"KDA"})}, values);
  const Array<double> S = numbersOf<double>(outputsOf(results), "S");
  EXPECT_NEAR(S(0, 0, 1), 9 / std::sqrt(2), 1e-6);
  EXPECT_NEAR(S(0, 0, 0), -9 / std::sqrt(2), 1e-6);
  EXPECT_NEAR(S(0, 1, 1), -9 / std::sqrt(2), 1e-6);
  EXPECT_EQ(S(0, 2, 0), 0);
  EXPECT_NEAR(S(1, 0, 2), 9 * (-3.9 / 4.5) * (1.8 / 4.5) / std::sqrt(2), 1e-6);  // hydropathies of K and A
  EXPECT_EQ(results.front().as<HeadSet>()->map(0, 0)->label, "Opposite charges");
  EXPECT_EQ(run("tied-column", {family()}).front().as<HeadSet>()->map(0, 0)->label, "Large residues");
}

TEST(AlignmentAttention, cellsAreTokenPlusPlacePlusTargetEncoding) {
  const ParameterValues values = valuesOf({{"init", std::string("untrained")}, {"width", std::int64_t{8}}});
  const ArrayBundle arrays = operation("tied-row").arraysFor({family()}, values);
  const Array<double> X = numbersOf<double>(arrays, "X"), tokens = numbersOf<double>(arrays, "msa_emb.emb.weight"),
                      targets = numbersOf<double>(arrays, "msa_emb.pos_q.pe.weight"),
                      places = sinusoidalEncoding<double>({0, 1, 2, 3, 4}, 8);
  ASSERT_EQ(X.shape(), (Shape{3, 5, 8}));
  ASSERT_EQ(tokens.shape(), (Shape{21, 8}));
  const Index expected[3][5] = {{12, 11, 3, 0, 17}, {12, 11, 20, 0, 13}, {10, 1, 6, 20, 17}};
  for (Index n = 0; n < 3; ++n)
    for (Index l = 0; l < 5; ++l)
      for (Index c = 0; c < 8; ++c)
        ASSERT_NEAR(X(n, l, c), tokens(expected[n][l], c) + places(l, c) + targets(n == 0 ? 0 : 1, c), 1e-6);
}

TEST(AlignmentAttention, whatIsWrittenIsAnInputThatGivesTheSame) {
  for (const char* mechanism : kOnAlignments) {
    const DatasetPtr rows = family();
    const ArrayBundle arrays = operation(mechanism).arraysFor({rows}, {});
    const DatasetPtr written = datasetOf("written", std::make_shared<const ArrayBundle>(arrays));
    const std::vector<Dataset> ofRows = run(mechanism, {rows});
    const auto again = run(mechanism, {written}, valuesOf({{"heads", std::int64_t{4}}}));
    EXPECT_EQ(outputsOf(again), outputsOf(ofRows)) << mechanism;
    EXPECT_EQ(*ofRows.back().as<ArrayBundle>(), arrays) << mechanism << ": shown among the results";
  }
}

TEST(AlignmentAttention, weightsOfAFileServeAnotherAlignment) {
  const ParameterValues values = valuesOf({{"init", std::string("untrained")}, {"seed", std::int64_t{7}}});
  const auto weights = std::make_shared<const ArrayBundle>(operation("soft-tied").arraysFor({family()}, values));
  const DatasetPtr other = alignmentOfRows({"WW-DKAM", "-KRLLAW"});
  const DatasetPtr file = datasetOf("weights", weights);
  EXPECT_EQ(outputsOf(run("soft-tied", {other, file})), outputsOf(run("soft-tied", {other}, values)));
  ParameterValues otherSeed = values;
  otherSeed.set("seed", std::int64_t{8});
  EXPECT_NE(outputsOf(run("soft-tied", {other, file})), outputsOf(run("soft-tied", {other}, otherSeed)));
  const auto tokens = std::make_shared<const ArrayBundle>(operation("rosettafold-msa").arraysFor({family()}, {}));
  EXPECT_EQ(outputsOf(run("rosettafold-msa", {other, datasetOf("weights", tokens)})),
            outputsOf(run("rosettafold-msa", {other})));
}

TEST(AlignmentAttention, everyChoiceOfAnEncoderGetsTheWeightsThatItTakes) {
  for (const char* rows : {"tied", "soft-tied", "plain", "performer"})
    for (const char* columns : {"plain", "tied", "performer"})
      for (const char* activation : {"relu", "swiglu"}) {
        const ParameterValues values = valuesOf({{"rows", std::string(rows)},
                                                 {"columns", std::string(columns)},
                                                 {"activation", std::string(activation)},
                                                 {"width", std::int64_t{16}}});
        EXPECT_EQ(shapeOf(outputsOf(run("axial-encoder", {family()}, values)).at("Y")), (Shape{3, 5, 16}))
            << rows << ", " << columns << ", " << activation;
      }
}

TEST(AlignmentAttention, fewerSequencesAreToldInTheTitle) {
  const DatasetPtr rows = family();
  const Dataset two = run("axial-column", {rows}, valuesOf({{"sequences", std::int64_t{2}}})).front();
  EXPECT_EQ(two.title, "family, 2 of 3 rows: Axial attention along columns");
  EXPECT_THAT(two.as<HeadSet>()->keyTokens, testing::ElementsAre("row1", "row2"));
  const ParameterValues diverse =
      valuesOf({{"sequences", std::int64_t{2}}, {"choice", std::string("diverse")}});
  EXPECT_THAT(run("axial-column", {rows}, diverse).front().as<HeadSet>()->keyTokens,
              testing::ElementsAre("row1", "row3"));
}

TEST(AlignmentAttention, oneCellRunsAndNoneIsRefused) {
  for (const char* mechanism : kOnAlignments) {
    EXPECT_NO_THROW(run(mechanism, {alignmentOfRows({"K"})})) << mechanism;
    for (const auto& empty : {alignmentOfRows({}), alignmentOfRows({"", ""})})
      EXPECT_THAT(errorOf([&] { run(mechanism, {empty}); }), HasSubstr("expected at least one of each")) << mechanism;
  }
}

TEST(AlignmentAttention, whatDoesNotFitIsNamed) {
  EXPECT_THAT(errorOf([] { run("tied-row", {family()}, valuesOf({{"heads", std::int64_t{2}}})); }),
              HasSubstr("init=untrained"));
  EXPECT_THAT(errorOf([] { run("axial-encoder", {family()}, valuesOf({{"width", std::int64_t{10}}})); }),
              HasSubstr("parameter width: found 10, expected a multiple of 4"));
  const DatasetPtr nothing = datasetOf("nothing", std::make_shared<const ArrayBundle>());
  EXPECT_THAT(errorOf([&] { run("tied-row", {family(), nothing}); }), HasSubstr("msa_emb.emb.weight"));
  EXPECT_THAT(errorOf([&] { run("tied-row", {nullptr, nothing}); }), HasSubstr("weights without an alignment"));
}

TEST(AlignmentAttention, estimateCountsTheAlignment) {
  // 2 R C (H (2 d + v) D + H v Dout) + 2 H C C R (d + v) with R = 3, C = 5, H = 4, d = v = 2, D = Dout = 8.
  EXPECT_THAT(operation("tied-row").estimate({family()}, {}).front(), HasSubstr("= 10.1 kflop"));
}

}  // namespace alignment_attention_test
