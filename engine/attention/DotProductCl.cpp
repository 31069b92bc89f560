// Host side of dot_attention.cl: packs keys sixteen abreast, runs the queries in slices, unpacks the rows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/DotProduct.h"
#include "engine/compute/ClTools.h"

namespace engine {

namespace {

constexpr Index kLanes = 16;
constexpr Index kMostValueBlocks = 4;               ///< float16 accumulators per row and chunk
constexpr Index kMostSliceBytes = Index{64} << 20;  ///< of kept scores

Index padded(Index count) { return (count + kLanes - 1) / kLanes * kLanes; }

struct Layout {
  Index rows;         ///< queries per work item
  Index rowBlocks;    ///< work items per head
  Index keys;         ///< m rounded up to 16
  Index valueBlocks;  ///< float16 blocks per chunk
  Index chunks;       ///< of value columns
  Index valueStride;  ///< valueBlocks * chunks * 16
};

Layout layoutFor(const DotProductInput<float>& input, const DeviceInfo& info) {
  Layout layout;
  layout.rows = info.isGpu ? 1 : 4;
  layout.rowBlocks = (input.queries() + layout.rows - 1) / layout.rows;
  layout.keys = padded(input.keys());
  const Index blocks = std::max<Index>(1, padded(input.valueWidth()) / kLanes);
  layout.valueBlocks = std::min(blocks, kMostValueBlocks);
  layout.chunks = (blocks + layout.valueBlocks - 1) / layout.valueBlocks;
  layout.valueStride = layout.valueBlocks * layout.chunks * kLanes;
  return layout;
}

/// (B*H, key blocks, d, 16)
std::vector<float> packKeys(const DotProductInput<float>& input, const Layout& layout) {
  const Index heads = input.batches() * input.heads(), m = input.keys(), d = input.depth();
  std::vector<float> packed(static_cast<size_t>(heads * layout.keys * d));
  for (Index head = 0; head < heads; ++head)
    for (Index j = 0; j < m; ++j)
      for (Index c = 0; c < d; ++c)
        packed[static_cast<size_t>((head * layout.keys + j / kLanes * kLanes) * d + c * kLanes + j % kLanes)] =
            input.K[(head * m + j) * d + c];
  return packed;
}

/// (B*H, padded keys, valueStride)
std::vector<float> packValues(const DotProductInput<float>& input, const Layout& layout) {
  const Index heads = input.batches() * input.heads(), m = input.keys(), width = input.valueWidth();
  std::vector<float> packed(static_cast<size_t>(heads * layout.keys * layout.valueStride));
  for (Index head = 0; head < heads; ++head)
    for (Index j = 0; j < m; ++j)
      std::copy_n(input.V.data() + (head * m + j) * width, width,
                  packed.data() + (head * layout.keys + j) * layout.valueStride);
  return packed;
}

/// (B, n, padded keys); one byte when there is no mask, because a buffer cannot be empty.
std::vector<std::uint8_t> packMask(const KeyMask& mask, const Layout& layout) {
  if (mask.allowed.empty()) return {1};
  const Index rows = mask.keyEnd.size(), m = mask.allowed.length(2);
  std::vector<std::uint8_t> packed(static_cast<size_t>(rows * layout.keys));
  for (Index row = 0; row < rows; ++row)
    for (Index j = 0; j < m; ++j) packed[static_cast<size_t>(row * layout.keys + j)] = mask.allowed[row * m + j].value;
  return packed;
}

std::string optionsFor(const DotProductInput<float>& input, const Layout& layout) {
  std::string options =
      "-DROWS=" + std::to_string(layout.rows) + " -DVALUE_BLOCKS=" + std::to_string(layout.valueBlocks);
  if (!input.mask.allowed.empty()) options += " -DHAS_MASK";
  if (input.maps == Maps::keep) options += " -DKEEP_SCORES";
  if (input.mask.rule == MaskRule::overwrite) options += " -DOVERWRITE";
  return options;
}

/// The work on one device: buffers that stay for all slices.
class DeviceRun {
 public:
  DeviceRun(const DotProductInput<float>& input, DeviceImplementation& device)
      : m_input(input),
        m_device(device),
        m_layout(layoutFor(input, device.info)),
        m_q(device, std::vector<float>(input.Q.begin(), input.Q.end()), "Q"),
        m_k(device, packKeys(input, m_layout), "K"),
        m_v(device, packValues(input, m_layout), "V"),
        m_keyEnd(device, std::vector<std::int32_t>(input.mask.keyEnd.begin(), input.mask.keyEnd.end()), "keyEnd"),
        m_mask(device, packMask(input.mask, m_layout), "mask"),
        m_sliceItems(mostItems()),
        m_output(device, sliceCount(m_layout.valueStride), "O"),
        m_statistics(device, sliceCount(2), "statistics"),
        m_scores(device, keepsMaps() ? sliceCount(m_layout.keys) : 1, "S"),
        m_weights(device, keepsMaps() ? sliceCount(m_layout.keys) : 1, "A") {}

