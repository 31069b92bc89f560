// Gated recurrent units: numbers of PyTorch, the equations written out, and padding.
#include "engine/network/Gru.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/Random.h"
#include "tests/engine/network/Close.h"
#include "tests/support/ErrorOf.h"

namespace gru_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Two layers, 3 to 4 to 4 channels; the i-th array in byte order of the names is filled from seed 3700 + i.
template <class T>
ArrayBundle arraysOf() {
  ArrayBundle arrays = {{"bias_hh_l0", Array<T>({12})},      {"bias_hh_l1", Array<T>({12})},
                        {"bias_ih_l0", Array<T>({12})},      {"bias_ih_l1", Array<T>({12})},
                        {"weight_hh_l0", Array<T>({12, 4})}, {"weight_hh_l1", Array<T>({12, 4})},
                        {"weight_ih_l0", Array<T>({12, 3})}, {"weight_ih_l1", Array<T>({12, 4})}};
  std::uint64_t seed = 3700;
  for (auto& [name, array] : arrays) array = deterministicArray<T>(seed++, shapeOf(array), 0.3, name);
  return arrays;
}

template <class T>
std::vector<GruLayer<T>> layersOf() {
  const ArrayBundle arrays = arraysOf<T>();
  return readGru<T>(NamedWeights(arrays), 3);
}

template <class T>
GruResult<T> run(const std::vector<GruLayer<T>>& layers, const Array<T>& X, const std::vector<Index>& lengths = {}) {
  Progress none;
  return gru(layers, X, lengths, none);
}

// torch.nn.GRU(3, 4, num_layers=2, batch_first=True) of PyTorch 1.13 in float64 with these weights, X = T(61; 2, 5, 3).
template <class T>
void expectGolden(double tolerance) {
  const GruResult<T> result = run(layersOf<T>(), deterministicArray<T>(61, {2, 5, 3}, 1));
  const double output[] = {-0.194505877488, 0.146626722534, 0.025067906282, 0.181075463065};
  const double state[] = {-0.162970042415, 0.263677513079, -0.121842858177, 0.104220225889};
  for (Index c = 0; c < 4; ++c) {
    EXPECT_NEAR(result.outputs(0, 4, c), output[c], tolerance);
    EXPECT_NEAR(result.states[0](1, c), state[c], tolerance);
  }
  double outputs = 0, states = 0;
  for (const T value : result.outputs) outputs += value;
  for (const Array<T>& layer : result.states)
    for (const T value : layer) states += value;
  EXPECT_NEAR(outputs, 1.685221487701362, 20 * tolerance);
  EXPECT_NEAR(states, 0.210708950180062, 20 * tolerance);
}

TEST(Gru, twoLayersGiveTheNumbersOfPyTorch) {
  expectGolden<double>(1e-11);
  expectGolden<float>(1e-6);
}

TEST(Gru, oneUnitIsItsEquations) {
  const Array<double> W_ih({3, 1}, {0.5, -0.7, 1.1}), W_hh({3, 1}, {0.3, 0.9, -0.4});
  const Array<double> b_ih({3}, {0.1, 0.2, 0.3}), b_hh({3}, {-0.5, 0.6, 0.7});
  const double x = 0.8, s = -0.35;
  const auto sigma = [](double value) { return 0.5 + 0.5 * std::tanh(value / 2); };
  const double r = sigma(0.5 * x + 0.1 + 0.3 * s - 0.5), z = sigma(-0.7 * x + 0.2 + 0.9 * s + 0.6);
  const double n = std::tanh(1.1 * x + 0.3 + r * (-0.4 * s + 0.7));
  const Array<double> next =
      gruStep(GruLayer<double>{W_ih, W_hh, b_ih, b_hh}, Array<double>({1, 1}, x), Array<double>({1, 1}, s));
  EXPECT_NEAR(next[0], (1 - z) * n + z * s, 1e-15);
}

TEST(Gru, anUpdateGateOfOneKeepsTheStateAndOneOfZeroTakesTheCandidate) {
  GruLayer<double> layer{Array<double>({6, 3}), Array<double>({6, 2}), Array<double>({6}), {}};
  layer.b_ih[4] = layer.b_ih[5] = 0.5;
  const Array<double> x({1, 3}, 1.0), state({1, 2}, {0.25, -0.75});
  layer.b_ih[2] = layer.b_ih[3] = 1e4;
  EXPECT_EQ(gruStep(layer, x, state), state);
  layer.b_ih[2] = layer.b_ih[3] = -1e4;
  EXPECT_NEAR(gruStep(layer, x, state)[1], std::tanh(0.5), 1e-15);
}

TEST(Gru, whatStandsInThePaddingChangesNothing) {
  const auto layers = layersOf<double>();
  const auto X = deterministicArray<double>(61, {2, 5, 3}, 1);
  Array<double> changed = X;
  for (Index s = 2; s < 5; ++s) changed(0, s, 1) += 10;
  const GruResult<double> one = run(layers, X, {2, 5}), other = run(layers, changed, {2, 5});
  EXPECT_EQ(one.outputs, other.outputs);
  EXPECT_EQ(one.states, other.states);
  for (Index c = 0; c < 4; ++c) {
    EXPECT_EQ(one.states[1](0, c), one.outputs(0, 1, c));
    EXPECT_EQ(one.outputs(0, 3, c), 0);
    EXPECT_EQ(one.states[1](1, c), run(layers, X).states[1](1, c));
  }
}

