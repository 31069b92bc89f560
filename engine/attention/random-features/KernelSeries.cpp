#include "engine/attention/random-features/KernelSeries.h"

#include <cmath>
#include <numbers>

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr Index kIntervals = 4096;

void requirePlane(const Array<double>& points) {
  if (points.rank() != 2 || points.length(1) != 2)
    fail("array ", points.name, ": found shape ", shapeText(points.shape()), ", expected (n, 2)");
}

}  // namespace

Array<double> squareFeatures(const Array<double>& points) {
  requirePlane(points);
  const Index n = points.length(0);
  Array<double> features({n, 3}, 0.0, "Phi");
  for (Index i = 0; i < n; ++i) {
    const double x = points(i, 0), y = points(i, 1);
    features(i, 0) = x * x;
    features(i, 1) = std::numbers::sqrt2 * x * y;
    features(i, 2) = y * y;
  }
  return features;
}

Array<double> squareKernel(const Array<double>& points) {
  requirePlane(points);
  const Index n = points.length(0);
  Array<double> kernel({n, n}, 0.0, "K");
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const double product = points(i, 0) * points(j, 0) + points(i, 1) * points(j, 1);
      kernel(i, j) = product * product;
    }
  return kernel;
}

double gaussianFeature(double x, Index k) {
  double feature = std::exp(-x * x / 2);
  for (Index factor = 1; factor <= k; ++factor) feature *= x / std::sqrt(double(factor));
  return feature;
}

double gaussianByTaylor(double x, double z, Index degree) {
  double sum = 0, term = std::exp(-(x * x + z * z) / 2);
  for (Index k = 0; k <= degree; ++k) {
    sum += term;
    term *= x * z / double(k + 1);
  }
  return sum;
}

double kernelAt(ShiftKernel kernel, double t) {
  switch (kernel) {
    case ShiftKernel::gaussian:
      return std::exp(-t * t / 2);
    case ShiftKernel::laplace:
      return std::exp(-std::abs(t));
    case ShiftKernel::box:
      break;
  }
  return t == 0 ? 1 : std::sin(t) / t;
}

double densityAt(ShiftKernel kernel, double frequency) {
  switch (kernel) {
    case ShiftKernel::gaussian:
      return std::exp(-frequency * frequency / 2) / std::sqrt(2 * kPi);
    case ShiftKernel::laplace:
      return 1 / (kPi * (1 + frequency * frequency));
    case ShiftKernel::box:
      break;
  }
  return std::abs(frequency) <= 1 ? 0.5 : 0;
}

double drawFrequency(ShiftKernel kernel, Random& random) {
  switch (kernel) {
    case ShiftKernel::gaussian:
      return random.normal();
    case ShiftKernel::laplace:
      return std::tan(kPi * (random.uniform() - 0.5));
    case ShiftKernel::box:
      break;
  }
  return 2 * random.uniform() - 1;
}

std::vector<double> fourierCoefficients(ShiftKernel kernel, double period, Index terms) {
  std::vector<double> coefficients(static_cast<size_t>(terms + 1), 0.0);
  for (Index k = 0; k <= terms; ++k) {
    double sum = 0;
    for (Index step = 0; step <= kIntervals; ++step) {
      const double share = double(step) / double(kIntervals) - 0.5;
      const double weight = step == 0 || step == kIntervals ? 0.5 : 1;
      sum += weight * kernelAt(kernel, share * period) * std::cos(2 * kPi * double(k) * share);
    }
    nth(coefficients, k) = sum / double(kIntervals);
  }
  return coefficients;
}

double spreadOfMean(ShiftKernel kernel, double t, Index count) {
  // cos^2 = (1 + cos of the double) / 2
  const double mean = kernelAt(kernel, t), square = (1 + kernelAt(kernel, 2 * t)) / 2;
  return std::sqrt(std::max(0.0, square - mean * mean) / double(count));
}

}  // namespace engine
