// Gradients of multiplicative attention, against central differences.
#include <gtest/gtest.h>

#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_multiplicative_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;
using test::sample;

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

}  // namespace gradient_multiplicative_test
