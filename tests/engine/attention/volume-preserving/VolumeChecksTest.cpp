// What volume-preserving attention promises, measured: hand examples, and where the promise is broken.
#include "engine/attention/volume-preserving/VolumeChecks.h"
#include "engine/attention/volume-preserving/VolumeRepeats.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/Mechanism.h"
#include "engine/attention/dot/DotProduct.h"
#include "engine/base/Random.h"
#include "tests/support/ErrorOf.h"

namespace volume_checks_test {

using namespace engine;

VolumePreservingInput skew(Index d, Index T, std::uint64_t seed) {
  return {deterministicArray<double>(seed, {d, T}, 1, "Z"),
          skewSymmetricMatrix(deterministicArray<double>(seed + 1, {d * (d - 1) / 2}, 1), d), 1, true};
}
VolumePreservingInput arbitrary(Index d, Index T, std::uint64_t seed) {
  return {deterministicArray<double>(seed, {d, T}, 1, "Z"), deterministicArray<double>(seed + 1, {d, d}, 1, "A"),
          standardScale(d), true};
}
VolumeChecks check(const VolumePreservingInput& input) {
  Progress none;
  return checkVolume(input, volumePreserving(input, 1, none), 1, none);
}
FibreBlocks blocksOf(const VolumePreservingInput& input) {
  Progress none;
  const VolumePreservingResult result = volumePreserving(input, 1, none);
  return fibreBlocks(input, result, volumePreservingJacobian(input, result, 1, none), 1, none);
}
double determinant(const VolumePreservingInput& input) {
  Progress none;
  const auto jacobian = volumePreservingJacobian(input, volumePreserving(input, 1, none), 1, none);
  const LogDeterminant det = logDeterminant(factorize(jacobian, 1, none));
  return det.sign * std::exp(det.logMagnitude);
}

/// Tokens (1, 0), (0, 1), (1, 1) and A_21 = 1/2: Lambda in sevenths.
VolumePreservingInput sevenths() {
  return {Array<double>({2, 3}, {1, 0, 1, 0, 1, 1}, "Z"), skewSymmetricMatrix(Array<double>({1}, {0.5}), 2), 1, true};
}

TEST(VolumeChecks, theExampleInSevenths) {
  Progress none;
  const VolumePreservingResult result = volumePreserving(sevenths(), 1, none);
  const double lambda[] = {3, 6, 2, -2, 3, -6, -6, 2, 3};
  for (Index k = 0; k < 9; ++k) EXPECT_NEAR(result.Lambda[k] * 7, lambda[k], 1e-12) << k;
  const VolumeChecks checks = check(sevenths());
  EXPECT_LT(checks.orthogonality, 1e-14);
  EXPECT_NEAR(checks.determinant, 1, 1e-14);
  EXPECT_LT(checks.fibreError, 1e-14) << "C(Y) = C";
}

TEST(VolumeChecks, softmaxOfTwoTokensLosesEverythingWhateverTheScore) {
  for (const double size : {0.25, 1.0, 30.0}) {
    VolumePreservingInput input = sevenths();
    input.Z = Array<double>({2, 2}, {size, 0, 0, 1}, "Z");
    const VolumeChecks checks = check(input);
    EXPECT_NEAR(checks.P(0, 0), checks.P(0, 1), 1e-15) << "both columns are one";
    EXPECT_NEAR(checks.softmaxDeterminant, 0, 1e-15);
    EXPECT_NEAR(checks.softmaxOutput(0, 0), checks.softmaxOutput(0, 1), 1e-12);
    EXPECT_NEAR(checks.determinant, 1, 1e-14);
  }
}

/// Lambda stays a rotation, but Y has other scores than Z.
TEST(VolumeChecks, anArbitraryMatrixLeavesTheFibre) {
  const VolumeChecks checks = check(arbitrary(3, 4, 7));
  EXPECT_LT(checks.orthogonality, 1e-13);
  EXPECT_NEAR(checks.determinant, 1, 1e-13);
  EXPECT_GT(checks.fibreError, 1e-3);
  for (Index column = 0; column < 4; ++column) {
    double sum = 0;
    for (Index i = 0; i < 4; ++i) sum += checks.P(i, column);
    EXPECT_NEAR(sum, 1, 1e-14);
  }
}

TEST(FibreBlocks, alongTheFibreNothingMovesTheScoresAndBothBlocksKeepVolume) {
  const std::pair<Index, Index> shapes[] = {{2, 2}, {2, 5}, {4, 4}, {4, 6}, {3, 4}};
  for (const auto& [d, T] : shapes) {
    const FibreBlocks blocks = blocksOf(skew(d, T, 5));
    if (d % 2 == 0) {
      EXPECT_EQ(blocks.numHorizontal, d * T - d * (d + 1) / 2) << d << " x " << T;
    }
    EXPECT_LT(blocks.largestAbove, 1e-10) << d << " x " << T;
    EXPECT_NEAR(blocks.horizontal, 1, 1e-9) << d << " x " << T;
    EXPECT_NEAR(blocks.vertical, 1, 1e-9) << d << " x " << T;
    for (Index c = blocks.numHorizontal; c < d * T; ++c) EXPECT_NEAR(blocks.J(c, c), 1, 1e-10) << "only turned";
  }
}

TEST(FibreBlocks, forAnArbitraryMatrixTheBlockAboveIsNotZero) {
  const VolumePreservingInput input = arbitrary(3, 4, 7);
  const FibreBlocks blocks = blocksOf(input);
  EXPECT_GT(blocks.largestAbove, 1e-3);
  Progress none;
  const LogDeterminant det = logDeterminant(factorize(blocks.J, 1, none));
  EXPECT_NEAR(std::exp(det.logMagnitude), std::abs(determinant(input)), 1e-9) << "other coordinates, the same volume";
}

TEST(FibreBlocks, oneTokenHasVerticalDirectionsOnlyAndNoneHasNone) {
  EXPECT_EQ(blocksOf(skew(3, 1, 5)).numHorizontal, 0);
  EXPECT_NEAR(blocksOf(skew(3, 1, 5)).vertical, 1, 1e-12);
  EXPECT_EQ(blocksOf(skew(3, 0, 5)).J.size(), 0);
  EXPECT_EQ(check(skew(3, 0, 5)).determinant, 1);
}

TEST(FibreBlocks, tooManyNumbersAreAnError) {
  VolumePreservingInput input = skew(2, 300, 5);
  VolumePreservingResult result;
  Progress none;
  EXPECT_NE(test::errorOf([&] { fibreBlocks(input, result, {}, 1, none); }).find("found 600 numbers"),
            std::string::npos);
}

ArrayBundle run(const ArrayBundle& inputs, const ParameterValues& values) {
  Diagnostics ignored;
  Progress none;
  return findMechanism("volume-preserving").run(inputs, values, Precision::float64, {nullptr, 1}, ignored, none);
}

ParameterValues everything() {
  ParameterValues values;
  for (const char* key : {"jacobian", "intermediates", "checks", "fibres"}) values.set(key, true);
  values.set("times", std::int64_t{2});
  return values;
}

VolumeRepeats repeated(const VolumePreservingInput& input, Index times) {
  Progress none;
  return repeatVolume(input, times, true, 1, none);
}

TEST(VolumeRepeats, ofTheSkewFormArePowersOfLambdaAndKeepVolume) {
  const VolumePreservingInput input = skew(3, 3, 7);
  const VolumeRepeats repeats = repeated(input, 4);
  Progress none;
  const Array<double> Lambda = volumePreserving(input, 1, none).Lambda;
  std::vector<double> expected(input.Z.begin(), input.Z.end());
  for (Index n = 0; n <= 4; ++n) {
    for (Index k = 0; k < 9; ++k) EXPECT_NEAR(repeats.tokens[n * 9 + k], expected[static_cast<std::size_t>(k)], 1e-10);
    EXPECT_NEAR(repeats.logAbsDet[n], 0, 1e-9);
    EXPECT_EQ(repeats.sign[n], 1);
    std::vector<double> next(9, 0.0);
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j)
        for (Index k = 0; k < 3; ++k)
          next[static_cast<std::size_t>(3 * i + j)] += expected[static_cast<std::size_t>(3 * i + k)] * Lambda(k, j);
    expected = next;
  }
}

