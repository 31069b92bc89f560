// Functions of a distance and the network behind them: MATHEMATICS.md 5.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/base/Random.h"
#include "engine/equivariant/FullyConnectedNet.h"
#include "engine/equivariant/RadialBasis.h"
#include "tests/support/ErrorOf.h"

namespace radial_test {

using namespace engine;
using test::errorOf;

std::vector<double> valuesAt(const RadialBasis& basis, double x) {
  std::vector<double> values(static_cast<size_t>(basis.count));
  radialBasis(basis, x, values.data());
  return values;
}

TEST(SoftUnitStep, isZeroUpToZeroAndSmoothBehind) {
  EXPECT_EQ(softUnitStep(-1.0), 0);
  EXPECT_EQ(softUnitStep(0.0), 0);
  EXPECT_EQ(softUnitStep(1e-9), 0);
  EXPECT_EQ(softUnitStep(1e-320), 0);
  EXPECT_DOUBLE_EQ(softUnitStep(0.5), std::exp(-2.0));
  EXPECT_FLOAT_EQ(softUnitStep(2.0f), std::exp(-0.5f));
}

TEST(EdgeCutoff, golden) {
  EXPECT_NEAR(edgeCutoff(0.0, 1.3), 0.904837418, 1e-9);
  EXPECT_NEAR(edgeCutoff(0.65, 1.3), 0.818730753, 1e-9);
  EXPECT_NEAR(edgeCutoff(1.2, 1.3), 0.272531793, 1e-9);
  EXPECT_EQ(edgeCutoff(1.3, 1.3), 0);
  EXPECT_EQ(edgeCutoff(5.0, 1.3), 0);
}

TEST(RadialBasis, goldenOfOneInterval) {
  const RadialBasis basis{RadialKind::smoothFinite, 0, 1.1, 10};  // step 0.1, centres 0.1 to 1.0
  const std::vector<double> atCentre = valuesAt(basis, 0.5);
  EXPECT_NEAR(atCentre[4], 1.14136, 1e-12);
  EXPECT_NEAR(atCentre[3], 0, 1e-12);
  EXPECT_NEAR(atCentre[5], 0, 1e-12);
  const std::vector<double> halfWay = valuesAt(basis, 0.55);
  EXPECT_NEAR(halfWay[4], 0.585993763, 1e-9);
  EXPECT_NEAR(halfWay[5], 0.585993763, 1e-9);
  const std::vector<double> quarter = valuesAt(basis, 0.525);
  EXPECT_NEAR(quarter[4], 0.998887819, 1e-9);
  EXPECT_NEAR(quarter[5], 0.087229907, 1e-9);
  EXPECT_EQ(quarter[3] + quarter[6], 0);
}

TEST(RadialBasis, squaresAddUpToOneOnAverage) {
  // bessel cannot be normalised; gaussian and cosine only nearly.
  const std::pair<RadialKind, double> cases[] = {
      {RadialKind::smoothFinite, 1e-5}, {RadialKind::gaussian, 0.01}, {RadialKind::cosine, 1e-9}};
  for (const auto& [kind, tolerance] : cases) {
    const RadialBasis basis{kind, 0, 21, 20};  // centres 1 to 20: between 8 and 12 the ends are far away
    double mean = 0;
    constexpr int kSteps = 4000;
    for (int step = 0; step < kSteps; ++step)
      for (const double value : valuesAt(basis, 8 + 4 * (step + 0.5) / kSteps)) mean += value * value / kSteps;
    EXPECT_NEAR(mean, 1, tolerance) << int(kind);
  }
}

TEST(RadialBasis, fourierSquaresAddUpToNearlyOneOverTheInterval) {
  for (const RadialEnds ends : {RadialEnds::cutoff, RadialEnds::open}) {
    const RadialBasis basis{RadialKind::fourier, 0, 2, 20, ends};
    double mean = 0;
    constexpr int kSteps = 1000;
    for (int step = 0; step < kSteps; ++step)
      for (const double value : valuesAt(basis, 2 * (step + 0.5) / kSteps)) mean += value * value / kSteps;
    EXPECT_NEAR(mean, 1, 0.03);
  }
}

TEST(RadialBasis, eachKindByItsFormula) {
  const double x = 0.7, c = 2;
  const auto first = [&](RadialKind kind) { return valuesAt({kind, 0, c, 3}, x)[0]; };  // step 0.5, t = 0.4
  EXPECT_NEAR(first(RadialKind::gaussian), std::exp(-0.16) / 1.12, 1e-14);
  EXPECT_NEAR(first(RadialKind::cosine), std::cos(0.2 * std::numbers::pi), 1e-14);
  EXPECT_NEAR(first(RadialKind::fourier), std::sin(0.35 * std::numbers::pi) / std::sqrt(1.75), 1e-14);
  EXPECT_NEAR(first(RadialKind::bessel), std::sin(0.35 * std::numbers::pi) / 0.7, 1e-14);
  EXPECT_NEAR(valuesAt({RadialKind::fourier, 0, c, 3, RadialEnds::open}, x)[1],
              std::cos(0.35 * std::numbers::pi) / std::sqrt(1.75), 1e-14);
  EXPECT_NEAR(valuesAt({RadialKind::gaussian, 0, c, 3, RadialEnds::open}, x)[1], std::exp(-0.09) / 1.12, 1e-14);
}

TEST(RadialBasis, withCutoffAllButGaussianVanishFromTheEndOn) {
  for (const RadialKind kind : {RadialKind::smoothFinite, RadialKind::cosine, RadialKind::fourier, RadialKind::bessel})
    for (const double x : {2.0, 2.5, 100.0})
      for (const double value : valuesAt({kind, 0, 2, 4}, x)) EXPECT_NEAR(value, 0, 1e-15) << int(kind) << " at " << x;
}

TEST(RadialBasis, besselTakesItsLimitAtTheStart) {
  const RadialBasis basis{RadialKind::bessel, 1, 3, 4};
  const std::vector<double> atStart = valuesAt(basis, 1), nearby = valuesAt(basis, 1 + 1e-7);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(atStart[i], std::numbers::pi * double(i + 1) / 2, 1e-12);
    EXPECT_NEAR(atStart[i], nearby[i], 1e-6);
  }
}

