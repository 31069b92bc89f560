// Kernels as dot products of features (MATHEMATICS.md 17.3 to 17.5): the kernel trick in the plane, the Taylor series
// of the Gaussian kernel, Fourier series, and Bochner's theorem, which Performers rest on.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Random.h"

namespace engine {

/// (n, 3) for points (n, 2): x_1^2, sqrt 2 x_1 x_2, x_2^2, whose dot products are (x . z)^2.
Array<double> squareFeatures(const Array<double>& points);

/// (n, n): (x_i . x_j)^2, without features.
Array<double> squareKernel(const Array<double>& points);

/// exp(-x^2 / 2) x^k / sqrt(k!): the k-th of the endlessly many features of the Gaussian kernel in one dimension.
double gaussianFeature(double x, Index k);

/// Sum over k <= degree of the products of these features; exp(-(x - z)^2 / 2) for degree -> infinity.
double gaussianByTaylor(double x, double z, Index degree);

/// A kernel of the difference t of two numbers, 1 at 0, and the density of its frequencies (its Fourier transform).
enum class ShiftKernel { gaussian, laplace, box };
/// gaussian exp(-t^2/2); laplace exp(-|t|); box sin(t)/t.
double kernelAt(ShiftKernel kernel, double t);
/// gaussian: normal; laplace: Cauchy, 1 / (pi (1 + w^2)); box: 1/2 between -1 and 1.
double densityAt(ShiftKernel kernel, double frequency);
double drawFrequency(ShiftKernel kernel, Random& random);

/// c_0 ... c_terms of the kernel between -period/2 and period/2, repeated: the function is even, so that
/// f(x) = c_0 + 2 sum_k c_k cos(2 pi k x / period). By the trapezoid rule on 4096 intervals.
std::vector<double> fourierCoefficients(ShiftKernel kernel, double period, Index terms);

/// Standard deviation of the mean of `count` cosines cos(w t) with drawn frequencies w.
double spreadOfMean(ShiftKernel kernel, double t, Index count);

}  // namespace engine
