// Host side of dot_attention.cl: packs queries in panels of 32, runs the panels in slices, unpacks the outputs. On a
// processor the maps are written right where they belong.
#include "engine/attention/dot/DotProductCl.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/lanes/FloatLanes.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kPanel = 32, kKeysOfTile = 128, kGroup = 8;  ///< LANES, KEY_TILE, GROUP of the kernel
constexpr Index kMostSliceFloats = Index{16} << 20;          ///< that a slice holds outside the result

Index rounded(Index count, Index multiple) { return (count + multiple - 1) / multiple * multiple; }

/// Panels of queries, numbered over (batch, head, panel).
struct Panels {
  const DotProductInput<float>& input;
  Index perHead = (input.queries() + kPanel - 1) / kPanel;

  Index count() const { return input.batches() * input.heads() * perHead; }
  Index rows(Index panel) const { return std::min(kPanel, input.queries() - panel % perHead * kPanel); }
  /// First query, counted over all heads.
  Index firstRow(Index panel) const { return panel / perHead * input.queries() + panel % perHead * kPanel; }
};

/// (panels, d, 32), times the scale.
std::vector<float> packQueries(const Panels& panels) {
  const Index d = panels.input.depth();
  const auto scale = static_cast<float>(panels.input.scale);
  std::vector<float> packed(static_cast<size_t>(panels.count() * d * kPanel));
  parallelFor(panels.count(), 64, 0, [&](Index begin, Index end) {
    for (Index panel = begin; panel < end; ++panel) {
      float* const target = packed.data() + panel * d * kPanel;
      transposeFloats(panels.input.Q.data() + panels.firstRow(panel) * d, d, panels.rows(panel), d, target, kPanel);
      for (Index k = 0; k < d * kPanel; ++k) target[k] *= scale;
    }
  });
  return packed;
}

/// (B, panels, 32); lanes without a query repeat the last one.
std::vector<std::int32_t> packKeyEnds(const Panels& panels) {
  const Index n = panels.input.queries();
  std::vector<std::int32_t> packed;
  for (Index b = 0; b < panels.input.batches(); ++b)
    for (Index i = 0; i < panels.perHead * kPanel; ++i)
      packed.push_back(panels.input.mask.keyEnd(b, std::min(i, n - 1)));
  return packed;
}

/// (B, panels, m, 32) bytes; nothing without a mask.
std::vector<std::uint8_t> packMask(const Panels& panels) {
  const KeyMask& mask = panels.input.mask;
  if (mask.allowed.empty()) return {};
  const Index n = panels.input.queries(), m = panels.input.keys();
  std::vector<std::uint8_t> packed(static_cast<size_t>(panels.input.batches() * panels.perHead * m * kPanel));
  for (Index row = 0; row < mask.keyEnd.size(); ++row) {
    const Index panel = row / n * panels.perHead + row % n / kPanel;
    for (Index j = 0; j < m; ++j)
      nth(packed, (panel * m + j) * kPanel + row % n % kPanel) = mask.allowed[row * m + j].value;
  }
  return packed;
}

/// S or A, (rows, m). On a processor kernels write all but the last panel in place; the last panel, whose memory holds
/// the guard meanwhile, and on other devices every slice goes through a buffer.
class MapBuffers {
 public:
  MapBuffers(DeviceImplementation& device, Array<float>& map, Index inPlace, Index staged, const char* name)
      : m_map(map), m_staged(device, static_cast<size_t>(staged), name) {
    if (inPlace > 0) m_inPlace.emplace(device, map.data(), static_cast<size_t>(inPlace) * sizeof(float), name);
  }
  const cl::Buffer& inPlace() const { return m_inPlace->buffer(); }
  const cl::Buffer& staged() const { return m_staged.buffer(); }
  /// Copies `count` staged values to their place from `first` on.
  void collect(Index first, Index count) {
    if (m_inPlace) m_inPlace->check();
    const std::vector<float> values = m_staged.download(static_cast<size_t>(count));
    std::copy(values.begin(), values.end(), m_map.data() + first);
  }

 private:
  Array<float>& m_map;
  std::optional<InPlaceBuffer> m_inPlace;
  DeviceBuffer<float> m_staged;
};

