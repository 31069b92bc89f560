// Tied attention on the processor at full speed: a block of queries of one head at a time, whose scores add up row
// after row of the alignment by matrix products, stay in the second-level cache, and multiply the values of every row.
#include <algorithm>
#include <limits>
#include <vector>

#include "engine/attention/heads/BlockProduct.h"
#include "engine/attention/lanes/ReduceLanes.h"
#include "engine/attention/lanes/VectorExp.h"
#include "engine/attention/tied/TiedProduct.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Consecutive queries of one head.
struct QueryBlock {
  Index head, first, count;
};

/// Queries per block: as many as fit into the second-level cache with their scores, but enough blocks for the cores and
/// no more than some 3e9 operations (tens of milliseconds) in each.
Index blockLength(Index heads, Index columns, double operationsPerQuery) {
  constexpr Index kMost = 256, kLeast = 32, kFewestBlocks = 8;
  const Index cached = 65536 / std::max<Index>(1, columns);
  const Index shared = heads * columns / kFewestBlocks;
  const Index quick = static_cast<Index>(3e9 / std::max(1.0, operationsPerQuery));
  const Index length = std::clamp(std::min({cached, shared, quick}), kLeast, kMost);
  return length / kProductRows * kProductRows;
}

void forBlocks(Index heads, Index columns, Index length, int threads, Progress& progress,
               const std::function<void(QueryBlock)>& work) {
  const Index perHead = (columns + length - 1) / length;
  parallelFor(heads * perHead, 1, threads, progress, "tied attention", [&](Index begin, Index end) {
    for (Index item = begin; item < end; ++item) {
      const Index first = item % perHead * length;
      work({item / perHead, first, std::min(length, columns - first)});
    }
  });
}

/// Sums over all rows of the alignment into `scores` (block.count, C), not scaled yet.
void sumScores(const TiedProductInput<float>& input, const QueryBlock& block, float* scores, const Progress& progress) {
  const Index R = input.rows(), C = input.columns(), d = input.depth(), stride = input.heads * d;
  std::vector<float> packed(static_cast<size_t>(packedSize(d, C)));
  if (R == 0) std::fill_n(scores, block.count * C, 0.0f);
  for (Index r = 0; r < R; ++r) {
    if (progress.cancelled()) throw Cancelled{};
    packPanels(input.K.data() + r * C * stride + block.head * d, 1, stride, d, C, packed.data());
    const LeftFactor queries{input.Q.data() + (r * C + block.first) * stride + block.head * d, stride, 1};
    blockProduct(queries, block.count, d, packed.data(), C, scores, C, r > 0);
  }
}

/// As softmaxRow.
void softmaxOfRow(float* row, Index count) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  FloatLanes largest = splatLanes(-kInfinity), differences{};
  Index j = 0;
  for (; j + kFloatLanes <= count; j += kFloatLanes) {
    const FloatLanes x = loadLanes(row + j);
    largest = largerLanes(x, largest);
    differences += x - x;  // stays 0 while x is finite
  }
  float maximum = largestOfLanes(largest);
  float difference = sumOfLanes(differences);
  for (; j < count; ++j) {
    maximum = row[j] > maximum ? row[j] : maximum;
    difference += row[j] - row[j];
  }
  const float sum = expShifted(row, count, maximum);
  const float factor = difference == 0 ? 1 / sum : std::numeric_limits<float>::quiet_NaN();
  for (Index k = 0; k < count; ++k) row[k] *= factor;
}

/// Sums of scores become scores (kept when asked for), then weights.
void weighBlock(const TiedProductInput<float>& input, const QueryBlock& block, TiedProductResult<float>& result) {
  const Index C = input.columns();
  for (Index row = 0; row < block.count; ++row) {
    const Index offset = (block.head * C + block.first + row) * C;
    float* const weights = result.A.data() + offset;
    for (Index j = 0; j < C; ++j) weights[j] *= float(input.scale);
    if (!input.hidden.empty())
      for (Index j = 0; j < C; ++j) weights[j] = input.hidden[j] ? float(kPaddedScore) : weights[j];
    if (input.keepScores) std::copy_n(weights, C, result.S.data() + offset);
    softmaxOfRow(weights, C);
  }
}

/// O of the block's queries in every row of the alignment.
void multiplyValues(const Array<float>& A, const Array<float>& V, const QueryBlock& block, Array<float>& O,
                    const Progress& progress) {
  const Index H = A.length(0), C = A.length(1), width = V.length(2), v = width / H;
  std::vector<float> packed(static_cast<size_t>(packedSize(C, v)));
  const LeftFactor weights{A.data() + (block.head * C + block.first) * C, C, 1};
  for (Index r = 0; r < V.length(0); ++r) {
    if (progress.cancelled()) throw Cancelled{};
    packPanels(V.data() + r * C * width + block.head * v, width, 1, C, v, packed.data());
    blockProduct(weights, block.count, C, packed.data(), v, O.data() + (r * C + block.first) * width + block.head * v,
                 width, false);
  }
}

}  // namespace

TiedProductResult<float> tiedProductNative(const TiedProductInput<float>& input, int threads, Progress& progress) {
  const Index H = input.heads, C = input.columns();
  TiedProductResult<float> result;
  result.A = Array<float>({H, C, C}, Untouched{}, "A");
  result.O = Array<float>({input.rows(), C, input.V.length(2)}, Untouched{}, "O");
  if (input.keepScores) result.S = Array<float>({H, C, C}, Untouched{}, "S");
  const double operations = 2.0 * double(input.rows()) * double(C) * double(input.depth() + input.valueWidth());
  forBlocks(H, C, blockLength(H, C, operations), threads, progress, [&](const QueryBlock& block) {
    sumScores(input, block, result.A.data() + (block.head * C + block.first) * C, progress);
    weighBlock(input, block, result);
    multiplyValues(result.A, input.V, block, result.O, progress);
  });
  return result;
}

Array<float> sharedValuesNative(const Array<float>& A, const Array<float>& V, int threads, Progress& progress) {
  const Index H = A.length(0), C = A.length(1);
  Array<float> O(V.shape(), Untouched{}, "O");
  forBlocks(H, C, blockLength(H, C, 2.0 * double(C) * double(V.length(0) * V.length(2)) / double(H)), threads, progress,
            [&](const QueryBlock& block) { multiplyValues(A, V, block, O, progress); });
  return O;
}

}  // namespace engine
