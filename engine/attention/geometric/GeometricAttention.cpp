// ESM3 geometric attention: the plain definition of the maps, the choice of a backend, the layer.
#include "engine/attention/geometric/GeometricAttention.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/compute/Device.h"

namespace engine {

namespace {

/// Where one row of the maps goes, L numbers each.
template <class T>
struct MapRow {
  T *R, *D, *S, *A;
};

/// R, D and S of a row: directions that agree attract, distance repels.
template <class T>
void scoreRow(const GeometricVectors<T>& vectors, Index head, Index i, const MapRow<T>& row) {
  const T root3 = std::sqrt(T{3});
  const T* const q_r = &vectors.q_r(head, i, 0);
  const T* const q_d = &vectors.q_d(head, i, 0);
  for (Index j = 0; j < vectors.length(); ++j) {
    const T* const k_r = &vectors.k_r(head, j, 0);
    const T* const k_d = &vectors.k_d(head, j, 0);
    T dot = 0, square = 0;
    for (Index axis = 0; axis < 3; ++axis) {
      dot += q_r[axis] * k_r[axis];
      square += (q_d[axis] - k_d[axis]) * (q_d[axis] - k_d[axis]);
    }
    row.R[j] = dot / root3;
    row.D[j] = std::sqrt(square) / root3;
    const bool isSameSequence = vectors.sequence[size_t(i)] == vectors.sequence[size_t(j)];
    const T bias = isSameSequence ? static_cast<T>(kSameSequenceBias) : T{0};
    row.S[j] = vectors.weight_r[head] * row.R[j] - vectors.weight_d[head] * row.D[j] + bias;
  }
}

/// A of a row from its S.
template <class T>
void weighRow(const GeometricVectors<T>& vectors, Index i, const MapRow<T>& row) {
  const Index L = vectors.length();
  T maximum = -std::numeric_limits<T>::infinity(), sum = 0;
  for (Index j = 0; j < L; ++j) {
    const auto key = static_cast<size_t>(j);
    const bool isSeen = vectors.hasFrame[key] && vectors.chain[size_t(i)] == vectors.chain[key];
    row.A[j] = isSeen ? row.S[j] : kMaskedGeometricScore<T>;
    maximum = std::max(maximum, row.A[j]);
  }
  for (Index j = 0; j < L; ++j) sum += row.A[j] = std::exp(row.A[j] - maximum);
  for (Index j = 0; j < L; ++j) row.A[j] /= sum;
}

template <class T>
void computeRow(const GeometricVectors<T>& vectors, Index head, Index i, const MapRow<T>& row, T* o) {
  const Index L = vectors.length(), width = vectors.components();
  scoreRow(vectors, head, i, row);
  weighRow(vectors, i, row);
  std::fill_n(o, width, T{0});
  for (Index j = 0; j < L; ++j)
    for (Index c = 0; c < width; ++c) o[c] += row.A[j] * vectors.v(head, j, c);
  if (!std::all_of(row.S, row.S + L, [](T score) { return std::isfinite(score); }))
    std::fill_n(o, width, std::numeric_limits<T>::quiet_NaN());
}

template <class T>
void storeFrames(const Frames& frames, GeometricResult<T>& result) {
  const auto L = static_cast<Index>(frames.frames.size());
  result.frames_R = Array<T>({L, 3, 3});
  result.frames_t = Array<T>({L, 3});
  for (Index i = 0; i < L; ++i)
    for (Index row = 0; row < 3; ++row) {
      const Frame& frame = nth(frames.frames, i);
      result.frames_t(i, row) = static_cast<T>(frame.origin[row]);
      for (Index column = 0; column < 3; ++column)
        result.frames_R(i, row, column) = static_cast<T>(frame.rotation(row, column));
    }
}

template <class T>
bool isFinite(const Array<T>& array) {
  return std::all_of(array.begin(), array.end(), [](T value) { return std::isfinite(value); });
}

template <class T>
const char* typeText() {
  return std::is_same_v<T, float> ? "float32" : "float64";
}

template <class T>
void warnOfMissing(const GeometricVectors<T>& vectors, Diagnostics& diagnostics) {
  const auto missing = std::count(vectors.hasFrame.begin(), vectors.hasFrame.end(), 0);
  if (missing > 0)
    diagnostics.warn(missing, " of ", vectors.length(), " residues have no complete backbone: they are masked as keys");
}

}  // namespace

template <class T>
Array<Bool> seenResidues(const GeometricVectors<T>& vectors) {
  const Index L = vectors.length();
  Array<Bool> seen({L, L}, Bool{}, "mask");
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < L; ++j)
      seen(i, j).value = vectors.hasFrame[size_t(j)] && vectors.chain[size_t(i)] == vectors.chain[size_t(j)];
  return seen;
}

template <class T>
GeometricRow<T> geometricRow(const GeometricVectors<T>& vectors, Index head, Index i) {
  const auto L = static_cast<size_t>(vectors.length());
  GeometricRow<T> row;
  for (std::vector<T>* part : {&row.R, &row.D, &row.S, &row.A}) part->resize(L);
  row.o.resize(static_cast<size_t>(vectors.components()));
  computeRow(vectors, head, i, {row.R.data(), row.D.data(), row.S.data(), row.A.data()}, row.o.data());
  return row;
}

