// The maps that the features of a Performer stand for: plain in double, in blocks of matrix products in float; the mask
// and the sums over keys.
#include <Eigen/Core>
#include <algorithm>

#include "engine/attention/heads/BlockProduct.h"
#include "engine/attention/performer/Performer.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Products of a query with these keys, in its row of a map, into weights: 0 for keys that it does not see.
template <class T>
void weightsOfRow(const PerformerInput<T>& input, Index head, Index query, T denominator, PositionRange keys, T* row) {
  const Index seen = denominator == 0 ? 0 : input.keyEnd(query);
  for (Index j = keys.begin; j < keys.end; ++j)
    row[j] = j < seen && !input.isHidden(head / input.heads(), j) ? row[j] / denominator : T{0};
}

/// The definition, row by row.
Array<double> mapsOf(const PerformerInput<double>& input, const PerformerResult<double>& result, int threads,
                     Progress& progress) {
  const Index n = input.queries(), L = input.keys(), M = input.features();
  Array<double> A({input.batches(), input.heads(), n, L}, Untouched{}, "A");
  const Index grain = std::clamp<Index>(4'000'000 / std::max<Index>(1, L * M), 1, 256);
  parallelFor(input.flatHeads() * n, grain, threads, progress, "maps", [&](Index begin, Index end) {
    for (Index flat = begin; flat < end; ++flat) {
      const double* const q = result.phi_q.data() + flat * M;
      double* const row = A.data() + flat * L;
      for (Index j = 0; j < L; ++j) {
        const double* const k = result.phi_k.data() + (flat / n * L + j) * M;
        row[j] = 0;
        for (Index r = 0; r < M; ++r) row[j] += q[r] * k[r];
      }
      weightsOfRow(input, flat / n, flat % n, result.denominator[flat], {0, L}, row);
    }
  });
  return A;
}

/// Blocks of 128 queries and 128 keys.
Array<float> mapsOf(const PerformerInput<float>& input, const PerformerResult<float>& result, int threads,
                    Progress& progress) {
  constexpr Index kBlock = 128;
  const Index n = input.queries(), L = input.keys(), M = input.features();
  Array<float> A({input.batches(), input.heads(), n, L}, Untouched{}, "A");
  const Index chunks = (L + kBlock - 1) / kBlock;
  parallelFor(input.flatHeads() * chunks, 1, threads, progress, "maps", [&](Index begin, Index end) {
    Eigen::ArrayXf packed(packedSize(M, kBlock));
    for (Index item = begin; item < end; ++item) {
      const Index head = item / chunks, firstKey = item % chunks * kBlock;
      const PositionRange keys{firstKey, std::min(L, firstKey + kBlock)};
      packPanels(result.phi_k.data() + (head * L + firstKey) * M, 1, M, M, keys.size(), packed.data());
      for (Index first = 0; first < n; first += kBlock) {
        if (progress.cancelled()) throw Cancelled{};
        const Index rows = std::min(kBlock, n - first), flat = head * n + first;
        float* const block = A.data() + flat * L;
        blockProduct({result.phi_q.data() + flat * M, M, 1}, rows, M, packed.data(), keys.size(), block + firstKey, L,
                     false);
        for (Index r = 0; r < rows; ++r)
          weightsOfRow(input, head, first + r, result.denominator[flat + r], keys, block + r * L);
      }
    }
  });
  return A;
}

}  // namespace

template <class T>
Array<T> performerMaps(const PerformerInput<T>& input, const PerformerResult<T>& result, int threads,
                       Progress& progress) {
  return mapsOf(input, result, threads, progress);
}

template <class T>
PerformerSums<T> performerSums(const PerformerInput<T>& input, const PerformerResult<T>& result, int threads,
                               Progress& progress) {
  const Index L = input.keys(), M = input.features(), v = input.valueWidth();
  PerformerSums<T> sums{Array<T>({input.batches(), input.heads(), M, v}),
                        Array<T>({input.batches(), input.heads(), M})};
  parallelFor(input.flatHeads() * M, 1, threads, progress, "sums over keys", [&](Index begin, Index end) {
    std::vector<double> row(static_cast<size_t>(v));
    for (Index item = begin; item < end; ++item) {
      const Index head = item / M;
      double z = 0;
      std::fill(row.begin(), row.end(), 0.0);
      for (Index j = 0; j < L; ++j) {
        const double phi = result.phi_k[(head * L + j) * M + item % M];
        z += phi;
        if (input.isHidden(head / input.heads(), j)) continue;
        for (Index c = 0; c < v; ++c) nth(row, c) += phi * double(input.V[(head * L + j) * v + c]);
      }
      sums.z[item] = static_cast<T>(z);
      for (Index c = 0; c < v; ++c) sums.KV[item * v + c] = static_cast<T>(nth(row, c));
    }
  });
  return sums;
}

template <class T>
Array<Bool> performerMask(const PerformerInput<T>& input) {
  const Index n = input.queries(), L = input.keys();
  Array<Bool> seen({input.batches(), n, L});
  for (Index batch = 0; batch < input.batches(); ++batch)
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < std::min(L, input.keyEnd(i)); ++j) seen(batch, i, j).value = !input.isHidden(batch, j);
  return seen;
}

template PerformerSums<float> performerSums(const PerformerInput<float>&, const PerformerResult<float>&, int,
                                            Progress&);
template PerformerSums<double> performerSums(const PerformerInput<double>&, const PerformerResult<double>&, int,
                                             Progress&);
template Array<Bool> performerMask(const PerformerInput<float>&);
template Array<Bool> performerMask(const PerformerInput<double>&);
template Array<float> performerMaps(const PerformerInput<float>&, const PerformerResult<float>&, int, Progress&);
template Array<double> performerMaps(const PerformerInput<double>&, const PerformerResult<double>&, int, Progress&);

}  // namespace engine
