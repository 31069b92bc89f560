// ESM3 geometric attention: projections, frames, and the plain definition of the maps.
#include "engine/attention/GeometricAttention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <type_traits>

#include "engine/attention/MemoryNeed.h"
#include "engine/base/ParallelFor.h"
#include "engine/compute/Device.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

double softplus(double x) { return x > 20 ? x : std::log1p(std::exp(x)); }

/// Small numbers for arbitrary ids: the kernel compares 32-bit integers.
std::vector<std::int32_t> renumbered(const std::vector<std::int64_t>& ids, Index length) {
  if (ids.empty()) return std::vector<std::int32_t>(static_cast<size_t>(length), 0);
  std::map<std::int64_t, std::int32_t> numbers;
  std::vector<std::int32_t> result;
  for (const std::int64_t id : ids)
    result.push_back(numbers.emplace(id, static_cast<std::int32_t>(numbers.size())).first->second);
  return result;
}

/// Mean of the CA atoms of residues with a frame; zero when there is none.
Vector3 centreOf(const Frames& frames) {
  Vector3 sum = Vector3::Zero();
  double count = 0;
  for (size_t i = 0; i < frames.frames.size(); ++i)
    if (frames.valid[i]) {
      sum += frames.frames[i].origin;
      count += 1;
    }
  return count == 0 ? sum : Vector3(sum / count);
}

/// First columns of the parts of the projection.
struct ProjectionLayout {
  Index q_r, k_r, v, q_d, k_d;
};

ProjectionLayout layoutOf(Index H, Index M, GeometricVariant variant) {
  if (variant == GeometricVariant::text) return {0, 3 * H, 12 * H, 6 * H, 9 * H};
  return {0, 3 * H, 6 * H, 6 * H + 3 * H * M, 9 * H + 3 * H * M};
}

template <class T>
void checkShapes(const GeometricInput<T>& input) {
  const Index L = input.length(), D = input.s.length(1), H = input.heads(), M = input.messages();
  const auto positions = [&](const char* name, const std::vector<Vector3>& given) {
    requireShape(name, {static_cast<Index>(given.size()), 3}, {L, 3});
  };
  positions("N", input.n);
  positions("CA", input.ca);
  positions("C", input.c);
  requireShape("w_d", input.w_d.shape(), {H});
  if (H < 1) fail("array w_r: found shape ", shapeText(input.w_r.shape()), ", expected at least one head");
  const Index width = input.W_proj.length(0);
  if (M < 1 || width != 12 * H + 3 * H * M)
    fail("array W_proj: found shape ", shapeText(input.W_proj.shape()), ", expected ", shapeText({15 * H, D}), " for ",
         H, " heads (or 12H + 3HM rows for M messages)");
  requireShape("W_proj", input.W_proj.shape(), {width, D});
  requireShape("ln_weight", input.ln_weight.shape(), {D});
  requireShape("W_out", input.W_out.shape(), {-1, 3 * H * M});
  if (!input.b_proj.empty()) requireShape("b_proj", input.b_proj.shape(), {width});
  if (!input.b_out.empty()) requireShape("b_out", input.b_out.shape(), {input.W_out.length(0)});
  if (!input.ln_bias.empty()) requireShape("ln_bias", input.ln_bias.shape(), {D});
  for (const auto* ids : {&input.sequenceId, &input.chainId})
    if (!ids->empty())
      requireShape(ids == &input.chainId ? "chain_id" : "sequence_id", {static_cast<Index>(ids->size())}, {L});
}

/// Logit of a pair: directions that agree attract, distance repels.
template <class T>
T pairScore(const GeometricVectors<T>& vectors, Index head, Index i, Index j, T rotational, T distance) {
  const auto a = static_cast<size_t>(i), b = static_cast<size_t>(j);
  if (vectors.hasFrame[b] == 0 || vectors.chain[a] != vectors.chain[b]) return static_cast<T>(kMaskedGeometricScore);
  const T bias = vectors.sequence[a] == vectors.sequence[b] ? static_cast<T>(kSameSequenceBias) : T{0};
  return vectors.weight_r[head] * rotational - vectors.weight_d[head] * distance + bias;
}

