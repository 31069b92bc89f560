// The mechanism "equivariant": arrays and parameters in, arrays and maps out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/attention/Mechanism.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/equivariant/EquivariantSamples.h"
#include "tests/support/ErrorOf.h"

namespace equivariant_mechanism_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

ArrayBundle run(const ArrayBundle& inputs, const ParameterValues& values = {},
                Precision precision = Precision::float64) {
  Diagnostics diagnostics;
  Progress none;
  return findMechanism("equivariant").run(inputs, values, precision, {nullptr, 1}, diagnostics, none);
}

std::string errorOf(const ArrayBundle& inputs, const ParameterValues& values = {}) {
  return test::errorOf([&] { run(inputs, values); });
}

template <class T>
ArrayBundle bundleOf(const EquivariantInput<T>& input) {
  return {{"pos", input.pos},         {"f", input.f},
          {"linear", input.linear},   {"mlp_k_0", input.mlp_k_0},
          {"mlp_k_1", input.mlp_k_1}, {"mlp_v_0", input.mlp_v_0},
          {"mlp_v_1", input.mlp_v_1}, {"dot", input.dot}};
}

ParameterValues with(const char* key, ParameterValue value) {
  ParameterValues values;
  values.set(key, std::move(value));
  return values;
}

TEST(EquivariantMechanism, goldenByName) {
  const ArrayBundle outputs = run(bundleOf(test::goldenNodes<double>()));
  EXPECT_EQ(outputs.size(), 8u);
  EXPECT_EQ(std::get<Array<std::int32_t>>(outputs.at("edges")),
            Array<std::int32_t>({4, 2}, {1, 2, 1, 3, 2, 1, 3, 1}, "edges"));
  EXPECT_NEAR(std::get<Array<double>>(outputs.at("s"))[2], 0.295811077391, 1e-10);
  EXPECT_NEAR(std::get<Array<double>>(outputs.at("out"))(3, 0), -0.431907401385, 1e-10);
  EXPECT_EQ(run(bundleOf(test::goldenNodes<float>()), {}, Precision::float32).size(), 8u);
}

TEST(EquivariantMechanism, detailsAreGivenWhenAsked) {
  const ArrayBundle outputs = run(findMechanism("equivariant").sampleInput(), with("details", true));
  EXPECT_EQ(shapeOf(outputs.at("c")), (Shape{4}));
  EXPECT_EQ(shapeOf(outputs.at("b")), (Shape{4, 10}));
  EXPECT_EQ(shapeOf(outputs.at("Y")), (Shape{4, 16}));
  EXPECT_EQ(shapeOf(outputs.at("w_k")), (Shape{4, 276}));
  EXPECT_EQ(shapeOf(outputs.at("w_v")), (Shape{4, 382}));
  EXPECT_NEAR(std::get<Array<double>>(outputs.at("c"))[0], 0.581228809666, 1e-6);
}

TEST(EquivariantMechanism, parametersReachTheLayer) {
  EquivariantSetting setting;
  setting.in = Irreps::parse("3x0e+2x3o+2e");
  setting.query = Irreps::parse("2x0e+3o");
  setting.key = Irreps::parse("0e+2x3o");
  setting.out = Irreps::parse("2x3e+1o+0o");
  setting.maxDegree = 2;
  setting.maxRadius = 2.5;
  setting.basisCount = 7;
  setting.radial = RadialKind::gaussian;
  setting.normalization = PathNormalization::path;
  setting.activation = Activation::tanh;
  Random random(21);
  const EquivariantInput<double> input = test::randomNodes<double>(setting, 9, 1, random, 4);
  ParameterValues values;
  values.set("irreps_in", std::string("3x0e+2x3o+2e"));
  values.set("irreps_query", std::string("2x0e+3o"));
  values.set("irreps_key", std::string("0e+2x3o"));
  values.set("irreps_out", std::string("2x3e+1o+0o"));
  values.set("lmax", std::int64_t{2});
  values.set("max_radius", 2.5);
  values.set("basis", std::int64_t{7});
  values.set("radial", std::string("gaussian"));
  values.set("normalization", std::string("path"));
  values.set("activation", std::string("tanh"));
  Array<double> expected = test::attention(input).out;
  expected.name = "out";
  EXPECT_EQ(std::get<Array<double>>(run(bundleOf(input), values).at("out")), expected);
}

TEST(EquivariantMechanism, theMapHasOneRowPerNodeThatLooks) {
  const Mechanism& mechanism = findMechanism("equivariant");
  const auto maps = mechanism.maps(run(bundleOf(test::goldenNodes<double>())));
  ASSERT_EQ(maps.size(), 1u);
  const AttentionMap& map = *maps[0].heads->map(0, 0);
  EXPECT_EQ(map.weights.shape(), (Shape{4, 4}));
  EXPECT_NEAR(map.weights(1, 2), 0.491251508178, 1e-6);  // edge (2, 1): node 1 looks at node 2
  EXPECT_NEAR(map.scores(1, 3), -0.016838248673, 1e-6);
  EXPECT_EQ(map.weights(0, 1), 0);
  EXPECT_TRUE(map.isStochastic);
}

TEST(EquivariantMechanism, scoresBeyondFloatStayFiniteInTheMap) {
  ArrayBundle inputs = bundleOf(test::goldenNodes<double>());
  for (double& weight : std::get<Array<double>>(inputs["dot"])) weight *= 1e60;
  const auto maps = findMechanism("equivariant").maps(run(inputs));
  maps[0].heads->validate();
  EXPECT_EQ(std::abs(maps[0].heads->map(0, 0)->scores(1, 2)), std::numeric_limits<float>::max());
}

