// Gradients of equivariant attention: against central differences, finite where neighbours meet and part, and of the
// symmetry that the loss has.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/attention/equivariant/EquivariantAttention.h"
#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_equivariant_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;
using test::sample;

constexpr double kRadius = 1.3;

/// Nodes with features of the guide's irreps.
GradientCase atPositions(const std::vector<double>& coordinates) {
  const auto N = static_cast<Index>(coordinates.size() / 3);
  GradientCase given("equivariant");
  return given.with("pos", Array<double>({N, 3}, coordinates)).with("f", sample(42, {N, 35}, 1.7));
}

/// Gradients of the sum of squares of `out`, which no motion changes.
std::map<std::string, Array<double>> invariantGradients(const GradientCase& given) {
  Tape<double> tape;
  Progress none;
  const RecordedMechanism recorded = recordMechanism(tape, given.mechanism, given.inputs, given.values, none);
  const Variable<double> loss = sum(square(recorded.outputs.at("out")));
  std::map<std::string, Array<double>> gradients;
  for (const auto& [name, variable] : recorded.inputs) gradients[name] = tape.gradients(loss, {variable})[0];
  return gradients;
}

TEST(GradientOfEquivariant, positionsFeaturesAndAllWeights) {
  expectGradientsOfMechanism(GradientCase("equivariant").set("details", true), 12);
}

TEST(GradientOfEquivariant, everyRadialBasisActivationAndNormalisation) {
  for (const char* radial : {"smooth_finite", "gaussian", "cosine", "fourier", "bessel"})
    expectGradientsOfMechanism(GradientCase("equivariant").set("radial", std::string(radial)), 4);
  for (const char* activation : {"silu", "relu", "tanh", "sigmoid", "gelu"})
    expectGradientsOfMechanism(GradientCase("equivariant").set("activation", std::string(activation)), 4);
  expectGradientsOfMechanism(GradientCase("equivariant").set("normalization", std::string("path")), 4);
  expectGradientsOfMechanism(GradientCase("equivariant").set("edge", std::string("hard")), 4);
}

/// All degrees in and out, both parities, blocks that repeat an irrep.
TEST(GradientOfEquivariant, otherIrreps) {
  EquivariantSetting setting;
  setting.in = Irreps::parse("2x0e+1x1o+1x0e+1x2e+1x3o"), setting.query = Irreps::parse("1x1o+2x2e");
  setting.key = Irreps::parse("2x2e+1x1o+1x1e"), setting.out = Irreps::parse("1x0e+1x1e+1x2o+1x3o");
  setting.maxDegree = 2;
  const EquivariantMaps maps(setting);
  GradientCase given("equivariant");
  for (const auto& [key, irreps] : {std::pair("irreps_in", &setting.in), std::pair("irreps_query", &setting.query),
                                    std::pair("irreps_key", &setting.key), std::pair("irreps_out", &setting.out)})
    given.set(key, irreps->text());
  given.set("lmax", std::int64_t{2}).set("basis", std::int64_t{3});
  given.with("pos", sample(1, {5, 3}, 0.6)).with("f", sample(2, {5, setting.in.dimension()}));
  given.with("linear", sample(3, {maps.query.numWeights()})).with("dot", sample(4, {maps.score.numWeights()}));
  given.with("mlp_k_0", sample(5, {3, 4})).with("mlp_k_1", sample(6, {4, maps.key.numWeights()}));
  given.with("mlp_v_0", sample(7, {3, 4})).with("mlp_v_1", sample(8, {4, maps.value.numWeights()}));
  expectGradientsOfMechanism(given, 12);
}

TEST(GradientOfEquivariant, withoutEdgesAndWithoutNodes) {
  expectGradientsOfMechanism(atPositions({0, 0, 0, 5, 0, 0}), 3);
  expectGradientsOfMechanism(atPositions({0, 0, 0}), 3);
  expectGradientsOfMechanism(atPositions({}), 3);
}

