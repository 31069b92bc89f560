// Gradients of attention on alignments, against central differences.
#include <gtest/gtest.h>

#include "engine/base/Random.h"
#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_alignment_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;

/// Padding in a later row and in the target row.
Array<Bool> padding() {
  Array<Bool> mask({3, 4});
  mask(1, 3) = mask(2, 0) = mask(0, 3) = mask(2, 3) = Bool{1};
  return mask;
}

class GradientOfAlignmentAttention : public ::testing::TestWithParam<std::string> {
 protected:
  GradientCase sample() const { return GradientCase(GetParam()).set("heads", std::int64_t{2}).set("scores", true); }
};

TEST_P(GradientOfAlignmentAttention, everyInput) {
  expectGradientsOfMechanism(GradientCase(GetParam()));
  expectGradientsOfMechanism(sample());
}

TEST_P(GradientOfAlignmentAttention, oneRowAndOneColumn) {
  for (const Shape& shape : {Shape{1, 4, 8}, Shape{3, 1, 8}, Shape{1, 1, 8}})
    expectGradientsOfMechanism(sample().with("X", deterministicArray<double>(5, shape, 1)));
}

INSTANTIATE_TEST_SUITE_P(EveryMechanism, GradientOfAlignmentAttention,
                         ::testing::Values("axial-row", "axial-column", "tied-row", "tied-column", "soft-tied"),
                         [](const auto& info) {
                           std::string name = info.param;
                           name[name.find('-')] = '_';
                           return name;
                         });

TEST(GradientOfPaddedAlignments, isThatOfTheCellsLeft) {
  for (const char* id : {"axial-row", "axial-column", "tied-row", "tied-column"})
    expectGradientsOfMechanism(
        GradientCase(id).set("heads", std::int64_t{2}).set("scores", true).with("padding", padding()).only({"A", "Y"}));
}

TEST(GradientOfSoftTied, biasesOfTheSequenceWeights) {
  GradientCase full("soft-tied");
  for (const char* bias : {"seqw_b_q", "seqw_b_k"}) full.with(bias, deterministicArray<double>(6, {8}, 0.5));
  expectGradientsOfMechanism(full.set("heads", std::int64_t{4}));
}

TEST(GradientOfDirect, pairFeaturesAlignmentWeightsAndBiases) {
  GradientCase full("direct");
  full.with("b_p", deterministicArray<double>(1, {2}, 1)).with("b_v", deterministicArray<double>(2, {8}, 1));
  expectGradientsOfMechanism(full.with("b_o", deterministicArray<double>(3, {8}, 1)).set("scores", true));
}

TEST(GradientOfMaskedDirect, featuresAndWeightsWhileTheMaskStays) {
  expectGradientsOfMechanism(GradientCase("masked-direct"));
  GradientCase full("masked-direct");
  for (const char* bias : {"b_q", "b_k"}) full.with(bias, deterministicArray<double>(1, {6}, 1));
  expectGradientsOfMechanism(full.without("bins").set("bins", std::string("9, 30")));
}

}  // namespace gradient_alignment_test
