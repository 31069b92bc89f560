// A Complete Guide to Protein Folding Prediction with RoseTTAFold, part I: linearised attention and random features.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/attention/performer/Performer.h"
#include "engine/attention/performer/RandomFeatures.h"
#include "engine/attention/random-features/GramSchmidt.h"
#include "engine/attention/random-features/KernelErrors.h"
#include "engine/attention/random-features/KernelSeries.h"
#include "tests/engine/documents/Numbers.h"

namespace documents {
namespace {

using std::numbers::pi;

// Kernels

COMPUTED(widthOfTheSquareFeatures) { return {{double(squareFeatures(some(1, {4, 2})).length(1))}}; }
COMPUTED(squareKernelByFeatures) {
  const Array<double> points = some(1, {6, 2}, 2), features = squareFeatures(points), kernel = squareKernel(points);
  Array<double> products({6, 6}, 0.0);
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j)
      for (Index c = 0; c < 3; ++c) products(i, j) += features(i, c) * features(j, c);
  return {{largestDifference(products, kernel)}};
}
COMPUTED(gaussianKernelAtZeroAndFar) {
  return {{kernelAt(ShiftKernel::gaussian, 0), kernelAt(ShiftKernel::gaussian, 12)}};
}
/// exp(x z) at x = z = 1 by its series, from the products of the features of the Gaussian kernel.
COMPUTED(taylorSeriesOfTheExponential) { return {{gaussianByTaylor(1, 1, 40) * std::numbers::e}}; }
COMPUTED(gaussianKernelBySeries) { return {{gaussianByTaylor(0.7, -1.1, 60) - std::exp(-1.8 * 1.8 / 2)}}; }
/// The factor exp(-|q|^2 / 2) at |q| = 0.5 over that at |q| = 1.
COMPUTED(scalingFactorNearTheOrigin) {
  return {{kernelAt(ShiftKernel::gaussian, 0.5) / kernelAt(ShiftKernel::gaussian, 1)}};
}

// Fourier series, Bochner's theorem

/// Sum of the series of the Gaussian with the period 12 at x = 0.9.
COMPUTED(functionByItsFourierSeries) {
  const std::vector<double> c = fourierCoefficients(ShiftKernel::gaussian, 12, 40);
  double sum = c[0];
  for (size_t k = 1; k < c.size(); ++k) sum += 2 * c[k] * std::cos(2 * pi * double(k) * 0.9 / 12);
  return {{sum}};
}
/// The coefficient k = 3 of the period L = 60 over the step of frequencies 2 pi / L: the transform at 6 pi / L.
COMPUTED(transformAsALimitOfCoefficients) {
  const double L = 60;
  const double found = fourierCoefficients(ShiftKernel::gaussian, L, 3)[3] * L / (2 * pi);
  return {{found - densityAt(ShiftKernel::gaussian, 6 * pi / L)}};
}
COMPUTED(transformOfTheGaussian) {
  return {{densityAt(ShiftKernel::gaussian, 0), densityAt(ShiftKernel::gaussian, 1)}};
}
COMPUTED(integralOfTheTransform) {
  double sum = 0;
  for (Index k = -4000; k < 4000; ++k) sum += densityAt(ShiftKernel::gaussian, (double(k) + 0.5) / 400) / 400;
  return {{sum}};
}
COMPUTED(meanOfCosines) {
  Random random(11);
  double sum = 0;
  for (int draw = 0; draw < 100000; ++draw) sum += std::cos(drawFrequency(ShiftKernel::gaussian, random));
  return {{sum / 100000}};
}
/// E cos^2(w t) at t = 1: the variance of one cosine and the square of its mean.
COMPUTED(meanOfSquaredCosines) {
  return {{std::pow(spreadOfMean(ShiftKernel::gaussian, 1, 1), 2) + std::pow(kernelAt(ShiftKernel::gaussian, 1), 2)}};
}

// Errors of the estimators

/// Mean square error of the estimate with m features.
double meanSquareError(FeatureKind kind, const PairShape& shape, Index m) {
  return std::pow(expectedError(kind, shape, m) * shape.kernel(), 2);
}
/// Relative errors of both estimators with 50 000 independent features in 4 dimensions.
COMPUTED(errorsOfManyFeatures) {
  std::vector<double> found;
  Progress none;
  const PairShape shape{0.8, 1.2};
  for (const FeatureKind kind : {FeatureKind::trigonometric, FeatureKind::positive}) {
    Random random(4);
    const VectorPairs pairs = vectorPairs(shape, 4, 4, random);
    const KernelEstimator estimator{kind, false};
    found.push_back(relativeError(pairs, shape, estimator.projection(50000, 4, 3), kind, 1, none));
  }
  return {found};
}
COMPUTED(errorOfTwiceAsManyFeatures) {
  const PairShape shape{1, 1};
  return {{meanSquareError(FeatureKind::positive, shape, 64) / meanSquareError(FeatureKind::positive, shape, 32)}};
}
/// Opposite vectors of length 3: the kernel is exp(-9).
COMPUTED(errorOfTrigonometricFeaturesForSmallScores) {
  return {{meanSquareError(FeatureKind::trigonometric, {3, pi}, 1)}, {{"l", 3}}};
}
COMPUTED(errorOfPositiveFeaturesForSmallScores) { return {{meanSquareError(FeatureKind::positive, {3, pi}, 1)}}; }
/// Trigonometric over positive: at a right angle, and for opposite vectors.
COMPUTED(errorsAtARightAngle) {
  const PairShape shape{1, pi / 2};
  return {{meanSquareError(FeatureKind::trigonometric, shape, 1) / meanSquareError(FeatureKind::positive, shape, 1)}};
}
COMPUTED(errorsNearlyOpposite) {
  const PairShape shape{1, 0.999 * pi};
  return {{meanSquareError(FeatureKind::trigonometric, shape, 1) / meanSquareError(FeatureKind::positive, shape, 1)}};
}
/// Bound of orthogonal features over the error of independent ones, 16 features in 16 dimensions.
double orthogonalShare(Index m, Index d) {
  const PairShape shape{1, 1};
  return orthogonalBound(shape, m, d) / expectedError(FeatureKind::positive, shape, m);
}
COMPUTED(orthogonalBesideIndependent) { return {{orthogonalShare(16, 16)}}; }
COMPUTED(gainInMoreDimensions) { return {{(1 - orthogonalShare(16, 64)) / (1 - orthogonalShare(16, 16))}}; }
COMPUTED(gainOfFewerFeatures) { return {{(1 - orthogonalShare(4, 16)) / (1 - orthogonalShare(16, 16))}}; }

// Orthogonal rows

COMPUTED(usualNumberOfFeatures) { return {{double(defaultFeatureCount(64))}, {{"d", 64}}}; }
COMPUTED(rowsOfOneBlock) {
  const Array<double> rows = orthonormalRows(some(35, {6, 6}), SignFix::corrected);
  double length = 0, product = 0;
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) {
      double sum = 0;
      for (Index c = 0; c < 6; ++c) sum += rows(i, c) * rows(j, c);
      (i == j ? length : product) = std::max(i == j ? length : product, std::abs(sum - (i == j)));
    }
  return {{length, product}};
}
/// The part of (5, 0) along (3, 4), which Gram-Schmidt takes away.
COMPUTED(projectionOnALongVector) {
  const GramSchmidt made = gramSchmidt(Array<double>({2, 2}, {3, 4, 5, 0}));
  const double amount = made.steps.at(1).amount;
  return {{amount * made.rows()(0, 0), amount * made.rows()(0, 1)}};
}
/// |u_k|, (m_k . omega_j) and the rows give the matrix back: M = R^T Q^T.
COMPUTED(matrixFromItsFactors) {
  const Array<double> M = some(3, {4, 5});
  const GramSchmidt made = gramSchmidt(M);
  Array<double> expected({4, 5}, 0.0);
  for (const GramSchmidtStep& step : made.steps)
    for (Index c = 0; c < 5; ++c)
      expected(step.row, c) += step.amount * made.rows()(step.along < 0 ? step.row : step.along, c);
  return {{largestDifference(expected, M)}};
}
/// Mean squared length of many orthogonal rows, each of the length of a normal vector.
COMPUTED(squaredLengthOfRows) {
  Random random(8);
  const Array<double> W = randomFeatures(3200, 16, {}, random);
  double sum = 0;
  for (const double w : W) sum += w * w;
  return {{sum / 3200}, {{"d", 16}}};
}