  DotProductResult<float> run(Progress& progress) {
    DotProductResult<float> result = emptyDotProductResult(m_input);
    const std::string options = optionsFor(m_input, m_layout);
    cl::Kernel online = m_device.kernel("dot_attention", "dot_online", options);
    cl::Kernel weights = m_device.kernel("dot_attention", "dot_weights", options);
    runInSlices(m_device, numItems(), m_sliceItems, progress, "attention", [&](Index first, Index number) {
      launch(online, weights, first, number);
      collect(result, first, number);
    });
    return result;
  }

 private:
  bool keepsMaps() const { return m_input.maps == Maps::keep; }
  Index numItems() const { return m_input.batches() * m_input.heads() * m_layout.rowBlocks; }
  Index mostItems() const {
    const Index bytesPerItem = m_layout.rows * (m_layout.keys * (keepsMaps() ? 2 : 0) + m_layout.valueStride) * 4;
    return std::clamp<Index>(kMostSliceBytes / bytesPerItem, 1, std::max<Index>(1, numItems()));
  }
  size_t sliceCount(Index perRow) const { return static_cast<size_t>(m_sliceItems * m_layout.rows * perRow); }

  void launch(cl::Kernel& online, cl::Kernel& weights, Index first, Index number) {
    const auto n = cl_int(m_input.queries()), m = cl_int(m_input.keys()), heads = cl_int(m_input.heads());
    setArguments(online, m_q.buffer(), m_k.buffer(), m_v.buffer(), m_keyEnd.buffer(), m_mask.buffer(),
                 m_output.buffer(), m_statistics.buffer(), m_scores.buffer(), n, m, cl_int(m_input.depth()), heads,
                 cl_int(m_layout.valueStride), float(m_input.scale), cl_int(first), cl_int(number));
    enqueueItems(m_device, online, number, m_layout.chunks);
    if (!keepsMaps()) return;
    setArguments(weights, m_scores.buffer(), m_statistics.buffer(), m_keyEnd.buffer(), m_mask.buffer(),
                 m_weights.buffer(), n, m, heads, cl_int(first), cl_int(number * m_layout.rows));
    enqueueItems(m_device, weights, number * m_layout.rows);
  }

  /// Copies the rows of a slice to where they belong.
  void collect(DotProductResult<float>& result, Index first, Index number) {
    const Index rows = number * m_layout.rows, m = m_input.keys(), width = m_input.valueWidth();
    const auto output = m_output.download(static_cast<size_t>(rows * m_layout.valueStride));
    const auto statistics = m_statistics.download(static_cast<size_t>(rows * 2));
    std::vector<float> scores, weights;
    if (keepsMaps()) {
      scores = m_scores.download(static_cast<size_t>(rows * m_layout.keys));
      weights = m_weights.download(static_cast<size_t>(rows * m_layout.keys));
    }
    for (Index row = 0; row < rows; ++row) {
      const Index item = first + row / m_layout.rows;
      const Index query = item % m_layout.rowBlocks * m_layout.rows + row % m_layout.rows;
      if (query >= m_input.queries()) continue;
      const Index flat = item / m_layout.rowBlocks * m_input.queries() + query;
      std::copy_n(output.data() + row * m_layout.valueStride, width, result.O.data() + flat * width);
      const float maximum = statistics[static_cast<size_t>(2 * row)],
                  sum = statistics[static_cast<size_t>(2 * row + 1)];
      result.lse[flat] = sum == 0 ? -std::numeric_limits<float>::infinity() : maximum + std::log(sum);
      if (!keepsMaps()) continue;
      std::copy_n(scores.data() + row * m_layout.keys, m, result.S.data() + flat * m);
      std::copy_n(weights.data() + row * m_layout.keys, m, result.A.data() + flat * m);
    }
  }

  const DotProductInput<float>& m_input;
  DeviceImplementation& m_device;
  Layout m_layout;
  DeviceBuffer<float> m_q, m_k, m_v;
  DeviceBuffer<std::int32_t> m_keyEnd;
  DeviceBuffer<std::uint8_t> m_mask;
  Index m_sliceItems;
  DeviceBuffer<float> m_output, m_statistics, m_scores, m_weights;
};

}  // namespace

DotProductResult<float> dotProductOnDevice(const DotProductInput<float>& input, Device& device, Progress& progress) {
  DeviceImplementation& implementation = device.implementation();
  const Index rows = input.batches() * input.heads() * std::max(input.queries(), input.keys());
  if (rows > std::numeric_limits<cl_int>::max() / 2)
    throw DeviceError("the attention has too many rows for the OpenCL kernel");
  return withDeviceErrors(implementation, [&] { return DeviceRun(input, implementation).run(progress); });
}

}  // namespace engine
