// Attention as operations: arrays in, arrays and maps out; geometric attention of a structure.
#include "engine/operations/MechanismOperation.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/HeadAxes.h"
#include "engine/attention/geometric/BackboneHeads.h"
#include "engine/bench/Bench.h"
#include "engine/compute/Device.h"
#include "engine/datasets/FileNote.h"
#include "tests/engine/attention/BatchOf.h"
#include "tests/support/ErrorOf.h"

namespace mechanism_operation_test {

using namespace engine;
using test::errorOf;
using ::testing::HasSubstr;

DatasetPtr datasetOf(DatasetValue value) {
  Dataset dataset;
  dataset.id = "input";
  dataset.title = "input";
  dataset.value = std::move(value);
  return std::make_shared<const Dataset>(std::move(dataset));
}

DatasetPtr sampleOf(const std::string& mechanism) {
  return datasetOf(std::make_shared<const ArrayBundle>(findMechanism(mechanism).sampleInput()));
}

std::vector<Dataset> run(const std::string& operation, const DatasetPtr& input, const ParameterValues& values = {},
                         const Compute& compute = {nullptr, 1}) {
  Diagnostics diagnostics;
  Progress none;
  return findOperation(operation).run({input}, values, compute, diagnostics, none);
}

/// The arrays among the results of a mechanism: behind the maps.
const ArrayBundle& arraysOf(const std::vector<Dataset>& results) {
  for (const Dataset& result : results)
    if (const auto* arrays = result.as<ArrayBundle>()) return *arrays;
  throw Error("no arrays");
}

/// A chain on a helix-like curve; residue 2 has no nitrogen.
DatasetPtr helix(int length) {
  auto structure = std::make_shared<Structure>();
  structure->name = "helix";
  Chain chain;
  chain.id = "A";
  for (int i = 0; i < length; ++i) {
    Residue residue;
    residue.name = i % 2 ? "ALA" : "GLY";
    residue.letter = i % 2 ? 'A' : 'G';
    residue.number = i + 1;
    const auto at = [&](double angle, double radius, double height) {
      const double turn = (i * 100.0 + angle) * 3.14159265358979 / 180;
      return Vector3(radius * std::cos(turn), radius * std::sin(turn), 1.5 * i + height);
    };
    if (i != 2) residue.atoms.push_back({"N", "N", at(-28, 1.55, -0.9), 0, 1});
    residue.atoms.push_back({"CA", "C", at(0, 2.28, 0), 0, 1});
    residue.atoms.push_back({"C", "C", at(26, 1.66, 1.1), 0, 1});
    chain.residues.push_back(residue);
  }
  structure->chains = {chain};
  return datasetOf(std::shared_ptr<const Structure>(std::move(structure)));
}

TEST(MechanismOperation, everyMechanismHasItsOperationWithTheSameParametersAndPrecision) {
  for (const auto& mechanism : mechanisms()) {
    const Operation& operation = findOperation("attention " + mechanism->id());
    std::vector<std::string> keys;
    for (const Parameter& parameter : operation.parameters()) keys.push_back(parameter.key);
    for (const Parameter& parameter : mechanism->parameters()) EXPECT_THAT(keys, ::testing::Contains(parameter.key));
    EXPECT_THAT(keys, ::testing::Contains("precision"));
    for (const ArrayDescription& array : mechanism->inputs())
      EXPECT_THAT(operation.inputs()[0].help, HasSubstr(array.name));
  }
}

TEST(MechanismOperation, givesTheArraysOfTheMechanismInEitherPrecision) {
  for (const auto& mechanism : mechanisms())
    for (const char* precision : {"float32", "float64"}) {
      ParameterValues values;
      values.set("precision", std::string(precision));
      const std::vector<Dataset> results = run("attention " + mechanism->id(), sampleOf(mechanism->id()), values);
      Diagnostics diagnostics;
      Progress none;
      EXPECT_EQ(arraysOf(results),
                mechanism->run(mechanism->sampleInput(), {},
                               std::string(precision) == "float64" ? Precision::float64 : Precision::float32,
                               {nullptr, 1}, diagnostics, none));
      EXPECT_EQ(results.at(0).provenance.device, "native CPU");
    }
}

TEST(MechanismOperation, float64SaysNativeEvenWithADevice) {
  const DeviceChoice choice = openDevice("opencl");
  ParameterValues values;
  values.set("precision", std::string("float64"));
  const Compute compute{choice.device.get(), 1};
  EXPECT_EQ(run("attention dot", sampleOf("dot"), values, compute)[0].provenance.device, "native CPU");
  EXPECT_EQ(run("attention dot", sampleOf("dot"), {}, compute)[0].provenance.device, choice.device->info().name);
}

TEST(MechanismOperation, theProvenanceNamesTheDeviceExactlyWhenItComputes) {
  const DeviceChoice choice = openDevice("opencl");
  const Compute compute{choice.device.get(), 1};
  ParameterValues efficient;
  efficient.set("kind", std::string("efficient"));
  ArrayBundle withoutProjection = findMechanism("performer").sampleInput();
  withoutProjection.erase("W");
  EXPECT_EQ(run("attention performer", datasetOf(std::make_shared<const ArrayBundle>(withoutProjection)), efficient,
                compute)[0]
                .provenance.device,
            "native CPU");
  for (const auto& mechanism : mechanisms()) {
    const bool uses = mechanism->runsOnDevice(mechanism->sampleInput(), {}, Precision::float32);
    for (const DatasetPtr& input : {sampleOf(mechanism->id()), DatasetPtr{}})
      for (const Dataset& result : run("attention " + mechanism->id(), input, {}, compute)) {
        EXPECT_EQ(result.provenance.device, uses ? choice.device->info().name : "native CPU") << mechanism->id();
        EXPECT_EQ(result.provenance.warnings.size(), uses ? 0u : 1u) << mechanism->id();
      }
  }
}

TEST(MechanismOperation, everyMechanismHasAFormulaAndAGroupWhoseMembersStandTogether) {
  std::vector<std::string> groups;
  for (const auto& operation : operations()) {
    if (!operation->id().starts_with("attention ")) continue;
    EXPECT_NE(operation->formula(), "") << operation->id();
    ASSERT_EQ(operation->headings().size(), 2u) << operation->id();
    EXPECT_EQ(operation->headings()[0], "Attention");
    if (groups.empty() || groups.back() != operation->headings()[1]) groups.push_back(operation->headings()[1]);
  }
  EXPECT_THAT(groups, ::testing::ElementsAre("Scores", "Heads", "Alignments", "Structures", "Kernels", "Whole layers"));
}

TEST(MechanismOperation, oneBatchGivesMapsToLookAtFirst) {
  const std::vector<Dataset> results = run("attention multi-head", sampleOf("multi-head"));
  ASSERT_EQ(results.size(), 2u);
  const auto* heads = results[0].as<HeadSet>();
  ASSERT_NE(heads, nullptr);
  heads->validate();
  EXPECT_EQ(heads->numHeads, 1);
  EXPECT_EQ(heads->numQueries, 3);
  const auto& weights = std::get<Array<float>>(arraysOf(results).at("A"));
  EXPECT_EQ(heads->map(0, 0)->weights, weights.reshaped({3, 3}));
}

TEST(MechanismOperation, withoutArraysItShowsItsSampleAndWhatWentIn) {
  for (const auto& mechanism : mechanisms()) {
    Diagnostics diagnostics;
    Progress none;
    const std::vector<Dataset> results =
        findOperation("attention " + mechanism->id()).run({}, {}, {nullptr, 1}, diagnostics, none);
    const Sample sample = mechanism->sample();
    EXPECT_EQ(*results.back().as<ArrayBundle>(), sample.arrays) << mechanism->id();
    const DatasetPtr given = datasetOf(std::make_shared<const ArrayBundle>(sample.arrays));
    ArrayBundle arrays = arraysOf(results);
    arrays.erase(kFileNote);  // the sample's names of positions
    EXPECT_EQ(arrays, arraysOf(run("attention " + mechanism->id(), given, sample.values))) << mechanism->id();
    for (const Dataset& result : results) {
      const auto* heads = result.as<HeadSet>();
      if (heads) {
        EXPECT_NO_THROW(heads->validate()) << mechanism->id();
      }
    }
  }
}

TEST(MechanismOperation, theSampleOfDotNamesResiduesAndWhatItsHeadsLookFor) {
  Diagnostics diagnostics;
  Progress none;
  const auto results = findOperation("attention dot").run({}, {}, {nullptr, 1}, diagnostics, none);
  const auto* heads = results.at(0).as<HeadSet>();
  ASSERT_NE(heads, nullptr);
  EXPECT_EQ(heads->numHeads, 4);
  EXPECT_EQ(heads->queryLetters, "SPADKTNVKAAWGKVG");
  EXPECT_EQ(heads->keyLetters, heads->queryLetters);
  EXPECT_EQ(heads->map(0, 0)->label, "Opposite charges");
  const auto strongest = [&](Index head, Index query) {
    const float* row = &heads->map(0, head)->weights(query, 0);
    return std::max_element(row, row + heads->numKeys) - row;
  };
  EXPECT_EQ(strongest(0, 4), 3);  // K to the only D
  EXPECT_EQ(strongest(2, 5), 9);  // four on
  EXPECT_EQ(strongest(3, 5), 4);  // one back
}

/// Which key each query of the first map looks at most.
std::vector<Index> strongestKeys(const HeadSet& heads) {
  std::vector<Index> keys;
  for (Index query = 0; query < heads.numQueries; ++query) {
    const float* row = &heads.map(0, 0)->weights(query, 0);
    keys.push_back(std::max_element(row, row + heads.numKeys) - row);
  }
  return keys;
}

TEST(MechanismOperation, wordsFindTheirPartnersInAnotherOrder) {
  for (const char* id : {"attention additive", "attention bahdanau-decoder"}) {
    Diagnostics diagnostics;
    Progress none;
    const auto results = findOperation(id).run({}, {}, {nullptr, 1}, diagnostics, none);
    const auto* heads = results.at(0).as<HeadSet>();
    ASSERT_NE(heads, nullptr) << id;
    EXPECT_THAT(heads->queryTokens, ::testing::ElementsAre("la", "zone", "économique", "européenne", ".")) << id;
    EXPECT_THAT(heads->keyTokens, ::testing::ElementsAre("the", "European", "Economic", "Area", ".")) << id;
    EXPECT_TRUE(heads->queryLetters.empty() && heads->keyLetters.empty()) << id;
    EXPECT_THAT(strongestKeys(*heads), ::testing::ElementsAre(0, 3, 2, 1, 4)) << id;
  }
}

TEST(MechanismOperation, theDecoderOfTheSampleWritesTheTranslationByItself) {
  Diagnostics diagnostics;
  Progress none;
  const auto results = findOperation("attention bahdanau-decoder").run({}, {}, {nullptr, 1}, diagnostics, none);
  const ArrayBundle arrays = arraysOf(results);
  EXPECT_EQ(std::get<Array<std::int64_t>>(arrays.at("tokens")), Array<std::int64_t>({5}, {1, 2, 3, 4, 5}));
}

TEST(MechanismOperation, aPerformerShowsEstimateExactMapAndTheirDifference) {
  Diagnostics diagnostics;
  Progress none;
  const auto results = findOperation("attention performer").run({}, {}, {nullptr, 1}, diagnostics, none);
  std::vector<const HeadSet*> maps;
  for (const Dataset& result : results)
    if (const auto* heads = result.as<HeadSet>()) maps.push_back(heads);
  ASSERT_EQ(maps.size(), 3u);
  const auto value = [&](size_t k) { return maps[k]->map(0, 2)->weights(5, 9); };
  EXPECT_NEAR(value(2), value(0) - value(1), 1e-6);
  EXPECT_FALSE(maps[2]->map(0, 2)->isStochastic);
}

TEST(MechanismOperation, curvesOfARegressionHaveItsPointsBesideThem) {
  Diagnostics diagnostics;
  Progress none;
  const auto results = findOperation("attention nadaraya-watson").run({}, {}, {nullptr, 1}, diagnostics, none);
  const auto* curves = results.at(results.size() - 2).as<ArrayBundle>();
  ASSERT_NE(curves, nullptr);
  ASSERT_EQ(curves->count("axis_x") + curves->count("curve_regression") + curves->count("points_measured"), 3u);
  EXPECT_EQ(results[0].provenance.request.parameters.real("width"), 0.3);
}

TEST(MechanismOperation, estimateShowsFormulaeAndForArraysWhatTheyComeTo) {
  const Operation& dot = findOperation("attention dot");
  EXPECT_THAT(dot.estimate({}, {}), ::testing::ElementsAre("Operations: 2·B·H·n·m·(d + v)", HasSubstr("Traffic: w·("),
                                                           HasSubstr("Memory: w·")));
  EXPECT_THAT(dot.estimate({sampleOf("dot")}, {}).front(), HasSubstr("= 420 flop"));  // 2 * 2 * 3 * 5 * (4 + 3)
  ParameterValues values;
  values.set("maps", false);
  EXPECT_THAT(dot.estimate({sampleOf("dot")}, values).back(), HasSubstr("(v + 1) = 96 B"));  // 4 * 2 * 3 * 4
}

TEST(GeometricAttentionOperation, structureGivesLabelledMapsOnItsOwnAxis) {
  const std::vector<Dataset> results = run("attention geometric", helix(12));
  const auto* heads = results.at(0).as<HeadSet>();
  ASSERT_NE(heads, nullptr);
  heads->validate();
  EXPECT_EQ(results[0].axes, std::vector<engine::DatasetId>{"input"});
  EXPECT_EQ(heads->queryLetters, "GAGAGAGAGAGA");
  const std::vector<std::string> labels = backboneHeadLabels();
  ASSERT_EQ(heads->numHeads, static_cast<Index>(labels.size()));
  for (Index head = 0; head < heads->numHeads; ++head) {
    const AttentionMap& map = *heads->map(0, head);
    EXPECT_EQ(map.label, labels[static_cast<size_t>(head)]);
    for (Index i = 0; i < 12; ++i) {
      EXPECT_EQ(map.weights(i, 2), 0.0f);  // no frame, no weight
      double sum = 0;                      // the weights are the softmax of the scores over residues with a frame
      for (Index j = 0; j < 12; ++j) sum += j == 2 ? 0 : std::exp(double(map.scores(i, j)) - map.scores(i, 0));
      EXPECT_NEAR(map.weights(i, 0), 1 / sum, 1e-4);
    }
  }
  EXPECT_EQ(results.at(1).as<ArrayBundle>()->count("Y"), 1u);
}

TEST(InvariantPointAttention, structureGivesLabelledMapsWhoseFirstHeadsAgreeWithThoseOfGeometricAttention) {
  const std::vector<Dataset> results = run("attention invariant-point", helix(30)),
                             geometric = run("attention geometric", helix(30));
  const auto* heads = results.at(0).as<HeadSet>();
  const auto* others = geometric.at(0).as<HeadSet>();
  ASSERT_NE(heads, nullptr);
  heads->validate();
  EXPECT_EQ(results[0].axes, std::vector<engine::DatasetId>{"input"});
  ASSERT_EQ(heads->numHeads, 5);
  for (Index head = 0; head < 3; ++head) {
    EXPECT_EQ(heads->map(0, head)->label, others->map(0, head)->label);
    const Array<float>&a = heads->map(0, head)->weights, &b = others->map(0, head)->weights;
    int numSame = 0;
    for (Index i = 0; i < 30; ++i)
      numSame += std::max_element(&a(i, 0), &a(i, 0) + 30) - &a(i, 0) ==
                 std::max_element(&b(i, 0), &b(i, 0) + 30) - &b(i, 0);
    EXPECT_GE(numSame, 25) << "the same points: nearly every row has the same strongest key, head " << head;
  }
  EXPECT_EQ(results.at(1).as<ArrayBundle>()->count("point"), 1u);
  EXPECT_THAT(errorOf([&] { run("attention invariant-point", helix(200'000)); }), HasSubstr("drop the maps"));
}

TEST(GeometricAttentionOperation, weightsOfTheTermsCanBeGiven) {
  ParameterValues values;
  values.set("w_d", std::string("-5, -5, -5, -5, -5, -5"));
  const std::vector<Dataset> given = run("attention geometric", helix(12), values),
                             own = run("attention geometric", helix(12));
  EXPECT_LT(given[0].as<HeadSet>()->map(0, 1)->weights(4, 5), own[0].as<HeadSet>()->map(0, 1)->weights(4, 5));
  values.set("w_d", std::string("1, 2"));
  EXPECT_THAT(errorOf([&] { run("attention geometric", helix(12), values); }), HasSubstr("one per head"));
}

TEST(GeometricAttentionOperation, withoutMapsOnlyTheArraysComeBack) {
  ParameterValues values;
  values.set("maps", false);
  const std::vector<Dataset> results = run("attention geometric", helix(12), values);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(arraysOf(results).count("A"), 0u);
  const auto& found = std::get<Array<float>>(arraysOf(results).at("Y"));
  const std::vector<Dataset> whole = run("attention geometric", helix(12));
  const auto& expected = std::get<Array<float>>(arraysOf(whole).at("Y"));
  ASSERT_EQ(found.shape(), expected.shape());
  for (Index k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-5);
}

TEST(GeometricAttentionOperation, aStructureIsToldItsMemoryBeforeItRuns) {
  const Operation& geometric = findOperation("attention geometric");
  const std::string memory = geometric.estimate({helix(200)}, {}).back();
  EXPECT_THAT(memory, HasSubstr("4·H·L·L"));  // with the scores that the view shows: 4 * 4 * 6 * 200 * 200 B and more
  EXPECT_THAT(memory, ::testing::ContainsRegex("= 4\\.[0-9]+ MB"));
  ParameterValues values;
  values.set("chain", std::string("Z"));
  EXPECT_THAT(geometric.estimate({helix(3)}, values).back(), ::testing::Not(HasSubstr("=")));
}

TEST(GeometricAttentionOperation, theMapsOfALongChainAreAnnouncedOrRefusedBeforeTheyAreMade) {
  struct StopAtMaps : Progress {
    std::string said;
    bool cancelled() const override { return said.find("maps of") != std::string::npos; }
    void report(double, std::string_view step) override { said = step; }
  } progress;
  Diagnostics diagnostics;
  const Operation& geometric = findOperation("attention geometric");
  EXPECT_THROW(geometric.run({helix(3000)}, {}, {nullptr, 1}, diagnostics, progress), Cancelled);
  EXPECT_THAT(progress.said, HasSubstr("the maps of 3000 residues need 1.3"));  // 6 heads * 24 B * 3000^2 = 1.296 GB
  const std::string message = errorOf([&] { run("attention geometric", helix(200'000)); });
  EXPECT_THAT(message,
              ::testing::AllOf(HasSubstr("the maps of 200000 residues need 5760 GB"), HasSubstr("drop")));
}

TEST(GeometricAttentionOperation, missingBackboneAndUnknownChainsAreSaid) {
  EXPECT_THAT(run("attention geometric", helix(12))[0].provenance.warnings,
              ::testing::Contains(HasSubstr("1 of 12 residues have no complete backbone")));
  ParameterValues values;
  values.set("chain", std::string("Z"));
  EXPECT_THAT(errorOf([&] { run("attention geometric", helix(3), values); }),
              HasSubstr("found no chain \"Z\", expected one of: A"));
}

TEST(BenchDot, everyMeasurementIsCompleteAndCancelEndsIt) {
  struct CancelLater : Progress {
    bool isEnough = false;
    bool cancelled() const override { return isEnough; }
  } progress;
  std::vector<Measurement> measurements;
  const auto& bench = *std::find_if(benches().begin(), benches().end(), [](const Bench& b) { return b.id == "dot"; });
  EXPECT_THROW(bench.run({1, "auto"}, progress,
                         [&](const Measurement& measurement) {
                           measurements.push_back(measurement);
                           progress.isEnough = true;
                         }),
               Cancelled);
  ASSERT_EQ(measurements.size(), 1u);
  EXPECT_EQ(measurements[0].name, "L=256 H=8 d=64 maps=yes");
  EXPECT_EQ(measurements[0].work, 2.0 * 8 * 256 * 256 * 128);
  EXPECT_EQ(measurements[0].seconds.size(), 5u);
  EXPECT_TRUE(std::is_sorted(measurements[0].seconds.begin(), measurements[0].seconds.end()));
  EXPECT_GT(measurements[0].referenceRate, 0);
}

TEST(Bench, whatRunsOnTheNativePathAloneRefusesADevice) {
  Progress progress;
  for (const char* id : {"mac", "prefilter", "profile"}) {
    const auto& bench = *std::find_if(benches().begin(), benches().end(), [id](const Bench& b) { return b.id == id; });
    EXPECT_THROW(bench.run({1, "opencl"}, progress, [](const Measurement&) {}), Error) << id;
  }
  EXPECT_EQ(benchDevices({1, "cpu"}).size(), 1u);
  EXPECT_FALSE(benchDevices({1, "cpu"}).front().device);
  EXPECT_THROW(benchDevices({1, "opencl:999"}), Error);
}

TEST(MechanismOperation, gradientsOfANumberComeBesideTheOutputs) {
  ParameterValues values;
  values.set("gradient", std::string("A[0, 2, 1]"));
  const ArrayBundle plain = arraysOf(run("attention dot", sampleOf("dot")));
  const ArrayBundle found = arraysOf(run("attention dot", sampleOf("dot"), values));
  EXPECT_EQ(found.size(), plain.size() + 3);
  EXPECT_EQ(shapeOf(found.at("gradient_K")), shapeOf(findMechanism("dot").sampleInput().at("K")));
  for (const auto& [name, array] : plain) EXPECT_EQ(found.at(name), array);
  values.set("gradient", std::string("Y"));
  EXPECT_EQ(arraysOf(run("attention geometric", helix(5), values)).count("gradient_CA"), 1u);
}

TEST(MechanismOperation, showsMapsAndCurvesOfEveryItemOfABatch) {
  const auto batchOf = [](const char* id) {
    const ArrayBundle item = findMechanism(id).sampleInput();
    return datasetOf(std::make_shared<const ArrayBundle>(test::batchOf({item, item, item})));
  };
  std::vector<Dataset> results = run("attention geometric", batchOf("geometric"));
  const auto* heads = results.at(0).as<HeadSet>();
  ASSERT_NE(heads, nullptr);
  EXPECT_EQ(heads->numLayers, 3);
  EXPECT_EQ(layerUnit(*heads), kBatchItem);
  ParameterValues two;
  two.set("heads", std::int64_t{2});
  results = run("attention axial-row", batchOf("axial-row"), two);
  ASSERT_GE(results.size(), 4U);
  EXPECT_THAT(results[2].title, ::testing::EndsWith("batch item 3"));
  EXPECT_NE(results[2].as<HeadSet>(), nullptr);
  results = run("attention nadaraya-watson", batchOf("nadaraya-watson"));
  std::vector<std::string> curves;
  for (const Dataset& result : results)
    if (result.title.find("curves") != std::string::npos) curves.push_back(result.title);
  ASSERT_EQ(curves.size(), 3U);
  EXPECT_THAT(curves[1], ::testing::EndsWith("curves, batch item 2"));
  const auto lines = findOperation("attention geometric").estimate({batchOf("geometric")}, {});
  EXPECT_THAT(lines[0], HasSubstr("B·("));
  EXPECT_THAT(findOperation("attention geometric").inputs()[0].help, HasSubstr("a batch"));
  EXPECT_THAT(findOperation("attention dot").inputs()[0].help, ::testing::Not(HasSubstr("a batch")));
}

}  // namespace mechanism_operation_test
