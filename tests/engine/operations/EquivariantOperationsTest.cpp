// Operations that look into equivariant attention: what each gives, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/base/Array.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace equivariant_operations_test {

using namespace engine;
using testing::HasSubstr;

std::vector<Dataset> run(const std::string& id, const ParameterValues& values = {}, const DatasetPtr& input = nullptr) {
  const Operation& operation = findOperation(id);
  std::vector<DatasetPtr> inputs;
  if (!operation.inputs().empty()) inputs.push_back(input);
  Diagnostics diagnostics;
  Progress none;
  return operation.run(inputs, values, {nullptr, 1}, diagnostics, none);
}

ParameterValues with(const std::string& key, ParameterValue value) {
  ParameterValues values;
  values.set(key, std::move(value));
  return values;
}

const ArrayBundle& arraysIn(const Dataset& dataset) { return *dataset.as<ArrayBundle>(); }

DatasetPtr shared(Dataset dataset) {
  dataset.id = "graph";
  return std::make_shared<const Dataset>(std::move(dataset));
}

TEST(EquivariantGraph, isWhatEquivariantAttentionTakes) {
  const DatasetPtr graph = shared(run("equivariant graph").front());
  EXPECT_EQ(shapeOf(arraysIn(*graph).at("pos")), (Shape{20, 3}));
  const std::vector<Dataset> results = run("attention equivariant", {}, graph);
  const Array<double> out = numbersOf<double>(arraysIn(results.back()), "out");
  EXPECT_EQ(out.shape(), (Shape{20, 32}));
}

TEST(EquivariantGraph, followsSeedSizeAndIrreps) {
  const auto graphOf = [](std::int64_t seed) { return run("equivariant graph", with("seed", seed)).front(); };
  EXPECT_EQ(numbersOf<double>(arraysIn(graphOf(3)), "f"), numbersOf<double>(arraysIn(graphOf(3)), "f"));
  EXPECT_FALSE(numbersOf<double>(arraysIn(graphOf(3)), "f") == numbersOf<double>(arraysIn(graphOf(4)), "f"));
  ParameterValues values = with("irreps_in", std::string("2x0e+1x1o"));
  values.set("nodes", std::int64_t{1});
  EXPECT_EQ(shapeOf(arraysIn(run("equivariant graph", values).front()).at("f")), (Shape{1, 5}));
}

TEST(EquivariantRadial, hasTheNumbersOfTheFormulae) {
  const std::vector<Dataset> results = run("equivariant radial");
  const ArrayBundle& plot = arraysIn(results.front());
  const Array<double> r = numbersOf<double>(plot, "axis_distance r"), c = numbersOf<double>(plot, "curve_cut-off c");
  const Array<double> first = numbersOf<double>(plot, "curve_function 01");
  const Array<double> squares = numbersOf<double>(plot, "curve_sum of squares");
  EXPECT_NEAR(c[0], std::exp(-0.1), 1e-12);
  double mean = 0, count = 0;
  for (Index k = 0; k < r.size(); ++k) {
    EXPECT_NEAR(c[k], r[k] < 1.3 ? std::exp(-1 / (10 * (1 - r[k] / 1.3))) : 0, 1e-12);
    if (r[k] >= 1.3) {
      EXPECT_EQ(squares[k], 0);
    }
    if (r[k] < 2 * 1.3 / 11 || r[k] > 9 * 1.3 / 11) continue;
    mean += squares[k];
    ++count;
  }
  EXPECT_NEAR(mean / count, 1, 0.02);
  EXPECT_NEAR(*std::max_element(first.begin(), first.end()), 1.14136, 0.01);
  EXPECT_TRUE(plot.contains("curve_function 10"));
}

TEST(EquivariantCheck, measuresBothPrecisionsAndTellsTheLargest) {
  const std::vector<Dataset> results = run("equivariant check", with("motions", std::int64_t{3}));
  const ArrayBundle& plot = arraysIn(results.front());
  for (const char* motion : {"rotation", "mirror", "translation"}) {
    const std::string name = std::string("points_") + motion;
    for (const double error : numbersOf<double>(plot, name + ", float64")) EXPECT_LT(error, 1e-12) << motion;
    for (const double error : numbersOf<double>(plot, name + ", float32")) EXPECT_LT(error, 1e-3) << motion;
  }
  for (const double error : numbersOf<double>(plot, "curve_rotation, outputs not turned")) EXPECT_GT(error, 0.1);
  EXPECT_THAT(results.front().title, HasSubstr("largest error"));
}

