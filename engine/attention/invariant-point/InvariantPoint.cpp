// Invariant point attention: vectors, the plain definition, the layer (MATHEMATICS.md 16).
#include "engine/attention/invariant-point/InvariantPoint.h"

#include <algorithm>
#include <type_traits>

#include "engine/attention/geometric/GeometricAttention.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

template <class T>
using Small = Eigen::Matrix<T, 3, 1>;

/// Rows of a projection (L, H w) as (H, L, w).
template <class T>
Array<T> byHead(const Array<T>& p, Index H) {
  const Index L = p.length(0), w = p.length(1) / H;
  Array<T> heads({H, L, w});
  if (w == 0) return heads;
  for (Index h = 0; h < H; ++h)
    for (Index i = 0; i < L; ++i) std::copy_n(&p(i, h * w), w, &heads(h, i, 0));
  return heads;
}

/// Points (H, L, 3 per point) of each residue's frame into the world, relative to the centre.
template <class T>
void moveToWorld(Array<T>& points, const Frames& frames, const Vector3& centre) {
  const Index H = points.length(0), L = points.length(1), count = points.length(2) / 3;
  for (Index i = 0; i < L; ++i) {
    const Eigen::Matrix<T, 3, 3> rotation = nth(frames.frames, i).rotation.template cast<T>();
    const Small<T> origin = (nth(frames.frames, i).origin - centre).template cast<T>();
    for (Index h = 0; h < H; ++h)
      for (Index p = 0; p < count; ++p) {
        Eigen::Map<Small<T>> point(&points(h, i, 3 * p));
        point = (rotation * point + origin).eval();
      }
  }
}

/// Where one row of the maps goes, L numbers each, and where the sums over it.
template <class T>
struct TermRow {
  T *scalar, *pair, *point, *S, *A;
  T *o_pair, *o, *o_points;
};

/// The three terms of all keys of a query.
template <class T>
void scoreRow(const InvariantPointInput<T>& input, const InvariantPointVectors<T>& vectors, Index h, Index i,
              const TermRow<T>& row) {
  const Index d = vectors.width(), Q3 = vectors.q_points.length(2), P = input.pairFeatures();
  const T w_L = static_cast<T>(kInvariantPointLogitWeight);
  const T perRootD = d == 0 ? T{0} : 1 / std::sqrt(static_cast<T>(d));
  const T half = Q3 == 0 ? T{0} : vectors.gamma[h] * static_cast<T>(invariantPointWeight(Q3 / 3)) / 2;
  for (Index j = 0; j < vectors.length(); ++j) {
    T dot = 0, bias = 0, square = 0;
    for (Index c = 0; c < d; ++c) dot += vectors.q(h, i, c) * vectors.k(h, j, c);
    for (Index c = 0; c < P; ++c) bias += input.W_b(h, c) * input.z(i, j, c);
    for (Index c = 0; c < Q3; ++c) {
      const T difference = vectors.q_points(h, i, c) - vectors.k_points(h, j, c);
      square += difference * difference;
    }
    row.scalar[j] = w_L * perRootD * dot;
    row.pair[j] = w_L * bias;
    row.point[j] = -w_L * half * square;
    row.S[j] = row.scalar[j] + row.pair[j] + row.point[j];
  }
}

template <class T>
void weighRow(const InvariantPointVectors<T>& vectors, const TermRow<T>& row) {
  const Index L = vectors.length();
  T maximum = -std::numeric_limits<T>::infinity(), sum = 0;
  for (Index j = 0; j < L; ++j) {
    row.A[j] = nth(vectors.frames.valid, j) ? row.S[j] : std::numeric_limits<T>::lowest();
    maximum = std::max(maximum, row.A[j]);
  }
  for (Index j = 0; j < L; ++j) sum += row.A[j] = std::exp(row.A[j] - maximum);
  for (Index j = 0; j < L; ++j) row.A[j] /= sum;
}

/// target[c] = sum over j of A_j values_j[c]
template <class T, class ValueAt>
void mix(const T* A, Index L, T* target, Index width, const ValueAt& valueAt) {
  std::fill_n(target, width, T{0});
  for (Index j = 0; j < L; ++j)
    for (Index c = 0; c < width; ++c) target[c] += A[j] * valueAt(j, c);
}

template <class T>
void computeRow(const InvariantPointInput<T>& input, const InvariantPointVectors<T>& vectors, Index h, Index i,
                const TermRow<T>& row) {
  const Index L = vectors.length(), P = input.pairFeatures(), d = vectors.width(), V3 = vectors.v_points.length(2);
  scoreRow(input, vectors, h, i, row);
  weighRow(vectors, row);
  if (P > 0) mix(row.A, L, row.o_pair, P, [&](Index j, Index c) { return input.z(i, j, c); });
  if (d > 0) mix(row.A, L, row.o, d, [&](Index j, Index c) { return vectors.v(h, j, c); });
  if (V3 > 0) mix(row.A, L, row.o_points, V3, [&](Index j, Index c) { return vectors.v_points(h, j, c); });
}

