// Volume-preserving attention: hand examples and goldens of MATHEMATICS.md 12.5, the invariants and which of its
// forms preserves volume (MATHEMATICS.md 12.2).
#include "engine/attention/volume-preserving/VolumePreserving.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "engine/attention/Mechanism.h"
#include "engine/attention/dot/DotProduct.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/support/ErrorOf.h"

namespace volume_preserving_test {

using namespace engine;
using test::expectClose;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix matrixOf(const Array<double>& array) {
  return Eigen::Map<const Matrix>(array.data(), array.length(0), array.length(1));
}
double largest(const Matrix& matrix) { return matrix.size() == 0 ? 0 : matrix.cwiseAbs().maxCoeff(); }

VolumePreservingResult run(const VolumePreservingInput& input, int threads = 1) {
  Progress none;
  return volumePreserving(input, threads, none);
}
LogDeterminant determinant(const VolumePreservingInput& input, int threads = 1) {
  Progress none;
  return logDeterminant(factorize(volumePreservingJacobian(input, run(input), threads, none), threads, none));
}

VolumePreservingInput skew(Index d, Index T, std::uint64_t seed, double scale = 1) {
  return {deterministicArray<double>(seed, {d, T}, scale, "Z"),
          skewSymmetricMatrix(deterministicArray<double>(seed + 1, {d * (d - 1) / 2}, 1), d), 1};
}
VolumePreservingInput arbitrary(Index d, Index T, std::uint64_t seed) {
  return {deterministicArray<double>(seed, {d, T}, 1, "Z"), deterministicArray<double>(seed + 1, {d, d}, 1, "A"),
          standardScale(d)};
}

TEST(VolumePreserving, storageOfTheSkewMatrixIsTheLowerTriangleRowByRow) {
  const Array<double> A = skewSymmetricMatrix(Array<double>({6}, {1, 2, 3, 4, 5, 6}), 4);
  EXPECT_EQ(A, Array<double>({4, 4}, {0, -1, -2, -4, 1, 0, -3, -5, 2, 3, 0, -6, 4, 5, 6, 0}));
  EXPECT_TRUE(isSkewSymmetric(A));
  EXPECT_FALSE(isSkewSymmetric(Array<double>({1, 1}, {1})));
}

TEST(VolumePreserving, handExamplesOfTwoTokens) {
  const double root3 = std::sqrt(3.0);
  struct Example {
    std::vector<double> Z;
    double score, cosine, sine;  // score before the scale; Lambda = (cosine, sine; -sine, cosine)
  };
  const Example examples[] = {{{1, 1, 0, 1, 0, 1}, 1, 0.5, root3 / 2},
                              {{0, 1, 1, 1, 0, 1}, 2, -1.0 / 7, 4 * root3 / 7},
                              {{0, 1, 0, 1, 1, 1}, 3, -0.5, root3 / 2}};
  for (const Example& example : examples) {
    VolumePreservingInput input{Array<double>({3, 2}, example.Z), Array<double>({3, 3}, {1, 0, 0, 0, 2, 0, 0, 0, 3}),
                                1};
    EXPECT_EQ(run(input).C, Array<double>({2, 2}, {0, -example.score, example.score, 0}));
    input.scale = 1 / root3;
    const Array<double> lambda({2, 2}, {example.cosine, example.sine, -example.sine, example.cosine});
    expectClose(run(input).Lambda, lambda, 1e-15, "Lambda");
    if (example.score != 1) continue;
    const Array<double> Y({3, 2}, {-0.366025, 1.366025, -0.866025, 0.5, -0.866025, 0.5});
    expectClose(run(input).Y, Y, 1e-6, "Y");
  }
}

void expectGolden(const VolumePreservingInput& input, const double (&lambda)[4], const double (&first)[4], double sum,
                  double logMagnitude) {
  const VolumePreservingResult result = run(input);
  double found = 0;
  for (const double y : result.Y) found += y;
  EXPECT_NEAR(found, sum, 1e-10 * (1 + std::abs(sum)));
  for (Index c = 0; c < 4; ++c) {
    EXPECT_NEAR(result.Lambda(0, c), lambda[c], 1e-10 * 2);
    EXPECT_NEAR(result.Y(0, c), first[c], 1e-10 * 2);
  }
  const LogDeterminant det = determinant(input);
  EXPECT_NEAR(det.logMagnitude, logMagnitude, 1e-10);
  EXPECT_EQ(det.sign, 1);
}

TEST(VolumePreserving, goldensOfBothFormsWithTheirDeterminants) {
  const Array<double> Z = deterministicArray<double>(121, {3, 4}, 1, "Z");
  expectGolden({Z, skewSymmetricMatrix(Array<double>({3}, {0.3, -0.7, 0.5}), 3), 1},
               {0.773680192683, 0.337043763515, 0.481864818556, -0.235853254299},
               {0.018495363838, -0.403726405766, -0.846945979190, 0.937802028085}, 1.396045439552939, 0);
  expectGolden({Z, deterministicArray<double>(122, {3, 3}, 1, "A"), standardScale(3)},
               {0.105043894131, 0.066533870639, -0.427746629515, 0.895305448047},
               {0.231732523493, -1.097795809680, 0.318274889081, -0.632433962979}, -2.8469263791004713,
               std::log(1.9016799086587595));
}

RC_GTEST_PROP(VolumePreserving, LambdaIsARotationAndKeepsTheGramMatrixInBothForms, ()) {
  const Index d = *rc::gen::inRange<Index>(0, 9), T = *rc::gen::inRange<Index>(0, 150);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  const VolumePreservingInput input = *rc::gen::arbitrary<bool>() ? skew(d, T, seed) : arbitrary(d, T, seed);
  const VolumePreservingResult result = run(input, 2);
  const Matrix lambda = matrixOf(result.Lambda), C = matrixOf(result.C), Z = matrixOf(input.Z), Y = matrixOf(result.Y);
  RC_ASSERT(largest(C + C.transpose()) == 0);
  RC_ASSERT(largest(lambda.transpose() * lambda - Matrix::Identity(T, T)) <= 1e-10);
  if (T > 0) RC_ASSERT(std::abs(lambda.determinant() - 1) <= 1e-10);
  RC_ASSERT(largest(Y * Y.transpose() - Z * Z.transpose()) <= 1e-10);
}

RC_GTEST_PROP(VolumePreserving, theSkewFormKeepsItsScoresHasAnInverseAndPowers, ()) {
  const Index d = *rc::gen::inRange<Index>(0, 7), T = *rc::gen::inRange<Index>(0, 12);
  const VolumePreservingInput input = skew(d, T, *rc::gen::inRange<std::uint64_t>(0, 1000));
  const VolumePreservingResult once = run(input);
  const VolumePreservingResult twice = run({once.Y, input.A, 1}), thrice = run({twice.Y, input.A, 1});
  const Matrix Z = matrixOf(input.Z), lambda = matrixOf(once.Lambda);
  RC_ASSERT(largest(matrixOf(twice.C) - matrixOf(once.C)) <= 1e-10);
  RC_ASSERT(largest(matrixOf(once.Y) * matrixOf(twice.Lambda).transpose() - Z) <= 1e-10);
  RC_ASSERT(largest(matrixOf(thrice.Y) - Z * lambda * lambda * lambda) <= 1e-10);
}

RC_GTEST_PROP(VolumePreserving, theSkewFormHasDeterminantOne, ()) {
  const Index d = *rc::gen::inRange<Index>(0, 8), T = *rc::gen::inRange<Index>(0, 9);
  const LogDeterminant det = determinant(skew(d, T, *rc::gen::inRange<std::uint64_t>(0, 1000)), 2);
  RC_ASSERT(det.sign == 1);
  RC_ASSERT(std::abs(det.logMagnitude) <= 1e-10);
}

RC_GTEST_PROP(VolumePreserving, theArbitraryFormWithASkewMatrixIsTheSkewFormOfTheScaledOne, ()) {
  const Index d = *rc::gen::inRange<Index>(1, 7), T = *rc::gen::inRange<Index>(0, 9);
  VolumePreservingInput scaled = skew(d, T, *rc::gen::inRange<std::uint64_t>(0, 1000)), other = scaled;
  for (double& value : scaled.A) value *= standardScale(d);
  other.scale = standardScale(d);
  expectClose(run(other).Y, run(scaled).Y, 1e-13, "Y");
  RC_ASSERT(!::testing::Test::HasFailure());
  RC_ASSERT(std::abs(determinant(other).logMagnitude) <= 1e-10);
}

RC_GTEST_PROP(VolumePreserving, theJacobianOfBothFormsEqualsFiniteDifferences, ()) {
  const Index d = *rc::gen::inRange<Index>(0, 5), T = *rc::gen::inRange<Index>(0, 5);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  const VolumePreservingInput input = *rc::gen::arbitrary<bool>() ? skew(d, T, seed) : arbitrary(d, T, seed);
  Progress none;
  const Array<double> jacobian = volumePreservingJacobian(input, run(input), 1, none);
  constexpr double kStep = 1e-6;
  for (Index k = 0; k < d * T; ++k) {
    VolumePreservingInput more = input, less = input;
    more.Z[k] += kStep;
    less.Z[k] -= kStep;
    const VolumePreservingResult above = run(more), below = run(less);
    for (Index y = 0; y < d * T; ++y)
      RC_ASSERT(std::abs(jacobian(k, y) - (above.Y[y] - below.Y[y]) / (2 * kStep)) <= 1e-6);
  }
}

TEST(VolumePreserving, theArbitraryFormDoesNotPreserveVolumeInGeneral) {
  const std::pair<Index, Index> shapes[] = {{2, 2}, {3, 3}, {4, 2}, {2, 4}, {3, 5}, {5, 3}, {6, 4}};
  for (const auto& [d, T] : shapes)
    EXPECT_GT(std::abs(determinant(arbitrary(d, T, 7)).logMagnitude), 1e-3) << d << " x " << T;
}

TEST(VolumePreserving, oneTokenNoScoresOrOneSkewChannelGiveTheIdentity) {
  for (const VolumePreservingInput& input :
       {skew(4, 1, 3), arbitrary(4, 1, 3), skew(1, 6, 3),
        VolumePreservingInput{deterministicArray<double>(1, {3, 5}, 1, "Z"), Array<double>({3, 3}), 1}})
    EXPECT_EQ(run(input).Y, input.Z);
}

TEST(VolumePreserving, largeScoresAreRightOrAnErrorThatNamesTheArrays) {
  for (const double scale : {1e2, 1e3, 1e4}) {
    const Matrix lambda = matrixOf(run(skew(3, 7, 5, scale)).Lambda);
    EXPECT_LE(largest(lambda.transpose() * lambda - Matrix::Identity(7, 7)), 1e-15 * scale * scale * 20) << scale;
  }
  for (const double scale : {1e15, 1e30, 1e200}) try {
      run(skew(3, 7, 5, scale));
      FAIL() << "no error at " << scale;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("arrays Z (3, 7) and S: the scores C have the norm"));
    }
}

