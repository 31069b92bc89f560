// Attention along one axis of an alignment on the processor at full speed. Cells of a column lie far apart in memory,
// in the same few sets of the caches, so every line is first copied to where its cells follow each other; there it
// stays in the second-level cache while head after head is multiplied. Long lines go the way of dotProduct.
#include <algorithm>
#include <vector>

#include "engine/attention/axial/AxialProduct.h"
#include "engine/attention/lanes/LaneSoftmax.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

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
        m_panel(size(packedSize(input.depth(), kPanelWidth))),
        m_packedValues(size(packedSize(m_lines.length, input.valueWidth()))),
        m_weights(size(m_lines.length * kPanelWidth)) {}

  void attend(Index line, AxialProductResult<float>& result) {
    const Cells queries = gathered(m_input.Q, line, m_queries), keys = gathered(m_input.K, line, m_keys),
                values = gathered(m_input.V, line, m_values);
    const bool isInPlace = m_lines.positionStride == 1;
    const Index width = m_input.V.length(2), cell = m_lines.cell(line, 0);
    m_output.resize(isInPlace ? 0 : size(m_lines.length * width));
    float* const output = isInPlace ? result.O.data() + cell * width : m_output.data();
    const Index n = m_lines.length, v = m_input.valueWidth();
    for (Index h = 0; h < m_input.heads; ++h) {
      packPanels(values.data + h * v, values.stride, 1, n, v, m_packedValues.data());
      for (Index first = 0; first < n; first += kPanelWidth) {
        const Index rows = std::min(kPanelWidth, n - first);
        const Panel panel{line, h, first, rows, queries, keys};
        rows <= kFloatLanes ? attendPanel<1>(panel, output, result) : attendPanel<2>(panel, output, result);
      }
    }
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

  /// Up to kPanelWidth queries of one head, one in each lane.
  struct Panel {
    Index line, head, first, rows;
    Cells queries, keys;
  };

  template <int Vectors>
  void attendPanel(const Panel& panel, float* output, AxialProductResult<float>& result) {
    const Index n = m_lines.length, d = m_input.depth(), v = m_input.valueWidth(), width = m_input.heads * v;
    const Index flat = (panel.line * m_input.heads + panel.head) * n + panel.first;
    packPanels(panel.queries.data + panel.first * panel.queries.stride + panel.head * d, 1, panel.queries.stride, d,
               panel.rows, m_panel.data());
    for (float& value : m_panel) value *= float(m_input.scale);
    panelProduct<Vectors>({panel.keys.data + panel.head * d, panel.keys.stride, 1}, n, d, m_panel.data(),
                          m_weights.data(), kPanelWidth, false);
    hidePadding(panel.line);
    const auto keep = [&](Array<float>& maps) {
      if (!maps.empty()) transposeFloats(m_weights.data(), kPanelWidth, n, panel.rows, maps.data() + flat * n, n);
    };
    keep(result.S);
    LaneSoftmax<Vectors> softmax;
    softmax.raise(m_weights.data(), n);
    softmax.exponentiate(m_weights.data(), n);
    softmax.normalise(m_weights.data(), n);
    keep(result.A);
    for (Index r = 0; r < panel.rows; ++r) result.lse[flat + r] = softmax.logSumExp(r);
    blockProduct({m_weights.data(), 1, kPanelWidth}, panel.rows, n, m_packedValues.data(), v,
                 output + panel.first * width + panel.head * v, width, false);
  }
  void hidePadding(Index line) {
    if (m_input.padding.empty()) return;
    for (Index j = 0; j < m_lines.length; ++j)
      if (m_input.padding[m_lines.cell(line, j)])
        std::fill_n(m_weights.data() + j * kPanelWidth, kPanelWidth, float(kPaddedScore));
  }

  const AxialProductInput<float>& m_input;
  MsaLines m_lines;
  std::vector<float> m_queries, m_keys, m_values, m_output;  ///< of a line, gathered
  std::vector<float> m_panel;                                ///< (d, kPanelWidth)
  std::vector<float> m_packedValues;
  std::vector<float> m_weights;  ///< (n, kPanelWidth), scores at first
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
