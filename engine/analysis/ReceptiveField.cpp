#include "engine/analysis/ReceptiveField.h"

namespace engine {

namespace {

void check(const AxialWeights& weights, Index n, Index i) {
  const auto isSquare = [](const Array<double>& array) {
    return array.rank() == 3 && array.length(1) == array.length(2);
  };
  if (!isSquare(weights.rows) || !isSquare(weights.columns))
    fail("axial weights: found shapes ", shapeText(weights.rows.shape()), " and ", shapeText(weights.columns.shape()),
         ", expected (N, L, L) and (L, N, N)");
  const Index N = weights.numSequences(), L = weights.numPositions();
  const Index numRows = weights.rows.length(0), numColumns = weights.columns.length(0);
  if ((numRows != N && numRows != 1) || (numColumns != L && numColumns != 1))
    fail("axial weights: found rows of ", numRows, " sequences and columns of ", numColumns, " positions, expected ", N,
         " and ", L);
  if (n < 0 || n >= N || i < 0 || i >= L)
    fail("cell (", n + 1, ", ", i + 1, "): expected one of ", N, " sequences and ", L, " positions");
}

}  // namespace

AxialWeights equalWeights(Index numSequences, Index numPositions) {
  return {Array<double>({1, numPositions, numPositions}, 1 / static_cast<double>(numPositions)),
          Array<double>({1, numSequences, numSequences}, 1 / static_cast<double>(numSequences))};
}

ReceptiveField receptiveField(const AxialWeights& weights, Index n, Index i, PassOrder order) {
  check(weights, n, i);
  const Index N = weights.numSequences(), L = weights.numPositions();
  const auto along = [&weights](Index sequence, Index from, Index to) {
    return weights.rows(weights.rows.length(0) == 1 ? 0 : sequence, from, to);
  };
  const auto down = [&weights](Index position, Index from, Index to) {
    return weights.columns(weights.columns.length(0) == 1 ? 0 : position, from, to);
  };
  const Shape shape{N, L};
  ReceptiveField field{Array<double>(shape), Array<double>(shape), Array<double>(shape)};
  for (Index j = 0; j < L; ++j) field.rowPass(n, j) = along(n, i, j);
  for (Index m = 0; m < N; ++m) field.columnPass(m, i) = down(i, n, m);
  for (Index m = 0; m < N; ++m)
    for (Index j = 0; j < L; ++j)
      field.bothPasses(m, j) =
          order == PassOrder::rowsFirst ? down(i, n, m) * along(m, i, j) : along(n, i, j) * down(j, n, m);
  return field;
}

}  // namespace engine
