// The network of a transformer block against the same sums written out, and against values of the activations.
#include "engine/network/FeedForward.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/Random.h"
#include "tests/engine/network/Close.h"
#include "tests/support/ErrorOf.h"

namespace feed_forward_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr FeedForwardActivation kAll[] = {FeedForwardActivation::relu, FeedForwardActivation::gelu,
                                          FeedForwardActivation::swiglu};

template <class T>
FeedForwardWeights<T> weightsOf(Index in, Index hidden, Index out, FeedForwardActivation activation) {
  return {deterministicArray<T>(1, {hidden, in}, 0.5, "W_1"), deterministicArray<T>(2, {hidden}, 0.5, "b_1"),
          deterministicArray<T>(3, {out, activatedWidth(activation, hidden)}, 0.5, "W_2"),
          deterministicArray<T>(4, {out}, 0.5, "b_2")};
}

double activationOf(FeedForwardActivation activation, const std::vector<double>& row, size_t c) {
  if (activation == FeedForwardActivation::relu) return row[c] > 0 ? row[c] : 0;
  if (activation == FeedForwardActivation::gelu) return row[c] * 0.5 * std::erfc(-row[c] / std::sqrt(2.0));
  return row[c] * (0.5 + 0.5 * std::tanh(row[c] / 2)) * row[row.size() / 2 + c];
}

/// Row by row, number by number.
Array<double> byHand(const Array<double>& X, const FeedForwardWeights<double>& weights,
                     FeedForwardActivation activation) {
  const Index rows = X.length(0), in = X.length(1), F = weights.W_1.length(0), out = weights.W_2.length(0);
  Array<double> Y({rows, out});
  for (Index i = 0; i < rows; ++i) {
    std::vector<double> hidden(static_cast<size_t>(F));
    for (Index f = 0; f < F; ++f) {
      hidden[size_t(f)] = weights.b_1[f];
      for (Index c = 0; c < in; ++c) hidden[size_t(f)] += weights.W_1(f, c) * X(i, c);
    }
    for (Index o = 0; o < out; ++o) {
      Y(i, o) = weights.b_2[o];
      for (Index f = 0; f < weights.W_2.length(1); ++f)
        Y(i, o) += weights.W_2(o, f) * activationOf(activation, hidden, size_t(f));
    }
  }
  return Y;
}

template <class T>
Array<T> run(const Array<T>& X, const FeedForwardWeights<T>& weights, FeedForwardActivation activation,
             int threads = 1) {
  Progress none;
  return feedForward(X, weights, activation, threads, none);
}

TEST(FeedForward, activationsHaveTheirKnownValues) {
  const double in[] = {-1.5, -0.2, 0, 1};
  double relu[4], gelu[4], swiglu[1];
  activate(FeedForwardActivation::relu, in, 4, relu);
  activate(FeedForwardActivation::gelu, in, 4, gelu);
  EXPECT_THAT(relu, ::testing::ElementsAre(0, 0, 0, 1));
  const double expected[] = {-0.10021080190328713, -0.0841480581121794, 0, 0.8413447460685429};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(gelu[k], expected[k], 1e-15);
  const double halves[] = {-1.5, 3};
  activate(FeedForwardActivation::swiglu, halves, 2, swiglu);
  EXPECT_NEAR(swiglu[0], -0.2736382857095345 * 3, 1e-15);
}

TEST(FeedForward, hugeValuesStayFinite) {
  const float in[] = {-1e30f, 1e30f, -1e4f, 1.0f};
  float out[4];
  for (const FeedForwardActivation activation : kAll) {
    activate(activation, in, 4, out);
    for (Index c = 0; c < activatedWidth(activation, 4); ++c) EXPECT_TRUE(std::isfinite(out[c]));
  }
}