/// How much a slice holds, and where.
struct Layout {
  Index outputWidth;    ///< v rounded up to 8
  Index strip;          ///< floats per panel of scores in local or global memory
  bool isStripGlobal;   ///< because local memory is too small
  Index inPlacePanels;  ///< whose maps are written in place
  Index slicePanels;    ///< at most
  Index stagedPanels;   ///< at most, of a slice
};

/// All but the last panel, when the last one has room for the guard and the device takes buffers of that size; else
/// none.
Index panelsInPlace(const Panels& panels, const DeviceImplementation& device) {
  if (panels.count() == 0) return 0;
  const Index last = panels.count() - 1, rowBytes = panels.input.keys() * Index{sizeof(float)};
  const double bytes = double(panels.firstRow(last)) * double(rowBytes) + double(kGuardBytes);
  const bool hasRoom = panels.rows(last) * rowBytes >= Index{kGuardBytes};
  return hasRoom && bytes <= double(device.info.maxAllocation) ? last : 0;
}

Layout layoutFor(const Panels& panels, const DeviceImplementation& device) {
  const Index m = panels.input.keys(), count = panels.count();
  const bool keepsMaps = panels.input.maps == Maps::keep;
  const auto local = static_cast<Index>(device.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() / sizeof(float));
  Layout layout{};
  layout.outputWidth = rounded(panels.input.valueWidth(), kGroup);
  layout.strip = kPanel * (keepsMaps ? std::max(kGroup, rounded(m, kGroup)) : kKeysOfTile);
  layout.isStripGlobal = keepsMaps && layout.strip > local;
  if (keepsMaps && !device.info.isGpu) layout.inPlacePanels = panelsInPlace(panels, device);
  const Index staged = keepsMaps && layout.inPlacePanels == 0 ? 2 * kPanel * m : 0;
  const Index perPanel = kPanel * (layout.outputWidth + 2) + staged + (layout.isStripGlobal ? layout.strip : 0);
  layout.slicePanels = std::clamp<Index>(kMostSliceFloats / perPanel, 1, std::max<Index>(1, count));
  layout.stagedPanels = layout.inPlacePanels > 0 ? 1 : layout.slicePanels;
  return layout;
}

/// The work on one device: buffers that stay for all slices.
class WideRun {
 public:
  WideRun(const DotProductInput<float>& input, DeviceImplementation& device)
      : m_input(input),
        m_device(device),
        m_panels{input},
        m_layout(layoutFor(m_panels, device)),
        m_packedQueries(packQueries(m_panels)),
        m_packedEnds(packKeyEnds(m_panels)),
        m_packedMask(packMask(m_panels)),
        m_q(device, m_packedQueries, "Q"),
        m_k(device, input.K, "K"),
        m_v(device, input.V, "V"),
        m_keyEnd(device, m_packedEnds, "keyEnd"),
        m_mask(device, m_packedMask, "mask"),
        m_result(emptyDotProductResult(input)),
        m_output(device, static_cast<size_t>(m_layout.slicePanels * kPanel * m_layout.outputWidth), "O"),
        m_statistics(device, static_cast<size_t>(m_layout.slicePanels * kPanel * 2), "statistics"),
        m_strips(device, static_cast<size_t>(m_layout.isStripGlobal ? m_layout.slicePanels * m_layout.strip : 1),
                 "strips of scores") {
    if (!keepsMaps()) return;
    const Index m = input.keys(), staged = m_layout.stagedPanels * kPanel * m;
    const Index inPlace = m_layout.inPlacePanels > 0 ? m_panels.firstRow(m_layout.inPlacePanels) * m : 0;
    m_scores.emplace(device, m_result.S, inPlace, staged, "S");
    m_weights.emplace(device, m_result.A, inPlace, staged, "A");
  }

  DotProductResult<float> run(Progress& progress) {
    std::string options = m_layout.isStripGlobal ? " -DGLOBAL_SCORES" : "";
    if (!m_input.mask.allowed.empty()) options += " -DHAS_MASK";
    if (m_input.mask.rule == MaskRule::overwrite) options += " -DOVERWRITE";
    m_kernel = m_device.kernel("dot_attention", keepsMaps() ? "dot_maps" : "dot_online", options);
    runInSlices(m_device, m_panels.count(), m_layout.slicePanels, progress, "attention",
                [&](Index first, Index number) {
                  const Index last = first + number;
                  const Index boundary = keepsMaps() ? std::clamp(m_layout.inPlacePanels, first, last) : last;
                  if (first < boundary) computeInPlace(first, boundary - first);
                  if (boundary < last) computeStaged(boundary, last - boundary);
                });
    return std::move(m_result);
  }

