// Gradients of attention through features, against central differences. The shift of the exponents is constant on the
// tape; differences see it move, which shows in the features, and with eps > 0 in the outputs too.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_performer_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;

GradientCase sampleOf(const char* kind) {
  GradientCase sample("performer");
  sample.set("kind", std::string(kind)).set("maps", true);
  if (std::string(kind) == "efficient") sample.without("W");
  return sample;
}

class GradientOfPerformer : public ::testing::TestWithParam<const char*> {};

TEST_P(GradientOfPerformer, everyInputWithoutAShift) {
  expectGradientsOfMechanism(sampleOf(GetParam()).set("stabiliser", std::string("none")));
  expectGradientsOfMechanism(sampleOf(GetParam())
                                 .set("stabiliser", std::string("none"))
                                 .set("eps", 0.01)
                                 .set("causal", true)
                                 .set("prefix_eps", 0.1));
}

TEST_P(GradientOfPerformer, theShiftCancelsInTheOutputsWithoutEps) {
  for (const char* stabiliser : {"head", "tensor"})
    for (const bool isCausal : {false, true})
      expectGradientsOfMechanism(sampleOf(GetParam())
                                     .set("stabiliser", std::string(stabiliser))
                                     .set("eps", 0.0)
                                     .set("causal", isCausal)
                                     .only({"O", "A"}));
}

TEST_P(GradientOfPerformer, hiddenKeysThatStayInTheDenominator) {
  expectGradientsOfMechanism(
      sampleOf(GetParam()).set("hidden_keys", std::string("values-only")).set("stabiliser", std::string("none")));
}

INSTANTIATE_TEST_SUITE_P(EveryKind, GradientOfPerformer,
                         ::testing::Values("positive", "trigonometric", "hyperbolic", "relu", "efficient"),
                         [](const auto& info) { return std::string(info.param); });

TEST(GradientOfPerformerRelu, withoutAProjection) {
  expectGradientsOfMechanism(sampleOf("relu").without("W").set("projection", false));
}

/// With eps > 0 the gradient is that of the formula in which the shift is a number.
TEST(GradientOfPerformerPositive, withEpsTheShiftCountsAsConstant) {
  GradientCase given = sampleOf("positive");
  given.without("mask");
  const auto with = [](const char* name, Array<double> array) {
    return std::pair<const std::string, AnyArray>(name, array);
  };
  // One query, two keys, one feature: O = (a k_1 v_1 + a k_2 v_2) / (a k_1 + a k_2), a = phi(q), k_j = e_j + eps.
  given.inputs = {with("Q", Array<double>({1, 1}, {0.3})), with("K", Array<double>({2, 1}, {0.5, -0.4})),
                  with("V", Array<double>({2, 1}, {1.0, 2.0})), with("W", Array<double>({1, 1}, {1.0}))};
  given.set("eps", 0.1).set("input_scale", 1.0);
  Tape<double> tape;
  Progress none;
  const RecordedMechanism recorded = recordMechanism(tape, given.mechanism, given.inputs, given.values, none);
  const Array<double> gradient = tape.gradients(sum(recorded.outputs.at("O")), {recorded.inputs.at("K")})[0];
  const double shift = 0.5, e1 = std::exp(0.5 - 0.125 - shift), e2 = std::exp(-0.4 - 0.08 - shift);
  const double k1 = e1 + 0.1, k2 = e2 + 0.1, total = k1 + k2;
  // dO/dk_1 = (v_1 - O) / total; dk_1/dx_1 = e_1 (1 - x_1).
  const double O = (k1 + 2 * k2) / total;
  EXPECT_NEAR(gradient[0], (1 - O) / total * e1 * (1 - 0.5), 1e-14);
  EXPECT_NEAR(gradient[1], (2 - O) / total * e2 * (1 + 0.4), 1e-14);
}

TEST(GradientOfPerformerPositive, drawnProjectionsMustBeGiven) {
  GradientCase given = sampleOf("positive");
  given.without("W");
  Tape<double> tape;
  Progress none;
  EXPECT_THROW(recordMechanism(tape, given.mechanism, given.inputs, given.values, none), Error);
}

}  // namespace gradient_performer_test