template <class T>
bool isFinite(const Array<T>& array) {
  return std::all_of(array.begin(), array.end(), [](T value) { return std::isfinite(value); });
}

}  // namespace

Frames invariantPointFrames(const std::vector<Vector3>& n, const std::vector<Vector3>& ca,
                            const std::vector<Vector3>& c) {
  Frames frames = framesOfBackbone(n, ca, c);
  if (std::find(frames.valid.begin(), frames.valid.end(), true) == frames.valid.end()) return frames;  // identities
  for (Frame& frame : frames.frames)
    for (const int axis : {0, 2}) frame.rotation.col(axis) *= -1;
  return frames;
}

template <class T>
void checkInvariantPoint(const InvariantPointInput<T>& input) {
  const Index L = input.length(), D = input.s.length(1), H = input.heads();
  if (H < 1) fail("array gamma: found shape ", shapeText(input.gamma.shape()), ", expected at least one head");
  const auto divide = [&](const char* name, const Array<T>& W, Index unit) {
    if (W.length(0) % unit != 0)
      fail("array ", name, ": found shape ", shapeText(W.shape()), ", expected a multiple of ", unit, " rows for the ",
           H, " heads of gamma ", shapeText(input.gamma.shape()));
    requireShape(name, W.shape(), {-1, D});
  };
  divide("W_q", input.W_q, H);
  divide("W_q_points", input.W_q_points, 3 * H);
  divide("W_v_points", input.W_v_points, 3 * H);
  for (const auto* W : {&input.W_k, &input.W_v})
    requireShape(W == &input.W_k ? "W_k" : "W_v", W->shape(), input.W_q.shape());
  requireShape("W_k_points", input.W_k_points.shape(), input.W_q_points.shape());
  if ((input.z.rank() == 3) != (input.W_b.rank() == 2))
    fail("arrays z and W_b: found only one of them, expected both or none");
  if (input.z.rank() == 3) {
    requireShape("W_b", input.W_b.shape(), {H, -1});
    requireShape("z", input.z.shape(), {L, L, input.W_b.length(1)});
  }
  const Index width = H * (input.pairFeatures() + input.width() + 4 * input.valuePoints());
  requireShape("W_out", input.W_out.shape(), {-1, width});
  if (!input.b_out.empty()) requireShape("b_out", input.b_out.shape(), {input.W_out.length(0)});
}

template <class T>
InvariantPointVectors<T> invariantPointVectors(const InvariantPointInput<T>& input, int threads, Progress& progress) {
  const Index H = input.heads();
  InvariantPointVectors<T> vectors;
  vectors.frames = invariantPointFrames(input.n, input.ca, input.c);
  vectors.centre = centreOf(vectors.frames);
  const auto project = [&](const Array<T>& W) { return byHead(linear(input.s, W, Array<T>{}, threads, progress), H); };
  vectors.q = project(input.W_q);
  vectors.k = project(input.W_k);
  vectors.v = project(input.W_v);
  vectors.q_points = project(input.W_q_points);
  vectors.k_points = project(input.W_k_points);
  vectors.v_points = project(input.W_v_points);
  for (Array<T>* points : {&vectors.q_points, &vectors.k_points, &vectors.v_points})
    moveToWorld(*points, vectors.frames, vectors.centre);
  vectors.gamma = softplusOf(input.gamma);
  return vectors;
}

template <class T>
Array<T> joinedInvariantPoints(const Frames& frames, const Vector3& centre, const InvariantPointMaps<T>& maps) {
  const Index H = maps.o.length(0), L = maps.o.length(1), P = maps.o_pair.length(2), d = maps.o.length(2),
              V = maps.o_points.length(2) / 3, width = P + d + 4 * V;
  Array<T> joined({L, H * width});
  for (Index i = 0; i < L; ++i) {
    const Frame& frame = nth(frames.frames, i);
    const Eigen::Matrix<T, 3, 3> back = frame.rotation.transpose().template cast<T>();
    const Small<T> origin = (frame.origin - centre).template cast<T>();
    for (Index h = 0; h < H; ++h) {
      T* target = joined.data() + (i * H + h) * width;
      if (P > 0) target = std::copy_n(&maps.o_pair(h, i, 0), P, target);
      if (d > 0) target = std::copy_n(&maps.o(h, i, 0), d, target);
      for (Index p = 0; p < V; ++p) {
        const Small<T> local = back * (Eigen::Map<const Small<T>>(&maps.o_points(h, i, 3 * p)) - origin);
        std::copy_n(local.data(), 3, target + 3 * p);
        target[3 * V + p] = local.norm();
      }
    }
  }
  return joined;
}

template <class T>
InvariantPointRow<T> invariantPointRow(const InvariantPointInput<T>& input, const InvariantPointVectors<T>& vectors,
                                       Index head, Index i) {
  InvariantPointRow<T> row;
  for (auto* values : {&row.scalar, &row.pair, &row.point, &row.S, &row.A})
    values->resize(static_cast<size_t>(vectors.length()));
  row.o_pair.resize(static_cast<size_t>(input.pairFeatures()));
  row.o.resize(static_cast<size_t>(vectors.width()));
  row.o_points.resize(static_cast<size_t>(vectors.v_points.length(2)));
  const TermRow<T> target{row.scalar.data(), row.pair.data(),   row.point.data(), row.S.data(),
                          row.A.data(),      row.o_pair.data(), row.o.data(),     row.o_points.data()};
  computeRow(input, vectors, head, i, target);
  return row;
}

