// Scaled dot-product attention on the processor at full speed: blocks of 128 queries, matrix products by Eigen, a
// vectorised exponential. With the maps dropped, the online softmax over tiles of 256 keys.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/DotProduct.h"
#include "engine/attention/VectorExp.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXf;
using MatrixView = Eigen::Map<Matrix>;
using ConstMatrixView = Eigen::Map<const Matrix>;

constexpr Index kQueryBlock = 128, kKeyTile = 256;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Up to 128 consecutive queries of one head.
struct Block {
  const DotProductInput<float>& input;
  Index batch, head, first, rows;

  Index flatHead() const { return batch * input.heads() + head; }
  Index flatRow() const { return flatHead() * input.queries() + first; }
  ConstMatrixView queries() const { return {input.Q.data() + flatRow() * input.depth(), rows, input.depth()}; }
  ConstMatrixView keys(Index begin, Index count) const {
    return {input.K.data() + (flatHead() * input.keys() + begin) * input.depth(), count, input.depth()};
  }
  ConstMatrixView values(Index begin, Index count) const {
    return {input.V.data() + (flatHead() * input.keys() + begin) * input.valueWidth(), count, input.valueWidth()};
  }
  /// One past the last key that any row of the block has to look at.
  Index keyEnd() const {
    if (input.mask.rule == MaskRule::overwrite) return input.keys();
    Index end = 0;
    for (Index r = 0; r < rows; ++r) end = std::max<Index>(end, input.mask.keyEnd(batch, first + r));
    return end;
  }
};

/// Applies the mask to the scores of keys [begin, begin + count) of one query.
void maskRow(const Block& block, Index row, Index begin, Index count, float* scores) {
  const KeyMask& mask = block.input.mask;
  const Index query = block.first + row;
  const float hidden = mask.rule == MaskRule::overwrite ? float(kOverwrittenScore) : -kInfinity;
  const Index end = std::clamp<Index>(mask.keyEnd(block.batch, query) - begin, 0, count);
  std::fill(scores + end, scores + count, hidden);
  if (mask.allowed.empty()) return;
  const Bool* const allowed = &mask.allowed(block.batch, query, 0) + begin;
  for (Index j = 0; j < end; ++j) scores[j] = allowed[j] ? scores[j] : hidden;
}

/// Scores into `scores` (rows x count).
void scoreBlock(const Block& block, Index begin, Index count, Eigen::Ref<Matrix> scores) {
  scores.noalias() = block.queries() * block.keys(begin, count).transpose();
  scores *= float(block.input.scale);
}

void computeWithMaps(const Block& block, DotProductResult<float>& result) {
  const Index m = block.input.keys();
  MatrixView scores(result.S.data() + block.flatRow() * m, block.rows, m);
  MatrixView weights(result.A.data() + block.flatRow() * m, block.rows, m);
  scoreBlock(block, 0, m, scores);
  weights = scores;
  for (Index r = 0; r < block.rows; ++r) {
    float* const row = weights.data() + r * m;
    maskRow(block, r, 0, m, row);
    const float maximum = m == 0 ? -kInfinity : weights.row(r).maxCoeff<Eigen::PropagateNaN>();
    float& lse = result.lse[block.flatRow() + r];
    if (maximum == -kInfinity) {
      std::fill(row, row + m, 0.0f);
      lse = -kInfinity;
      continue;
    }
    const float sum = expShifted(row, m, maximum);
    weights.row(r) /= sum;
    lse = maximum + std::log(sum);
  }
  MatrixView output(result.O.data() + block.flatRow() * block.input.valueWidth(), block.rows, block.input.valueWidth());
  output.noalias() = weights * block.values(0, m);
}

/// Turns one tile of masked scores into weights relative to the new running maximum; rescales what was summed so far.
void mergeTileRow(Eigen::Ref<Matrix> tile, Index r, Vector& maximum, Vector& sum, MatrixView& output) {
  const float newMaximum = std::max(maximum[r], tile.row(r).maxCoeff<Eigen::PropagateNaN>());
  if (newMaximum == -kInfinity) {
    tile.row(r).setZero();
    return;
  }
  const float tileSum = expShifted(&tile(r, 0), tile.cols(), newMaximum);
  if (newMaximum != maximum[r]) {
    const float rescale = std::exp(maximum[r] - newMaximum);
    output.row(r) *= rescale;
    sum[r] *= rescale;
    maximum[r] = newMaximum;
  }
  sum[r] += tileSum;
}

void computeOnline(const Block& block, DotProductResult<float>& result, Progress& progress) {
  const Index width = block.input.valueWidth(), end = block.keyEnd();
  MatrixView output(result.O.data() + block.flatRow() * width, block.rows, width);
  Vector maximum = Vector::Constant(block.rows, -kInfinity), sum = Vector::Zero(block.rows);
  Matrix buffer(block.rows, std::min(kKeyTile, end));
  for (Index begin = 0; begin < end; begin += kKeyTile) {
    if (progress.cancelled()) throw Cancelled{};
    const Index count = std::min(kKeyTile, end - begin);
    if (count != buffer.cols()) buffer.resize(block.rows, count);
    scoreBlock(block, begin, count, buffer);
    for (Index r = 0; r < block.rows; ++r) {
      maskRow(block, r, begin, count, &buffer(r, 0));
      mergeTileRow(buffer, r, maximum, sum, output);
    }
    output.noalias() += buffer * block.values(begin, count);
  }
  for (Index r = 0; r < block.rows; ++r) {
    if (sum[r] != 0) output.row(r) /= sum[r];
    result.lse[block.flatRow() + r] = sum[r] == 0 ? -kInfinity : maximum[r] + std::log(sum[r]);
  }
}

}  // namespace

DotProductResult<float> dotProductNative(const DotProductInput<float>& input, int threads, Progress& progress) {
  DotProductResult<float> result = emptyDotProductResult(input);
  const Index n = input.queries(), blocks = (n + kQueryBlock - 1) / kQueryBlock;
  parallelFor(input.batches() * input.heads() * blocks, 1, threads, progress, "attention", [&](Index begin, Index end) {
    for (Index item = begin; item < end; ++item) {
      const Index flatHead = item / blocks, first = item % blocks * kQueryBlock;
      const Block block{input, flatHead / input.heads(), flatHead % input.heads(), first,
                        std::min(kQueryBlock, n - first)};
      if (input.maps == Maps::keep)
        computeWithMaps(block, result);
      else
        computeOnline(block, result, progress);
    }
  });
  return result;
}

}  // namespace engine