template <class T>
GeometricMaps<T> emptyGeometricMaps(const GeometricVectors<T>& vectors, KeptPairs kept) {
  const Index H = vectors.heads(), L = vectors.length();
  GeometricMaps<T> maps;
  maps.o = Array<T>(vectors.v.shape(), Untouched{});
  if (kept == KeptPairs::nothing) return maps;
  const bool scores = kept == KeptPairs::mapsAndScores;
  requireMemory((scores ? 4.0 : 3.0) * double(H) * double(L) * double(L) * sizeof(T), "the maps of pairs of residues",
                "use fewer heads or a shorter chain, or drop the maps");
  for (Array<T>* array : {&maps.R, &maps.D, &maps.A}) *array = Array<T>({H, L, L}, Untouched{});
  if (scores) maps.S = Array<T>({H, L, L}, Untouched{});
  return maps;
}

template <class T>
GeometricMaps<T> geometricMapsPlain(const GeometricVectors<T>& vectors, KeptPairs kept, int threads,
                                    Progress& progress) {
  const Index L = vectors.length();
  GeometricMaps<T> maps = emptyGeometricMaps(vectors, kept);
  const Index grain = std::clamp<Index>(200'000 / std::max<Index>(1, L), 1, 256);  // a few milliseconds
  parallelFor(vectors.heads() * L, grain, threads, progress, "geometric attention", [&](Index begin, Index end) {
    std::vector<T> scratch(static_cast<size_t>(4 * L));
    for (Index row = begin; row < end; ++row) {
      const auto target = [&](Array<T>& map, Index part) {
        return map.empty() ? scratch.data() + part * L : map.data() + row * L;
      };
      const MapRow<T> mapRow{target(maps.R, 0), target(maps.D, 1), target(maps.S, 2), target(maps.A, 3)};
      computeRow(vectors, row / L, row % L, mapRow, maps.o.data() + row * vectors.components());
    }
  });
  return maps;
}

template <class T>
GeometricMaps<T> geometricMaps(const GeometricVectors<T>& vectors, KeptPairs kept, const Compute& where,
                               Diagnostics& diagnostics, Progress& progress) {
  GeometricMaps<T> maps;
  if constexpr (std::is_same_v<T, float>)
    maps = runOnDeviceOrCpu(
        where, diagnostics, [&](Device& device) { return geometricMapsOnDevice(vectors, kept, device, progress); },
        [&] { return geometricMapsNative(vectors, kept, where.threads, progress); });
  else
    maps = geometricMapsPlain(vectors, kept, where.threads, progress);
  if (!isFinite(maps.o))
    fail("arrays s, W_proj, w_r, w_d and the positions N, CA, C: a score or a weighted sum of ", vectors.heads(),
         " heads and ", vectors.length(), " residues does not fit into ", typeText<T>(), ", expected smaller values");
  return maps;
}

template <class T>
GeometricResult<T> geometricAttention(const GeometricInput<T>& input, const Compute& where, Diagnostics& diagnostics,
                                      Progress& progress) {
  checkGeometricInput(input);
  const Frames frames = framesOfBackbone(input.n, input.ca, input.c);
  PartProgress before(progress, 0, 0.2), pairs(progress, 0.2, 0.95), after(progress, 0.95, 1);
  GeometricResult<T> result;
  result.vectors = geometricVectors(input, frames, where.threads, before);
  result.maps = geometricMaps(result.vectors, input.kept, where, diagnostics, pairs);
  warnOfMissing(result.vectors, diagnostics);
  storeFrames(frames, result);
  result.Y = geometricOutput(input, frames, result.maps.o, where.threads, after);
  if (!isFinite(result.Y))
    fail("array Y of shape ", shapeText(result.Y.shape()), ": a value does not fit into ", typeText<T>(),
         ", expected smaller values in W_out or b_out");
  return result;
}

template Array<Bool> seenResidues(const GeometricVectors<float>&);
template Array<Bool> seenResidues(const GeometricVectors<double>&);
template GeometricRow<float> geometricRow(const GeometricVectors<float>&, Index, Index);
template GeometricRow<double> geometricRow(const GeometricVectors<double>&, Index, Index);
template GeometricMaps<float> emptyGeometricMaps(const GeometricVectors<float>&, KeptPairs);
template GeometricMaps<float> geometricMapsPlain(const GeometricVectors<float>&, KeptPairs, int, Progress&);
template GeometricMaps<double> geometricMapsPlain(const GeometricVectors<double>&, KeptPairs, int, Progress&);
template GeometricMaps<float> geometricMaps(const GeometricVectors<float>&, KeptPairs, const Compute&, Diagnostics&,
                                            Progress&);
template GeometricMaps<double> geometricMaps(const GeometricVectors<double>&, KeptPairs, const Compute&, Diagnostics&,
                                             Progress&);
template GeometricResult<float> geometricAttention(const GeometricInput<float>&, const Compute&, Diagnostics&,
                                                   Progress&);
template GeometricResult<double> geometricAttention(const GeometricInput<double>&, const Compute&, Diagnostics&,
                                                    Progress&);

}  // namespace engine
