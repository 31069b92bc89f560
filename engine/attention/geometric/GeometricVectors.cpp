// ESM3 geometric attention: from features and frames to vectors in the world, and back (MATHEMATICS.md 10.1).
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/attention/geometric/GeometricAttention.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
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

/// First columns of the parts of the projection.
struct ProjectionLayout {
  Index q_r, k_r, v, q_d, k_d;
};

ProjectionLayout layoutOf(Index H, Index M, GeometricVariant variant) {
  if (variant == GeometricVariant::text) return {0, 3 * H, 12 * H, 6 * H, 9 * H};
  return {0, 3 * H, 6 * H, 6 * H + 3 * H * M, 9 * H + 3 * H * M};
}

/// The vectors of residue i from row i of the projection p.
template <class T>
void turnToWorld(const Array<T>& p, const ProjectionLayout& layout, Index i, const Frame& frame, const Vector3& centre,
                 GeometricVectors<T>& vectors) {
  const Eigen::Matrix<T, 3, 3> rotation = frame.rotation.template cast<T>();
  const Eigen::Matrix<T, 3, 1> origin = (frame.origin - centre).template cast<T>();
  const auto rotate = [&](Index column, T* target) {
    Eigen::Map<Eigen::Matrix<T, 3, 1>>{target} = rotation * Eigen::Map<const Eigen::Matrix<T, 3, 1>>(&p(i, column));
  };
  const auto move = [&](Index column, T* target) {
    rotate(column, target);
    Eigen::Map<Eigen::Matrix<T, 3, 1>>{target} += origin;
  };
  const Index M = vectors.components() / 3;
  for (Index h = 0; h < vectors.heads(); ++h) {
    rotate(layout.q_r + 3 * h, &vectors.q_r(h, i, 0));
    rotate(layout.k_r + 3 * h, &vectors.k_r(h, i, 0));
    for (Index c = 0; c < M; ++c) rotate(layout.v + 3 * (h * M + c), &vectors.v(h, i, 3 * c));
    move(layout.q_d + 3 * h, &vectors.q_d(h, i, 0));
    move(layout.k_d + 3 * h, &vectors.k_d(h, i, 0));
  }
}

}  // namespace

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

template <class T>
Array<T> softplusOf(Array<T> values) {
  for (T& value : values) value = static_cast<T>(softplus(value));
  return values;
}

template <class T>
void checkGeometricInput(const GeometricInput<T>& input) {
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

template <class T>
GeometricVectors<T> geometricVectors(const GeometricInput<T>& input, const Frames& frames, int threads,
                                     Progress& progress) {
  const Index L = input.length(), H = input.heads(), M = input.messages();
  const Array<T> p =
      linear(layerNorm(input.s, input.ln_weight, input.ln_bias), input.W_proj, input.b_proj, threads, progress);
  const ProjectionLayout layout = layoutOf(H, M, input.variant);
  const Vector3 centre = centreOf(frames);
  GeometricVectors<T> vectors;
  for (Array<T>* array : {&vectors.q_r, &vectors.k_r, &vectors.q_d, &vectors.k_d}) *array = Array<T>({H, L, 3});
  vectors.v = Array<T>({H, L, 3 * M});
  vectors.weight_r = softplusOf(input.w_r);
  vectors.weight_d = softplusOf(input.w_d);
  parallelFor(L, std::clamp<Index>(20'000 / H, 1, 1024), threads, progress, "vectors of geometric attention",
              [&](Index begin, Index end) {
                for (Index i = begin; i < end; ++i)
                  turnToWorld(p, layout, i, nth(frames.frames, i), centre, vectors);
              });
  vectors.centre = centre;
  if (input.variant == GeometricVariant::text) {
    vectors.q_d = vectors.q_r;
    vectors.k_d = vectors.k_r;
    vectors.centre.setZero();
  }
  vectors.sequence = renumbered(input.sequenceId, L);
  vectors.chain = renumbered(input.chainId, L);
  vectors.hasFrame.assign(frames.valid.begin(), frames.valid.end());
  return vectors;
}

template <class T>
Array<T> geometricOutput(const GeometricInput<T>& input, const Frames& frames, const Array<T>& o, int threads,
                         Progress& progress) {
  const Index L = o.length(1), H = input.heads(), M = input.messages();
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
  return linear(joined, input.W_out, input.b_out, threads, progress);
}

template Array<float> softplusOf(Array<float>);
template Array<double> softplusOf(Array<double>);
template void checkGeometricInput(const GeometricInput<float>&);
template void checkGeometricInput(const GeometricInput<double>&);
template GeometricVectors<float> geometricVectors(const GeometricInput<float>&, const Frames&, int, Progress&);
template GeometricVectors<double> geometricVectors(const GeometricInput<double>&, const Frames&, int, Progress&);
template Array<float> geometricOutput(const GeometricInput<float>&, const Frames&, const Array<float>&, int, Progress&);
template Array<double> geometricOutput(const GeometricInput<double>&, const Frames&, const Array<double>&, int,
                                       Progress&);

}  // namespace engine
