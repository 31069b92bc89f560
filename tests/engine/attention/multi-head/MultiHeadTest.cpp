// Multi-head attention: golden of MATHEMATICS.md 2.6 and its relation to single heads.
#include "engine/attention/multi-head/MultiHead.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "engine/network/Linear.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/SoftmaxRows.h"
#include "tests/support/ErrorOf.h"

namespace multi_head_test {

using namespace engine;
using test::errorOf;

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

/// Remembers whether the bar ever went back.
class Forward : public Progress {
 public:
  bool wentBack = false;

 protected:
  void report(double fraction, std::string_view) override {
    wentBack = wentBack || fraction < m_last;
    m_last = fraction;
  }

 private:
  double m_last = 0;
};

TEST(MultiHead, theBarNeverGoesBack) {
  Forward progress;
  Diagnostics diagnostics;
  multiHead(goldenInput<float>(), {nullptr, 1}, diagnostics, progress);
  EXPECT_FALSE(progress.wentBack);
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

TEST(MultiHead, everyBackendEqualsDoubleForUnequalWidthsAndBiases) {
  const auto input = []<class T>(T) {
    MultiHeadInput<T> result;
    result.queries = deterministicArray<T>(1, {2, 37, 12}, 1, "queries");
    result.keys = deterministicArray<T>(2, {2, 50, 9}, 1, "keys");
    result.values = deterministicArray<T>(3, {2, 50, 7}, 1, "values");
    result.W_q = deterministicArray<T>(4, {15, 12}, 0.5, "W_q");
    result.W_k = deterministicArray<T>(5, {15, 9}, 0.5, "W_k");
    result.W_v = deterministicArray<T>(6, {6, 7}, 0.5, "W_v");
    result.W_o = deterministicArray<T>(7, {33, 6}, 0.5, "W_o");
    result.b_q = deterministicArray<T>(8, {15}, 1, "b_q");
    result.b_k = deterministicArray<T>(9, {15}, 1, "b_k");
    result.b_v = deterministicArray<T>(10, {6}, 1, "b_v");
    result.b_o = deterministicArray<T>(11, {33}, 1, "b_o");
    result.heads = 3;
    result.mask = fullMask(2, 37, 50);
    makeCausal(result.mask, 50);
    return result;
  };
  const MultiHeadResult<double> expected = run(input(double{}));
  for (const std::string& backend : test::backends()) {
    SCOPED_TRACE(backend);
    const MultiHeadResult<float> found = run(input(float{}), test::deviceOf(backend));
    test::expectClose(found.A, expected.A, 2e-5, "A");
    test::expectClose(found.Y, expected.Y, 2e-5, "Y");
  }
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
  const std::string message = errorOf([&] { run(input); });
  EXPECT_NE(message.find("array W_q: found shape (4, 4)"), std::string::npos) << message;
}

/// Random lengths, widths that differ everywhere, biases, and any mask.
template <class T>
MultiHeadInput<T> anyInput() {
  const auto length = [](Index from, Index end) { return *rc::gen::inRange<Index>(from, end); };
  const Index B = length(0, 3), n = length(0, 12), m = length(0, 20), H = length(1, 5), d = length(0, 5);
  const Index v = length(0, 5), Dq = length(0, 7), Dk = length(0, 7), Dv = length(0, 7), Dout = length(0, 7);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  MultiHeadInput<T> input;
  input.queries = deterministicArray<T>(seed, {B, n, Dq}, 1, "X_q");
  input.keys = deterministicArray<T>(seed + 1, {B, m, Dk}, 1, "X_k");
  input.values = deterministicArray<T>(seed + 2, {B, m, Dv}, 1, "X_v");
  input.W_q = deterministicArray<T>(seed + 3, {H * d, Dq}, 0.7, "W_q");
  input.W_k = deterministicArray<T>(seed + 4, {H * d, Dk}, 0.7, "W_k");
  input.W_v = deterministicArray<T>(seed + 5, {H * v, Dv}, 1, "W_v");
  input.W_o = deterministicArray<T>(seed + 6, {Dout, H * v}, 1, "W_o");
  input.b_q = deterministicArray<T>(seed + 7, {H * d}, 1, "b_q");
  input.b_v = deterministicArray<T>(seed + 8, {H * v}, 1, "b_v");
  input.heads = H;
  input.mask = *test::anyMask(B, n, m);
  return input;
}

template <class T>
Array<T> rowsOf(const Array<T>& matrix, Index begin, Index count) {
  const Index width = matrix.rank() == 1 ? 1 : matrix.length(1);
  const Shape shape = matrix.rank() == 1 ? Shape{count} : Shape{count, width};
  return Array<T>(shape, std::vector<T>(matrix.data() + begin * width, matrix.data() + (begin + count) * width));
}

RC_GTEST_PROP(MultiHead, everyHeadIsSingleHeadAttentionOnItsRowsOfTheProjections, ()) {
  MultiHeadInput<double> input = anyInput<double>();
  input.keepsIntermediates = true;
  const Index B = input.queries.length(0), n = input.queries.length(1), m = input.keys.length(1), H = input.heads;
  const Index d = input.W_q.length(0) / H, v = input.W_v.length(0) / H, Dout = input.W_o.length(0);
  const MultiHeadResult<double> result = run(input);
  Array<double> Y({B, n, Dout});
  for (Index h = 0; h < H; ++h) {
    DotProductInput<double> dot;
    dot.Q = linear(input.queries, rowsOf(input.W_q, h * d, d), rowsOf(input.b_q, h * d, d)).reshaped({B, 1, n, d});
    dot.K = linear(input.keys, rowsOf(input.W_k, h * d, d), {}).reshaped({B, 1, m, d});
    dot.V = linear(input.values, rowsOf(input.W_v, h * v, v), rowsOf(input.b_v, h * v, v)).reshaped({B, 1, m, v});
    dot.mask = input.mask;
    dot.scale = standardScale(d);
    Progress none;
    const DotProductResult<double> single = dotProductPlain(dot, 1, none);
    for (Index b = 0; b < B; ++b)
      for (Index i = 0; i < n; ++i) {
        for (Index c = 0; c < d; ++c) RC_ASSERT(std::abs(result.q(b, h, i, c) - dot.Q(b, 0, i, c)) <= 1e-12);
        for (Index j = 0; j < m; ++j) {
          RC_ASSERT(std::abs(result.A(b, h, i, j) - single.A(b, 0, i, j)) <= 1e-12);
          RC_ASSERT(std::abs(result.S(b, h, i, j) - single.S(b, 0, i, j)) <= 1e-12);
        }
        for (Index o = 0; o < Dout; ++o)
          for (Index c = 0; c < v; ++c) Y(b, i, o) += input.W_o(o, h * v + c) * single.O(b, 0, i, c);
      }
  }
  test::expectClose(result.Y, Y, 1e-12, "Y");
  test::expectSoftmaxRows(result.A, input.mask, 1e-12);
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(MultiHead, everyBackendEqualsFloat64OnEveryShapeAndMaskWithAndWithoutMaps) {
  for (const std::string& backend : test::backends()) {
    if (backend == "plain") continue;  // multiHead takes the fast path for float
    EXPECT_TRUE(rc::check(backend, [&] {
      MultiHeadInput<float> input = anyInput<float>();
      MultiHeadInput<double> exact;
      exact.queries = test::as<double>(input.queries);
      exact.keys = test::as<double>(input.keys);
      exact.values = test::as<double>(input.values);
      exact.W_q = test::as<double>(input.W_q);
      exact.W_k = test::as<double>(input.W_k);
      exact.W_v = test::as<double>(input.W_v);
      exact.W_o = test::as<double>(input.W_o);
      exact.b_q = test::as<double>(input.b_q);
      exact.b_v = test::as<double>(input.b_v);
      exact.heads = input.heads;
      exact.mask = input.mask;
      const MultiHeadResult<double> expected = run(exact);
      const MultiHeadResult<float> found = run(input, test::deviceOf(backend));
      test::expectClose(found.A, expected.A, 2e-5, "A");
      test::expectClose(found.Y, expected.Y, 2e-5, "Y");
      input.maps = Maps::drop;
      const MultiHeadResult<float> withoutMaps = run(input, test::deviceOf(backend));
      RC_ASSERT(withoutMaps.A.empty());
      test::expectClose(withoutMaps.Y, expected.Y, 2e-5, "Y without maps");
      RC_ASSERT(!::testing::Test::HasFailure());
    }));
  }
}

TEST(MultiHead, sameBitsEveryTimeAndWithOneOrTwoThreads) {
  MultiHeadInput<float> input;
  input.queries = input.keys = input.values = deterministicArray<float>(1, {2, 300, 24}, 1, "X");
  input.W_q = input.W_k = input.W_v = deterministicArray<float>(2, {32, 24}, 0.5, "W");
  input.W_o = deterministicArray<float>(3, {24, 32}, 0.5, "W_o");
  input.heads = 4;
  input.mask = fullMask(2, 300, 300);
  Diagnostics diagnostics;
  Progress none;
  const MultiHeadResult<float> one = multiHead(input, {nullptr, 1}, diagnostics, none);
  const MultiHeadResult<float> two = multiHead(input, {nullptr, 2}, diagnostics, none);
  EXPECT_TRUE(one.A == two.A && one.Y == two.Y);
}

/// Section 10.8: tokens are columns, scores Q^T K / sqrt(D) with the full width D, normalised over the index of Q.
TEST(MultiHead, theVariantOfGeometricMachineLearningIsOursWithQueriesAndKeysSwappedAndTheFullWidthInTheScale) {
  const Index T = 5, D = 6, H = 2, d = D / H;
  const Array<double> Z = deterministicArray<double>(141, {D, T}, 1);  // columns are tokens
  const Array<double> P_q = deterministicArray<double>(142, {D, D}, 1),
                      P_k = deterministicArray<double>(143, {D, D}, 1);
  const auto times = [&](const Array<double>& W) {
    Array<double> result({D, T});
    for (Index row = 0; row < D; ++row)
      for (Index t = 0; t < T; ++t)
        for (Index c = 0; c < D; ++c) result(row, t) += W(row, c) * Z(c, t);
    return result;
  };
  const Array<double> Q = times(P_q), K = times(P_k);
  DotProductInput<double> ours;
  ours.Q = ours.K = ours.V = Array<double>({1, H, T, d});
  for (Index row = 0; row < D; ++row)
    for (Index t = 0; t < T; ++t) {
      ours.Q(0, row / d, t, row % d) = K(row, t);
      ours.K(0, row / d, t, row % d) = Q(row, t);
      ours.V(0, row / d, t, row % d) = Z(row, t);
    }
  ours.mask = fullMask(1, T, T);
  ours.scale = 1 / std::sqrt(double(D));
  Progress none;
  const DotProductResult<double> result = dotProductPlain(ours, 1, none);
  for (Index h = 0; h < H; ++h)
    for (Index column = 0; column < T; ++column) {
      double weights[T], sum = 0;
      for (Index row = 0; row < T; ++row) {
        double score = 0;
        for (Index c = 0; c < d; ++c) score += Q(h * d + c, row) * K(h * d + c, column);
        sum += weights[row] = std::exp(score / std::sqrt(double(D)));
      }
      for (Index c = 0; c < d; ++c) {
        double output = 0;
        for (Index row = 0; row < T; ++row) output += Z(h * d + c, row) * weights[row] / sum;
        EXPECT_NEAR(result.O(0, h, column, c), output, 1e-13);
      }
    }
}

TEST(MultiHeadMechanism, intermediatesComeOnRequestAndMapsMayBeDropped) {
  const auto namesWith = [](bool maps, bool intermediates) {
    ParameterValues values;
    values.set("heads", std::int64_t{2});
    values.set("maps", maps);
    values.set("intermediates", intermediates);
    Diagnostics diagnostics;
    Progress none;
    std::string names;
    const Mechanism& multiHead = findMechanism("multi-head");
    for (const auto& [name, array] :
         multiHead.run(multiHead.sampleInput(), values, Precision::float32, {nullptr, 1}, diagnostics, none))
      names += name + shapeText(shapeOf(array)) + " ";
    return names;
  };
  EXPECT_EQ(namesWith(true, false), "A(1, 2, 3, 3) Y(1, 3, 4) ");
  EXPECT_EQ(namesWith(false, false), "Y(1, 3, 4) ");
  EXPECT_EQ(namesWith(false, true), "O(1, 2, 3, 2) Y(1, 3, 4) k(1, 2, 3, 2) q(1, 2, 3, 2) v(1, 2, 3, 2) ");
  EXPECT_EQ(namesWith(true, true),
            "A(1, 2, 3, 3) O(1, 2, 3, 2) S(1, 2, 3, 3) Y(1, 3, 4) k(1, 2, 3, 2) mask(1, 3, 3) q(1, 2, 3, 2) "
            "v(1, 2, 3, 2) ");
}

}  // namespace multi_head_test
