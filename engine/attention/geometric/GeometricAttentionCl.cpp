// Host side of geometric_attention.cl: one plane per component, queries in slices, by the flavour of the device.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/geometric/GeometricAttention.h"
#include "engine/base/Nth.h"
#include "engine/compute/ClTools.h"

namespace engine {

namespace {

constexpr Index kLanes = 16;
constexpr Index kWideRows = 4;                     ///< queries per work item of the online kernel for processors
constexpr Index kTiledRows = 64;                   ///< queries per work group of the kernel for GPUs
constexpr Index kMostComponents = 384;             ///< that an item sums in memory of its own
constexpr Index kMostSliceBytes = Index{8} << 20;  ///< of the maps, so that they stay in a cache until copied

/// (H, L, C) to (H, C, P); planes end in copies of the last residue.
std::vector<float> planes(const Array<float>& vectors, Index padded) {
  const Index H = vectors.length(0), L = vectors.length(1), C = vectors.length(2);
  std::vector<float> packed(static_cast<size_t>(H * C * padded));
  for (Index h = 0; h < H; ++h)
    for (Index j = 0; j < padded; ++j)
      for (Index c = 0; c < C; ++c)
        nth(packed, (h * C + c) * padded + j) = vectors(h, std::min(j, L - 1), c);
  return packed;
}

/// P numbers that end in copies of the last residue's.
std::vector<std::int32_t> paddedNumbers(std::vector<std::int32_t> numbers, Index padded) {
  numbers.resize(static_cast<size_t>(padded), numbers.empty() ? 0 : numbers.back());
  return numbers;
}

/// Chains of keys; -1, which no query has, without a frame.
std::vector<std::int32_t> seenChains(const GeometricVectors<float>& vectors) {
  std::vector<std::int32_t> chains = vectors.chain;
  for (size_t j = 0; j < chains.size(); ++j)
    if (!vectors.hasFrame[j]) chains[j] = -1;
  return chains;
}

/// (H, 2)
std::vector<float> scaledWeights(const GeometricVectors<float>& vectors) {
  const float factor = 1.44269504f / std::sqrt(3.0f);  // log2(e) / sqrt(3)
  std::vector<float> weights;
  for (Index h = 0; h < vectors.heads(); ++h) {
    weights.push_back(vectors.weight_r[h] * factor);
    weights.push_back(vectors.weight_d[h] * factor);
  }
  return weights;
}

std::vector<float> plainVector(const Array<float>& array) { return {array.begin(), array.end()}; }

/// How the kernels cut up the work.
struct Plan {
  KeptPairs kept;
  bool tiled;
  Index length, padded, components;
  Index rows;  ///< queries per item of a slice
  Index itemsPerHead;
  Index numItems;
  Index mostItems;  ///< in a slice

  bool keepsMaps() const { return kept != KeptPairs::nothing; }
  bool keepsScores() const { return kept == KeptPairs::mapsAndScores; }
  size_t sliceBytes(Index perRow) const { return static_cast<size_t>(mostItems * rows * perRow) * sizeof(float); }
  std::string options() const {
    std::string text = "-DCOMPONENTS=" + std::to_string(components) + " -DROWS=" + std::to_string(rows);
    return keepsScores() ? text + " -DKEEP_SCORES" : text;
  }
};

Plan planFor(const GeometricVectors<float>& vectors, KeptPairs kept, bool tiled) {
  Plan plan;
  plan.kept = kept;
  plan.tiled = tiled;
  plan.length = vectors.length();
  plan.padded = (plan.length + kLanes - 1) / kLanes * kLanes;
  plan.components = vectors.components();
  plan.rows = tiled ? kTiledRows : plan.keepsMaps() ? 1 : kWideRows;
  plan.itemsPerHead = (plan.length + plan.rows - 1) / plan.rows;
  plan.numItems = vectors.heads() * plan.itemsPerHead;
  const Index numMaps = !plan.keepsMaps() ? 0 : plan.keepsScores() ? 4 : 3;
  const Index bytesPerItem = plan.rows * 4 * (numMaps * plan.padded + plan.components + 2);
  plan.mostItems = std::clamp<Index>(kMostSliceBytes / bytesPerItem, 1, std::max<Index>(1, plan.numItems));
  return plan;
}

/// Whether a tile of keys fits into the memory of a work group, with some to spare.
bool tileFits(const GeometricVectors<float>& vectors, const DeviceImplementation& device) {
  const auto bytes = static_cast<cl_ulong>(4 * kTiledRows * (8 + vectors.components()));
  return bytes <= device.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() / 2 &&
         device.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() >= static_cast<size_t>(kTiledRows);
}

/// The work on one device: buffers that stay for all slices.
class DeviceRun {
 public:
  DeviceRun(const GeometricVectors<float>& vectors, const Plan& plan, DeviceImplementation& device)
      : m_device(device),
        m_plan(plan),
        m_q_r(device, plainVector(vectors.q_r), "q_r"),
        m_q_d(device, plainVector(vectors.q_d), "q_d"),
        m_k_r(device, planes(vectors.k_r, plan.padded), "k_r"),
        m_k_d(device, planes(vectors.k_d, plan.padded), "k_d"),
        m_v(device, planes(vectors.v, plan.padded), "v"),
        m_weights(device, scaledWeights(vectors), "w_r and w_d"),
        m_sequence(device, paddedNumbers(vectors.sequence, plan.padded), "sequence_id"),
        m_chain(device, paddedNumbers(vectors.chain, plan.padded), "chain_id"),
        m_seenChain(device, paddedNumbers(seenChains(vectors), plan.padded), "chain_id of keys"),
        m_o(device, plan.sliceBytes(plan.components), "o"),
        m_statistics(device, plan.sliceBytes(2), "statistics"),
        m_r(device, mapBytes(plan.keepsMaps()), "R"),
        m_d(device, mapBytes(plan.keepsMaps()), "D"),
        m_a(device, mapBytes(plan.keepsMaps()), "A"),
        m_s(device, mapBytes(plan.keepsScores()), "S") {}

