// The chapter "The Attention Layer" of GeometricMachineLearning's documentation, volume-preserving attention.
#include <algorithm>
#include <cmath>

#include "engine/attention/volume-preserving/VolumeChecks.h"
#include "tests/engine/documents/Numbers.h"

namespace documents {
namespace {

/// A skew-symmetric weighting of d = 4 for T = 6 tokens, or another size.
VolumePreservingInput skew(Index d = 4, Index T = 6) {
  return {some(5, {d, T}), skewSymmetricMatrix(some(6, {d * (d - 1) / 2}), d), 1, true};
}
/// An arbitrary weighting of d = 3 for T = 4 tokens, scaled as the layer is.
VolumePreservingInput arbitrary() { return {some(121, {3, 4}), some(122, {3, 3}), 1 / std::sqrt(3.0), true}; }
VolumePreservingResult made(const VolumePreservingInput& input) {
  Progress none;
  return volumePreserving(input, 1, none);
}
VolumeChecks checks(const VolumePreservingInput& input) {
  Progress none;
  return checkVolume(input, made(input), 1, none);
}
double determinant(const Array<double>& matrix) {
  Progress none;
  const LogDeterminant found = logDeterminant(factorize(matrix, 1, none));
  return found.sign * std::exp(found.logMagnitude);
}
Array<double> jacobian(const VolumePreservingInput& input) {
  Progress none;
  return volumePreservingJacobian(input, made(input), 1, none);
}
FibreBlocks blocks(const VolumePreservingInput& input) {
  Progress none;
  return fibreBlocks(input, made(input), jacobian(input), 1, none);
}
Array<double> product(const Array<double>& a, const Array<double>& b) {
  Array<double> ab({a.length(0), b.length(1)}, 0.0);
  for (Index i = 0; i < a.length(0); ++i)
    for (Index k = 0; k < a.length(1); ++k)
      for (Index j = 0; j < b.length(1); ++j) ab(i, j) += a(i, k) * b(k, j);
  return ab;
}
Array<double> transposed(const Array<double>& a) {
  Array<double> t({a.length(1), a.length(0)});
  for (Index i = 0; i < a.length(0); ++i)
    for (Index j = 0; j < a.length(1); ++j) t(j, i) = a(i, j);
  return t;
}
const Sizes kSizes{{"d", 4}, {"T", 6}};

COMPUTED(correlationsAreZtWZ) {
  const Array<double> Z = some(1, {3, 5}), W = some(2, {3, 3});
  const ArrayBundle made =
      outputsOf("multiplicative", {{"Q", transposed(Z)}, {"K", transposed(Z)}, {"V", transposed(Z)}, {"M", W}});
  std::vector<double> found = lengths(made, "S", 2);
  found.push_back(largestDifference(numbers(made, "S"), product(product(transposed(Z), W), Z)));
  return {found, {{"T", 5}}};
}
COMPUTED(outputsAreReweightedTokens) {
  const VolumePreservingInput input = skew();
  const VolumePreservingResult result = made(input);
  return {{largestDifference(product(input.Z, result.Lambda), result.Y)}};
}
COMPUTED(softmaxColumnsAddUpToOne) { return {rangeOfRowSums(transposed(checks(arbitrary()).P))}; }
/// Two tokens with a skew-symmetric weighting: both columns of the softmax are the same.
COMPUTED(softmaxThatLosesInformation) {
  const VolumeChecks found = checks(skew(4, 2));
  return {{found.softmaxDeterminant, found.P(0, 0) - found.P(0, 1), found.determinant}};
}
COMPUTED(cayleyOfASkewMatrix) { return {{checks(skew()).orthogonality, checks(skew()).determinant}}; }
COMPUTED(cayleyOfTheSecondApproach) { return {{checks(arbitrary()).orthogonality, checks(arbitrary()).determinant}}; }
COMPUTED(cayleyIsTheStatedQuotient) {
  const VolumePreservingResult result = made(skew());
  Array<double> plus = result.C, minus = result.C;
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) {
      plus(i, j) = (i == j) + result.C(i, j);
      minus(i, j) = (i == j) - result.C(i, j);
    }
  return {{largestDifference(product(result.Lambda, plus), minus)}};
}
/// -2 V for Cayley(t V): without the factor 1/2 the derivative at 0 is not V.
COMPUTED(derivativeOfCayleyAtZero) {
  VolumePreservingInput input = skew();
  const double t = 1e-7;
  for (double& value : input.A) value *= t;
  const VolumePreservingResult result = made(input);
  return {{result.Lambda(1, 0) / result.C(1, 0)}};
}
COMPUTED(weightingOfTheSecondApproach) {
  const ArrayBundle outputs =
      outputsOf("volume-preserving", {{"Z", some(1, {3, 4})}, {"A", some(2, {3, 3})}}, {{"intermediates", true}});
  return {lengths(outputs, "A", 2), {{"d", 3}, {"T", 4}}};
}
COMPUTED(numberOfCorrelations) {
  const Array<double> C = made(arbitrary()).C;
  double count = 0;
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < i; ++j) count += C(i, j) != 0;
  return {{count}, {{"d", 3}, {"T", 4}, {"n", 4}}};
}
COMPUTED(copyAndNegate) {
  const VolumePreservingResult result = made(arbitrary());
  const Array<double> lower = lowerHalf(result.ZAZ), upper = transposed(lower);
  Array<double> expected = lower;
  for (Index k = 0; k < 16; ++k) expected[k] -= upper[k];
  return {{largestDifference(expected, result.C)}};
}
COMPUTED(threeSequencesOfTheExample) {
  const Array<double> Z({3, 3, 2}, {1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1});
  const ArrayBundle outputs =
      outputsOf("volume-preserving", {{"Z", Z}, {"A", Array<double>({3, 3}, {1, 0, 0, 0, 2, 0, 0, 0, 3})}},
                {{"scale", std::string("none")}, {"intermediates", true}});
  const Array<double> lower = numbers(outputs, "lower");
  return {{lower.begin(), lower.end()}};
}
COMPUTED(fibresArePreserved) { return {{checks(skew()).fibreError}}; }
COMPUTED(sigmaCommutesWithC) {
  const VolumePreservingResult result = made(skew());
  return {{largestDifference(product(result.Lambda, result.C), product(result.C, result.Lambda))}};
}
COMPUTED(dimensionOfTheHorizontalSpace) { return {{double(blocks(skew()).numHorizontal)}, kSizes}; }
COMPUTED(dimensionOfTheVerticalSpace) { return {{double(4 * 6 - blocks(skew()).numHorizontal)}, kSizes}; }
COMPUTED(dimensionOfTheHorizontalSpaceForOddWidth) {
  return {{double(blocks(skew(3, 5)).numHorizontal)}, {{"d", 3}, {"T", 5}}};
}
COMPUTED(verticalDirectionsAreOnlyTurned) {
  const FibreBlocks found = blocks(skew());
  double largest = 0;
  for (Index r = found.numHorizontal; r < 24; ++r)
    for (Index c = found.numHorizontal; c < 24; ++c) largest = std::max(largest, std::abs(found.J(r, c) - (r == c)));
  return {{largest}};
}
COMPUTED(blocksOfTheJacobian) {
  const FibreBlocks found = blocks(skew());
  return {{found.largestAbove, found.horizontal, found.vertical}};
}
COMPUTED(determinantOfTheJacobian) { return {{determinant(jacobian(skew()))}}; }
COMPUTED(determinantOfTheJacobianOfTheSecondApproach) { return {{determinant(jacobian(arbitrary()))}}; }
/// The lengths with a closed form, and one without: the largest departure from an orthogonal matrix.
COMPUTED(lengthsOfTheFastActivation) {
  double largest = 0;
  for (const Index T : {2, 3, 4, 5, 17}) largest = std::max(largest, checks(skew(4, T)).orthogonality);
  return {{largest}};
}

}  // namespace
}  // namespace documents