TEST(VolumeRepeats, ofAnyMatrixMultiplyTheirDeterminants) {
  const VolumePreservingInput input = arbitrary(3, 3, 8);
  const VolumeRepeats repeats = repeated(input, 3);
  double log = 0;
  VolumePreservingInput one = input;
  for (Index n = 1; n <= 3; ++n) {
    const VolumeRepeats once = repeated(one, 1);
    log += once.logAbsDet[1];
    EXPECT_NEAR(repeats.logAbsDet[n], log, 1e-12);
    std::copy(once.tokens.begin() + 9, once.tokens.end(), one.Z.begin());
    for (Index k = 0; k < 9; ++k) EXPECT_EQ(repeats.tokens[9 * n + k], one.Z[k]);
  }
  EXPECT_GT(std::abs(log), 1e-3) << "else the test shows nothing";
}

TEST(VolumeRepeats, ofASoftmaxDrawTheTokensTogether) {
  const VolumeRepeats repeats = repeated(skew(3, 3, 9), 30);
  const auto spread = [](const Array<double>& tokens, Index n) {
    double most = 0;
    for (Index a = 0; a < 3; ++a)
      for (Index t = 1; t < 3; ++t) most = std::max(most, std::abs(tokens[9 * n + 3 * a + t] - tokens[9 * n + 3 * a]));
    return most;
  };
  EXPECT_LT(spread(repeats.softmax, 30), 1e-6 * spread(repeats.softmax, 0)) << "one and the same";
  EXPECT_GT(spread(repeats.tokens, 30), 0.1 * spread(repeats.tokens, 0));
}