 private:
  bool keepsMaps() const { return m_input.maps == Maps::keep; }

  void computeInPlace(Index first, Index number) {
    if (keepsMaps())
      launch(first, number, m_scores->inPlace(), m_weights->inPlace(), cl_int{0});
    else
      launch(first, number);
    collectOutput(first, number);
  }
  void computeStaged(Index first, Index number) {
    const Index m = m_input.keys(), row = m_panels.firstRow(first);
    launch(first, number, m_scores->staged(), m_weights->staged(), cl_int(row));
    collectOutput(first, number);
    const Index end = m_panels.firstRow(first + number - 1) + m_panels.rows(first + number - 1);
    m_scores->collect(row * m, (end - row) * m);
    m_weights->collect(row * m, (end - row) * m);
  }

  template <class... Maps>
  void launch(Index first, Index number, const Maps&... maps) {
    const auto n = cl_int(m_input.queries()), m = cl_int(m_input.keys()), heads = cl_int(m_input.heads());
    const auto strip = static_cast<size_t>(m_layout.strip) * sizeof(float);
    const auto dimensions = [&](const auto& scores) {
      setArguments(m_kernel, m_q.buffer(), m_k.buffer(), m_v.buffer(), m_keyEnd.buffer(), m_mask.buffer(),
                   m_output.buffer(), m_statistics.buffer(), scores, n, m, cl_int(m_input.depth()),
                   cl_int(m_input.valueWidth()), heads, cl_int(first), cl_int(number), maps...);
    };
    if (m_layout.isStripGlobal)
      dimensions(m_strips.buffer());
    else
      dimensions(cl::Local(strip));
    enqueueItems(m_device, m_kernel, number);
  }

  /// O and lse of a slice's panels.
  void collectOutput(Index first, Index number) {
    const Index width = m_input.valueWidth(), stride = m_layout.outputWidth * kPanel;
    const std::vector<float> output = m_output.download(static_cast<size_t>(number * stride));
    const std::vector<float> statistics = m_statistics.download(static_cast<size_t>(number * 2 * kPanel));
    for (Index i = 0; i < number; ++i) {
      const Index row = m_panels.firstRow(first + i), rows = m_panels.rows(first + i);
      transposeFloats(output.data() + i * stride, kPanel, width, rows, m_result.O.data() + row * width, width);
      const float* const shift = statistics.data() + i * 2 * kPanel;
      for (Index r = 0; r < rows; ++r) m_result.lse[row + r] = logSumExp(shift[r], shift[kPanel + r]);
    }
  }

  const DotProductInput<float>& m_input;
  DeviceImplementation& m_device;
  Panels m_panels;
  Layout m_layout;
  std::vector<float> m_packedQueries;
  std::vector<std::int32_t> m_packedEnds;
  std::vector<std::uint8_t> m_packedMask;
  InputBuffer m_q, m_k, m_v, m_keyEnd, m_mask;
  DotProductResult<float> m_result;
  DeviceBuffer<float> m_output, m_statistics, m_strips;
  std::optional<MapBuffers> m_scores, m_weights;
  cl::Kernel m_kernel;
};

}  // namespace

float logSumExp(float shift, float sum) {
  return sum == 0 ? -std::numeric_limits<float>::infinity() : shift + std::log(sum);
}

DotProductResult<float> dotProductWide(const DotProductInput<float>& input, DeviceImplementation& device,
                                       Progress& progress) {
  return WideRun(input, device).run(progress);
}

DotProductResult<float> dotProductOnDevice(const DotProductInput<float>& input, Device& device, Progress& progress,
                                           KernelFlavour flavour) {
  DeviceImplementation& implementation = device.implementation();
  const Index rows = input.batches() * input.heads() * std::max(input.queries(), input.keys());
  if (rows > std::numeric_limits<cl_int>::max() / 2)
    throw DeviceError("the attention has too many rows for the OpenCL kernel");
  return withDeviceErrors(implementation, [&] {
    DotProductResult<float> result = usesTiles(flavour, device.info())
                                         ? dotProductTiled(input, implementation, progress)
                                         : dotProductWide(input, implementation, progress);
    if (input.maps == Maps::keep) clearOutsideWindow(input.mask, result.S);  // kernels score all keys
    return result;
  });
}

}  // namespace engine
