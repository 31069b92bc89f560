// Kernels as dot products of features: by hand, and what the theorems promise.
#include "engine/attention/random-features/KernelSeries.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/base/Nth.h"
#include "tests/support/ErrorOf.h"

namespace kernel_series_test {

using namespace engine;

constexpr double kPi = std::numbers::pi;
constexpr ShiftKernel kKernels[] = {ShiftKernel::gaussian, ShiftKernel::laplace, ShiftKernel::box};

TEST(SquareKernel, squareOfTheProductIsTheProductOfSquares) {
  const Array<double> points({2, 2}, {1, 2, 3, -1}, "X");
  const Array<double> features = squareFeatures(points), kernel = squareKernel(points);
  EXPECT_DOUBLE_EQ(features(0, 0), 1);
  EXPECT_DOUBLE_EQ(features(0, 1), 2 * std::sqrt(2));
  EXPECT_DOUBLE_EQ(features(0, 2), 4);
  EXPECT_DOUBLE_EQ(kernel(0, 1), 1) << "((1, 2) . (3, -1))^2";
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 2; ++j) {
      double product = 0;
      for (Index c = 0; c < 3; ++c) product += features(i, c) * features(j, c);
      EXPECT_NEAR(product, kernel(i, j), 1e-12);
    }
  EXPECT_EQ(squareKernel(Array<double>({0, 2}, 0.0, "X")).shape(), (Shape{0, 0}));
  EXPECT_NE(test::errorOf([] { squareFeatures(Array<double>({2, 3}, 0.0, "X")); }).find("(2, 3)"), std::string::npos);
}

TEST(TaylorSeries, degreesAddUpToTheGaussian) {
  for (const double x : {-2.0, 0.0, 0.7})
    for (const double z : {-1.0, 0.0, 1.5}) {
      double sum = 0;
      for (Index k = 0; k <= 30; ++k) {
        sum += gaussianFeature(x, k) * gaussianFeature(z, k);
        EXPECT_NEAR(gaussianByTaylor(x, z, k), sum, 1e-14);
      }
      EXPECT_NEAR(sum, std::exp(-(x - z) * (x - z) / 2), 1e-12);
    }
  EXPECT_DOUBLE_EQ(gaussianByTaylor(1, 1, 1), 2 / std::numbers::e) << "e^-1 (1 + 1)";
}

TEST(FourierSeries, coefficientsOfALongPeriodAreTheDensity) {
  const double period = 60;
  const std::vector<double> c = fourierCoefficients(ShiftKernel::gaussian, period, 20);
  for (Index k = 0; k <= 20; ++k)
    EXPECT_NEAR(nth(c, k) * period / (2 * kPi), densityAt(ShiftKernel::gaussian, 2 * kPi * double(k) / period), 1e-9);
  const std::vector<double> laplace = fourierCoefficients(ShiftKernel::laplace, period, 20);
  for (Index k = 0; k <= 20; ++k)
    EXPECT_NEAR(nth(laplace, k) * period / (2 * kPi), densityAt(ShiftKernel::laplace, 2 * kPi * double(k) / period),
                1e-4);
}

TEST(FourierSeries, cosinesAddUpToTheFunction) {
  const double period = 8;
  const std::vector<double> c = fourierCoefficients(ShiftKernel::gaussian, period, 20);
  for (const double x : {0.0, 0.4, 2.0}) {
    double sum = c[0];
    for (Index k = 1; k <= 20; ++k) sum += 2 * nth(c, k) * std::cos(2 * kPi * double(k) * x / period);
    EXPECT_NEAR(sum, std::exp(-x * x / 2), 1e-3) << "the repeated function has a kink at the ends of the period";
  }
}

TEST(Bochner, densitiesSumToOneAndCosinesMeanTheKernel) {
  for (const ShiftKernel kernel : kKernels) {
    double sum = 0;
    for (Index k = -400000; k <= 400000; ++k) sum += densityAt(kernel, double(k) / 1000 + 0.0005) / 1000;
    EXPECT_NEAR(sum, 1, 2e-3);
    Random random(11);
    constexpr Index kDraws = 100000;
    std::vector<double> frequencies;
    for (Index draw = 0; draw < kDraws; ++draw) frequencies.push_back(drawFrequency(kernel, random));
    for (const double t : {0.0, 0.5, 1.0, 3.0}) {
      double mean = 0;
      for (const double frequency : frequencies) mean += std::cos(frequency * t) / double(kDraws);
      EXPECT_NEAR(mean, kernelAt(kernel, t), 4 * spreadOfMean(kernel, t, kDraws) + 1e-10) << t;
    }
  }
}

TEST(Bochner, spreadAtDistanceOne) {
  EXPECT_NEAR(spreadOfMean(ShiftKernel::gaussian, 1, 4), 0.2235, 5e-5);
  EXPECT_NEAR(spreadOfMean(ShiftKernel::gaussian, 1, 64), 0.0559, 5e-5);
  EXPECT_NEAR(spreadOfMean(ShiftKernel::gaussian, 1, 1024), 0.0140, 5e-5);
  EXPECT_EQ(spreadOfMean(ShiftKernel::box, 0, 1), 0);
}

}  // namespace kernel_series_test
