#include <Eigen/Core>
#include <algorithm>

#include "engine/attention/outer-product-mean/OuterProductMean.h"

namespace engine {

Array<float> outerProductRowsNative(const Array<float>& a, const Array<float>& b, Index begin, Index end) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Index N = a.length(0), L = a.length(1), c = a.length(2);
  Array<float> O({end - begin, L, c, c}, 0.0f, "O");
  if (N == 0) return O;
  const Eigen::Map<const Matrix> right(b.data(), N, L * c);
  Matrix products(c, L * c);
  for (Index i = begin; i < end; ++i) {
    const Eigen::Map<const Matrix, 0, Eigen::OuterStride<>> left(a.data() + i * c, N, c, Eigen::OuterStride<>(L * c));
    products.noalias() = (left.transpose() * right) / static_cast<float>(N);
    for (Index x = 0; x < c; ++x)
      for (Index j = 0; j < L; ++j) std::copy_n(products.data() + (x * L + j) * c, c, &O(i - begin, j, x, 0));
  }
  return O;
}

}  // namespace engine
