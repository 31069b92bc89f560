// Host side of performer.cl and performer_gpu.cl: shifts first, then chunks of keys into sums, then blocks of queries.
// Features live on the device only for the positions of one launch.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "engine/attention/performer/PerformerBlocks.h"
#include "engine/base/Nth.h"
#include "engine/compute/ClTools.h"

namespace engine {

namespace {

constexpr Index kLanes = 16, kGroup = 64, kTile = 16;
constexpr Index kWideRows = 8, kWideFeatures = 4, kQueriesPerBlock = 16;
constexpr Index kCausalChunk = 128;                   ///< keys
constexpr Index kMostFeatureBytes = Index{32} << 20;  ///< of one launch

Index roundedUp(Index count, Index unit) { return (count + unit - 1) / unit * unit; }

/// How the arrays lie on the device.
struct Layout {
  bool tiled;
  Index padded;       ///< mp: m rounded up to 16
  Index features;     ///< M: mp, or 2 mp
  Index valueBlocks;  ///< float16 blocks per work item (wide)
  Index valueStride;
  Index columns;  ///< chunks of value columns
  Index chunkRows;

  Layout(const PerformerInput<float>& input, bool usesTiles)
      : tiled(usesTiles),
        padded(roundedUp(input.projections(), kLanes)),
        features(input.features() / std::max<Index>(1, input.projections()) * padded),
        valueBlocks(input.valueWidth() <= kLanes ? 1 : (input.valueWidth() <= 2 * kLanes ? 2 : 4)) {
    const Index width = std::max<Index>(1, input.valueWidth()), unit = tiled ? kGroup : valueBlocks * kLanes;
    valueStride = roundedUp(width, unit);
    columns = valueStride / unit;
    chunkRows = input.options.causal ? kCausalChunk : roundedUp(std::max<Index>(256, input.keys() / 64), kTile);
  }
};

/// One chunk of keys as the kernels read it.
struct KeyChunk {
  cl_int row, count;
};

/// One block of 16 queries as the kernels read it.
struct BlockOfQueries {
  cl_int row, count, sums, keyRow, seenByFirst, numKeys;
};

/// Chunks of keys, head after head: all rows of K in their order. Causal: first those that every query sees, then one
/// for each 128 queries.
std::vector<KeyChunk> keyChunks(const PerformerInput<float>& input, const Layout& layout) {
  std::vector<KeyChunk> chunks;
  const Index L = input.keys(), n = input.queries();
  for (Index head = 0; head < input.flatHeads(); ++head) {
    const auto add = [&](PositionRange keys) {
      chunks.push_back({cl_int(head * L + keys.begin), cl_int(keys.size())});
    };
    const Index common = input.options.causal ? input.newKeys({0, 0}).begin : L;
    for (Index begin = 0; begin < common; begin += layout.chunkRows)
      add({begin, std::min(common, begin + layout.chunkRows)});
    for (Index begin = 0; input.options.causal && begin < n; begin += layout.chunkRows)
      add(input.newKeys({begin, std::min(n, begin + layout.chunkRows)}));
  }
  return chunks;
}

std::vector<BlockOfQueries> queryBlocks(const PerformerInput<float>& input, const Layout& layout, Index chunksPerHead) {
  std::vector<BlockOfQueries> blocks;
  const Index n = input.queries(), L = input.keys();
  const Index causalChunks = input.options.causal ? (n + layout.chunkRows - 1) / layout.chunkRows : 0;
  for (Index head = 0; head < input.flatHeads(); ++head)
    for (Index begin = 0; begin < n; begin += kQueriesPerBlock) {
      const Index chunk = begin / layout.chunkRows, firstOfChunk = chunk * layout.chunkRows;
      const Index last = chunksPerHead - causalChunks + (input.options.causal ? chunk : 0) - 1;
      BlockOfQueries block{cl_int(head * n + begin), cl_int(std::min(kQueriesPerBlock, n - begin)), -1, 0, 0, 0};
      if (last >= 0) block.sums = cl_int(head * chunksPerHead + last);
      if (input.options.causal) {
        const PositionRange keys = input.newKeys({firstOfChunk, std::min(n, firstOfChunk + layout.chunkRows)});
        block.keyRow = cl_int(head * L + keys.begin);
        block.seenByFirst = cl_int(begin + L - n + 1 - keys.begin);
        block.numKeys = cl_int(keys.size());
      }
      blocks.push_back(block);
    }
  return blocks;
}

/// (d, mp) inputScale * W^T; without W the unit matrix for W.
std::vector<float> packWeights(const PerformerInput<float>& input, const Layout& layout, float scale) {
  const Index d = input.depth();
  std::vector<float> packed(static_cast<size_t>(d * layout.padded));
  for (Index r = 0; r < input.projections(); ++r)
    for (Index c = 0; c < d; ++c)
      nth(packed, c * layout.padded + r) =
          scale * (input.hasProjection() ? input.W(r, c) : (r == c ? 1.0f : 0.0f));
  return packed;
}

/// (all keys, valueStride), hidden ones zeroed; empty where V lies like that already.
std::vector<float> packValues(const PerformerInput<float>& input, const Layout& layout) {
  if (layout.valueStride == input.valueWidth() && input.keyMask.empty()) return {};
  const Index rows = input.flatHeads() * input.keys(), width = input.valueWidth();
  std::vector<float> packed(static_cast<size_t>(rows * layout.valueStride));
  for (Index row = 0; row < rows; ++row)
    if (!input.isHidden(row / input.keys() / input.heads(), row % input.keys()))
      std::copy_n(input.V.data() + row * width, width, packed.data() + row * layout.valueStride);
  return packed;
}

std::vector<std::uint8_t> seenKeys(const PerformerInput<float>& input) {
  std::vector<std::uint8_t> seen(static_cast<size_t>(input.flatHeads() * input.keys()));
  for (Index row = 0; row < std::ssize(seen); ++row)
    seen[size_t(row)] = !input.isExcluded(row / input.keys() / input.heads(), row % input.keys());
  return seen;
}

std::vector<float> perRow(const std::vector<float>& perHead, Index rows) {
  std::vector<float> values;
  for (const float value : perHead) values.insert(values.end(), static_cast<size_t>(rows), value);
  return values;
}

/// Queries or keys on the device.
struct DeviceSide {
  InputBuffer x;
  DeviceBuffer<float> shift, phi;
  DeviceBuffer<std::uint8_t> seen;
  cl::Kernel features;
};

class DeviceRun {
 public:
  DeviceRun(const PerformerInput<float>& input, DeviceImplementation& device, KernelFlavour flavour, Progress& progress)
      : m_input(input),
        m_blocks(input),
        m_device(device),
        m_progress(progress),
        m_layout(input, usesTiles(flavour, device.info)),
        m_chunks(keyChunks(input, m_layout)),
        m_chunksPerHead(std::ssize(m_chunks) / std::max<Index>(1, input.flatHeads())),
        m_queryBlocks(queryBlocks(input, m_layout, m_chunksPerHead)),
        m_mostChunks(mostOf(m_layout.chunkRows, std::ssize(m_chunks))),
        m_mostBlocks(mostOf(kQueriesPerBlock, std::ssize(m_queryBlocks))),
        m_weights(device, packWeights(input, m_layout, float(m_blocks.options().inputScale)), "W"),
        m_packedValues(packValues(input, m_layout)),
        m_values(m_packedValues.empty() ? InputBuffer(device, input.V, "V") : InputBuffer(device, m_packedValues, "V")),
        m_chunkTable(device, m_chunks, "chunks"),
        m_blockTable(device, m_queryBlocks, "blocks"),
        m_KV(device, size_t(std::ssize(m_chunks) * m_layout.features * m_layout.valueStride), "KV"),
        m_z(device, size_t(std::ssize(m_chunks) * m_layout.features), "z"),
        m_O(device, size_t(m_mostBlocks * kQueriesPerBlock * m_layout.valueStride), "O"),
        m_denominator(device, size_t(m_mostBlocks * kQueriesPerBlock), "denominator"),
        m_keys{{device, input.K, "K"},
               {device, perRow(shiftsOfNorms(input, input.K, 0, progress), input.keys()), "shift of K"},
               {device, size_t(mostKeyRows() * m_layout.features), "phi_k"},
               {device, seenKeys(input), "mask"},
               kernel("performer_features", kindOption())},
        m_queries{{device, input.Q, "Q"},
                  {device, perRow(shiftsOfNorms(input, input.Q, 0, progress), input.queries()), "shift of Q"},
                  {device, size_t(m_mostBlocks * kQueriesPerBlock * m_layout.features), "phi_q"},
                  {device, std::vector<std::uint8_t>(size_t(input.flatHeads() * input.queries()), 1), "queries"},
                  kernel("performer_features", kindOption() + (m_blocks.findsShift() ? " -DOWN_SHIFT" : ""))} {}