TEST(FeedForward, equalsTheSumsWrittenOutForSizesFromNoneToSeveralBlocks) {
  const Index sizes[][4] = {{0, 3, 4, 2}, {1, 1, 2, 1}, {7, 0, 4, 3}, {7, 5, 0, 3}, {7, 5, 12, 0}, {600, 6, 10, 5}};
  for (const FeedForwardActivation activation : kAll)
    for (const auto& [rows, in, hidden, out] : sizes) {
      const auto X = deterministicArray<double>(9, {rows, in}, 1, "X");
      const auto weights = weightsOf<double>(in, hidden, out, activation);
      const Array<double> expected = byHand(X, weights, activation);
      test::expectClose(run(X, weights, activation), expected, 1e-13);
      test::expectClose(run(deterministicArray<float>(9, {rows, in}, 1, "X"),
                            weightsOf<float>(in, hidden, out, activation), activation),
                        expected, 2e-5);
    }
}

TEST(FeedForward, threadsChangeNoBitAndLeadingAxesStay) {
  const auto X = deterministicArray<float>(9, {40, 50, 64}, 1, "X");
  const auto weights = weightsOf<float>(64, 128, 32, FeedForwardActivation::gelu);
  const Array<float> one = run(X, weights, FeedForwardActivation::gelu, 1);
  EXPECT_EQ(one.shape(), (Shape{40, 50, 32}));
  EXPECT_EQ(one, run(X, weights, FeedForwardActivation::gelu, 2));
  EXPECT_EQ(one, run(X, weights, FeedForwardActivation::gelu, 3));
}

TEST(FeedForward, biasesMayBeAbsent) {
  const auto X = deterministicArray<double>(9, {3, 5}, 1, "X");
  auto weights = weightsOf<double>(5, 8, 4, FeedForwardActivation::relu);
  for (Array<double>* bias : {&weights.b_1, &weights.b_2}) std::fill(bias->begin(), bias->end(), 0.0);
  const Array<double> expected = run(X, weights, FeedForwardActivation::relu);
  weights.b_1 = weights.b_2 = {};
  EXPECT_EQ(run(X, weights, FeedForwardActivation::relu), expected);
}

TEST(FeedForward, wrongShapesAreErrorsThatNameTheArray) {
  const auto X = deterministicArray<double>(9, {3, 5}, 1, "X");
  const auto errorWith = [&](auto change, FeedForwardActivation activation = FeedForwardActivation::relu) {
    auto weights = weightsOf<double>(5, 8, 4, activation);
    change(weights);
    return test::errorOf([&] { run(X, weights, activation); });
  };
  using W = FeedForwardWeights<double>;
  EXPECT_THAT(errorWith([](W& w) {
                w.W_1 = Array<double>({8, 6}, 0.0, "W_1");
              }),
              AllOf(HasSubstr("array W_1: found shape (8, 6), expected"), HasSubstr("5)")));
  EXPECT_THAT(errorWith([](W& w) { w.b_1 = Array<double>({7}, 0.0, "b_1"); }),
              HasSubstr("array b_1: found shape (7), expected (8)"));
  EXPECT_THAT(errorWith([](W& w) {
                w.W_2 = Array<double>({4, 9}, 0.0, "W_2");
              }),
              HasSubstr("array W_2: found shape (4, 9), expected"));
  EXPECT_THAT(errorWith([](W& w) { w.b_2 = Array<double>({5}, 0.0, "b_2"); }),
              HasSubstr("array b_2: found shape (5), expected (4)"));
  EXPECT_THAT(errorWith(
                  [](W& w) {
                    w.W_1 = Array<double>({7, 5}, 0.0, "W_1"), w.b_1 = {};
                  },
                  FeedForwardActivation::swiglu),
              HasSubstr("array W_1: found shape (7, 5), expected an even first length"));
}

class Stopped : public Progress {
 public:
  bool cancelled() const override { return true; }
};

TEST(FeedForward, canBeCancelled) {
  Stopped stopped;
  EXPECT_THROW(
      feedForward(deterministicArray<double>(9, {3, 5}, 1), weightsOf<double>(5, 8, 4, FeedForwardActivation::relu),
                  FeedForwardActivation::relu, 1, stopped),
      Cancelled);
}

}  // namespace feed_forward_test