template <class T>
void computeRow(const GeometricVectors<T>& vectors, Index head, Index i, GeometricMaps<T>& maps) {
  const Index L = maps.A.length(1), width = maps.o.length(2);
  const T root3 = std::sqrt(T{3});
  const T* const q_r = &vectors.q_r(head, i, 0);
  const T* const q_d = &vectors.q_d(head, i, 0);
  T* const weights = &maps.A(head, i, 0);
  T maximum = -std::numeric_limits<T>::infinity();
  for (Index j = 0; j < L; ++j) {
    const T* const k_r = &vectors.k_r(head, j, 0);
    const T* const k_d = &vectors.k_d(head, j, 0);
    T dot = 0, square = 0;
    for (Index axis = 0; axis < 3; ++axis) {
      dot += q_r[axis] * k_r[axis];
      square += (q_d[axis] - k_d[axis]) * (q_d[axis] - k_d[axis]);
    }
    maps.R(head, i, j) = dot / root3;
    maps.D(head, i, j) = std::sqrt(square) / root3;
    weights[j] = pairScore(vectors, head, i, j, maps.R(head, i, j), maps.D(head, i, j));
    maximum = std::max(maximum, weights[j]);
  }
  T sum = 0;
  for (Index j = 0; j < L; ++j) sum += weights[j] = std::exp(weights[j] - maximum);
  for (Index j = 0; j < L; ++j) {
    weights[j] /= sum;
    for (Index c = 0; c < width; ++c) maps.o(head, i, c) += weights[j] * vectors.v(head, j, c);
  }
}

/// Back into the frames of the residues, joined as (head, message, xyz).
template <class T>
Array<T> localOutputs(const GeometricInput<T>& input, const Frames& frames, const Array<T>& o) {
  const Index L = input.length(), H = input.heads(), M = input.messages();
  Array<T> joined({L, 3 * H * M});
  for (Index i = 0; i < L; ++i) {
    const auto residue = static_cast<size_t>(i);
    if (!frames.valid[residue] && input.frameless == FramelessOutput::zero) continue;
    const Eigen::Matrix<T, 3, 3> rotation = frames.frames[residue].rotation.template cast<T>();
    for (Index h = 0; h < H; ++h)
      for (Index message = 0; message < M; ++message) {
        const Eigen::Map<const Eigen::Matrix<T, 3, 1>> world(&o(h, i, 3 * message));
        Eigen::Map<Eigen::Matrix<T, 3, 1>>(&joined(i, 3 * (h * M + message))) = rotation.transpose() * world;
      }
  }
  return joined;
}

template <class T>
void storeFrames(const Frames& frames, GeometricResult<T>& result) {
  const auto L = static_cast<Index>(frames.frames.size());
  result.frames_R = Array<T>({L, 3, 3});
  result.frames_t = Array<T>({L, 3});
  for (Index i = 0; i < L; ++i)
    for (Index row = 0; row < 3; ++row) {
      const Frame& frame = frames.frames[static_cast<size_t>(i)];
      result.frames_t(i, row) = static_cast<T>(frame.origin[row]);
      for (Index column = 0; column < 3; ++column)
        result.frames_R(i, row, column) = static_cast<T>(frame.rotation(row, column));
    }
}

template <class T>
void checkMaps(const GeometricMaps<T>& maps) {
  for (const auto& [name, array] : {std::pair("R", &maps.R), std::pair("D", &maps.D), std::pair("A", &maps.A)})
    if (!std::all_of(array->begin(), array->end(), [](T value) { return std::isfinite(value); }))
      fail("array ", name, " of shape ", shapeText(array->shape()),
           ": a value does not fit into its number type, expected smaller values in s, W_proj or the coordinates");
}

template <class T>
Array<T> softplusOf(Array<T> values) {
  for (T& value : values) value = static_cast<T>(softplus(value));
  return values;
}

}  // namespace

