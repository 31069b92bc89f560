#include <Eigen/Core>
#include <algorithm>

#include "engine/attention/triangle-multiplication/TriangleMultiplication.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// (rows, columns) to (columns, rows).
Array<float> transposed(const Array<float>& x, Index rows, Index columns, Shape shape, const Work& work) {
  Array<float> result(std::move(shape), Untouched{}, x.name);
  constexpr Index kBlock = 64;  // both sides of a block stay in the cache
  parallelFor((rows + kBlock - 1) / kBlock, 4, work.threads, work.progress, "triangles", [&](Index begin, Index end) {
    for (Index first = begin * kBlock; first < std::min(rows, end * kBlock); first += kBlock)
      for (Index column = 0; column < columns; ++column)
        for (Index row = first; row < std::min(rows, first + kBlock); ++row)
          result[column * rows + row] = x[row * columns + column];
  });
  return result;
}

}  // namespace

Array<float> triangleProductNative(const Array<float>& a, const Array<float>& b, TriangleEdges edges,
                                   const Work& work) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Index L = a.length(0), c = a.length(2);
  const Array<float> left = transposed(a, L * L, c, {c, L, L}, work), right = transposed(b, L * L, c, {c, L, L}, work);
  Array<float> sums({c, L, L}, Untouched{}, "T");
  parallelFor(c, 1, work.threads, work.progress, "triangles", [&](Index begin, Index end) {
    for (Index channel = begin; channel < end; ++channel) {
      const Eigen::Map<const Matrix> x(left.data() + channel * L * L, L, L), y(right.data() + channel * L * L, L, L);
      Eigen::Map<Matrix> sum(sums.data() + channel * L * L, L, L);
      if (edges == TriangleEdges::outgoing)
        sum.noalias() = x * y.transpose();
      else
        sum.noalias() = x.transpose() * y;
    }
  });
  return transposed(sums, c, L * L, {L, L, c}, work);
}

}  // namespace engine
