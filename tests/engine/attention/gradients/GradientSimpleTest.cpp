// Gradients of additive, multiplicative, kernel and volume-preserving attention, against central differences.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/gradients/GradientCase.h"

namespace {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;

Array<double> sample(std::uint64_t seed, const Shape& shape, double scale = 1) {
  return deterministicArray<double>(seed, shape, scale);
}

TEST(GradientOfAdditive, everyInputUnderEveryMask) {
  expectGradientsOfMechanism(GradientCase("additive"));
  expectGradientsOfMechanism(GradientCase("additive").without("valid_lens").set("causal", true));
  expectGradientsOfMechanism(GradientCase("additive").with("valid_lens", Array<std::int64_t>({2}, {0, 5})));
  GradientCase single("additive");
  single.without("valid_lens").with("Q", sample(1, {1, 6})).with("K", sample(2, {1, 4})).with("V", sample(3, {1, 2}));
  expectGradientsOfMechanism(single);
}

TEST(GradientOfMultiplicative, generalDotAndConcatenation) {
  expectGradientsOfMechanism(GradientCase("multiplicative"));
  expectGradientsOfMechanism(GradientCase("multiplicative").without("M").with("Q", sample(1, {2, 3, 4})));
  expectGradientsOfMechanism(
      GradientCase("multiplicative").without("M").with("W", sample(2, {7, 10}, 0.5)).with("v", sample(3, {7})));
}

TEST(GradientOfMultiplicative, localWindowAndItsWidth) {
  GradientCase local("multiplicative");
  local.set("local", true).set("width", 3.0).with("W_p", sample(1, {5, 6})).with("v_p", sample(2, {5}));
  expectGradientsOfMechanism(local);
}

TEST(GradientOfNadarayaWatson, keysValuesQueriesAndWidth) {
  for (const char* kernel : {"gaussian", "boxcar", "triangular", "epanechikov", "constant"})
    for (const double width : {0.9, 1.7})
      expectGradientsOfMechanism(
          GradientCase("nadaraya-watson").set("kernel", std::string(kernel)).set("width", width));
}

TEST(GradientOfNadarayaWatson, gaussianFarFromAllKeysAndEmptyCompactKernels) {
  for (const char* kernel : {"gaussian", "triangular", "epanechikov", "boxcar"})
    expectGradientsOfMechanism(GradientCase("nadaraya-watson")
                                   .set("kernel", std::string(kernel))
                                   .with("queries", Array<double>({2}, {-60.0, 2.3})));
}

TEST(GradientOfVolumePreserving, tokensAndBothForms) {
  expectGradientsOfMechanism(GradientCase("volume-preserving"));
  expectGradientsOfMechanism(GradientCase("volume-preserving").without("S").with("A", sample(122, {3, 3})));
  for (const Shape& shape : {Shape{1, 3}, Shape{3, 1}, Shape{2, 5}})
    expectGradientsOfMechanism(GradientCase("volume-preserving")
                                   .without("S")
                                   .with("Z", sample(1, shape))
                                   .with("A", sample(2, {shape[0], shape[0]})));
}

/// The Jacobian of Y by Z, row by row from the tape, has determinant 1 for the skew form only.
TEST(GradientOfVolumePreserving, jacobianFromTheTapeHasTheDeterminantOfTheMechanism) {
  for (const bool isSkew : {true, false}) {
    GradientCase given("volume-preserving");
    given.with("Z", sample(121, {3, 4})).with("S", Array<double>({3}, {0.3, -0.7, 0.5}));
    if (!isSkew) given.without("S").with("A", sample(122, {3, 3}));
    Tape<double> tape;
    Progress none;
    const RecordedMechanism recorded = recordMechanism(tape, given.mechanism, given.inputs, given.values, none);
    const Variable<double> Y = reshape(recorded.outputs.at("Y"), {12});
    Eigen::MatrixXd jacobian(12, 12);
    for (Index k = 0; k < 12; ++k) {
      const Array<double> row = tape.gradients(slice(Y, 0, k, k + 1), {recorded.inputs.at("Z")})[0];
      for (Index c = 0; c < 12; ++c) jacobian(k, c) = row[c];
    }
    EXPECT_NEAR(jacobian.determinant(), isSkew ? 1 : 1.9016799086587595, 1e-10);
  }
}

}  // namespace