// The feature map and fast attention

ArrayBundle performerInput() {
  return {{"Q", some(32, {1, 2, 5, 4}, 2)},
          {"K", some(33, {1, 2, 5, 4}, 2)},
          {"V", some(34, {1, 2, 5, 4})},
          {"W", some(31, {6, 4}, 2)}};
}
ArrayBundle performed(const std::string& stabiliser = "head") {
  return outputsOf("performer", performerInput(),
                   {{"phi", true}, {"intermediates", true}, {"eps", 0.0}, {"stabiliser", stabiliser}});
}
const Sizes kSizes{{"B", 1}, {"H", 2}, {"N", 5}, {"d", 4}, {"r", 6}};

COMPUTED(shapeOfTheFeatures) { return {lengths(performed(), "phi_q", 4), kSizes}; }
COMPUTED(featureMapWithBothScales) {
  const Array<double> phi = numbers(performed("none"), "phi_q"), Q = numbers(performerInput(), "Q");
  const Array<double> W = numbers(performerInput(), "W");
  Array<double> expected(phi.shape());
  for (Index row = 0; row < 10; ++row)
    for (Index r = 0; r < 6; ++r) {
      double u = 0, squares = 0;
      for (Index c = 0; c < 4; ++c) {
        u += W(r, c) * Q[row * 4 + c] / std::pow(4, 0.25);
        squares += Q[row * 4 + c] * Q[row * 4 + c];
      }
      expected[row * 6 + r] = std::exp(u - squares / (2 * std::sqrt(4.0))) / std::sqrt(6.0);
    }
  return {{largestDifference(expected, phi)}};
}
/// Of the first query, sqrt(r) phi.
COMPUTED(largestFeatureOfAQuery) {
  const Array<double> phi = numbers(performed(), "phi_q");
  double largest = 0;
  for (Index r = 0; r < 6; ++r) largest = std::max(largest, phi[r] * std::sqrt(6.0));
  return {{largest}};
}
COMPUTED(shapeOfTheIntermediateMatrix) { return {lengths(performed(), "KV", 2), kSizes}; }
COMPUTED(shapeOfFastAttention) { return {lengths(performed(), "O", 4), kSizes}; }
COMPUTED(fastWeightsAddUpToOne) { return {rangeOfRowSums(numbers(performed(), "A"))}; }
COMPUTED(outputWithAndWithoutTheMap) {
  const Array<double> A = numbers(performed(), "A"), V = numbers(performerInput(), "V"), O = numbers(performed(), "O");
  Array<double> expected(O.shape(), 0.0);
  for (Index head = 0; head < 2; ++head)
    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < 5; ++j)
        for (Index c = 0; c < 4; ++c) expected(0, head, i, c) += A(0, head, i, j) * V(0, head, j, c);
  return {{largestDifference(expected, O)}};
}
/// Operations with twice the sequences: fast attention, and attention with its map.
COMPUTED(growthOfFastAttention) {
  std::vector<double> found;
  for (const char* id : {"performer", "dot"}) {
    const auto flops = [&](Index N) {
      ArrayBundle inputs{{"Q", Array<float>({N, 8})}, {"K", Array<float>({N, 8})}, {"V", Array<float>({N, 8})}};
      if (std::string(id) == "performer") inputs["W"] = Array<float>({16, 8});
      ParameterValues values;
      return findMechanism(id).costOf(inputs, values, Precision::float32).flops;
    };
    found.push_back(flops(4000) / flops(2000));
  }
  return {found};
}

}  // namespace
}  // namespace documents