  void run(GeometricMaps<float>& maps, Progress& progress) {
    const auto kernel = [&](const char* entry) {
      return m_device.kernel("geometric_attention", entry, m_plan.options());
    };
    cl::Kernel rows = kernel(m_plan.tiled         ? "geometric_tiled"
                             : m_plan.keepsMaps() ? "geometric_rows"
                                                  : "geometric_online");
    cl::Kernel pairs = m_plan.tiled ? kernel("geometric_pairs") : cl::Kernel();
    runInSlices(m_device, m_plan.numItems, m_plan.mostItems, progress, "geometric attention",
                [&](Index first, Index number) {
                  launch(rows, pairs, first, number);
                  collect(maps, first, number);
                });
  }

 private:
  /// A buffer cannot be empty.
  size_t mapBytes(bool kept) const { return kept ? m_plan.sliceBytes(m_plan.padded) : sizeof(float); }

  void launch(cl::Kernel& rows, cl::Kernel& pairs, Index first, Index number) {
    const auto bind = [&](cl::Kernel& kernel, const auto&... maps) {
      setArguments(kernel, m_q_r.buffer(), m_q_d.buffer(), m_k_r.buffer(), m_k_d.buffer(), m_v.buffer(),
                   m_weights.buffer(), m_sequence.buffer(), m_chain.buffer(), m_seenChain.buffer(), m_o.buffer(),
                   m_statistics.buffer(), cl_int(m_plan.length), cl_int(first), cl_int(number), maps.buffer()...);
    };
    if (m_plan.tiled) {
      bind(rows);
      m_device.queue.enqueueNDRangeKernel(rows, cl::NullRange, cl::NDRange(static_cast<size_t>(number * kTiledRows)),
                                          cl::NDRange(static_cast<size_t>(kTiledRows)));
      if (!m_plan.keepsMaps()) return;
      bind(pairs, m_r, m_d, m_a, m_s);
      enqueueItems(m_device, pairs, m_plan.length, number * m_plan.rows);
      return;
    }
    if (m_plan.keepsMaps())
      bind(rows, m_r, m_d, m_a, m_s);
    else
      bind(rows);
    enqueueItems(m_device, rows, number);
  }

  void collect(GeometricMaps<float>& maps, Index first, Index number) {
    collect(m_o, m_plan.components, m_plan.components, first, number, maps.o);
    if (!m_plan.keepsMaps()) return;
    collect(m_r, m_plan.padded, m_plan.length, first, number, maps.R);
    collect(m_d, m_plan.padded, m_plan.length, first, number, maps.D);
    collect(m_a, m_plan.padded, m_plan.length, first, number, maps.A);
    if (m_plan.keepsScores()) collect(m_s, m_plan.padded, m_plan.length, first, number, maps.S);
  }

  /// Copies the first `width` of `stride` values of each row of a slice to where they belong.
  void collect(GuardedBuffer& buffer, Index stride, Index width, Index first, Index number, Array<float>& target) {
    const Index rows = number * m_plan.rows;
    const auto bytes = static_cast<size_t>(rows * stride) * sizeof(float);
    if (stride == width && m_plan.rows == 1) return buffer.download(target.data() + first * width, bytes);
    m_slice.resize(static_cast<size_t>(rows * stride));
    buffer.download(m_slice.data(), bytes);
    for (Index row = 0; row < rows; ++row) {
      const Index item = first + row / m_plan.rows;
      const Index query = item % m_plan.itemsPerHead * m_plan.rows + row % m_plan.rows;
      if (query >= m_plan.length) continue;
      const Index flat = item / m_plan.itemsPerHead * m_plan.length + query;
      std::copy_n(m_slice.data() + row * stride, width, target.data() + flat * width);
    }
  }

  DeviceImplementation& m_device;
  const Plan m_plan;
  DeviceBuffer<float> m_q_r, m_q_d, m_k_r, m_k_d, m_v, m_weights;
  DeviceBuffer<std::int32_t> m_sequence, m_chain, m_seenChain;
  GuardedBuffer m_o, m_statistics, m_r, m_d, m_a, m_s;
  std::vector<float> m_slice;  ///< on its way from the device
};

}  // namespace

GeometricMaps<float> geometricMapsOnDevice(const GeometricVectors<float>& vectors, KeptPairs kept, Device& device,
                                           Progress& progress, KernelFlavour flavour) {
  if (vectors.heads() * (vectors.length() + kTiledRows) > std::numeric_limits<cl_int>::max() / 2)
    throw DeviceError("the geometric attention has too many rows for the OpenCL kernel");
  GeometricMaps<float> maps = emptyGeometricMaps(vectors, kept);
  DeviceImplementation& implementation = device.implementation();
  withDeviceErrors(implementation, [&] {
    const bool tiled = usesTiles(flavour, device.info()) && tileFits(vectors, implementation);
    if ((tiled || kept == KeptPairs::nothing) && vectors.components() > kMostComponents)
      throw DeviceError("the geometric attention has too many messages for the OpenCL kernel");
    DeviceRun(vectors, planFor(vectors, kept, tiled), implementation).run(maps, progress);
  });
  return maps;
}

}  // namespace engine
