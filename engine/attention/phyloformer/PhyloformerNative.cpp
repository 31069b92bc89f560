#include <Eigen/Core>

#include "engine/attention/phyloformer/KernelFeature.h"
#include "engine/base/ParallelFor.h"

namespace engine {

KernelAttention<float> kernelAttentionNative(const Array<float>& q, const Array<float>& k, const Array<float>& v,
                                             const PhyloformerOptions& options, const Work& work) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Rows = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
  const Index n = q.length(1), H = options.heads, d = q.length(2) / H;
  KernelAttention<float> result = nothingAttended(v, options);
  parallelFor(q.length(0) * H, 4, work.threads, work.progress, "attention", [&](Index begin, Index end) {
    for (Index line = begin; line < end; ++line) {
      const Index first = line / H * n * H * d + line % H * d;
      const Eigen::OuterStride<> stride(H * d);
      const Matrix queries = Rows(q.data() + first, n, d, stride).unaryExpr(&kernelFeature<float>);
      Matrix keys = Rows(k.data() + first, n, d, stride).unaryExpr(&kernelFeature<float>);
      for (Index j = 0; j < n && !options.seen.empty(); ++j)
        if (!options.seen(line / H, j)) keys.row(j).setZero();
      const Eigen::VectorXf sums = keys.colwise().sum().transpose();
      const Eigen::VectorXf totals = ((queries * sums).array() + static_cast<float>(kTinyTotal)).matrix();
      const Matrix sumsOfValues = keys.transpose() * Rows(v.data() + first, n, d, stride);
      Eigen::Map<Matrix, 0, Eigen::OuterStride<>>(result.O.data() + first, n, d, stride) =
          totals.cwiseInverse().asDiagonal() * (queries * sumsOfValues);
      if (options.keepsMaps)
        Eigen::Map<Matrix>(result.A.data() + line * n * n, n, n) =
            totals.cwiseInverse().asDiagonal() * (queries * keys.transpose());
    }
  });
  return result;
}

}  // namespace engine
