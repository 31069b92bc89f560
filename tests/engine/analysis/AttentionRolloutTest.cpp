// Attention rollout: a case by hand, its invariants, and what it refuses.
#include "engine/analysis/AttentionRollout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "engine/base/Error.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace attention_rollout_test {

HeadSet headsOf(Index layers, Index perLayer, Index length, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(0, 1);
  HeadSet heads;
  heads.numLayers = layers;
  heads.numHeads = perLayer;
  heads.numQueries = heads.numKeys = length;
  for (Index k = 0; k < layers * perLayer; ++k) {
    auto map = std::make_shared<AttentionMap>();
    map->weights = Array<float>({length, length}, 0.0F, "weights");
    for (Index i = 0; i < length; ++i) {
      double sum = 0;
      for (Index j = 0; j < length; ++j) sum += map->weights(i, j) = number(random);
      for (Index j = 0; j < length; ++j) map->weights(i, j) /= static_cast<float>(sum);
    }
    heads.maps.push_back(std::move(map));
  }
  return heads;
}

void setWeights(HeadSet& heads, size_t index, std::vector<float> values) {
  auto map = std::make_shared<AttentionMap>();
  map->weights = Array<float>({heads.numQueries, heads.numKeys}, values, "weights");
  heads.maps[index] = std::move(map);
}

struct AttentionRollout : ::testing::Test {
  Progress none;
};

TEST_F(AttentionRollout, twoLayersOfTwoByTwoByHand) {
  HeadSet heads = headsOf(2, 2, 2, 1);
  setWeights(heads, 0, {1, 0, 1, 0});
  setWeights(heads, 1, {0, 1, 1, 0});  // mean (0.5 0.5; 1 0), with I and halved (0.75 0.25; 0.5 0.5)
  setWeights(heads, 2, {0, 1, 0, 1});
  setWeights(heads, 3, {0, 1, 0, 1});  // (0.5 0.5; 0 1)
  EXPECT_EQ(attentionRollout(heads, 0, 1, none), Array<float>({2, 2}, {0.75F, 0.25F, 0.5F, 0.5F}));
  EXPECT_EQ(attentionRollout(heads, 1, 1, none), Array<float>({2, 2}, {0.625F, 0.375F, 0.5F, 0.5F}));
}

TEST_F(AttentionRollout, rowsSumToOneAndThreadsChangeNothing) {
  const HeadSet heads = headsOf(5, 3, 67, 2);
  const Array<float> rollout = attentionRollout(heads, 4, 1, none);
  EXPECT_EQ(attentionRollout(heads, 4, 2, none), rollout);
  for (Index i = 0; i < 67; ++i) {
    double sum = 0;
    for (Index j = 0; j < 67; ++j) sum += rollout(i, j);
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST_F(AttentionRollout, rowsWithoutWeightKeepWhatTheyHave) {
  HeadSet heads = headsOf(2, 1, 2, 1);
  setWeights(heads, 0, {0, 0, 0, 1});
  setWeights(heads, 1, {0, 0, 0, 1});
  EXPECT_EQ(attentionRollout(heads, 1, 1, none), Array<float>({2, 2}, {1, 0, 0, 1}));
}

TEST_F(AttentionRollout, needsAllHeadsOfSeveralSquareLayers) {
  HeadSet heads = headsOf(2, 2, 3, 3);
  EXPECT_TRUE(hasRollout(heads));
  EXPECT_FALSE(hasRollout(headsOf(1, 2, 3, 3)));
  EXPECT_THROW(attentionRollout(heads, 2, 1, none), Error);
  heads.maps[3] = nullptr;
  EXPECT_FALSE(hasRollout(heads));
  EXPECT_THROW(attentionRollout(heads, 1, 1, none), Error);
  HeadSet oblong = headsOf(2, 1, 3, 3);
  oblong.numKeys = 4;
  EXPECT_FALSE(hasRollout(oblong));
  EXPECT_THROW(attentionRollout(oblong, 1, 1, none), Error);
}

TEST_F(AttentionRollout, negativeWeightsAreRefusedByPlace) {
  HeadSet heads = headsOf(2, 1, 2, 1);
  setWeights(heads, 1, {0.5F, 0.5F, 1.25F, -0.25F});
  EXPECT_THAT(test::errorOf([&] { attentionRollout(heads, 1, 1, none); }),
              ::testing::HasSubstr("layer 2, head 1, row 2, column 2"));
}

TEST_F(AttentionRollout, sizesZeroAndOne) {
  EXPECT_EQ(attentionRollout(headsOf(3, 2, 0, 1), 2, 1, none).size(), 0);
  EXPECT_EQ(attentionRollout(headsOf(3, 2, 1, 1), 2, 1, none), Array<float>({1, 1}, 1.0F));
}

}  // namespace attention_rollout_test
}  // namespace engine