TEST(Gru, batchesDoNotMix) {
  const auto layers = layersOf<double>();
  const auto X = deterministicArray<double>(61, {2, 5, 3}, 1);
  Array<double> second({1, 5, 3});
  std::copy_n(X.data() + 15, 15, second.data());
  const Array<double> together = run(layers, X).outputs, alone = run(layers, second).outputs;
  for (Index k = 0; k < 20; ++k) EXPECT_NEAR(together[20 + k], alone[k], 1e-15);
}

TEST(Gru, noStepsLeaveTheStateAtZeroAndNoBatchesGiveNothing) {
  const auto layers = layersOf<double>();
  const GruResult<double> none = run(layers, Array<double>({2, 0, 3}));
  EXPECT_EQ(none.outputs.shape(), (Shape{2, 0, 4}));
  EXPECT_EQ(none.states[1], Array<double>({2, 4}));
  EXPECT_EQ(run(layers, Array<double>({0, 3, 3})).outputs.shape(), (Shape{0, 3, 4}));
}

TEST(Gru, biasesMayBeAbsentAndLayersAreCounted) {
  ArrayBundle arrays = arraysOf<double>();
  for (const char* name : {"bias_hh_l1", "bias_ih_l1", "weight_hh_l1", "weight_ih_l1", "bias_ih_l0"})
    arrays.erase(name);
  const auto layers = readGru<double>(NamedWeights(arrays), 3);
  ASSERT_EQ(layers.size(), 1u);
  EXPECT_TRUE(layers[0].b_ih.empty());
  EXPECT_EQ(layers[0].b_hh.size(), 12);
}

TEST(Gru, aLayerThatIsThereInPartIsAnError) {
  for (const char* missing : {"weight_hh_l1", "weight_ih_l1"}) {
    ArrayBundle arrays = arraysOf<double>();
    arrays.erase(missing);
    EXPECT_THAT(test::errorOf([&] { readGru<double>(NamedWeights(arrays), 3); }),
                HasSubstr(std::string("array ") + missing + " is missing"));
  }
}

TEST(Gru, wrongShapesAreErrorsThatNameTheArray) {
  const auto errorWith = [](const char* name, Shape shape) {
    ArrayBundle arrays = arraysOf<double>();
    arrays[name] = Array<double>(std::move(shape), 0.0, name);
    return test::errorOf([&] { readGru<double>(NamedWeights(arrays), 3); });
  };
  EXPECT_THAT(errorWith("weight_hh_l0", {11, 4}),
              HasSubstr("array weight_hh_l0: found shape (11, 4), expected (12, 4)"));
  EXPECT_THAT(errorWith("weight_ih_l0", {12, 4}),
              HasSubstr("array weight_ih_l0: found shape (12, 4), expected (12, 3)"));
  EXPECT_THAT(errorWith("weight_ih_l1", {12, 3}),
              HasSubstr("array weight_ih_l1: found shape (12, 3), expected (12, 4)"));
  EXPECT_THAT(errorWith("bias_hh_l1", {4}), HasSubstr("array bias_hh_l1: found shape (4), expected (12)"));
}

TEST(Gru, backwardsIsForwardsOnWhatIsTurnedRound) {
  const auto layers = layersOf<double>();
  const Array<double> X = deterministicArray<double>(61, {2, 5, 3}, 1);
  const std::vector<Index> lengths{5, 3};
  Array<double> turned = X;
  for (Index b = 0; b < 2; ++b)
    for (Index s = 0; s < lengths[size_t(b)]; ++s)
      for (Index c = 0; c < 3; ++c) turned(b, s, c) = X(b, lengths[size_t(b)] - 1 - s, c);
  Progress none;
  const GruResult<double> back = gru(layers, X, lengths, none, GruDirection::backwards);
  const GruResult<double> there = run(layers, turned, lengths);
  EXPECT_EQ(back.states, there.states);
  for (Index b = 0; b < 2; ++b)
    for (Index s = 0; s < 5; ++s)
      for (Index c = 0; c < 4; ++c) {
        const bool isRead = s < lengths[size_t(b)];
        EXPECT_EQ(back.outputs(b, s, c), isRead ? there.outputs(b, lengths[size_t(b)] - 1 - s, c) : 0);
      }
}

TEST(Gru, bothDirectionsStandBesideEachOtherAndFeedTheNextLayer) {
  const Array<double> X = deterministicArray<double>(62, {2, 4, 3}, 1);
  const auto layer = [](std::uint64_t seed, Index in) {
    return GruLayer<double>{deterministicArray<double>(seed, {6, in}, 1),
                            deterministicArray<double>(seed + 1, {6, 2}, 1),
                            deterministicArray<double>(seed + 2, {6}, 1),
                            {}};
  };
  const std::vector<GruLayer<double>> there{layer(1, 3), layer(4, 4)}, back{layer(7, 3), layer(10, 4)};
  Progress none;
  const GruResult<double> both = bidirectionalGru(there, back, X, {}, none);
  Array<double> between({2, 4, 4});
  const GruResult<double> first = gru({there[0]}, X, {}, none);
  const GruResult<double> second = gru({back[0]}, X, {}, none, GruDirection::backwards);
  for (Index k = 0; k < 8; ++k)
    for (Index c = 0; c < 2; ++c) {
      between[4 * k + c] = first.outputs[2 * k + c];
      between[4 * k + 2 + c] = second.outputs[2 * k + c];
    }
  ASSERT_EQ(both.states.size(), 2u);
  EXPECT_EQ(both.outputs, joinedChannels(gru({there[1]}, between, {}, none).outputs,
                                         gru({back[1]}, between, {}, none, GruDirection::backwards).outputs));
  EXPECT_EQ(both.states[0], joinedChannels(first.states[0], second.states[0]));
}

}  // namespace gru_test