  PerformerResult<float> run() {
    const Index B = m_input.batches(), H = m_input.heads(), n = m_input.queries(), L = m_input.keys();
    PerformerResult<float> result;
    result.O = Array<float>({B, H, n, m_input.valueWidth()}, 0.0f, "O");
    result.denominator = Array<float>({B, H, n}, 0.0f, "denominator");
    if (keepsFeatures()) {
      result.phi_q = Array<float>({B, H, n, m_input.features()}, Untouched{}, "phi_q");
      result.phi_k = Array<float>({B, H, L, m_input.features()}, Untouched{}, "phi_k");
    }
    if (m_blocks.findsShift() && !m_input.K.empty()) findKeyShifts();
    sumKeys(result);
    scan();
    attend(result);
    return result;
  }

 private:
  bool keepsFeatures() const { return m_input.options.features == Features::keep; }
  bool isCausal() const { return m_input.options.causal; }
  /// Units of `rows` positions whose features fit into one launch.
  Index mostOf(Index rows, Index units) const {
    const Index bytes = rows * m_layout.features * Index{sizeof(float)};
    return std::clamp<Index>(kMostFeatureBytes / std::max<Index>(1, bytes), 1, std::max<Index>(1, units));
  }
  /// Of one launch: the chunks whose sums it makes, or those that a launch of causal queries sees in part.
  Index mostKeyRows() const {
    const Index chunks = isCausal() ? m_mostBlocks * kQueriesPerBlock / m_layout.chunkRows + 2 : 0;
    return std::max(m_mostChunks, chunks) * m_layout.chunkRows;
  }

