// ESM3 geometric attention on the processor at full speed: the components of the keys in planes, sixteen keys at a
// time, a vectorised exponential. Without maps, the online softmax (attention-math 1.3) over tiles of keys, so that
// nothing of length L x L is ever written.
#include <algorithm>
#include <cmath>
#include <cstring>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "engine/attention/GeometricAttention.h"
#include "engine/attention/VectorExp.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kLanes = 16;
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));
using LaneInts = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));

/// Sixteen neighbouring numbers of a plane.
template <class T>
struct alignas(64) Block {
  T values[kLanes];
};
using FloatBlock = Block<float>;
using IntBlock = Block<std::int32_t>;

inline Lanes lanesOf(const FloatBlock& block) {
  Lanes lanes;
  std::memcpy(&lanes, block.values, sizeof lanes);
  return lanes;
}
inline LaneInts lanesOf(const IntBlock& block) {
  LaneInts lanes;
  std::memcpy(&lanes, block.values, sizeof lanes);
  return lanes;
}
inline void store(float* target, Lanes lanes) { std::memcpy(target, &lanes, sizeof lanes); }

/// std::sqrt may set errno, which keeps compilers from using vectors.
inline Lanes rootOf(Lanes x) {
#if defined(__AVX512F__)
  return _mm512_sqrt_ps(x);
#else
  for (Index lane = 0; lane < kLanes; ++lane) x[lane] = std::sqrt(x[lane]);
  return x;
#endif
}

float largestOf(Lanes x) {
  float largest = x[0];
  for (Index lane = 1; lane < kLanes; ++lane) largest = std::max(largest, x[lane]);
  return largest;
}

float totalOf(const FloatBlock& block) { return sumOfRow(block.values, kLanes); }

/// The keys of all heads, component by component. Planes end in copies of the last residue, whose scores are as good
/// (or bad) as that of the residue itself and are dropped before they count.
struct Keys {
  const GeometricVectors<float>& vectors;
  Index length, numBlocks, components;
  std::vector<FloatBlock> directions, positions;  ///< k_r, k_d (H, 3, blocks)
  std::vector<FloatBlock> values;                 ///< v (H, 3M, blocks)
  std::vector<IntBlock> sequence, chain;          ///< (blocks); chain is -1 where there is no frame
  bool isUniform = true;                          ///< every key is seen and has the same sequence

  explicit Keys(const GeometricVectors<float>& given)
      : vectors(given),
        length(given.length()),
        numBlocks((length + kLanes - 1) / kLanes),
        components(given.components()),
        directions(planesOf(given.k_r)),
        positions(planesOf(given.k_d)),
        values(planesOf(given.v)),
        sequence(static_cast<size_t>(numBlocks)),
        chain(static_cast<size_t>(numBlocks)) {
    for (Index j = 0; j < numBlocks * kLanes; ++j) {
      const auto residue = static_cast<size_t>(std::min(j, length - 1)), block = static_cast<size_t>(j / kLanes);
      const std::int32_t seenChain = given.hasFrame[residue] ? given.chain[residue] : -1;
      sequence[block].values[j % kLanes] = given.sequence[residue];
      chain[block].values[j % kLanes] = seenChain;
      isUniform &= seenChain == 0 && given.sequence[residue] == 0;
    }
  }

  /// First block of a plane.
  const FloatBlock* plane(const std::vector<FloatBlock>& planes, Index number) const {
    return planes.data() + number * numBlocks;
  }

 private:
  std::vector<FloatBlock> planesOf(const Array<float>& array) const {
    const Index H = array.length(0), C = array.length(2);
    std::vector<FloatBlock> planes(static_cast<size_t>(H * C * numBlocks));
    for (Index h = 0; h < H; ++h)
      for (Index j = 0; j < numBlocks * kLanes; ++j)
        for (Index c = 0; c < C; ++c)
          planes[static_cast<size_t>((h * C + c) * numBlocks + j / kLanes)].values[j % kLanes] =
              array(h, std::min(j, length - 1), c);
    return planes;
  }
};

