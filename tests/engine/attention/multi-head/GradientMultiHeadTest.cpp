// Gradients of multi-head attention, against central differences.
#include <gtest/gtest.h>

#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_multi_head_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;
using test::sample;

TEST(GradientOfMultiHead, featuresWeightsAndBiases) {
  expectGradientsOfMechanism(GradientCase("multi-head"));
  GradientCase full("multi-head");
  for (const char* bias : {"b_q", "b_k", "b_v", "b_o"}) full.with(bias, sample(9, {4}));
  full.set("heads", std::int64_t{2}).set("causal", true);
  expectGradientsOfMechanism(full);
  GradientCase separate("multi-head");
  separate.without("X").with("X_q", sample(1, {3, 4})).with("X_k", sample(2, {5, 4})).with("X_v", sample(3, {5, 4}));
  expectGradientsOfMechanism(separate.set("heads", std::int64_t{2}));
}

}  // namespace gradient_multi_head_test
