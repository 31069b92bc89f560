// Tokens to vectors.
#include "engine/network/Embedding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/Random.h"
#include "tests/engine/network/Close.h"
#include "tests/support/ErrorOf.h"

namespace embedding_test {

using namespace engine;
using ::testing::HasSubstr;

TEST(Embedding, takesTheRowOfEveryToken) {
  const auto table = deterministicArray<float>(1, {4, 3}, 1, "table");
  const Array<float> vectors = embed(Array<std::int64_t>({2, 2}, {3, 0, 0, 1}), table);
  ASSERT_EQ(vectors.shape(), (Shape{2, 2, 3}));
  for (Index c = 0; c < 3; ++c) {
    EXPECT_EQ(vectors(0, 0, c), table(3, c));
    EXPECT_EQ(vectors(1, 0, c), table(0, c));
    EXPECT_EQ(vectors(1, 1, c), table(1, c));
  }
}

TEST(Embedding, noTokensGiveNoVectors) {
  EXPECT_EQ(embed(Array<std::int64_t>({0}), Array<double>({4, 3})).shape(), (Shape{0, 3}));
  EXPECT_EQ(embed(Array<std::int64_t>({2, 0}), Array<double>({0, 3})).shape(), (Shape{2, 0, 3}));
}

TEST(Embedding, aTokenOutsideTheTableIsAnErrorWithItsPlace) {
  const Array<double> table({4, 3}, 0.0, "emb.weight");
  EXPECT_THAT(test::errorOf([&] {
                embed(Array<std::int64_t>({1, 3}, {0, 4, 1}, "msa"), table);
              }),
              HasSubstr("array msa of shape (1, 3): value number 1 (in C order) is 4, expected 0 to 3, a row of array "
                        "emb.weight of shape (4, 3)"));
  EXPECT_THAT(test::errorOf([&] { embed(Array<std::int64_t>({1}, {-1}, "msa"), table); }), HasSubstr("is -1"));
}

}  // namespace embedding_test
