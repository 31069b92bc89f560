// Receptive fields of axial attention: by hand, against the product of whole attention matrices, sizes 1.
#include "engine/analysis/ReceptiveField.h"

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "engine/base/Random.h"

namespace engine {
namespace receptive_field_test {

Array<double> randomWeights(Index count, Index length, Random& random) {
  Array<double> weights({count, length, length});
  for (Index k = 0; k < count; ++k)
    for (Index from = 0; from < length; ++from) {
      double sum = 0;
      for (Index to = 0; to < length; ++to) sum += weights(k, from, to) = random.uniform();
      for (Index to = 0; to < length; ++to) weights(k, from, to) /= sum;
    }
  return weights;
}

double sumOf(const Array<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

TEST(ReceptiveField, withEqualWeightsTwoPassesReachEveryCellAlike) {
  const ReceptiveField field = receptiveField(equalWeights(3, 4), 1, 2, PassOrder::rowsFirst);
  for (Index m = 0; m < 3; ++m)
    for (Index j = 0; j < 4; ++j) {
      EXPECT_DOUBLE_EQ(field.rowPass(m, j), m == 1 ? 0.25 : 0);
      EXPECT_DOUBLE_EQ(field.columnPass(m, j), j == 2 ? 1.0 / 3 : 0);
      EXPECT_DOUBLE_EQ(field.bothPasses(m, j), 1.0 / 12);
    }
}

TEST(ReceptiveField, isARowOfTheProductOfTheWholeAttentionMatrices) {
  constexpr Index N = 3, L = 5, cells = N * L;
  Random random(2);
  const AxialWeights weights{randomWeights(N, L, random), randomWeights(L, N, random)};
  Array<double> rows({cells, cells}), columns({cells, cells});
  for (Index n = 0; n < N; ++n)
    for (Index i = 0; i < L; ++i) {
      for (Index j = 0; j < L; ++j) rows(n * L + i, n * L + j) = weights.rows(n, i, j);
      for (Index m = 0; m < N; ++m) columns(n * L + i, m * L + i) = weights.columns(i, n, m);
    }
  for (const PassOrder order : {PassOrder::rowsFirst, PassOrder::columnsFirst})
    for (Index n = 0; n < N; ++n)
      for (Index i = 0; i < L; ++i) {
        const ReceptiveField field = receptiveField(weights, n, i, order);
        // What comes last is on the left: the cell mixes what the first pass has made of the others.
        const Array<double>&last = order == PassOrder::rowsFirst ? columns : rows,
              &first = order == PassOrder::rowsFirst ? rows : columns;
        for (Index to = 0; to < cells; ++to) {
          double sum = 0;
          for (Index k = 0; k < cells; ++k) sum += last(n * L + i, k) * first(k, to);
          ASSERT_NEAR(field.bothPasses[to], sum, 1e-12);
          ASSERT_NEAR(field.rowPass[to], rows(n * L + i, to), 1e-12);
          ASSERT_NEAR(field.columnPass[to], columns(n * L + i, to), 1e-12);
        }
        EXPECT_NEAR(sumOf(field.bothPasses), 1, 1e-12);
      }
}

TEST(ReceptiveField, sharedWeightsAreThoseOfEveryLine) {
  Random random(3);
  const AxialWeights shared{randomWeights(1, 4, random), randomWeights(1, 3, random)};
  AxialWeights repeated{Array<double>({3, 4, 4}), Array<double>({4, 3, 3})};
  for (Index k = 0; k < repeated.rows.size(); ++k) repeated.rows[k] = shared.rows[k % 16];
  for (Index k = 0; k < repeated.columns.size(); ++k) repeated.columns[k] = shared.columns[k % 9];
  EXPECT_EQ(receptiveField(shared, 2, 1, PassOrder::rowsFirst).bothPasses,
            receptiveField(repeated, 2, 1, PassOrder::rowsFirst).bothPasses);
}

TEST(ReceptiveField, sizeOneAndWhatDoesNotFit) {
  EXPECT_EQ(receptiveField(equalWeights(1, 1), 0, 0, PassOrder::columnsFirst).bothPasses, Array<double>({1, 1}, 1.0));
  EXPECT_THROW(receptiveField(equalWeights(1, 1), 1, 0, PassOrder::rowsFirst), Error);
  EXPECT_THROW(receptiveField(equalWeights(0, 0), 0, 0, PassOrder::rowsFirst), Error);
  EXPECT_THROW(receptiveField({Array<double>({2, 4, 4}), Array<double>({4, 3, 3})}, 0, 0, PassOrder::rowsFirst), Error);
  EXPECT_THROW(receptiveField({Array<double>({4, 4}), Array<double>({4, 3, 3})}, 0, 0, PassOrder::rowsFirst), Error);
}

}  // namespace receptive_field_test
}  // namespace engine