template <class T>
InvariantPointMaps<T> emptyInvariantPointMaps(const InvariantPointInput<T>& input) {
  const Index H = input.heads(), L = input.length();
  const double maps = input.kept == KeptPointMaps::none ? 0 : input.kept == KeptPointMaps::weights ? 1 : 5;
  requireMemory(maps * double(H) * double(L) * double(L) * sizeof(T), "the maps of pairs of residues",
                "use fewer heads or a shorter chain, or drop the maps");
  InvariantPointMaps<T> result;
  if (maps > 0) result.A = Array<T>({H, L, L}, Untouched{});
  if (maps > 1)
    for (Array<T>* map : {&result.scalar, &result.pair, &result.point, &result.S})
      *map = Array<T>({H, L, L}, Untouched{});
  result.o_pair = Array<T>({H, L, input.pairFeatures()});
  result.o = Array<T>({H, L, input.width()});
  result.o_points = Array<T>({H, L, 3 * input.valuePoints()});
  return result;
}

template <class T>
InvariantPointMaps<T> invariantPointPlain(const InvariantPointInput<T>& input, const InvariantPointVectors<T>& vectors,
                                          int threads, Progress& progress) {
  const Index L = vectors.length();
  InvariantPointMaps<T> maps = emptyInvariantPointMaps(input);
  const Index grain = std::clamp<Index>(50'000 / std::max<Index>(1, L), 1, 256);  // a few milliseconds
  parallelFor(vectors.heads() * L, grain, threads, progress, "invariant point attention", [&](Index begin, Index end) {
    std::vector<T> scratch(static_cast<size_t>(5 * L));
    for (Index row = begin; row < end; ++row) {
      const auto target = [&](Array<T>& map, Index part) {
        return map.empty() ? scratch.data() + part * L : map.data() + row * L;
      };
      const auto sums = [&](Array<T>& all) { return all.data() + row * all.length(2); };
      const TermRow<T> terms{target(maps.scalar, 0), target(maps.pair, 1), target(maps.point, 2), target(maps.S, 3),
                             target(maps.A, 4),      sums(maps.o_pair),    sums(maps.o),          sums(maps.o_points)};
      computeRow(input, vectors, row / L, row % L, terms);
    }
  });
  return maps;
}

template <class T>
InvariantPointResult<T> invariantPoint(const InvariantPointInput<T>& input, int threads, Diagnostics& diagnostics,
                                       Progress& progress) {
  checkInvariantPoint(input);
  PartProgress before(progress, 0, 0.2), pairs(progress, 0.2, 0.95), after(progress, 0.95, 1);
  InvariantPointResult<T> result;
  result.vectors = invariantPointVectors(input, threads, before);
  if constexpr (std::is_same_v<T, float>)
    result.maps = invariantPointNative(input, result.vectors, threads, pairs);
  else
    result.maps = invariantPointPlain(input, result.vectors, threads, pairs);
  const auto missing = std::count(result.vectors.frames.valid.begin(), result.vectors.frames.valid.end(), false);
  if (missing > 0)
    diagnostics.warn(missing, " of ", result.vectors.length(),
                     " residues have no complete backbone: they are masked as keys");
  result.joined = joinedInvariantPoints(result.vectors.frames, result.vectors.centre, result.maps);
  result.Y = linear(result.joined, input.W_out, input.b_out, threads, after);
  if (!isFinite(result.joined) || !isFinite(result.Y))
    fail("arrays s, z, gamma, the projections and the positions N, CA, C: a score, a sum or an output of ",
         result.vectors.heads(), " heads and ", result.vectors.length(), " residues does not fit into ",
         std::is_same_v<T, float> ? "float32" : "float64", ", expected smaller values");
  return result;
}

#define INVARIANT_POINT(T)                                                                                          \
  template void checkInvariantPoint(const InvariantPointInput<T>&);                                                 \
  template InvariantPointVectors<T> invariantPointVectors(const InvariantPointInput<T>&, int, Progress&);           \
  template InvariantPointRow<T> invariantPointRow(const InvariantPointInput<T>&, const InvariantPointVectors<T>&,   \
                                                  Index, Index);                                                    \
  template Array<T> joinedInvariantPoints(const Frames&, const Vector3&, const InvariantPointMaps<T>&);             \
  template InvariantPointMaps<T> emptyInvariantPointMaps(const InvariantPointInput<T>&);                            \
  template InvariantPointMaps<T> invariantPointPlain(const InvariantPointInput<T>&, const InvariantPointVectors<T>&, \
                                                     int, Progress&);                                               \
  template InvariantPointResult<T> invariantPoint(const InvariantPointInput<T>&, int, Diagnostics&, Progress&);
INVARIANT_POINT(float)
INVARIANT_POINT(double)
#undef INVARIANT_POINT

}  // namespace engine
