// Multi-head attention: golden of attention-math 1.7 and its relation to single heads.
#include "engine/attention/MultiHead.h"

#include <gtest/gtest.h>

#include "engine/network/Linear.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"

namespace {

using namespace engine;

template <class T>
MultiHeadInput<T> goldenInput() {
  MultiHeadInput<T> input;
  input.queries = input.keys = input.values = deterministicArray<T>(111, {1, 3, 4}, 1, "X");
  input.W_q = deterministicArray<T>(112, {4, 4}, 0.5, "W_q");
  input.W_k = deterministicArray<T>(113, {4, 4}, 0.5, "W_k");
  input.W_v = deterministicArray<T>(114, {4, 4}, 0.5, "W_v");
  input.W_o = deterministicArray<T>(115, {4, 4}, 0.5, "W_o");
  input.heads = 2;
  input.mask = fullMask(1, 3, 3);
  return input;
}

template <class T>
void expectGolden(const MultiHeadResult<T>& result, double tolerance) {
  const double weights[] = {0.338221455532, 0.322820389794, 0.338958154674};
  for (Index j = 0; j < 3; ++j) EXPECT_NEAR(result.A(0, 1, 2, j), weights[j], tolerance);
  const double first[] = {-0.055450120017, 0.022833015200, -0.065229939615, 0.064229086906};
  for (Index c = 0; c < 4; ++c) EXPECT_NEAR(result.Y(0, 0, c), first[c], tolerance);
  double sum = 0;
  for (const T value : result.Y) sum += value;
  EXPECT_NEAR(sum, -0.06055284052568971, tolerance);
}

template <class T>
MultiHeadResult<T> run(const MultiHeadInput<T>& input, Device* device = nullptr) {
  Diagnostics diagnostics;
  Progress none;
  return multiHead(input, {device, 1}, diagnostics, none);
}

TEST(MultiHead, goldenInFloat64) { expectGolden(run(goldenInput<double>()), 1e-10); }

TEST(MultiHead, goldenInFloat32OnEveryBackend) {
  for (const std::string& backend : test::backends())
    expectGolden(run(goldenInput<float>(), test::deviceOf(backend)), 2e-5);
}

TEST(MultiHead, oneHeadEqualsSingleHeadAttentionOnTheProjections) {
  MultiHeadInput<double> input = goldenInput<double>();
  input.heads = 1;
  DotProductInput<double> dot;
  dot.Q = linear(input.queries, input.W_q, {}).reshaped({1, 1, 3, 4});
  dot.K = linear(input.keys, input.W_k, {}).reshaped({1, 1, 3, 4});
  dot.V = linear(input.values, input.W_v, {}).reshaped({1, 1, 3, 4});
  dot.mask = input.mask;
  dot.scale = 0.5;
  Progress none;
  const DotProductResult<double> single = dotProductPlain(dot, 1, none);
  const MultiHeadResult<double> result = run(input);
  test::expectClose(result.A, single.A, 1e-14, "A");
  test::expectClose(result.Y, linear(single.O.reshaped({3, 4}), input.W_o, {}).reshaped({1, 3, 4}), 1e-14, "Y");
}

TEST(MultiHead, blockDiagonalProjectionsDecoupleTheHeads) {
  MultiHeadInput<double> input = goldenInput<double>();
  for (Array<double>* weights : {&input.W_q, &input.W_k, &input.W_v, &input.W_o})
    for (Index row = 0; row < 4; ++row)
      for (Index column = 0; column < 4; ++column)
        if (row / 2 != column / 2) (*weights)(row, column) = 0;
  const MultiHeadResult<double> before = run(input);
  for (Index i = 0; i < 3; ++i)  // channels of the second head
    for (Index c = 2; c < 4; ++c) {
      input.queries(0, i, c) += 1 + double(i);
      input.keys = input.values = input.queries;
    }
  const MultiHeadResult<double> after = run(input);
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) EXPECT_EQ(after.A(0, 0, i, j), before.A(0, 0, i, j));
    EXPECT_EQ(after.Y(0, i, 0), before.Y(0, i, 0));
    EXPECT_NE(after.Y(0, i, 2), before.Y(0, i, 2));
  }
}

TEST(MultiHead, biasesAreAdded) {
  MultiHeadInput<double> input = goldenInput<double>();
  const MultiHeadResult<double> before = run(input);
  input.b_v = deterministicArray<double>(7, {4}, 1);
  input.b_o = deterministicArray<double>(8, {4}, 1);
  const MultiHeadResult<double> after = run(input);
  // Rows of A sum to 1, so a bias of the values passes through: Y + W_o b_v + b_o.
  const Array<double> shift = linear(input.b_v.reshaped({1, 4}), input.W_o, input.b_o);
  for (Index i = 0; i < 3; ++i)
    for (Index c = 0; c < 4; ++c) EXPECT_NEAR(after.Y(0, i, c), before.Y(0, i, c) + shift[c], 1e-13);
}

TEST(MultiHead, widthThatIsNoMultipleOfTheHeadsIsAnErrorNamingTheArray) {
  MultiHeadInput<double> input = goldenInput<double>();
  input.heads = 3;
  try {
    run(input);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("array W_q: found shape (4, 4)"), std::string::npos) << error.what();
  }
}

}  // namespace