TEST(RadialBasis, emptyIntervalsAndTooFewFunctionsAreErrors) {
  EXPECT_THROW((RadialBasis{RadialKind::cosine, 1, 1, 4}.check()), Error);
  EXPECT_THROW((RadialBasis{RadialKind::cosine, 0, INFINITY, 4}.check()), Error);
  EXPECT_THROW((RadialBasis{RadialKind::cosine, 0, 1, 0}.check()), Error);
  EXPECT_THROW((RadialBasis{RadialKind::cosine, 0, 1, 1, RadialEnds::open}.check()), Error);
  EXPECT_NO_THROW((RadialBasis{RadialKind::cosine, 0, 1, 1}.check()));
}

constexpr Activation kActivations[] = {Activation::silu, Activation::relu, Activation::tanh, Activation::sigmoid,
                                       Activation::gelu};

TEST(Activation, libraryConstantsAreWithinThousandthsOfTheExactIntegrals) {
  const double exact[] = {1.676532470331091, std::numbers::sqrt2, 1.592537419722831, 1.846228545338605,
                          1.533530441195535};
  for (size_t k = 0; k < 5; ++k) {
    double square = 0;
    constexpr double kStep = 1e-3;
    for (double z = -12; z < 12; z += kStep) {
      const double value = activate(kActivations[k], z);
      square += kStep * value * value * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    }
    EXPECT_NEAR(1 / std::sqrt(square), exact[k], 1e-6);  // checks the functions
    EXPECT_NEAR(activationConstant(kActivations[k]), exact[k], 0.003);
    EXPECT_NE(activationConstant(kActivations[k]), exact[k]);
  }
}

TEST(Activation, largeNumbersStayFinite) {
  for (const Activation activation : kActivations)
    for (const float x : {-1e30f, -1000.0f, -0.0f, 1000.0f, 1e30f})
      EXPECT_TRUE(std::isfinite(activate(activation, x))) << int(activation) << " of " << x;
  EXPECT_EQ(activate(Activation::silu, -1e30f), 0);
  EXPECT_EQ(activate(Activation::silu, 1e30f), 1e30f);
}

TEST(FullyConnectedNet, byHand) {
  Array<double> x({1, 2}, {1, 3}), first({2, 1}, {2, 0}, "first"), second({1, 2}, {1, -2}, "second");
  const double hidden = 1.4163393446331365 * 2 / std::sqrt(2.0);
  const Array<double> y = fullyConnectedNet(x, {first, second}, Activation::relu);
  EXPECT_NEAR(y[0], hidden, 1e-15);
  EXPECT_NEAR(y[1], -2 * hidden, 1e-15);
  EXPECT_NEAR(fullyConnectedNet(x, {first}, Activation::relu)[0], 2 / std::sqrt(2.0), 1e-15);
}

TEST(FullyConnectedNet, normalInputsAndWeightsGiveVarianceOne) {
  Random random(3);
  const auto normal = [&](Shape shape) {
    Array<double> array(std::move(shape));
    for (double& value : array) value = random.normal();
    return array;
  };
  for (const Activation activation : kActivations) {
    double square = 0;
    for (int trial = 0; trial < 60; ++trial)
      for (const double y : fullyConnectedNet(normal({1, 64}), {normal({64, 64}), normal({64, 64})}, activation))
        square += y * y / (60 * 64);
    EXPECT_NEAR(square, 1, 0.15) << int(activation);
  }
}

TEST(FullyConnectedNet, vanishesWithItsInputForSilu) {
  const Array<double> first = deterministicArray<double>(1, {4, 8}, 1),
                      second = deterministicArray<double>(2, {8, 3}, 1);
  for (const double y : fullyConnectedNet(Array<double>({2, 4}), {first, second}, Activation::silu)) EXPECT_EQ(y, 0);
}

TEST(FullyConnectedNet, weightsThatDoNotFitAreNamed) {
  const std::string message = errorOf([&] {
    fullyConnectedNet(Array<double>({1, 4}), {Array<double>({3, 2}, 0.0, "mlp_0")}, Activation::silu);
  });
  EXPECT_NE(message.find("array mlp_0: found shape (3, 2)"), std::string::npos) << message;
}

}  // namespace radial_test
