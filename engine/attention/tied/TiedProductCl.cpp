// Host side of tied_attention.cl (processors) and tied_attention_tiled.cl (GPUs).
#include <algorithm>
#include <limits>

#include "engine/attention/lanes/FloatLanes.h"
#include "engine/attention/tied/TiedProduct.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/compute/ClTools.h"

namespace engine {

namespace {

constexpr Index kLanes = 16, kRows = 8;  ///< of a work item for processors
constexpr Index kTile = 64;              ///< of a work group for GPUs

Index roundedUp(Index count, Index multiple) { return (count + multiple - 1) / multiple * multiple; }

/// Device memory that is filled from, and read into, arrays without a copy between.
class ArrayBuffer {
 public:
  ArrayBuffer(DeviceImplementation& device, Index count, const char* name)
      : m_memory(device, bytes(std::max<Index>(1, count)), name) {}  // a buffer cannot be empty
  ArrayBuffer(DeviceImplementation& device, const Array<float>& values, const char* name)
      : ArrayBuffer(device, values.size(), name) {
    m_memory.upload(values.data(), bytes(values.size()));
  }
  void download(Array<float>& values) { m_memory.download(values.data(), bytes(values.size())); }
  const cl::Buffer& buffer() const { return m_memory.buffer(); }

 private:
  static std::size_t bytes(Index count) { return static_cast<std::size_t>(count) * sizeof(float); }

  GuardedBuffer m_memory;
};

TiedProductResult<float> emptyResult(const TiedProductInput<float>& input) {
  const Index H = input.heads, C = input.columns();
  TiedProductResult<float> result;
  result.A = Array<float>({H, C, C}, Untouched{}, "A");
  result.O = Array<float>({input.rows(), C, input.V.length(2)}, Untouched{}, "O");
  if (input.keepScores) result.S = Array<float>({H, C, C}, Untouched{}, "S");
  return result;
}

/// For processors: wide vectors of keys and of channels. Some heads of the alignment; memory for all of them would come
/// fresh from the system, at a price higher than the sums.
class WideRun {
 public:
  WideRun(const TiedProductInput<float>& input, Index firstHead, Index heads, DeviceImplementation& device)
      : m_input(input),
        m_firstHead(firstHead),
        m_heads(heads),
        m_device(device),
        m_keys(roundedUp(input.columns(), kLanes)),
        m_valueBlocks(input.valueWidth() > kLanes ? 2 : 1),
        m_valueStride(roundedUp(input.valueWidth(), kLanes * m_valueBlocks)),
        m_q(device, packedQueries(), "Q"),
        m_k(device, packedKeys(), "K"),
        m_v(device, packedValues(), "V"),
        m_kind(device, kinds(), "padding"),
        m_scores(device, input.keepScores ? mapCount() : 0, "S"),
        m_weights(device, mapCount(), "A"),
        m_o(device, m_heads * input.rows() * input.columns() * m_valueStride, "O") {}

  /// Bytes that one head needs on the device.
  static double bytesPerHead(const TiedProductInput<float>& input) {
    const double R = double(input.rows()), C = double(input.columns());
    return 4 * (2 * R * C * double(input.depth() + input.valueWidth()) + 2 * C * C);
  }

  void run(TiedProductResult<float>& result, Progress& progress) {
    cl::Kernel kernel = m_device.kernel("tied_attention", "tied_rows", options());
    const Index blocks = (m_input.columns() + kRows - 1) / kRows, items = m_heads * blocks;
    runInSlices(m_device, items, items, progress, "tied attention", [&](Index first, Index number) {
      setArguments(kernel, m_q.buffer(), m_k.buffer(), m_v.buffer(), m_kind.buffer(), m_scores.buffer(),
                   m_weights.buffer(), m_o.buffer(), cl_int(m_input.rows()), cl_int(m_input.columns()),
                   cl_int(m_input.depth()), cl_int(m_valueStride), float(m_input.scale), cl_int(first), cl_int(number));
      enqueueItems(m_device, kernel, number);
    });
    downloadMap(m_weights, result.A);
    if (m_input.keepScores) downloadMap(m_scores, result.S);
    downloadOutputs(result.O);
  }

