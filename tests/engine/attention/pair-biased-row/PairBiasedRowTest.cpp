// Row attention with pair bias and gated column attention: against Algorithms 7 and 8 written anew, and by properties.
#include "engine/attention/pair-biased-row/AlignmentWithPairs.h"

#include <gtest/gtest.h>

#include "engine/attention/samples/HairpinSample.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/engine/attention/pairs/RunPairs.h"

namespace pair_biased_row_test {

using namespace engine;
using test::numbers;

const std::string kId = "pair-biased-row";

TEST(PairBiasedRow, isTheAlgorithmOfTheSupplement) {
  const ArrayBundle inputs = findMechanism(kId).sampleInput();
  const test::Grid m = test::gridOf(inputs, "m"), z = test::gridOf(inputs, "z");
  test::expectGrid(numbers(test::run(kId, inputs), "Y"), test::PairReference(inputs).rowAttention(m, z, "", 2));
}

TEST(PairBiasedRow, residuesInAnotherOrderGiveTheSameInThatOrder) {
  test::expectEquivariant(kId, {2, 0, 3, 1}, {{"m", {1}}, {"z", {0, 1}}}, {{"A", {2, 3}}, {"Y", {1}}});
}

TEST(PairBiasedRow, sequencesInAnotherOrderGiveTheSameInThatOrder) {
  test::expectEquivariant(kId, {2, 0, 1}, {{"m", {0}}}, {{"A", {0}}, {"Y", {0}}});
}

TEST(PairBiasedRow, fastPathIsTheDefinitionAtAnySizeWithAndWithoutMaps) {
  for (const auto& [N, L] : std::vector<std::pair<Index, Index>>{{0, 4}, {3, 0}, {1, 1}, {2, 17}})
    for (const bool maps : {true, false})
      test::expectFastPath(kId, test::withShapes(kId, {{"m", {N, L, 6}}, {"z", {L, L, 3}}}),
                           test::flags({{"intermediates", true}, {"maps", maps}}));
}

TEST(PairBiasedRow, pairsWithTheSameFeaturesChangeNoWeight) {
  ArrayBundle inputs = findMechanism(kId).sampleInput();
  inputs["z"] = Array<float>({4, 4, 3}, 0.0f, "z");
  const ArrayBundle flat = test::run(kId, inputs);
  inputs["linear_z.weight"] = Array<float>({2, 3}, 0.0f, "linear_z.weight");
  test::expectClose(numbers(test::run(kId, inputs), "A"), numbers(flat, "A"), 1e-12, "A");
}

TEST(PairBiasedRow, theSampleLooksAtContactsInEveryRow) {
  const ArrayBundle outputs = test::run(kId, findMechanism(kId).sample().arrays);
  const Array<double>& A = numbers(outputs, "A");
  for (Index n = 0; n < 5; ++n) {
    double onContacts = 0;
    for (Index j = 0; j < 16; ++j) onContacts += isHairpinContact(3, j) ? A(n, 0, 3, j) : 0;
    EXPECT_GT(onContacts, 0.9);
    EXPECT_GT(A(n, 1, 7, 8), 0.9);  // the next residue
  }
  // Of the opposite charges to D 46 (column 5), K 50 (column 9) is the only one in GB1.
  EXPECT_GT(A(0, 2, 5, 9), 0.9);
}

TEST(PairBiasedRow, hasGradients) {
  test::expectGradientsOfMechanism(test::GradientCase(kId));
  test::expectGradientsOfMechanism(test::GradientCase(kId).set("intermediates", true));
}

TEST(GatedColumn, isTheAlgorithmOfTheSupplement) {
  const InputList list = gatedColumnInputs("");
  ArrayBundle inputs = sampleWeights(list, {{"D", 6}, {"H*d", 4}}, 8600);
  inputs["m"] = deterministicArray<float>(83, {3, 4, 6}, 1, "m");
  ShapeLetters letters;
  const ModuleWeights<double> weights(inputs, list, letters);
  Progress none;
  const auto found = gatedColumnAttention(numbersOf<double>(inputs, "m"), 2, weights, {}, {1, none});
  test::expectGrid(found.Y, test::PairReference(inputs).columnAttention(test::gridOf(inputs, "m"), "", 2));
  EXPECT_EQ(found.A.shape(), (Shape{4, 2, 3, 3}));
}

}  // namespace pair_biased_row_test
