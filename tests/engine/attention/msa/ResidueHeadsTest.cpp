// Heads that can be understood, at any length; weights that nobody has trained.
#include "engine/attention/samples/ResidueHeads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/attention/msa/UntrainedWeights.h"

namespace residue_heads_test {

using namespace engine;

/// Score of head `head` (width 2) for places i and j alone.
double placeScore(const ResidueHeads& heads, const Array<float>& places, Index head, Index i, Index j) {
  const Array<double> W_q = numbersOf<double>(heads.projections, "W_q"),
                      W_k = numbersOf<double>(heads.projections, "W_k");
  double score = 0;
  for (Index c = 2 * head; c < 2 * head + 2; ++c) {
    double q = 0, k = 0;
    for (Index f = 0; f < kResidueChannels; ++f) {
      q += W_q(c, f) * places(i, f);
      k += W_k(c, f) * places(j, f);
    }
    score += q * k / std::sqrt(2);
  }
  return score;
}

TEST(ResidueHeads, placesAreFoundInAlignmentsOfAnyLength) {
  for (const Index length : {16, 40, 41, 330, 2000}) {
    const ResidueHeads heads = headsAlongPlaces(length);
    const Array<float> places = placeTable(length);
    for (const auto& [head, offset] : {std::pair<Index, Index>{2, 4}, {3, -1}}) {
      const Index i = length / 2;
      Index best = 0;
      for (Index j = 1; j < length; ++j)
        if (placeScore(heads, places, head, i, j) > placeScore(heads, places, head, i, best)) best = j;
      EXPECT_EQ(best, i + offset) << length;
      const double beside = placeScore(heads, places, head, i, i + offset) -
                            placeScore(heads, places, head, i, i + offset - 1);
      EXPECT_NEAR(std::exp(-beside), 0.5, 0.02) << "the weight of a neighbour of the place, " << length;
    }
  }
}

TEST(ResidueHeads, gapsHaveNoProperties) {
  const Array<float> table = residueTable();
  for (Index c = 0; c < kResidueChannels; ++c) EXPECT_EQ(table(20, c), 0.0f);
  EXPECT_EQ(placeTable(0).shape(), (Shape{0, 8}));
}

TEST(UntrainedWeights, areDrawnAsNetworksStart) {
  const std::vector<ArrayDescription> list = {{"to_query.weight", "(D, F)", ""}, {"to_query.bias", "(D)", ""},
                                              {"norm1.a_2", "(D)", ""},          {"norm1.b_2", "(D)", ""},
                                              {"emb.weight", "(V, D)", ""},      {"W_q", "(H*d, D)", ""},
                                              {"b_q", "(H*d)", ""}};
  const Sizes sizes = {{"D", 64}, {"F", 256}, {"V", 21}, {"H", 4}, {"d", 16}};
  const ArrayBundle weights = untrainedWeights(list, sizes, 3);
  const auto largest = [&](const char* name) {
    double value = 0;
    for (const double each : numbersOf<double>(weights, name)) value = std::max(value, std::abs(each));
    return value;
  };
  EXPECT_LE(largest("to_query.weight"), 1 / 16.0);
  EXPECT_GT(largest("to_query.weight"), 0.99 / 16);
  EXPECT_LE(largest("to_query.bias"), 1 / 16.0) << "as its map, of 256 inputs";
  EXPECT_GT(largest("to_query.bias"), 0.9 / 16);
  EXPECT_LE(largest("b_q"), 1 / 8.0);
  EXPECT_GT(largest("b_q"), 0.9 / 8);
  EXPECT_EQ(numbersOf<double>(weights, "norm1.a_2"), Array<double>({64}, 1.0));
  EXPECT_EQ(largest("norm1.b_2"), 0);
  double squares = 0;
  for (const double each : numbersOf<double>(weights, "emb.weight")) squares += each * each;
  EXPECT_NEAR(squares / (21 * 64), 1, 0.12) << "variance of 1344 normal numbers, three deviations";
  EXPECT_EQ(untrainedWeights(list, sizes, 3), weights);
  EXPECT_NE(untrainedWeights(list, sizes, 4), weights);
}

TEST(UntrainedWeights, dataAreNoWeights) {
  const Sizes sizes = {{"D", 8}, {"H", 2}, {"d", 4}};
  EXPECT_TRUE(isWeight({"W_q", "(H*d, D)", ""}, sizes));
  EXPECT_FALSE(isWeight({"pair", "(L, L, H)", ""}, sizes));
  EXPECT_FALSE(isWeight({"msa", "(D)", "", false, ArrayType::integer}, sizes));
  EXPECT_FALSE(isWeight({"count", "()", ""}, sizes));
}

}  // namespace residue_heads_test