TEST(VolumePreserving, sameBitsEveryTimeAndWithOneOrTwoThreads) {
  const VolumePreservingInput input = skew(5, 200, 3);
  const VolumePreservingResult one = run(input, 1), two = run(input, 2);
  EXPECT_TRUE(one.C == two.C && one.Lambda == two.Lambda && one.Y == two.Y);
  EXPECT_EQ(determinant(arbitrary(2, 150, 3), 1).logMagnitude, determinant(arbitrary(2, 150, 3), 2).logMagnitude);
}

ArrayBundle compute(const ArrayBundle& inputs, Diagnostics& diagnostics, bool wantsJacobian = true) {
  ParameterValues values;
  values.set("jacobian", wantsJacobian);
  Progress none;
  return findMechanism("volume-preserving").run(inputs, values, Precision::float32, {nullptr, 1}, diagnostics, none);
}

TEST(VolumePreservingMechanism, theDeterminantComesOnRequestWithAWarningWhereVolumeIsNotPreserved) {
  Diagnostics skewWarnings, warnings;
  ArrayBundle inputs = findMechanism("volume-preserving").sampleInput();
  const ArrayBundle outputs = compute(inputs, skewWarnings);
  EXPECT_TRUE(skewWarnings.warnings().empty());
  EXPECT_NEAR(std::get<Array<float>>(outputs.at("log_abs_det"))[0], 0, 1e-10);
  EXPECT_EQ(std::get<Array<float>>(outputs.at("sign"))[0], 1.0f);
  EXPECT_EQ(compute(inputs, skewWarnings, false).count("log_abs_det"), 0u);
  inputs.erase("S");
  inputs["A"] = deterministicArray<float>(122, {3, 3}, 1, "A");
  EXPECT_NEAR(std::get<Array<float>>(compute(inputs, warnings).at("log_abs_det"))[0], std::log(1.90168), 1e-5);
  ASSERT_EQ(warnings.warnings().size(), 1u);
  EXPECT_THAT(warnings.warnings()[0], ::testing::HasSubstr("does not preserve volume"));
}