TEST(EquivariantSmoothness, drawsOneOutputOfThreeNodesAndThoseOfTheGuide) {
  ParameterValues values = with("steps", std::int64_t{40});
  values.set("output", std::int64_t{15});
  const std::vector<Dataset> results = run("equivariant smoothness", values);
  ASSERT_EQ(results.size(), 2u);
  const ArrayBundle &one = arraysIn(results[0]), &all = arraysIn(results[1]);
  EXPECT_TRUE(one.contains("quantity_output 15"));
  for (const char* node : {"node 1", "node 2", "node 3"}) {
    EXPECT_EQ(numbersOf<double>(one, std::string("curve_soft edge, ") + node),
              numbersOf<double>(all, std::string("with soft edge_") + node + ", output 15"));
    EXPECT_EQ(numbersOf<double>(one, std::string("curve_hard edge, ") + node),
              numbersOf<double>(all, std::string("without soft edge_") + node + ", output 15"));
  }
  // x of node 3, and with either edge the outputs 1, 2, 15, 16, 17 of three nodes
  EXPECT_EQ(all.size(), 1u + 2 * 3 * 5);
  EXPECT_THAT(results[0].title, HasSubstr("at x = -1.2;"));
}

TEST(EquivariantSmoothness, refusesWhatThereIsNot) {
  const Operation& operation = findOperation("equivariant smoothness");
  EXPECT_THAT(test::errorOf([&] {
                operation.checkParameters(completed(operation.parameters(), with("output", std::int64_t{33})));
              }),
              HasSubstr("parameter output: found 33, expected 1 to 32"));
  const DatasetPtr graph = shared(run("equivariant graph", with("nodes", std::int64_t{2})).front());
  EXPECT_THAT(test::errorOf([&] { run("equivariant smoothness", {}, graph); }), HasSubstr("found 2 nodes"));
}

TEST(EquivariantStatistics, ofRandomGraphsAndOfOneThatIsGiven) {
  const std::vector<Dataset> random = run("equivariant statistics", with("graphs", std::int64_t{10}));
  ASSERT_EQ(random.size(), 2u);
  const Array<double> x = numbersOf<double>(arraysIn(random[0]), "axis_output");
  const Array<double> density = numbersOf<double>(arraysIn(random[0]), "points_outputs of nodes with neighbours");
  double sum = 0;
  for (const double value : density) sum += value * (x[1] - x[0]);
  EXPECT_NEAR(sum, 1, 0.02) << "few lie beyond four standard deviations";
  const Array<double> nodes = numbersOf<double>(arraysIn(random[1]), "nodes");
  double linked = 0;
  for (const double count : nodes) linked += count;
  EXPECT_GT(linked, 100);
  EXPECT_LE(linked, 200);

  const DatasetPtr lone = shared(run("equivariant graph", with("nodes", std::int64_t{1})).front());
  const std::vector<Dataset> one = run("equivariant statistics", {}, lone);
  EXPECT_EQ(shapeOf(arraysIn(one[1]).at("nodes")), Shape{0});
  EXPECT_THAT(one[0].title, HasSubstr("standard deviation 0"));
}

TEST(EquivariantPaths, ofTheGuide) {
  const std::vector<Dataset> results = run("equivariant paths");
  const ArrayBundle& paths = arraysIn(results[0]);
  const Index distances = shapeOf(paths.at("distance"))[0];
  EXPECT_EQ(shapeOf(paths.at("q_paths")), (Shape{2, 2}));
  EXPECT_EQ(shapeOf(paths.at("k_paths")), (Shape{8, 3}));
  EXPECT_EQ(shapeOf(paths.at("v_strength")), (Shape{distances, 8}));
  EXPECT_EQ(shapeOf(paths.at("s_strength")), (Shape{1, 2}));
  EXPECT_EQ(numbersOf<double>(paths, "k_out"), Array<double>({2, 3}, {12, 0, 1, 3, 1, -1}));
  EXPECT_EQ(numbersOf<double>(paths, "k_second").size(), 4 * 3) << "harmonics to degree 3";
  const Array<double> strength = numbersOf<double>(paths, "k_strength");
  for (Index path = 0; path < 8; ++path) {
    EXPECT_EQ(strength(0, path), 0) << "the basis vanishes at 0 and at the radius";
    EXPECT_EQ(strength(distances - 1, path), 0);
    EXPECT_GT(strength(distances / 2, path), 0);
  }
  EXPECT_TRUE(arraysIn(results[1]).contains("keys_02: 10x0e x 1x1o to 3x1o"));
}

