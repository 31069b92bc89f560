// Host side of geometric_attention.cl: one plane per component, rows in slices.
#include <algorithm>
#include <limits>

#include "engine/attention/GeometricAttention.h"
#include "engine/compute/ClTools.h"

namespace engine {

namespace {

constexpr Index kLanes = 16;
constexpr Index kMostSliceBytes = Index{64} << 20;  ///< of the maps R, D, A

/// (H, L, C) to (H, C, P), zeros behind the L residues.
std::vector<float> planes(const Array<float>& vectors, Index padded) {
  const Index H = vectors.length(0), L = vectors.length(1), C = vectors.length(2);
  std::vector<float> packed(static_cast<size_t>(H * C * padded));
  for (Index h = 0; h < H; ++h)
    for (Index i = 0; i < L; ++i)
      for (Index c = 0; c < C; ++c) packed[static_cast<size_t>((h * C + c) * padded + i)] = vectors(h, i, c);
  return packed;
}

template <class Values>
std::vector<std::int32_t> paddedIntegers(const Values& values, Index padded) {
  std::vector<std::int32_t> packed(values.begin(), values.end());
  packed.resize(static_cast<size_t>(padded), 0);
  return packed;
}

std::vector<float> plainVector(const Array<float>& array) { return {array.begin(), array.end()}; }

/// The work on one device: buffers that stay for all slices.
class DeviceRun {
 public:
  DeviceRun(const GeometricVectors<float>& vectors, DeviceImplementation& device)
      : m_device(device),
        m_length(vectors.q_r.length(1)),
        m_padded((m_length + kLanes - 1) / kLanes * kLanes),
        m_components(vectors.v.length(2)),
        m_numRows(vectors.q_r.length(0) * m_length),
        m_sliceRows(
            std::clamp<Index>(kMostSliceBytes / std::max<Index>(1, 12 * m_padded), 1, std::max<Index>(1, m_numRows))),
        m_q_r(device, plainVector(vectors.q_r), "q_r"),
        m_q_d(device, plainVector(vectors.q_d), "q_d"),
        m_k_r(device, planes(vectors.k_r, m_padded), "k_r"),
        m_k_d(device, planes(vectors.k_d, m_padded), "k_d"),
        m_v(device, planes(vectors.v, m_padded), "v"),
        m_weight_r(device, plainVector(vectors.weight_r), "w_r"),
        m_weight_d(device, plainVector(vectors.weight_d), "w_d"),
        m_sequence(device, paddedIntegers(vectors.sequence, m_padded), "sequence_id"),
        m_chain(device, paddedIntegers(vectors.chain, m_padded), "chain_id"),
        m_hasFrame(device, paddedIntegers(vectors.hasFrame, m_padded), "frame mask"),
        m_r(device, static_cast<size_t>(m_sliceRows * m_padded), "R"),
        m_d(device, static_cast<size_t>(m_sliceRows * m_padded), "D"),
        m_a(device, static_cast<size_t>(m_sliceRows * m_padded), "A"),
        m_o(device, static_cast<size_t>(m_sliceRows * m_components), "o") {}

  void run(GeometricMaps<float>& maps, Progress& progress) {
    cl::Kernel kernel =
        m_device.kernel("geometric_attention", "geometric_rows", "-DCOMPONENTS=" + std::to_string(m_components));
    runInSlices(m_device, m_numRows, m_sliceRows, progress, "geometric attention", [&](Index first, Index number) {
      setArguments(kernel, m_q_r.buffer(), m_q_d.buffer(), m_k_r.buffer(), m_k_d.buffer(), m_v.buffer(),
                   m_weight_r.buffer(), m_weight_d.buffer(), m_sequence.buffer(), m_chain.buffer(), m_hasFrame.buffer(),
                   m_r.buffer(), m_d.buffer(), m_a.buffer(), m_o.buffer(), cl_int(m_length), cl_int(first),
                   cl_int(number));
      enqueueItems(m_device, kernel, number);
      collect(m_r, m_padded, m_length, first, number, maps.R);
      collect(m_d, m_padded, m_length, first, number, maps.D);
      collect(m_a, m_padded, m_length, first, number, maps.A);
      collect(m_o, m_components, m_components, first, number, maps.o);
    });
  }

 private:
  /// Copies the first `width` of `stride` values of each row of a slice into the result.
  static void collect(DeviceBuffer<float>& buffer, Index stride, Index width, Index first, Index number,
                      Array<float>& target) {
    const std::vector<float> values = buffer.download(static_cast<size_t>(number * stride));
    for (Index row = 0; row < number; ++row)
      std::copy_n(values.data() + row * stride, width, target.data() + (first + row) * width);
  }

  DeviceImplementation& m_device;
  Index m_length, m_padded, m_components, m_numRows, m_sliceRows;
  DeviceBuffer<float> m_q_r, m_q_d, m_k_r, m_k_d, m_v, m_weight_r, m_weight_d;
  DeviceBuffer<std::int32_t> m_sequence, m_chain, m_hasFrame;
  DeviceBuffer<float> m_r, m_d, m_a, m_o;
};

}  // namespace

GeometricMaps<float> geometricMapsOnDevice(const GeometricVectors<float>& vectors, Device& device, Progress& progress) {
  const Index H = vectors.q_r.length(0), L = vectors.q_r.length(1);
  if (H * L > std::numeric_limits<cl_int>::max() / 2)
    throw DeviceError("the geometric attention has too many rows for the OpenCL kernel");
  GeometricMaps<float> maps;
  for (Array<float>* array : {&maps.R, &maps.D, &maps.A}) *array = Array<float>({H, L, L});
  maps.o = Array<float>(vectors.v.shape());
  DeviceImplementation& implementation = device.implementation();
  withDeviceErrors(implementation, [&] { DeviceRun(vectors, implementation).run(maps, progress); });
  return maps;
}

}  // namespace engine