 private:
  Index mapCount() const { return m_heads * m_input.columns() * m_keys; }
  std::string options() const {
    return "-DROWS=" + std::to_string(kRows) + " -DVALUE_BLOCKS=" + std::to_string(m_valueBlocks) +
           (m_input.keepScores ? " -DKEEP_SCORES" : "");
  }
  /// Calls work(head of the run, row r of the alignment) on all threads.
  template <class Work>
  void forPlanes(const Work& work) const {
    const Index R = m_input.rows();
    parallelFor(m_heads * R, 1, 0, [&](Index begin, Index end) {
      for (Index plane = begin; plane < end; ++plane) work(plane / R, plane % R);
    });
  }
  /// Where a head of the run begins in cell (r, column) of an array (R, C, H * width).
  Index channel(Index r, Index column, Index head, Index width) const {
    return ((r * m_input.columns() + column) * m_input.heads + m_firstHead + head) * width;
  }
  /// (heads, C, R, d)
  Array<float> packedQueries() const {
    const Index R = m_input.rows(), C = m_input.columns(), d = m_input.depth();
    Array<float> packed({m_heads, C, R, d}, Untouched{});
    forPlanes([&](Index head, Index r) {
      for (Index i = 0; i < C; ++i)
        std::copy_n(m_input.Q.data() + channel(r, i, head, d), d, packed.data() + ((head * C + i) * R + r) * d);
    });
    return packed;
  }
  /// (heads, key blocks, R, d, 16)
  Array<float> packedKeys() const {
    const Index R = m_input.rows(), C = m_input.columns(), d = m_input.depth(), blocks = m_keys / kLanes;
    Array<float> packed({m_heads, blocks, R, d, kLanes});
    forPlanes([&](Index head, Index r) {
      for (Index block = 0; block < blocks; ++block)
        transposeFloats(m_input.K.data() + channel(r, block * kLanes, head, d), m_input.heads * d,
                        std::min(kLanes, C - block * kLanes), d,
                        packed.data() + ((head * blocks + block) * R + r) * d * kLanes, kLanes);
    });
    return packed;
  }
  /// (heads, R, C, value stride)
  Array<float> packedValues() const {
    const Index R = m_input.rows(), C = m_input.columns(), v = m_input.valueWidth();
    Array<float> packed({m_heads, R, C, m_valueStride});
    forPlanes([&](Index head, Index r) {
      for (Index j = 0; j < C; ++j)
        std::copy_n(m_input.V.data() + channel(r, j, head, v), v,
                    packed.data() + ((head * R + r) * C + j) * m_valueStride);
    });
    return packed;
  }
  std::vector<std::uint8_t> kinds() const {
    std::vector<std::uint8_t> kinds(static_cast<size_t>(std::max<Index>(1, m_keys)), 2);
    for (Index j = 0; j < m_input.columns(); ++j)
      nth(kinds, j) = !m_input.hidden.empty() && m_input.hidden[j] ? 1 : 0;
    return kinds;
  }
  void downloadMap(ArrayBuffer& buffer, Array<float>& map) {
    const Index C = m_input.columns();
    Array<float> rows({m_heads * C, m_keys}, Untouched{});
    buffer.download(rows);
    for (Index row = 0; row < m_heads * C; ++row)
      std::copy_n(rows.data() + row * m_keys, C, map.data() + (m_firstHead * C + row) * C);
  }
  void downloadOutputs(Array<float>& O) {
    const Index R = m_input.rows(), C = m_input.columns(), v = m_input.valueWidth();
    Array<float> packed({m_heads, R, C, m_valueStride}, Untouched{});
    m_o.download(packed);
    forPlanes([&](Index head, Index r) {
      for (Index i = 0; i < C; ++i)
        std::copy_n(packed.data() + ((head * R + r) * C + i) * m_valueStride, v, O.data() + channel(r, i, head, v));
    });
  }

  const TiedProductInput<float>& m_input;
  Index m_firstHead, m_heads;
  DeviceImplementation& m_device;
  Index m_keys, m_valueBlocks, m_valueStride;
  ArrayBuffer m_q, m_k, m_v;
  DeviceBuffer<std::uint8_t> m_kind;
  ArrayBuffer m_scores, m_weights, m_o;
};

TiedProductResult<float> runWide(const TiedProductInput<float>& input, DeviceImplementation& device,
                                 Progress& progress) {
  constexpr double kMostBytes = 16e6;
  TiedProductResult<float> result = emptyResult(input);
  const Index H = input.heads;
  const double fitting = kMostBytes / std::max(1.0, WideRun::bytesPerHead(input));
  const auto together = static_cast<Index>(std::clamp(fitting, 1.0, double(H)));
  for (Index first = 0; first < H; first += together) {
    const Index heads = std::min(together, H - first);
    PartProgress part(progress, double(first) / double(H), double(first + heads) / double(H));
    WideRun(input, first, heads, device).run(result, part);
  }
  return result;
}

/// For GPUs: tiles in local memory, arrays as they are.
class TiledRun {
 public:
  TiledRun(const TiedProductInput<float>& input, DeviceImplementation& device)
      : m_input(input),
        m_device(device),
        m_q(device, input.Q, "Q"),
        m_k(device, input.K, "K"),
        m_v(device, input.V, "V"),
        m_hidden(device, hidden(), "padding"),
        m_scores(device, input.keepScores ? mapCount() : 0, "S"),
        m_weights(device, mapCount(), "A"),
        m_o(device, input.V.size(), "O") {}