TEST(VolumePreservingMechanism, bothNoneOrWrongMatricesAndLargeJacobiansAreErrors) {
  using ::testing::HasSubstr;
  const auto errorOf = [](const ArrayBundle& inputs) -> std::string {
    Diagnostics diagnostics;
    return test::errorOf([&] { compute(inputs, diagnostics); });
  };
  ArrayBundle inputs = findMechanism("volume-preserving").sampleInput();
  inputs["A"] = Array<float>({3, 3});
  EXPECT_THAT(errorOf(inputs), HasSubstr("array A of shape (3, 3): not expected beside S of shape (3)"));
  inputs.erase("S");
  inputs["A"] = Array<float>({3, 4});
  EXPECT_THAT(errorOf(inputs), HasSubstr("array A: found shape (3, 4), expected (3, 3)"));
  inputs.erase("A");
  EXPECT_THAT(errorOf(inputs), HasSubstr("array S is missing"));
  inputs["S"] = Array<float>({4});
  EXPECT_THAT(errorOf(inputs), HasSubstr("array S: found shape (4), expected (3)"));
  inputs["S"] = Array<float>({3});
  inputs["Z"] = Array<float>({3, 700});
  EXPECT_THAT(errorOf(inputs), HasSubstr("array Z of shape (3, 700): found 2100 numbers, expected at most 2048"));
}

}  // namespace volume_preserving_test