/// The page's three sequences Z_1, Z_2, Z_3 at once, with A = diag(1, 2, 3) and without a scale.
ArrayBundle threeSequences() {
  return {{"Z", Array<double>({3, 3, 2}, {1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1}, "Z")},
          {"A", Array<double>({3, 3}, {1, 0, 0, 0, 2, 0, 0, 0, 3}, "A")}};
}

TEST(VolumePreservingBatch, lowerTrianglesOfThreeSequences) {
  ParameterValues values = everything();
  values.set("scale", std::string("none"));
  const ArrayBundle outputs = run(threeSequences(), values);
  EXPECT_EQ(numbersOf<double>(outputs, "lower"), Array<double>({3, 2, 2}, {0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0}));
  EXPECT_EQ(numbersOf<double>(outputs, "C"), Array<double>({3, 2, 2}, {0, -1, 1, 0, 0, -2, 2, 0, 0, -3, 3, 0}));
}

TEST(VolumePreservingBatch, everyItemIsWhatItIsAlone) {
  const ArrayBundle inputs = threeSequences(), together = run(inputs, everything());
  const Array<double> Z = numbersOf<double>(inputs, "Z");
  for (Index item = 0; item < 3; ++item) {
    ArrayBundle alone = inputs;
    alone["Z"] = Array<double>({3, 2}, std::vector<double>(Z.begin() + 6 * item, Z.begin() + 6 * item + 6));
    for (const auto& [name, array] : run(alone, everything())) {
      const auto &own = std::get<Array<double>>(array), &all = std::get<Array<double>>(together.at(name));
      const Index first = name == "A" ? 0 : item * own.size();
      ASSERT_EQ(all.size(), name == "A" ? own.size() : 3 * own.size()) << name;
      for (Index k = 0; k < own.size(); ++k) EXPECT_EQ(all[first + k], own[k]) << name << " " << item;
    }
  }
}

TEST(VolumePreservingBatch, noItemGivesArraysOfLengthZero) {
  ArrayBundle inputs = threeSequences();
  inputs["Z"] = Array<double>({0, 3, 2}, 0.0, "Z");
  const ArrayBundle outputs = run(inputs, everything());
  EXPECT_EQ(shapeOf(outputs.at("Y")), (Shape{0, 3, 2}));
  EXPECT_EQ(shapeOf(outputs.at("sign")), Shape{0});
  EXPECT_EQ(shapeOf(outputs.at("A")), (Shape{3, 3}));
}

TEST(VolumePreservingScale, isASwitchInBothForms) {
  const auto scores = [](const ArrayBundle& inputs, const char* scale) {
    ParameterValues values;
    values.set("scale", std::string(scale));
    return numbersOf<double>(run(inputs, values), "C");
  };
  ArrayBundle skewForm{{"Z", deterministicArray<double>(1, {4, 3}, 1, "Z")},
                       {"S", deterministicArray<double>(2, {6}, 1, "S")}};
  ArrayBundle arbitraryForm{{"Z", deterministicArray<double>(1, {4, 3}, 1, "Z")},
                            {"A", deterministicArray<double>(2, {4, 4}, 1, "A")}};
  EXPECT_EQ(scores(skewForm, "usual"), scores(skewForm, "none"));
  EXPECT_EQ(scores(arbitraryForm, "usual"), scores(arbitraryForm, "root"));
  for (const ArrayBundle& inputs : {skewForm, arbitraryForm})
    for (Index k = 0; k < 9; ++k)
      EXPECT_NEAR(scores(inputs, "none")[k], 2 * scores(inputs, "root")[k], 1e-14) << "sqrt(4)";
}

TEST(VolumePreservingCurves, aStepForEachOutputWithTheColumnsOfBothWeights) {
  ParameterValues values;
  values.set("checks", true);
  const Mechanism& mechanism = findMechanism("volume-preserving");
  const ArrayBundle inputs = mechanism.sampleInput(), outputs = run(inputs, values);
  const ArrayBundle curves = mechanism.curves(inputs, outputs);
  const Array<double> P = numbersOf<double>(outputs, "P");
  const Array<double> drawn = numbersOf<double>(curves, "curve_softmax of the column");
  ASSERT_EQ(drawn.shape(), (Shape{4, 4}));
  EXPECT_EQ(drawn(1, 2), P(2, 1)) << "step 1, token 2";
  EXPECT_TRUE(mechanism.curves(inputs, run(inputs, {})).empty());
  EXPECT_EQ(mechanism.maps(outputs).size(), 2U);
}

}  // namespace volume_checks_test