  TiedProductResult<float> run(Progress& progress) {
    if (m_input.columns() == 0) return emptyResult(m_input);  // no tile at all
    const auto R = cl_int(m_input.rows()), C = cl_int(m_input.columns()), heads = cl_int(m_input.heads);
    const std::string options = m_input.keepScores ? "-DKEEP_SCORES" : "";
    const auto kernel = [&](const char* entry) { return m_device.kernel("tied_attention_tiled", entry, options); };
    cl::Kernel scores = kernel("tied_scores"), softmax = kernel("tied_softmax"), values = kernel("tied_values");
    PartProgress first(progress, 0, 0.45), second(progress, 0.45, 0.5), third(progress, 0.5, 1);
    runInSlices(m_device, m_input.heads, m_input.heads, first, "scores", [&](Index head, Index number) {
      setArguments(scores, m_q.buffer(), m_k.buffer(), m_hidden.buffer(), m_scores.buffer(), m_weights.buffer(), R, C,
                   heads, cl_int(m_input.depth()), float(m_input.scale), cl_int(head));
      enqueueTiles(scores, m_input.columns(), number);
    });
    const Index rows = m_input.heads * m_input.columns();
    runInSlices(m_device, rows, rows, second, "softmax", [&](Index row, Index number) {
      setArguments(softmax, m_weights.buffer(), C, cl_int(row));
      m_device.queue.enqueueNDRangeKernel(softmax, cl::NullRange, cl::NDRange(size_t(number) * 64), cl::NDRange(64));
    });
    const Index planes = m_input.valueWidth() == 0 ? 0 : m_input.heads * m_input.rows();
    runInSlices(m_device, planes, planes, third, "values", [&](Index plane, Index number) {
      setArguments(values, m_weights.buffer(), m_v.buffer(), m_o.buffer(), R, C, heads, cl_int(m_input.valueWidth()),
                   cl_int(plane));
      enqueueTiles(values, m_input.valueWidth(), number);
    });
    TiedProductResult<float> result = emptyResult(m_input);
    m_weights.download(result.A);
    if (m_input.keepScores) m_scores.download(result.S);
    m_o.download(result.O);
    return result;
  }

 private:
  Index mapCount() const { return m_input.heads * m_input.columns() * m_input.columns(); }
  std::vector<std::uint8_t> hidden() const {
    std::vector<std::uint8_t> hidden(static_cast<size_t>(std::max<Index>(1, m_input.columns())));
    for (Index j = 0; j < m_input.hidden.size(); ++j) nth(hidden, j) = m_input.hidden[j].value;
    return hidden;
  }
  /// One work group per tile of `width` x C elements of each plane.
  void enqueueTiles(const cl::Kernel& kernel, Index width, Index planes) {
    constexpr Index kItems = 16;
    const auto items = [](Index length) { return size_t(roundedUp(length, kTile) / kTile * kItems); };
    m_device.queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                        cl::NDRange(items(width), items(m_input.columns()), size_t(planes)),
                                        cl::NDRange(kItems, kItems, 1));
  }

  const TiedProductInput<float>& m_input;
  DeviceImplementation& m_device;
  ArrayBuffer m_q, m_k, m_v;
  DeviceBuffer<std::uint8_t> m_hidden;
  ArrayBuffer m_scores, m_weights, m_o;
};

}  // namespace

TiedProductResult<float> tiedProductOnDevice(const TiedProductInput<float>& input, Device& device, Progress& progress,
                                             KernelFlavour flavour) {
  DeviceImplementation& implementation = device.implementation();
  const Index largest = std::max({input.rows(), input.columns() + kLanes, input.heads * input.columns(),
                                  input.heads * input.rows(), input.Q.length(2), input.V.length(2)});
  if (largest > std::numeric_limits<cl_int>::max() / 2)
    throw DeviceError("the alignment is too large for the OpenCL kernels");
  return withDeviceErrors(implementation, [&] {
    return usesTiles(flavour, implementation.info) ? TiledRun(input, implementation).run(progress)
                                                   : runWide(input, implementation, progress);
  });
}

}  // namespace engine
