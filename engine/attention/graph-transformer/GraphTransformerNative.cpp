#include <Eigen/Core>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/graph-transformer/GraphSoftmax.h"
#include "engine/base/ParallelFor.h"

namespace engine {

GraphAttended<float> graphAttentionNative(const GraphTransformerInput<float>& input, const GraphVectors<float>& vectors,
                                          const Array<float>& W_e, const Work& work) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Rows = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
  using Row = Eigen::Map<Eigen::RowVectorXf>;
  const Index n = input.x.length(0), channels = W_e.length(0), d = channels / input.heads, E = W_e.length(1);
  const auto scale = static_cast<float>(standardScale(d));
  GraphAttended<float> result = nothingAttended(input, channels);
  parallelFor(n, 1, work.threads, work.progress, "attention", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Eigen::Map<const Matrix> edges(input.e.data() + i * n * E, n, E);
      for (Index h = 0; h < input.heads; ++h) {
        const Eigen::OuterStride<> stride(channels);
        const Rows keys(vectors.k.data() + h * d, n, d, stride), values(vectors.v.data() + h * d, n, d, stride);
        const Eigen::Map<const Eigen::RowVectorXf> query(vectors.q.data() + i * channels + h * d, d);
        const Eigen::Map<const Matrix> map(W_e.data() + h * d * E, d, E);
        const Eigen::RowVectorXf scores = scale * (query * keys.transpose() + (query * map) * edges.transpose());
        for (Index j = 0; j < n; ++j)
          if (input.sees(i, j)) result.S(h, i, j) = scores[j];
        weighSeen(input, result, h, i);
        const Row weights(&result.A(h, i, 0), n);
        Row(result.O.data() + i * channels + h * d, d) = weights * values + (weights * edges) * map.transpose();
      }
    }
  });
  return result;
}

}  // namespace engine
