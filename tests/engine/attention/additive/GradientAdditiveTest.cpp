// Gradients of additive attention, against central differences.
#include <gtest/gtest.h>

#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_additive_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;
using test::sample;

TEST(GradientOfAdditive, everyInputUnderEveryMask) {
  expectGradientsOfMechanism(GradientCase("additive"));
  expectGradientsOfMechanism(GradientCase("additive").without("valid_lens").set("causal", true));
  expectGradientsOfMechanism(GradientCase("additive").with("valid_lens", Array<std::int64_t>({2}, {0, 5})));
  GradientCase single("additive");
  single.without("valid_lens").with("Q", sample(1, {1, 6})).with("K", sample(2, {1, 4})).with("V", sample(3, {1, 2}));
  expectGradientsOfMechanism(single);
}

}  // namespace gradient_additive_test
