// Matrix products out of registers against plain loops over every edge.
#include "engine/attention/heads/BlockProduct.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "engine/base/Random.h"

namespace block_product_test {

using namespace engine;

constexpr float kCanary = -12345.5f;

/// A product with room around C that must stay as it is.
struct Case {
  Index rows, terms, columns;
  bool isTransposedA, isTransposedB, accumulate;

  Index rowStrideC() const { return columns + 3; }
  float a(Index r, Index k) const { return float(deterministicNumber(1, std::uint64_t(r * 1009 + k))); }
  float b(Index k, Index c) const { return float(deterministicNumber(2, std::uint64_t(k * 1013 + c))); }
  float c(Index r, Index j) const { return float(deterministicNumber(3, std::uint64_t(r * 1019 + j))); }

  std::vector<float> matrix(Index m, Index n, bool isTransposed, float (Case::*element)(Index, Index) const) const {
    std::vector<float> values(static_cast<size_t>(m * n));
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < n; ++j)
        values[static_cast<size_t>(isTransposed ? j * m + i : i * n + j)] = (this->*element)(i, j);
    return values;
  }
  std::vector<float> compute() const {
    const std::vector<float> left = matrix(rows, terms, isTransposedA, &Case::a);
    const std::vector<float> right = matrix(terms, columns, isTransposedB, &Case::b);
    std::vector<float> packed(static_cast<size_t>(packedSize(terms, columns)), std::numeric_limits<float>::quiet_NaN());
    packPanels(right.data(), isTransposedB ? 1 : columns, isTransposedB ? terms : 1, terms, columns, packed.data());
    std::vector<float> result(static_cast<size_t>((rows + 1) * rowStrideC()), kCanary);
    for (Index r = 0; r < rows; ++r)
      for (Index j = 0; j < columns; ++j) result[static_cast<size_t>(r * rowStrideC() + j)] = c(r, j);
    const LeftFactor factor{left.data(), isTransposedA ? 1 : terms, isTransposedA ? rows : 1};
    blockProduct(factor, rows, terms, packed.data(), columns, result.data(), rowStrideC(), accumulate);
    return result;
  }
  double expected(Index r, Index j) const {
    double sum = accumulate ? double(c(r, j)) : 0.0;
    for (Index k = 0; k < terms; ++k) sum += double(a(r, k)) * double(b(k, j));
    return sum;
  }
};

void expectPlainProduct(const Case& product) {
  SCOPED_TRACE(std::to_string(product.rows) + " x " + std::to_string(product.terms) + " x " +
               std::to_string(product.columns) + (product.isTransposedA ? ", A transposed" : "") +
               (product.isTransposedB ? ", B transposed" : "") + (product.accumulate ? ", added" : ""));
  const std::vector<float> found = product.compute();
  for (Index r = 0; r <= product.rows; ++r)
    for (Index j = 0; j < product.rowStrideC(); ++j) {
      const float value = found[static_cast<size_t>(r * product.rowStrideC() + j)];
      if (r == product.rows || j >= product.columns)
        ASSERT_EQ(value, kCanary) << "written outside, row " << r << ", column " << j;
      else
        ASSERT_NEAR(value, product.expected(r, j), 2e-7 * double(product.terms + 4)) << r << ", " << j;
    }
}

TEST(BlockProduct, equalsPlainLoopsAtEveryEdge) {
  const Index lengths[] = {0, 1, 2, kProductRows - 1, kProductRows, kProductRows + 1, kFloatLanes + 1, 67};
  for (const Index rows : lengths)
    for (const Index columns : {Index{0}, Index{1}, kFloatLanes - 1, kFloatLanes, kFloatLanes + 1, kPanelWidth,
                                kPanelWidth + 1, 3 * kPanelWidth - 1})
      for (const Index terms : {0, 1, 7, 64})
        for (int variant = 0; variant < 8; ++variant)
          expectPlainProduct({rows, terms, columns, (variant & 1) != 0, (variant & 2) != 0, (variant & 4) != 0});
}

TEST(BlockProduct, longSumsAreCutWithoutAChange) {
  for (const Index terms : {255, 256, 257, 513})
    for (const bool accumulate : {false, true})
      expectPlainProduct({9, terms, kPanelWidth + 5, false, true, accumulate});
}

RC_GTEST_PROP(BlockProduct, equalsPlainLoopsForAnySize, ()) {
  const auto flag = [] { return *rc::gen::arbitrary<bool>(); };
  const Index rows = *rc::gen::inRange(0, 40), terms = *rc::gen::inRange(0, 600), columns = *rc::gen::inRange(0, 100);
  expectPlainProduct({rows, terms, columns, flag(), flag(), flag()});
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(BlockProduct, anElementHasTheSameBitsInEveryBlock) {
  const std::vector<float> whole = Case{21, 300, 70, false, false, false}.compute();
  for (const Index rows : {1, 8, 13})
    for (const Index columns : {1, 16, 33}) {
      const Case part{rows, 300, columns, true, true, false};
      const std::vector<float> found = part.compute();
      for (Index r = 0; r < rows; ++r)
        for (Index j = 0; j < columns; ++j)
          ASSERT_EQ(found[static_cast<size_t>(r * part.rowStrideC() + j)], whole[static_cast<size_t>(r * 73 + j)]);
    }
}

}  // namespace block_product_test