TEST(EquivariantPaths, numbersOfEveryEdgeAreThoseOfTheAttention) {
  const DatasetPtr graph = shared(run("equivariant graph").front());
  const std::vector<Dataset> results = run("equivariant paths", {}, graph);
  const ArrayBundle& paths = arraysIn(results[0]);
  ParameterValues values = with("details", true);
  values.set("precision", std::string("float64"));
  ArrayBundle attention;
  for (const Dataset& dataset : run("attention equivariant", values, graph))
    if (const auto* arrays = dataset.as<ArrayBundle>()) attention = *arrays;
  const Index E = shapeOf(attention.at("edges"))[0];
  ASSERT_GT(E, 20);
  EXPECT_EQ(numbersOf<double>(paths, "edges"), numbersOf<double>(attention, "edges"));
  const auto expectSame = [&](const char* ours, const char* theirs) {
    const auto a = numbersOf<double>(paths, ours), b = numbersOf<double>(attention, theirs);
    ASSERT_EQ(a.size(), b.size()) << ours;
    for (Index k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-12) << ours;
  };
  expectSame("edge_length", "lengths"), expectSame("edge_weight", "a"), expectSame("edge_cutoff", "c");
  expectSame("k_edge_out", "k"), expectSame("v_edge_out", "v"), expectSame("s_edge_out", "s");
  expectSame("k_edge_second", "Y");
  const auto adds = numbersOf<double>(paths, "s_edge_adds"), s = numbersOf<double>(attention, "s");
  ASSERT_EQ(adds.shape(), (Shape{E, 2}));
  for (Index e = 0; e < E; ++e) EXPECT_NEAR(adds(e, 0) + adds(e, 1), s[e], 1e-12) << "terms of the score";
}

TEST(EquivariantPaths, ofAStructureAreThoseOfItsAlphaCarbons) {
  Diagnostics diagnostics;
  Progress progress;
  Dataset chain = load(test::sampleFile("1ldm_A.pdb.gz"), diagnostics, progress);
  chain.id = "chain";
  const DatasetPtr structure = shared(std::move(chain));
  const Dataset paths = run("equivariant paths", {}, structure).front();
  const auto lengths = numbersOf<double>(arraysIn(paths), "edge_length");
  EXPECT_GT(lengths.size(), 329 * 4) << "neighbours within 8 Å";
  for (const double length : lengths) EXPECT_TRUE(length > 2.5 && length < 8) << length;
  const auto distances = numbersOf<double>(arraysIn(paths), "distance");
  EXPECT_EQ(distances[distances.size() - 1], 8);
  ArrayBundle attention;
  for (const Dataset& dataset : run("attention equivariant", with("precision", std::string("float64")), structure))
    if (dataset.as<ArrayBundle>() && dataset.as<ArrayBundle>()->contains("a")) attention = *dataset.as<ArrayBundle>();
  const auto ours = numbersOf<double>(arraysIn(paths), "edge_weight"), theirs = numbersOf<double>(attention, "a");
  ASSERT_EQ(ours.size(), theirs.size());
  for (Index e = 0; e < ours.size(); e += 50) EXPECT_NEAR(ours[e], theirs[e], 1e-12) << "the same weights";
}

TEST(EquivariantPaths, aNodeAloneHasNoEdges) {
  const DatasetPtr lone = shared(run("equivariant graph", with("nodes", std::int64_t{1})).front());
  const Dataset paths = run("equivariant paths", {}, lone).front();
  EXPECT_EQ(shapeOf(arraysIn(paths).at("edges")), (Shape{0, 2}));
  EXPECT_EQ(shapeOf(arraysIn(paths).at("v_edge_adds"))[0], 0);
}

TEST(EquivariantPaths, refusesWeightsOfOtherIrreps) {
  const DatasetPtr graph = shared(run("equivariant graph").front());
  EXPECT_THAT(test::errorOf([&] { run("equivariant paths", with("irreps_key", std::string("1x0e")), graph); }),
              HasSubstr("array mlp_k_1"));
}

}  // namespace equivariant_operations_test