  /// Only the options that the entry depends on, because each set of them is compiled anew.
  cl::Kernel kernel(const char* entry, const std::string& options) {
    return m_device.kernel(m_layout.tiled ? "performer_gpu" : "performer", entry, options);
  }
  std::string kindOption() const { return "-DKIND=" + std::to_string(static_cast<int>(m_input.options.kind)); }
  std::string valueOption() const {
    return m_layout.tiled ? "" : "-DVALUE_BLOCKS=" + std::to_string(m_layout.valueBlocks);
  }

  /// `count` units of work that a wide item, or a tiled group, does `wide` or `tiled` of.
  void enqueue(const cl::Kernel& kernel, Index count, Index wide, Index tiled, Index columns = 1) {
    if (!m_layout.tiled) return enqueueItems(m_device, kernel, (count + wide - 1) / wide, columns);
    const Index groups = (count + tiled - 1) / tiled;
    m_device.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(size_t(groups * kGroup), size_t(columns)),
                                        cl::NDRange(size_t(kGroup), 1));
  }

  /// The shift of every key: the largest exponent of its head or of the tensor.
  void findKeyShifts() {
    const Index L = m_input.keys(), rows = m_input.flatHeads() * L, units = (rows + kTile - 1) / kTile;
    DeviceBuffer<float> largest(m_device, size_t(rows), "largest");
    cl::Kernel kernel = this->kernel("performer_largest", kindOption());
    runInSlices(m_device, units, units, m_progress, "largest exponents", [&](Index first, Index number) {
      const Index count = std::min(number * kTile, rows - first * kTile);
      setArguments(kernel, m_keys.x.buffer(), m_weights.buffer(), largest.buffer(), cl_int(m_input.depth()),
                   cl_int(m_input.projections()), cl_int(m_layout.padded), cl_int(first * kTile), cl_int(count));
      enqueue(kernel, count, kWideRows, kTile);
    });
    const std::vector<float> found = largest.download(size_t(rows));
    std::vector<float> shifts(size_t(m_input.flatHeads()), -std::numeric_limits<float>::infinity());
    for (Index row = 0; row < rows; ++row)
      if (!m_input.isExcluded(row / L / m_input.heads(), row % L))
        shifts[size_t(row / L)] = std::max(shifts[size_t(row / L)], found[size_t(row)]);
    if (m_input.options.stabiliser == Stabiliser::tensor && !shifts.empty())
      std::fill(shifts.begin(), shifts.end(), *std::max_element(shifts.begin(), shifts.end()));
    const std::vector<float> all = perRow(shifts, L);
    m_device.queue.enqueueWriteBuffer(m_keys.shift.buffer(), CL_TRUE, 0, all.size() * sizeof(float), all.data());
  }

