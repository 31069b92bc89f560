// The parts of models against plain definitions written here.
#include <gmock/gmock.h>

#include <cmath>

#include "engine/base/Random.h"
#include "engine/models/parts/ContactHead.h"
#include "engine/models/parts/Embedding.h"
#include "engine/models/parts/ModelLinear.h"
#include "engine/models/parts/Normalise.h"
#include "engine/models/parts/Rotary.h"
#include "engine/models/parts/SelfAttention.h"
#include "engine/models/parts/ShapeFacts.h"
#include "engine/network/Linear.h"
#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace parts_test {

using testing::HasSubstr;

/// A call on two threads of the native path.
struct Call {
  Compute where{nullptr, 2};
  Diagnostics diagnostics;
  Progress progress;
  ModelCall call{where, diagnostics, progress};
};

template <class T>
void expectNear(const Array<T>& found, const Array<double>& expected, double tolerance) {
  ASSERT_EQ(found.shape(), expected.shape());
  for (Index k = 0; k < found.size(); ++k) ASSERT_NEAR(found[k], expected[k], tolerance) << "element " << k;
}

Array<double> inDouble(const Array<float>& values) {
  Array<double> result(values.shape(), Untouched{}, values.name);
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

double gelu(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }

TEST(ModelLinear, AgreesWithTheDefinitionForAllShapes) {
  Call one;
  for (const Index rows : {0, 1, 7, 64, 300})
    for (const Index out : {0, 1, 33, 64, 130})
      for (const Index in : {0, 1, 20, 257})
        for (const AfterLinear after : {AfterLinear::nothing, AfterLinear::gelu}) {
          const auto X = deterministicArray<float>(1, {rows, in}, 1), W = deterministicArray<float>(2, {out, in}, 1);
          const LinearMap<float> map{W, deterministicArray<float>(3, {out}, 1)};
          Array<double> expected = linear(inDouble(X), inDouble(W), inDouble(map.b));
          if (after == AfterLinear::gelu)
            for (double& value : expected) value = gelu(value);
          expectNear(modelLinear(X, map, one.call, after), expected, 3e-5);
          const LinearMap<double> exact{inDouble(W), inDouble(map.b)};
          expectNear(modelLinear(inDouble(X), exact, one.call, after), expected, 1e-11);
        }
}

TEST(ModelLinear, KeepsLeadingAxesAndItsBitsOnAnyNumberOfThreads) {
  Call one;
  const auto X = deterministicArray<float>(1, {3, 5, 40}, 1);
  const LinearMap<float> map{deterministicArray<float>(2, {200, 40}, 1), {}};
  const Array<float> Y = modelLinear(X, map, one.call);
  EXPECT_EQ(Y.shape(), Shape({3, 5, 200}));
  one.where.threads = 1;
  EXPECT_EQ(modelLinear(X, map, one.call), Y);
}

TEST(ModelLinear, NamesAWeightThatDoesNotFit) {
  Call one;
  LinearMap<float> map{Array<float>({4, 3}, 0.0F, "fc1.weight"), Array<float>({5}, 0.0F, "fc1.bias")};
  EXPECT_THAT(test::errorOf([&] { modelLinear(Array<float>({2, 7}), map, one.call); }), HasSubstr("fc1.weight"));
  EXPECT_THAT(test::errorOf([&] { modelLinear(Array<float>({2, 3}), map, one.call); }), HasSubstr("fc1.bias"));
}

TEST(Normalised, IsTheNormOfTheNetworkRoomForAnyEpsilon) {
  Call one;
  for (const Index rows : {0, 1, 5})
    for (const Index width : {1, 3, 16, 131}) {
      const auto X = deterministicArray<float>(1, {rows, width}, 4);
      const LayerNormWeights<float> norm{deterministicArray<float>(2, {width}, 1),
                                         deterministicArray<float>(3, {width}, 1)};
      for (const double epsilon : {1e-5, 1e-12}) {
        if (width == 1 && epsilon < 1e-6) continue;  // a quotient of rounding errors
        const Array<double> expected = layerNorm(inDouble(X), inDouble(norm.weight), inDouble(norm.bias), epsilon);
        expectNear(normalised(X, norm, epsilon, one.call), expected, 2e-5);
      }
    }
}

TEST(Rotary, TurnsHalvesByAnAngleThatGrowsWithThePlace) {
  Array<double> X({3, 4}, std::vector<double>{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4});
  const Array<float> frequencies({2}, std::vector<float>{1, 0.5F}, "inv_freq");
  rotate(X, 1, frequencies, 1);
  EXPECT_DOUBLE_EQ(X(0, 0), 1);
  for (Index p = 0; p < 3; ++p)
    for (Index t = 0; t < 2; ++t) {
      const double angle = double(p) * (t == 0 ? 1.0 : 0.5), a = double(t + 1), b = double(t + 3);
      EXPECT_NEAR(X(p, t), a * std::cos(angle) - b * std::sin(angle), 1e-14);
      EXPECT_NEAR(X(p, t + 2), b * std::cos(angle) + a * std::sin(angle), 1e-14);
    }
}

TEST(Rotary, ScoresDependOnTheDistanceAlone) {
  Array<double> Q({6, 8}, 0.0), K({6, 8}, 0.0);
  const auto q = deterministicArray<double>(1, {8}, 1), k = deterministicArray<double>(2, {8}, 1);
  for (Index i = 0; i < 6; ++i)
    for (Index c = 0; c < 8; ++c) {
      Q(i, c) = q[c];
      K(i, c) = k[c];
    }
  const Array<float> frequencies = rotaryFrequencies(8, false);
  rotate(Q, 1, frequencies, 1);
  rotate(K, 1, frequencies, 1);
  const auto score = [&](Index i, Index j) {
    double sum = 0;
    for (Index c = 0; c < 8; ++c) sum += Q(i, c) * K(j, c);
    return sum;
  };
  EXPECT_NEAR(score(0, 2), score(3, 5), 1e-13);
  EXPECT_GT(std::abs(score(0, 2) - score(2, 0)), 1e-3);
}

TEST(Rotary, FrequenciesGoThroughFloat16WhereAskedFor) {
  const Array<float> exact = rotaryFrequencies(64, false), rounded = rotaryFrequencies(64, true);
  EXPECT_EQ(exact[0], 1.0F);
  EXPECT_NEAR(exact[16], 0.01F, 1e-8);
  EXPECT_NE(exact[1], rounded[1]);
  EXPECT_NEAR(exact[1], rounded[1], 5e-4);
}

TEST(Rotary, OddHeadsAreRefused) {
  Array<float> X({2, 3});
  EXPECT_THAT(test::errorOf([&] { rotate(X, 1, rotaryFrequencies(3, false), 1); }), HasSubstr("expected an even one"));
}

/// Contacts of maps (layers, H, T, T) by the formula as it is written.
Array<double> plainContacts(const Array<double>& maps, const ContactHeadWeights<double>& regression) {
  const Index layers = maps.length(0), heads = maps.length(1), first = regression.cutFirst;
  const Index L = maps.length(2) - first - regression.cutLast;
  Array<double> logits({L, L}, regression.bias);
  for (Index c = 0; c < layers * heads; ++c) {
    Array<double> S({L, L}), rows({L});
    double total = 0;
    for (Index i = 0; i < L; ++i)
      for (Index j = 0; j < L; ++j) {
        S(i, j) = maps(c / heads, c % heads, first + i, first + j) + maps(c / heads, c % heads, first + j, first + i);
        rows[i] += S(i, j);
        total += S(i, j);
      }
    for (Index i = 0; i < L && total != 0; ++i)
      for (Index j = 0; j < L; ++j) logits(i, j) += regression.weights[c] * (S(i, j) - rows[i] * rows[j] / total);
  }
  for (double& value : logits) value = 1 / (1 + std::exp(-value));
  return logits;
}

TEST(Contacts, AreTheRegressionOverCorrectedMaps) {
  for (const Index tokens : {2, 3, 9, 40}) {
    Array<double> maps = deterministicArray<double>(1, {2, 3, tokens, tokens}, 1);
    for (double& value : maps) value = std::abs(value);
    for (Index k = 0; k < tokens * tokens; ++k) maps[tokens * tokens + k] = 0;  // a head that sees nothing
    const ContactHeadWeights<double> regression{"attention", deterministicArray<double>(2, {6}, 3), -1.5, 1, 1};
    ContactSum<double> sum(regression, tokens);
    ContactSum<float> inFloat({"attention", deterministicArray<float>(2, {6}, 3), -1.5F, 1, 1}, tokens);
    for (const Index layer : {1, 0}) {
      Array<double> A({3, tokens, tokens}, Untouched{});
      std::copy_n(maps.data() + layer * A.size(), A.size(), A.data());
      sum.add(layer, A, 2);
      Array<float> narrow(A.shape(), Untouched{});
      std::copy(A.begin(), A.end(), narrow.begin());
      inFloat.add(layer, narrow, 2);
    }
    expectNear(sum.contacts(), plainContacts(maps, regression), 1e-12);
    expectNear(inFloat.contacts(), plainContacts(maps, regression), 2e-6);
  }
}

LayerWish wishOf(HeadAblation how) {
  LayerWish wish;
  wish.ablation = [how](std::string_view, Index head) { return head == 1 ? how : HeadAblation::none; };
  return wish;
}

TEST(Ablation, ReplacesTheMapsOfOneHead) {
  const Array<double> A({2, 2, 2}, std::vector<double>{0.9, 0.1, 0.2, 0.8, 0.7, 0.3, 0.4, 0.6});
  const auto ablated = [&](HeadAblation how) {
    Array<double> maps = A;
    EXPECT_EQ(ablate(maps, "attention", wishOf(how)), how != HeadAblation::none);
    return std::vector<double>(maps.begin() + 4, maps.end());
  };
  EXPECT_THAT(ablated(HeadAblation::none), testing::ElementsAre(0.7, 0.3, 0.4, 0.6));
  EXPECT_THAT(ablated(HeadAblation::zero), testing::Each(0.0));
  EXPECT_THAT(ablated(HeadAblation::uniform), testing::Each(0.5));
  EXPECT_THAT(ablated(HeadAblation::mean), testing::Pointwise(testing::DoubleNear(1e-15), {0.55, 0.45, 0.55, 0.45}));
}

TEST(Ablation, ChangesWhatTheHeadsGive) {
  Call one;
  const auto Q = deterministicArray<float>(1, {5, 6}, 1), K = deterministicArray<float>(2, {5, 6}, 1),
             V = deterministicArray<float>(3, {5, 6}, 1);
  const auto whole = attendHeads(Q, K, V, 2, {}, one.call);
  const auto without = attendHeads(Q, K, V, 2, wishOf(HeadAblation::zero), one.call);
  const auto mean = attendHeads(Q, K, V, 2, wishOf(HeadAblation::mean), one.call);
  for (Index t = 0; t < 5; ++t)
    for (Index c = 0; c < 6; ++c) {
      EXPECT_NEAR(without.O(t, c), c < 3 ? whole.O(t, c) : 0.0F, 1e-6);
      if (c >= 3) {
        EXPECT_NEAR(mean.O(t, c), mean.O(0, c), 1e-6);
      }
    }
}

TEST(Masks, AreZeroAndTheRestIsScaled) {
  Array<double> x({4, 2}, 1.0);
  dropMaskedTokens(x, {0, 32, 5, 2}, 32);
  EXPECT_EQ(x(1, 0), 0);
  EXPECT_DOUBLE_EQ(x(2, 1), 0.88 / 0.75);
  Array<double> none({2, 1}, 1.0);
  dropMaskedTokens(none, {0, 2}, 32);
  EXPECT_DOUBLE_EQ(none(0, 0), 0.88);
}

TEST(Positions, BeginAtTheSecondRowAndEndWithTheTable) {
  Array<double> x({2, 1}, 0.0);
  const Array<double> table({4, 1}, std::vector<double>{1, 2, 3, 4}, "embed_positions.weight");
  addPositions(x, table);
  EXPECT_THAT(test::valuesOf(x), testing::ElementsAre(3, 4));
  Array<double> longer({3, 1}, 0.0);
  EXPECT_THAT(test::errorOf([&] { addPositions(longer, table); }),
              testing::AllOf(HasSubstr("embed_positions.weight"), HasSubstr("for 2 tokens")));
}

TEST(LayerCount, NamesALayerThatIsMissing) {
  ArrayBundle arrays;
  for (const char* name : {"layers.0.q", "layers.2.q", "layers.10.q", "layers.x.q", "other"})
    arrays[name] = Array<float>({1});
  const ModelWeights weights{weightsInMemory(arrays, "w"), {}};
  EXPECT_THAT(test::errorOf([&] { layersNamed(weights, "layers.", ".q"); }), HasSubstr("layers.1.q is missing"));
  EXPECT_EQ(layersNamed(weights, "layer.", ".q"), 0);
}

}  // namespace parts_test
}  // namespace engine