TEST(EquivariantMechanism, manyNodesGiveNoMap) {
  const Mechanism& mechanism = findMechanism("equivariant");
  ArrayBundle outputs = {{"edges", Array<std::int32_t>({0, 2})}, {"a", Array<float>({0})}, {"s", Array<float>({0})}};
  outputs["out"] = Array<float>({4096, 1});
  EXPECT_EQ(mechanism.maps(outputs).size(), 1u);
  outputs["out"] = Array<float>({4097, 1});
  EXPECT_TRUE(mechanism.maps(outputs).empty());
  EXPECT_TRUE(mechanism.maps({}).empty());
}

TEST(EquivariantMechanism, noNodesGiveEmptyOutputs) {
  ArrayBundle inputs = findMechanism("equivariant").sampleInput();
  inputs["pos"] = Array<float>({0, 3});
  inputs["f"] = Array<float>({0, 35});
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const ArrayBundle outputs = run(inputs, {}, precision);
    EXPECT_EQ(shapeOf(outputs.at("out")), (Shape{0, 32}));
    EXPECT_EQ(shapeOf(outputs.at("edges")), (Shape{0, 2}));
  }
}

TEST(EquivariantMechanism, costCountsTheEdges) {
  const Mechanism& mechanism = findMechanism("equivariant");
  const ParameterValues complete = completed(mechanism.parameters(), {});
  const Sizes sizes = mechanism.sizes(mechanism.sampleInput(), complete);
  EXPECT_EQ(sizes.at("E"), 4);
  EXPECT_EQ(sizes.at("Wk"), 276);
  EXPECT_EQ(sizes.at("Dq"), 23);
  EXPECT_EQ(sizes.at("Dk"), 21);
  EXPECT_EQ(sizes.at("Dout"), 32);
  const Cost cost = mechanism.costOf(mechanism.sampleInput(), {}, Precision::float32);
  EXPECT_NEAR(cost.flops, 4 * 2 * (10 * 32 + 16 * 658 + 1100), 0.2 * cost.flops);
  // Wrong input is no reason to throw here.
  EXPECT_EQ(mechanism.sizes({{"pos", Array<float>({5})}}, complete).at("E"), 0);
  EXPECT_EQ(mechanism.sizes({}, complete).at("E"), 0);
  ParameterValues wrong = complete;
  wrong.set("irreps_in", std::string("nonsense"));
  EXPECT_EQ(mechanism.sizes(mechanism.sampleInput(), wrong).at("Dk"), 0);
}

TEST(EquivariantMechanism, aCrowdWhoseEdgesCannotFitIsRefusedBeforeItStarts) {
  ArrayBundle inputs = findMechanism("equivariant").sampleInput();
  inputs["pos"] = Array<float>({300'000, 3}, 1.0f);  // all at one place: 90 billion edges
  inputs["f"] = Array<float>({300'000, 35}, 1.0f);
  EXPECT_THAT(errorOf(inputs), AllOf(HasSubstr("need"), HasSubstr("GB")));
}

TEST(EquivariantMechanism, stopsWhenAsked) {
  class Stop : public Progress {
   public:
    bool cancelled() const override { return true; }
  };
  Stop stop;
  Diagnostics diagnostics;
  const Mechanism& mechanism = findMechanism("equivariant");
  for (const Precision precision : {Precision::float32, Precision::float64})
    EXPECT_THROW(mechanism.run(mechanism.sampleInput(), {}, precision, {nullptr, 1}, diagnostics, stop), Cancelled);
}

TEST(EquivariantMechanism, wrongIrrepsAndParametersAreErrorsByName) {
  const ArrayBundle sample = findMechanism("equivariant").sampleInput();
  EXPECT_THAT(errorOf(sample, with("irreps_key", std::string("12x0e+3x1p"))),
              AllOf(HasSubstr("parameter irreps_key"), HasSubstr("\"3x1p\"")));
  EXPECT_THAT(errorOf(sample, with("irreps_out", std::string("2x4e"))),
              AllOf(HasSubstr("parameter irreps_out"), HasSubstr("degree 0 to 3")));
  EXPECT_THAT(errorOf(sample, with("irreps_in", std::string("10x0e"))),
              AllOf(HasSubstr("array f"), HasSubstr("(4, 35)"), HasSubstr("(4, 10)")));
  EXPECT_THAT(errorOf(sample, with("irreps_out", std::string("14x0e"))),
              AllOf(HasSubstr("array mlp_v_1"), HasSubstr("(16, 382)"), HasSubstr("(16, 238)")));
  EXPECT_THAT(errorOf(sample, with("lmax", std::int64_t{2})), HasSubstr("array mlp_k_1"));
  EXPECT_THAT(errorOf(sample, with("lmax", std::int64_t{4})), HasSubstr("parameter lmax"));
  EXPECT_THAT(errorOf(sample, with("max_radius", 0.0)), HasSubstr("parameter max_radius"));
  EXPECT_THAT(errorOf(sample, with("radial", std::string("square"))), HasSubstr("parameter radial"));
  EXPECT_THAT(errorOf(sample, with("basis", std::int64_t{9})),
              AllOf(HasSubstr("array mlp_k_0"), HasSubstr("(10, 16)"), HasSubstr("(9, any)")));
}

}  // namespace equivariant_mechanism_test
