// Attention along one axis of an alignment on the processor at full speed. Cells of a column lie far apart in memory,
// in the same few sets of the caches, so every line is first copied to where its cells follow each other; there it
// stays in the second-level cache while head after head is multiplied. Long lines go the way of dotProduct.
#include <algorithm>
#include <vector>

#include "engine/attention/AxialProduct.h"
#include "engine/attention/BlockProduct.h"
#include "engine/attention/RowSoftmax.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kQueryBlock = 128;

/// Cells of a line one after the other, `stride` floats apart.
struct Cells {
  const float* data;
  Index stride;
};

/// Buffers of one thread, used again for the next line.
class LineWorkspace {
 public:
  explicit LineWorkspace(const AxialProductInput<float>& input)
      : m_input(input),
        m_lines(input.lines()),
        m_packedKeys(size(packedSize(input.depth(), m_lines.length))),
        m_packedValues(size(packedSize(m_lines.length, input.valueWidth()))),
        m_strip(size(std::min(kQueryBlock, m_lines.length) * m_lines.length)) {}

  void attend(Index line, AxialProductResult<float>& result) {
    const Cells queries = gathered(m_input.Q, line, m_queries), keys = gathered(m_input.K, line, m_keys),
                values = gathered(m_input.V, line, m_values);
    const bool isInPlace = m_lines.positionStride == 1;
    const Index width = m_input.V.length(2), cell = m_lines.cell(line, 0);
    m_output.resize(isInPlace ? 0 : size(m_lines.length * width));
    float* const output = isInPlace ? result.O.data() + cell * width : m_output.data();
    for (Index h = 0; h < m_input.heads; ++h) attendHead(line, h, queries, keys, values, output, result);
    for (Index p = 0; p < m_lines.length && !isInPlace; ++p)
      std::copy_n(output + p * width, width, result.O.data() + m_lines.cell(line, p) * width);
  }

 private:
  static size_t size(Index count) { return static_cast<size_t>(count); }

  /// A row as it lies; a column copied, its cells one cache line further apart than their width, so that they spread
  /// over the sets of the cache.
  Cells gathered(const Array<float>& X, Index line, std::vector<float>& buffer) {
    const Index width = X.length(2);
    if (m_lines.positionStride == 1) return {X.data() + m_lines.cell(line, 0) * width, width};
    const Index stride = width + kFloatLanes;
    buffer.resize(size(m_lines.length * stride));
    for (Index p = 0; p < m_lines.length; ++p)
      std::copy_n(X.data() + m_lines.cell(line, p) * width, width, buffer.data() + p * stride);
    return {buffer.data(), stride};
  }

  void attendHead(Index line, Index head, Cells queries, Cells keys, Cells values, float* output,
                  AxialProductResult<float>& result) {
    const Index n = m_lines.length, d = m_input.depth(), v = m_input.valueWidth();
    const Index width = m_input.heads * v;
    packPanels(keys.data + head * d, 1, keys.stride, d, n, m_packedKeys.data());
    packPanels(values.data + head * v, values.stride, 1, n, v, m_packedValues.data());
    for (Index first = 0; first < n; first += kQueryBlock) {
      const Index rows = std::min(kQueryBlock, n - first), flat = (line * m_input.heads + head) * n + first;
      float* const weights = result.A.empty() ? m_strip.data() : result.A.data() + flat * n;
      blockProduct({queries.data + first * queries.stride + head * d, queries.stride, 1}, rows, d, m_packedKeys.data(),
                   n, weights, n, false);
      for (Index r = 0; r < rows; ++r) {
        finishScores(line, weights + r * n);
        if (!result.S.empty()) std::copy_n(weights + r * n, n, result.S.data() + (flat + r) * n);
        result.lse[flat + r] = softmaxOfRow(weights + r * n, n);
      }
      blockProduct({weights, n, 1}, rows, n, m_packedValues.data(), v, output + first * width + head * v, width, false);
    }
  }
  void finishScores(Index line, float* scores) const {
    const Index n = m_lines.length;
    for (Index j = 0; j < n; ++j) scores[j] *= float(m_input.scale);
    if (m_input.padding.empty()) return;
    for (Index j = 0; j < n; ++j)
      if (m_input.padding[m_lines.cell(line, j)]) scores[j] = float(kPaddedScore);
  }

  const AxialProductInput<float>& m_input;
  MsaLines m_lines;
  std::vector<float> m_queries, m_keys, m_values, m_output, m_packedKeys, m_packedValues, m_strip;
};

}  // namespace

AxialProductResult<float> axialProductNative(const AxialProductInput<float>& input, int threads, Progress& progress) {
  AxialProductResult<float> result = emptyAxialResult(input);
  const MsaLines lines = input.lines();
  const double n = double(lines.length);
  const double operations = 2.0 * double(input.heads) * n * n * double(input.depth() + input.valueWidth());
  constexpr double kLongLine = 5e8, kPiece = 1e8;  // operations: some milliseconds, one
  if (operations > kLongLine) {
    attendLongLines(input, threads, result, progress);
    return result;
  }
  const auto grain = static_cast<Index>(std::clamp(kPiece / std::max(1.0, operations), 1.0, 256.0));
  parallelFor(lines.count, grain, threads, progress, "attention", [&](Index begin, Index end) {
    LineWorkspace workspace(input);
    for (Index line = begin; line < end; ++line) workspace.attend(line, result);
  });
  return result;
}

}  // namespace engine
