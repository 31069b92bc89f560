// Outer product mean: against Algorithm 10 written anew, by hand, and by what must hold.
#include "engine/attention/outer-product-mean/OuterProductMean.h"

#include <gtest/gtest.h>

#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/engine/attention/pairs/RunPairs.h"

namespace outer_product_mean_test {

using namespace engine;
using test::numbers;

const std::string kId = "outer-product-mean";

TEST(OuterProductMean, isTheAlgorithmOfTheSupplement) {
  const ArrayBundle inputs = findMechanism(kId).sampleInput();
  test::expectGrid(numbers(test::run(kId, inputs), "Y"),
                   test::PairReference(inputs).outerProductMean(test::gridOf(inputs, "m"), ""));
}

TEST(OuterProductMean, byHand) {
  // Two sequences, two columns, one channel: O_01 = (1*6 + 3*8) / 2.
  const Array<double> a({2, 2, 1}, {1, 2, 3, 4}), b({2, 2, 1}, {5, 6, 7, 8});
  EXPECT_EQ(outerProductRowsPlain(a, b, 0, 2)(0, 1, 0, 0), 15);
  EXPECT_EQ(outerProductRowsPlain(a, b, 1, 2)(0, 0, 0, 0), (2 * 5 + 4 * 7) / 2.0);
}

TEST(OuterProductMean, columnsAreReorderedAndSequencesDoNotMatter) {
  test::expectEquivariant(kId, {2, 0, 3, 1}, {{"m", {1}}}, {{"O", {0, 1}}, {"Y", {0, 1}}});
  test::expectEquivariant(kId, {2, 0, 1}, {{"m", {0}}}, {{"O", {}}, {"Y", {}}});
}

TEST(OuterProductMean, aSequenceTwiceInAllPlacesChangesNothing) {
  const ArrayBundle inputs = findMechanism(kId).sampleInput();
  const Array<float> m = test::floats(inputs, "m");
  std::vector<float> twice(m.begin(), m.end());
  twice.insert(twice.end(), m.begin(), m.end());
  ArrayBundle doubled = inputs;
  doubled["m"] = Array<float>({6, 4, 6}, twice, "m");
  test::expectClose(numbers(test::run(kId, doubled), "Y"), numbers(test::run(kId, inputs), "Y"), 1e-12, "Y");
}

TEST(OuterProductMean, fastPathIsTheDefinitionAtAnySizeWithAndWithoutProducts) {
  for (const auto& [N, L] : std::vector<std::pair<Index, Index>>{{0, 4}, {3, 0}, {1, 1}, {5, 17}})
    for (const bool maps : {true, false})
      test::expectFastPath(kId, test::withShapes(kId, {{"m", {N, L, 6}}}),
                           test::flags({{"intermediates", true}, {"maps", maps}}));
}

TEST(OuterProductMean, theSampleGivesFrequenciesOfKindsTogether) {
  const ArrayBundle outputs = test::run(kId, findMechanism(kId).sample().arrays);
  const Array<double>& O = numbers(outputs, "O");
  EXPECT_NEAR(O(2, 4, 0, 0), 1, 1e-6);    // W 43 and Y 45 (or W): hydrophobic in all five rows
  EXPECT_NEAR(O(0, 1, 1, 1), 0.2, 1e-6);  // K and K in GB1m3 alone
  EXPECT_NEAR(O(5, 9, 2, 1), 0.6, 1e-6);  // D with K in three of five
}

TEST(OuterProductMean, hasGradients) {
  test::expectGradientsOfMechanism(test::GradientCase(kId));
  test::expectGradientsOfMechanism(test::GradientCase(kId).set("intermediates", true));
}

}  // namespace outer_product_mean_test