  /// Features of rows [first, first + count) into side.phi.
  void makeFeatures(DeviceSide& side, Index first, Index count) {
    if (count == 0) return;
    setArguments(side.features, side.x.buffer(), m_weights.buffer(), side.shift.buffer(), side.seen.buffer(),
                 side.phi.buffer(), cl_int(m_input.depth()), cl_int(m_input.projections()), cl_int(m_layout.padded),
                 float(m_blocks.options().inputScale), m_blocks.factor(), m_blocks.eps(), cl_int(first), cl_int(count));
    enqueue(side.features, count, kWideRows, kTile);
  }

  /// The features of a launch to where they belong, without padding.
  void keep(DeviceSide& side, Index first, Index count, Array<float>& features) {
    const Index m = m_input.projections(), M = m_input.features();
    const std::vector<float> phi = side.phi.download(size_t(count * m_layout.features));
    for (Index row = 0; row < count; ++row)
      for (Index half = 0; half * m < M; ++half)
        std::copy_n(phi.data() + row * m_layout.features + half * m_layout.padded, m,
                    features.data() + (first + row) * M + half * m);
  }

  void sumKeys(PerformerResult<float>& result) {
    cl::Kernel kernel = this->kernel("performer_key_sums", valueOption());
    runInSlices(m_device, std::ssize(m_chunks), m_mostChunks, m_progress, "keys", [&](Index first, Index number) {
      const KeyChunk &begin = m_chunks[size_t(first)], &last = m_chunks[size_t(first + number - 1)];
      const Index rows = last.row + last.count - begin.row;
      makeFeatures(m_keys, begin.row, rows);
      setArguments(kernel, m_keys.phi.buffer(), m_values.buffer(), m_chunkTable.buffer(), m_KV.buffer(), m_z.buffer(),
                   cl_int(m_layout.features), cl_int(m_layout.valueStride), cl_int(first),
                   cl_int(number * m_layout.features / (m_layout.tiled ? kTile : kWideFeatures)));
      enqueue(kernel, number * m_layout.features, kWideFeatures, kTile, m_layout.columns);
      if (keepsFeatures()) keep(m_keys, begin.row, rows, result.phi_k);
    });
  }

  /// Running sums over the chunks of each head.
  void scan() {
    if (m_chunksPerHead < 2) return;
    cl::Kernel kernel = this->kernel("performer_scan", "");
    const auto run = [&](const cl::Buffer& sums, Index size) {
      const Index items = m_input.flatHeads() * size;
      setArguments(kernel, sums, cl_int(size), cl_int(m_chunksPerHead), cl_int(items));
      enqueue(kernel, items, kLanes, kGroup);
    };
    run(m_KV.buffer(), m_layout.features * m_layout.valueStride);
    run(m_z.buffer(), m_layout.features);
  }