template <class T>
GeometricVectors<T> geometricVectors(const GeometricInput<T>& input, const Frames& frames) {
  const Index L = input.length(), H = input.heads(), M = input.messages();
  const Array<T> p = linear(layerNorm(input.s, input.ln_weight, input.ln_bias), input.W_proj, input.b_proj);
  const ProjectionLayout layout = layoutOf(H, M, input.variant);
  const Vector3 centre = centreOf(frames);
  GeometricVectors<T> vectors;
  for (Array<T>* array : {&vectors.q_r, &vectors.k_r, &vectors.q_d, &vectors.k_d}) *array = Array<T>({H, L, 3});
  vectors.v = Array<T>({H, L, 3 * M});
  vectors.weight_r = softplusOf(input.w_r);
  vectors.weight_d = softplusOf(input.w_d);
  for (Index i = 0; i < L; ++i) {
    const Frame& frame = frames.frames[static_cast<size_t>(i)];
    const Eigen::Matrix<T, 3, 3> rotation = frame.rotation.template cast<T>();
    const Eigen::Matrix<T, 3, 1> origin = (frame.origin - centre).template cast<T>();
    const auto rotate = [&](Index column, T* target) {
      Eigen::Map<Eigen::Matrix<T, 3, 1>>{target} = rotation * Eigen::Map<const Eigen::Matrix<T, 3, 1>>(&p(i, column));
    };
    const auto move = [&](Index column, T* target) {
      rotate(column, target);
      Eigen::Map<Eigen::Matrix<T, 3, 1>>{target} += origin;
    };
    for (Index h = 0; h < H; ++h) {
      rotate(layout.q_r + 3 * h, &vectors.q_r(h, i, 0));
      rotate(layout.k_r + 3 * h, &vectors.k_r(h, i, 0));
      for (Index c = 0; c < M; ++c) rotate(layout.v + 3 * (h * M + c), &vectors.v(h, i, 3 * c));
      move(layout.q_d + 3 * h, &vectors.q_d(h, i, 0));
      move(layout.k_d + 3 * h, &vectors.k_d(h, i, 0));
    }
  }
  if (input.variant == GeometricVariant::text) {
    vectors.q_d = vectors.q_r;
    vectors.k_d = vectors.k_r;
  }
  vectors.sequence = renumbered(input.sequenceId, L);
  vectors.chain = renumbered(input.chainId, L);
  vectors.hasFrame.assign(frames.valid.begin(), frames.valid.end());
  return vectors;
}

template <class T>
GeometricMaps<T> geometricMapsPlain(const GeometricVectors<T>& vectors, int threads, Progress& progress) {
  const Index H = vectors.q_r.length(0), L = vectors.q_r.length(1);
  GeometricMaps<T> maps;
  for (Array<T>* array : {&maps.R, &maps.D, &maps.A}) *array = Array<T>({H, L, L});
  maps.o = Array<T>(vectors.v.shape());
  const Index grain = std::clamp<Index>(200'000 / std::max<Index>(1, L), 1, 256);  // a few milliseconds
  parallelFor(H * L, grain, threads, progress, "geometric attention", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) computeRow(vectors, row / L, row % L, maps);
  });
  return maps;
}

template <class T>
GeometricResult<T> geometricAttention(const GeometricInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                                      Progress& progress) {
  checkShapes(input);
  requireMemory(3.0 * double(input.heads()) * double(input.length()) * double(input.length()) * sizeof(T),
                "the maps R, D and A", "use fewer heads or a shorter chain");
  const Frames frames = framesOfBackbone(input.n, input.ca, input.c);
  const GeometricVectors<T> vectors = geometricVectors(input, frames);
  GeometricMaps<T> maps;
  if constexpr (std::is_same_v<T, float>)
    maps = runOnDeviceOrCpu(
        compute, diagnostics, [&](Device& device) { return geometricMapsOnDevice(vectors, device, progress); },
        [&] { return geometricMapsPlain(vectors, compute.threads, progress); });
  else
    maps = geometricMapsPlain(vectors, compute.threads, progress);
  checkMaps(maps);
  const auto missing = std::count(frames.valid.begin(), frames.valid.end(), false);
  if (missing > 0)
    diagnostics.warn(missing, " of ", frames.valid.size(),
                     " residues have no complete backbone: they are masked as keys");
  GeometricResult<T> result;
  storeFrames(frames, result);
  result.Y = linear(localOutputs(input, frames, maps.o), input.W_out, input.b_out);
  result.R = std::move(maps.R);
  result.D = std::move(maps.D);
  result.A = std::move(maps.A);
  return result;
}

template GeometricVectors<float> geometricVectors(const GeometricInput<float>&, const Frames&);
template GeometricVectors<double> geometricVectors(const GeometricInput<double>&, const Frames&);
template GeometricMaps<float> geometricMapsPlain(const GeometricVectors<float>&, int, Progress&);
template GeometricMaps<double> geometricMapsPlain(const GeometricVectors<double>&, int, Progress&);
template GeometricResult<float> geometricAttention(const GeometricInput<float>&, const Compute&, Diagnostics&,
                                                   Progress&);
template GeometricResult<double> geometricAttention(const GeometricInput<double>&, const Compute&, Diagnostics&,
                                                    Progress&);

}  // namespace engine