/// The check of the e3nn guide: two nodes at these distances, gradients by everything are finite.
TEST(GradientOfEquivariant, isFiniteWhereNodesMeetAndPart) {
  for (const double r : {0.0, 1e-6, kRadius / 2, kRadius - 1e-6, kRadius, kRadius + 1e-6, 2 * kRadius}) {
    const GradientCase given = atPositions({0, 0, 0, r, 0, 0});
    for (const auto& [name, gradient] : invariantGradients(given))
      EXPECT_TRUE(std::all_of(gradient.begin(), gradient.end(), [](double slope) { return std::isfinite(slope); }))
          << name << " at r = " << r;
    Tape<double> tape;
    Progress none;
    const RecordedMechanism recorded = recordMechanism(tape, given.mechanism, given.inputs, given.values, none);
    for (const auto& [name, output] : recorded.outputs) {
      const Array<double> slopes = tape.gradients(sum(output), {recorded.inputs.at("pos")})[0];
      ASSERT_FALSE(slopes.empty());
      for (const double slope : slopes) EXPECT_TRUE(std::isfinite(slope)) << name << " by pos at r = " << r;
    }
  }
}

/// A third node at the edge of sight: the others do not feel it until it is well inside.
TEST(GradientOfEquivariant, nodesThatComeIntoSightComeInSmoothly) {
  const std::vector<double> pair = {0, 0, 0, 0.5, 0.3, 0};
  const auto withThird = [&](double r) {
    std::vector<double> three = pair;
    three.insert(three.end(), {-r, 0, 0});
    return invariantGradients(atPositions(three)).at("pos");
  };
  const Array<double> far = withThird(2 * kRadius);
  for (const double depth : {1e-3, 1e-6, 0.0, -1e-6}) {
    const Array<double> near = withThird(kRadius - depth);
    for (Index k = 0; k < far.size(); ++k) EXPECT_NEAR(near[k], far[k], 1e-12 * (1 + std::abs(far[k])));
  }
  EXPECT_GT(std::abs(withThird(kRadius / 2)[6]), 1e-3);
}

TEST(GradientOfEquivariant, forcesOfAnInvariantLossAddUpToZero) {
  const Array<double> pos = sample(3, {8, 3}, 0.9);
  const Array<double> force = invariantGradients(atPositions({pos.begin(), pos.end()})).at("pos");
  double size = 0, sumOfForces[3] = {};
  for (Index i = 0; i < 8; ++i)
    for (Index axis = 0; axis < 3; ++axis) {
      sumOfForces[axis] += force(i, axis);
      size += std::abs(force(i, axis));
    }
  for (const double component : sumOfForces) EXPECT_NEAR(component, 0, 1e-12 * size);
  EXPECT_GT(size, 1);
}

/// Turned positions of scalar features: the gradient turns along.
TEST(GradientOfEquivariant, gradientsTurnWithThePositions) {
  const Array<double> pos = sample(3, {6, 3}, 0.9);
  Array<double> f = sample(4, {6, 35}, 1.7), turned({6, 3});
  for (Index i = 0; i < 6; ++i) {
    std::fill(&f(i, 10), &f(i, 10) + 25, 0.0);  // scalars only
    turned(i, 0) = -pos(i, 1), turned(i, 1) = pos(i, 0), turned(i, 2) = pos(i, 2);
  }
  const auto gradient = [&](const Array<double>& at) {
    return invariantGradients(GradientCase("equivariant").with("pos", at).with("f", f)).at("pos");
  };
  const Array<double> before = gradient(pos), after = gradient(turned);
  for (Index i = 0; i < 6; ++i) {
    EXPECT_NEAR(after(i, 0), -before(i, 1), 1e-11 * (1 + std::abs(before(i, 1))));
    EXPECT_NEAR(after(i, 1), before(i, 0), 1e-11 * (1 + std::abs(before(i, 0))));
    EXPECT_NEAR(after(i, 2), before(i, 2), 1e-11 * (1 + std::abs(before(i, 2))));
  }
}

}  // namespace gradient_equivariant_test