  /// Causal queries head by head, because between the keys that two heads see in part lie any number of others.
  void attend(PerformerResult<float>& result) {
    cl::Kernel kernel = this->kernel("performer_outputs", valueOption() + (isCausal() ? " -DCAUSAL" : ""));
    const Index blocks = std::ssize(m_queryBlocks), parts = isCausal() ? m_input.flatHeads() : 1;
    for (Index part = 0; part < parts; ++part) {
      const Index start = part * (blocks / parts);
      PartProgress progress(m_progress, double(part) / double(parts), double(part + 1) / double(parts));
      runInSlices(m_device, blocks / parts, m_mostBlocks, progress, "queries",
                  [&](Index first, Index number) { attendBlocks(kernel, start + first, number, result); });
    }
  }

  void attendBlocks(cl::Kernel& kernel, Index first, Index number, PerformerResult<float>& result) {
    const BlockOfQueries &begin = m_queryBlocks[size_t(first)], &last = m_queryBlocks[size_t(first + number - 1)];
    const Index rows = last.row + last.count - begin.row;
    makeFeatures(m_queries, begin.row, rows);
    if (isCausal()) makeFeatures(m_keys, begin.keyRow, last.keyRow + last.numKeys - begin.keyRow);
    const auto prefixEps = isCausal() ? static_cast<float>(m_input.options.prefixEps) : 0.0f;
    setArguments(kernel, m_queries.phi.buffer(), m_keys.phi.buffer(), m_values.buffer(), m_KV.buffer(), m_z.buffer(),
                 m_blockTable.buffer(), m_O.buffer(), m_denominator.buffer(), cl_int(m_layout.features),
                 cl_int(m_layout.valueStride), prefixEps, cl_int(first), cl_int(number * 4));
    enqueue(kernel, number * 4, 1, 4, m_layout.columns);
    if (keepsFeatures()) keep(m_queries, begin.row, rows, result.phi_q);
    collect(begin.row, rows, result);
  }

  void collect(Index first, Index rows, PerformerResult<float>& result) {
    const Index width = m_input.valueWidth();
    const std::vector<float> numerators = m_O.download(size_t(rows * m_layout.valueStride));
    const std::vector<float> sums = m_denominator.download(size_t(rows));
    const auto guard = static_cast<float>(m_blocks.options().guard);
    for (Index row = 0; row < rows; ++row) {
      const bool seesKeys = m_input.keyEnd((first + row) % m_input.queries()) > 0;
      const float sum = seesKeys ? sums[size_t(row)] : 0.0f;
      const float denominator = seesKeys && std::abs(sum) <= guard ? sum + 2 * guard : sum;
      result.denominator[first + row] = denominator;
      for (Index c = 0; denominator != 0 && c < width; ++c)
        result.O[(first + row) * width + c] = numerators[size_t(row * m_layout.valueStride + c)] / denominator;
    }
  }

  const PerformerInput<float>& m_input;
  PerformerBlocks m_blocks;
  DeviceImplementation& m_device;
  Progress& m_progress;
  Layout m_layout;
  std::vector<KeyChunk> m_chunks;
  Index m_chunksPerHead;
  std::vector<BlockOfQueries> m_queryBlocks;
  Index m_mostChunks, m_mostBlocks;  ///< of one launch
  DeviceBuffer<float> m_weights;
  std::vector<float> m_packedValues;
  InputBuffer m_values;
  DeviceBuffer<KeyChunk> m_chunkTable;
  DeviceBuffer<BlockOfQueries> m_blockTable;
  DeviceBuffer<float> m_KV, m_z, m_O, m_denominator;
  DeviceSide m_keys, m_queries;
};

}  // namespace

PerformerResult<float> performerOnDevice(const PerformerInput<float>& input, Device& device, Progress& progress,
                                         KernelFlavour flavour) {
  if (input.options.kind == FeatureKind::efficient) throw DeviceError("efficient features have no OpenCL kernel");
  DeviceImplementation& implementation = device.implementation();
  const Index rows = input.flatHeads() * std::max(input.queries(), input.keys());
  if (rows > std::numeric_limits<cl_int>::max() / 2)
    throw DeviceError("the attention has too many rows for the OpenCL kernels");
  return withDeviceErrors(implementation, [&] { return DeviceRun(input, implementation, flavour, progress).run(); });
}

}  // namespace engine
