// Attention along one axis of an alignment by way of dotProduct: a few rows or columns at a time are gathered with
// their heads apart and their cells side by side, so that columns cost no more than rows. On the processor the gathered
// lines stay in the second-level cache; a device gets as many as fit into its slices.
#include <algorithm>

#include "engine/attention/axial/AxialProduct.h"
#include "engine/compute/Device.h"

namespace engine {

namespace {

/// Lines [first, first + count) as batches of a scaled dot product, and the way back.
class LineBlock {
 public:
  LineBlock(const AxialProductInput<float>& input, Index first, Index count)
      : m_input(input), m_lines(input.lines()), m_first(first), m_count(count) {}

  /// Padding becomes one more channel, 1 in the queries: its product is 0 or, where a key is padded and all its other
  /// channels are 0, the score of padding.
  DotProductInput<float> gathered() const {
    const Index H = m_input.heads, n = m_lines.length, d = m_input.depth(), v = m_input.valueWidth();
    const Index width = d + (m_input.padding.empty() ? 0 : 1);
    DotProductInput<float> dot;
    dot.Q = Array<float>({m_count, H, n, width}, Untouched{}, "Q");
    dot.K = Array<float>({m_count, H, n, width}, Untouched{}, "K");
    dot.V = Array<float>({m_count, H, n, v}, Untouched{}, "V");
    forCells([&](Index block, Index position, Index cell) {
      for (Index h = 0; h < H; ++h) {
        const Index row = (block * H + h) * n + position;
        std::copy_n(m_input.Q.data() + (cell * H + h) * d, d, dot.Q.data() + row * width);
        std::copy_n(m_input.K.data() + (cell * H + h) * d, d, dot.K.data() + row * width);
        std::copy_n(m_input.V.data() + (cell * H + h) * v, v, dot.V.data() + row * v);
        if (width > d) addPaddingChannel(cell, dot.Q.data() + row * width, dot.K.data() + row * width);
      }
    });
    dot.mask = fullMask(m_count, n, n);
    dot.scale = m_input.scale;
    dot.maps = m_input.maps;
    return dot;
  }
  void place(const DotProductResult<float>& block, AxialProductResult<float>& result) const {
    const Index H = m_input.heads, n = m_lines.length, v = m_input.valueWidth();
    forCells([&](Index line, Index position, Index cell) {
      for (Index h = 0; h < H; ++h)
        std::copy_n(block.O.data() + ((line * H + h) * n + position) * v, v, result.O.data() + (cell * H + h) * v);
    });
    std::copy(block.lse.begin(), block.lse.end(), result.lse.data() + m_first * H * n);
    if (!result.A.empty()) std::copy(block.A.begin(), block.A.end(), result.A.data() + m_first * H * n * n);
    if (!result.S.empty()) std::copy(block.S.begin(), block.S.end(), result.S.data() + m_first * H * n * n);
  }

 private:
  /// work(line of the block, position in it, cell of the alignment) in the order of memory for columns.
  template <class Work>
  void forCells(const Work& work) const {
    for (Index position = 0; position < m_lines.length; ++position)
      for (Index line = 0; line < m_count; ++line) work(line, position, m_lines.cell(m_first + line, position));
  }
  void addPaddingChannel(Index cell, float* query, float* key) const {
    const Index d = m_input.depth();
    const bool isPadded = m_input.padding[cell];
    query[d] = 1;
    if (isPadded) std::fill_n(key, d, 0.0f);
    key[d] = isPadded ? float(kPaddedScore / m_input.scale) : 0.0f;
  }

  const AxialProductInput<float>& m_input;
  MsaLines m_lines;
  Index m_first, m_count;
};

/// Calls work(block, progress) for blocks of `length` lines one after the other.
template <class Work>
void forBlocksInOrder(const AxialProductInput<float>& input, Index length, Progress& progress, const Work& work) {
  const Index count = input.lines().count;
  for (Index first = 0; first < count; first += length) {
    PartProgress part(progress, double(first) / double(count), double(std::min(count, first + length)) / double(count));
    work(LineBlock(input, first, std::min(length, count - first)), part);
  }
}

}  // namespace

void attendLongLines(const AxialProductInput<float>& input, int threads, AxialProductResult<float>& result,
                     Progress& progress) {
  forBlocksInOrder(input, 1, progress, [&](const LineBlock& block, Progress& part) {
    block.place(dotProductNative(block.gathered(), threads, part), result);
  });
}

AxialProductResult<float> axialProductOnDevice(const AxialProductInput<float>& input, Device& device,
                                               Progress& progress, KernelFlavour flavour) {
  AxialProductResult<float> result = emptyAxialResult(input);
  const MsaLines lines = input.lines();
  const double mapWidth = input.maps == Maps::keep ? 2.0 * double(lines.length) : 0;
  const double bytes =
      4.0 * double(input.heads * lines.length) * (double(2 * input.depth() + 2 * input.valueWidth()) + mapWidth);
  constexpr double kMostBytes = 12e6;  // memory of this size is used again, larger blocks come fresh each time
  const auto length =
      static_cast<Index>(std::clamp(kMostBytes / std::max(1.0, bytes), 1.0, double(std::max<Index>(1, lines.count))));
  forBlocksInOrder(input, length, progress, [&](const LineBlock& block, Progress& part) {
    block.place(dotProductOnDevice(block.gathered(), device, part, flavour), result);
  });
  return result;
}

}  // namespace engine