/// One row of the maps while it is computed. R, D, S, A point to its L numbers in the maps, or are null.
struct Row {
  Index head = 0, query = 0;
  float *R = nullptr, *D = nullptr, *S = nullptr, *A = nullptr;
  float maximum = -std::numeric_limits<float>::infinity(), sum = 0;
  Lanes overflow = {};              ///< 0; not a number after a score that is not finite
  std::vector<FloatBlock> weights;  ///< of a tile: scores, then exp(score - maximum)
  std::vector<FloatBlock> output;   ///< (3M) sums of weight * v by lane
};

/// Writes a block of a row of `length` numbers; the last one may be cut.
inline void storeBlock(float* row, Index block, Index length, Lanes lanes) {
  const Index first = block * kLanes;
  if (first + kLanes <= length) return store(row + first, lanes);
  for (Index lane = 0; first + lane < length; ++lane) row[first + lane] = lanes[lane];
}

/// Scores of the keys in blocks [begin, end) into row.weights, their maximum, and R, D, S where they are kept.
template <KeptPairs kKept, bool kUniform>
float scoreTile(const Keys& keys, Index begin, Index end, Row& row) {
  const GeometricVectors<float>& vectors = keys.vectors;
  const float* const q_r = &vectors.q_r(row.head, row.query, 0);
  const float* const q_d = &vectors.q_d(row.head, row.query, 0);
  const FloatBlock *const rx = keys.plane(keys.directions, 3 * row.head), *const ry = rx + keys.numBlocks,
                          *const rz = ry + keys.numBlocks;
  const FloatBlock *const dx = keys.plane(keys.positions, 3 * row.head), *const dy = dx + keys.numBlocks,
                          *const dz = dy + keys.numBlocks;
  const float inverseRoot3 = 1 / std::sqrt(3.0f);
  const float attraction = vectors.weight_r[row.head] * inverseRoot3,
              repulsion = vectors.weight_d[row.head] * inverseRoot3;
  const std::int32_t sequence = vectors.sequence[size_t(row.query)], chain = vectors.chain[size_t(row.query)];
  Lanes maximum = kMaskedGeometricScore<float> - Lanes{}, overflow = row.overflow;
  for (Index block = begin; block < end; ++block) {
    const Lanes dot = q_r[0] * lanesOf(rx[block]) + q_r[1] * lanesOf(ry[block]) + q_r[2] * lanesOf(rz[block]);
    const Lanes x = q_d[0] - lanesOf(dx[block]), y = q_d[1] - lanesOf(dy[block]), z = q_d[2] - lanesOf(dz[block]);
    const Lanes distance = rootOf(x * x + y * y + z * z);
    Lanes bias = kSameSequenceBias - Lanes{};
    if constexpr (!kUniform) bias = lanesOf(keys.sequence[size_t(block)]) == sequence ? bias : Lanes{};
    Lanes score = attraction * dot + (bias - repulsion * distance);
    overflow += 0.0f * score;
    if constexpr (kKept != KeptPairs::nothing) {
      storeBlock(row.R, block, keys.length, inverseRoot3 * dot);
      storeBlock(row.D, block, keys.length, inverseRoot3 * distance);
    }
    if constexpr (kKept == KeptPairs::mapsAndScores) storeBlock(row.S, block, keys.length, score);
    if constexpr (!kUniform)
      score = lanesOf(keys.chain[size_t(block)]) == chain ? score : kMaskedGeometricScore<float> - Lanes{};
    store(row.weights[size_t(block - begin)].values, score);
    maximum = score > maximum ? score : maximum;
  }
  row.overflow = overflow;
  return largestOf(maximum);
}

/// Adds weight * v of a tile to the sums of the row.
void addValues(const Keys& keys, Index begin, Index end, Row& row) {
  const FloatBlock* const planes = keys.plane(keys.values, row.head * keys.components);
  for (Index c = 0; c < keys.components; c += 3) {
    const FloatBlock *const vx = planes + c * keys.numBlocks, *const vy = vx + keys.numBlocks,
                            *const vz = vy + keys.numBlocks;
    FloatBlock* const output = row.output.data() + c;
    Lanes x = lanesOf(output[0]), y = lanesOf(output[1]), z = lanesOf(output[2]);
    for (Index block = begin; block < end; ++block) {
      const Lanes weight = lanesOf(row.weights[size_t(block - begin)]);
      x += weight * lanesOf(vx[block]);
      y += weight * lanesOf(vy[block]);
      z += weight * lanesOf(vz[block]);
    }
    store(output[0].values, x);
    store(output[1].values, y);
    store(output[2].values, z);
  }
}

