// A block of the Evoformer: against Algorithms 6 to 15 written anew, and by what must hold.
#include <gtest/gtest.h>

#include "engine/attention/samples/HairpinSample.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/engine/attention/pairs/RunPairs.h"

namespace evoformer_test {

using namespace engine;
using test::Grid;
using test::numbers;
using test::plus;

const std::string kId = "evoformer";

TEST(Evoformer, isTheAlgorithmOfTheSupplement) {
  const ArrayBundle inputs = findMechanism(kId).sampleInput();
  const test::PairReference reference(inputs);
  Grid m = test::gridOf(inputs, "m"), z = test::gridOf(inputs, "z");
  m = plus(m, reference.rowAttention(m, z, "msa_att_row.", 2));
  m = plus(m, reference.columnAttention(m, "msa_att_col._msa_att.", 2));
  m = reference.withTransition(m, "msa_transition.");
  z = plus(z, reference.outerProductMean(m, "outer_product_mean."));
  z = plus(z, reference.triangleMultiplication(z, "tri_mul_out.", true));
  z = plus(z, reference.triangleMultiplication(z, "tri_mul_in.", false));
  z = plus(z, reference.triangleAttention(z, "tri_att_start.", true, 1));
  z = plus(z, reference.triangleAttention(z, "tri_att_end.", false, 1));
  z = reference.withTransition(z, "pair_transition.");
  const ArrayBundle outputs = test::run(kId, inputs);
  test::expectGrid(numbers(outputs, "m_new"), m);
  test::expectGrid(numbers(outputs, "z_new"), z);
}

TEST(Evoformer, residuesAndSequencesInAnotherOrderGiveTheSameInThatOrder) {
  test::expectEquivariant(
      kId, {2, 0, 3, 1}, {{"m", {1}}, {"z", {0, 1}}},
      {{"m_new", {1}}, {"z_new", {0, 1}}, {"A_row", {2, 3}}, {"A_column", {0}}, {"A_start", {0, 2, 3}}});
  test::expectEquivariant(kId, {2, 0, 1}, {{"m", {0}}},
                          {{"m_new", {0}}, {"z_new", {}}, {"A_row", {0}}, {"A_column", {2, 3}}, {"A_end", {}}});
}

TEST(Evoformer, fastPathIsTheDefinitionAtAnySize) {
  for (const auto& [N, L] : std::vector<std::pair<Index, Index>>{{0, 4}, {3, 0}, {1, 1}, {2, 9}})
    test::expectFastPath(kId, test::withShapes(kId, {{"m", {N, L, 6}}, {"z", {L, L, 3}}}),
                         test::flags({{"intermediates", true}}));
}

TEST(Evoformer, namesWithThePathOfACheckpointAreKnown) {
  const ArrayBundle inputs = findMechanism(kId).sampleInput();
  ArrayBundle renamed;
  for (const auto& [name, array] : inputs)
    renamed[name.find('.') == std::string::npos ? name : "evoformer.blocks.0." + name] = array;
  EXPECT_EQ(test::run(kId, renamed), test::run(kId, inputs));
}

TEST(Evoformer, theSampleRaisesTheContactsThatWereLeftOut) {
  const Sample sample = findMechanism(kId).sample();
  const Array<double> z = numbersOf<double>(sample.arrays, "z");
  const ArrayBundle outputs = test::run(kId, sample.arrays);
  const Array<double>& changed = numbers(outputs, "z_new");
  const auto gain = [&](Index i, Index j) { return changed(i, j, Index{pairContact}) - z(i, j, Index{pairContact}); };
  EXPECT_EQ(z(4, 11, Index{pairContact}), 0);
  EXPECT_GT(gain(4, 11), gain(0, 7) + 0.5);
  EXPECT_GT(gain(2, 13), gain(0, 7) + 0.5);
}

TEST(Evoformer, hasGradients) {
  test::expectGradientsOfMechanism(test::GradientCase(kId), 3);
  test::expectGradientsOfMechanism(test::GradientCase(kId).set("intermediates", true), 3);
}

}  // namespace evoformer_test
