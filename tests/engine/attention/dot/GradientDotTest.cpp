// Gradients of dot-product attention, against central differences: every input, mask and form.
#include <gtest/gtest.h>

#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_dot_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;
using test::sample;

TEST(GradientOfDot, everyInputUnderEveryMask) {
  expectGradientsOfMechanism(GradientCase("dot"));
  expectGradientsOfMechanism(GradientCase("dot").without("valid_lens"));
  expectGradientsOfMechanism(GradientCase("dot").set("causal", true));
  expectGradientsOfMechanism(GradientCase("dot").set("scale", 0.7));
  expectGradientsOfMechanism(GradientCase("dot").set("maps", false));
}

TEST(GradientOfDot, queriesWithoutKeysHaveNoGradient) {
  const Array<std::int64_t> lengths({2}, {0, 4});
  expectGradientsOfMechanism(GradientCase("dot").with("valid_lens", lengths));
  // Of a row of scores -1e6 the log-sum-exp is so large that differences say nothing about the rest.
  expectGradientsOfMechanism(
      GradientCase("dot").with("valid_lens", lengths).set("mask_rule", std::string("d2l")).only({"S", "A", "O"}));
}

TEST(GradientOfDot, withAndWithoutBatchesAndHeads) {
  for (const Shape& leading : {Shape{}, Shape{2}, Shape{2, 3}}) {
    const auto shape = [&](std::initializer_list<Index> tail) {
      Shape full = leading;
      full.insert(full.end(), tail);
      return full;
    };
    GradientCase dot("dot");
    expectGradientsOfMechanism(dot.without("valid_lens")
                                   .with("Q", sample(1, shape({3, 4})))
                                   .with("K", sample(2, shape({5, 4})))
                                   .with("V", sample(3, shape({5, 2}))));
  }
}

TEST(GradientOfDot, sizesZeroAndOne) {
  for (const Index n : {0, 1})
    for (const Index m : {0, 1}) {
      GradientCase dot("dot");
      expectGradientsOfMechanism(dot.without("valid_lens")
                                     .with("Q", sample(1, {n, 2}))
                                     .with("K", sample(2, {m, 2}))
                                     .with("V", sample(3, {m, 1})));
    }
}

}  // namespace gradient_dot_test