/// Turns the scores of a tile into weights relative to the running maximum; rescales what was summed so far.
void mergeTile(const Keys& keys, Index begin, Index end, float tileMaximum, Row& row) {
  if (tileMaximum > row.maximum) {
    const float rescale = std::exp(row.maximum - tileMaximum);
    row.maximum = tileMaximum;
    row.sum *= rescale;
    for (FloatBlock& sums : row.output) store(sums.values, rescale * lanesOf(sums));
  }
  float* const scores = row.weights.front().values;
  const Index count = (end - begin) * kLanes, beyond = end * kLanes - keys.length;
  if (beyond > 0) std::fill_n(scores + count - beyond, beyond, -std::numeric_limits<float>::infinity());
  row.sum += expShifted(scores, count, row.maximum);
  addValues(keys, begin, end, row);
}

template <KeptPairs kKept, bool kUniform>
void computeRow(const Keys& keys, Index tileBlocks, Row& row, float* o) {
  row.maximum = -std::numeric_limits<float>::infinity();
  row.sum = 0;
  row.overflow = Lanes{};
  std::fill(row.output.begin(), row.output.end(), FloatBlock{});
  for (Index begin = 0; begin < keys.numBlocks; begin += tileBlocks) {
    const Index end = std::min(begin + tileBlocks, keys.numBlocks);
    mergeTile(keys, begin, end, scoreTile<kKept, kUniform>(keys, begin, end, row), row);
  }
  const float factor = 1 / row.sum;
  if constexpr (kKept != KeptPairs::nothing)
    for (Index block = 0; block < keys.numBlocks; ++block)
      storeBlock(row.A, block, keys.length, factor * lanesOf(row.weights[size_t(block)]));
  FloatBlock overflow;
  store(overflow.values, row.overflow);
  for (Index c = 0; c < keys.components; ++c) o[c] = factor * totalOf(row.output[size_t(c)]) + totalOf(overflow);
}

using ComputeRow = void (*)(const Keys&, Index, Row&, float*);

ComputeRow functionFor(KeptPairs kept, bool isUniform) {
  if (kept == KeptPairs::nothing)
    return isUniform ? computeRow<KeptPairs::nothing, true> : computeRow<KeptPairs::nothing, false>;
  if (kept == KeptPairs::maps)
    return isUniform ? computeRow<KeptPairs::maps, true> : computeRow<KeptPairs::maps, false>;
  return isUniform ? computeRow<KeptPairs::mapsAndScores, true> : computeRow<KeptPairs::mapsAndScores, false>;
}

}  // namespace

GeometricMaps<float> geometricMapsNative(const GeometricVectors<float>& vectors, KeptPairs kept, int threads,
                                         Progress& progress, Index keyTile) {
  GeometricMaps<float> maps = emptyGeometricMaps(vectors, kept);
  const Keys keys(vectors);
  const Index L = keys.length;
  // Weights need the sum of the whole row, so that with maps a row is one tile.
  const Index tileBlocks = kept == KeptPairs::nothing ? std::max<Index>(1, (keyTile + kLanes - 1) / kLanes)
                                                      : std::max<Index>(1, keys.numBlocks);
  const ComputeRow compute = functionFor(kept, keys.isUniform);
  const Index grain = std::clamp<Index>(500'000 / std::max<Index>(1, L), 1, 1024);  // below a millisecond
  parallelFor(vectors.heads() * L, grain, threads, progress, "geometric attention", [&](Index begin, Index end) {
    Row row;
    row.weights.resize(static_cast<size_t>(std::min(tileBlocks, keys.numBlocks)));
    row.output.resize(static_cast<size_t>(keys.components));
    for (Index number = begin; number < end; ++number) {
      const auto rowOf = [&](Array<float>& map) { return map.empty() ? nullptr : map.data() + number * L; };
      row.head = number / L;
      row.query = number % L;
      row.R = rowOf(maps.R);
      row.D = rowOf(maps.D);
      row.S = rowOf(maps.S);
      row.A = rowOf(maps.A);
      compute(keys, tileBlocks, row, maps.o.data() + number * keys.components);
    }
  });
  return maps;
}

}  // namespace engine
