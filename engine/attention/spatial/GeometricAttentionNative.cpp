// ESM3 geometric attention on the processor at full speed: the components of the keys in planes, a vector of keys
// at a time, an exponential of a few instructions, two queries at once so that what is read of the keys serves both.
// Without maps, the online softmax (attention-math 1.3) over tiles of keys: nothing of length L x L is ever written.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "engine/attention/lanes/ReduceLanes.h"
#include "engine/attention/spatial/GeometricAttention.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLog2E = 1.44269504f, kInverseRoot3 = 0.577350269f;
constexpr Index kRows = 2;  ///< that share what is read of the keys

/// Neighbouring numbers of a plane, as many as a vector holds.
template <class T>
struct alignas(kFloatLanes * sizeof(T)) Block {
  T values[kFloatLanes];
};
using FloatBlock = Block<float>;
using IntBlock = Block<std::int32_t>;

inline FloatLanes lanesOf(const FloatBlock& block) { return loadLanes(block.values); }
inline IntLanes lanesOf(const IntBlock& block) { return std::bit_cast<IntLanes>(block); }
/// Writes a block of a row of `length` numbers; the last one may be cut.
inline void storeBlock(float* row, Index block, Index length, FloatLanes lanes) {
  const Index first = block * kFloatLanes;
  if (first + kFloatLanes <= length) return storeLanes(row + first, lanes);
  for (Index lane = 0; first + lane < length; ++lane) row[first + lane] = lanes[lane];
}

/// std::sqrt may set errno, which keeps compilers from using vectors.
inline FloatLanes rootOf(FloatLanes x) {
#if defined(__AVX512F__)
  return _mm512_maskz_sqrt_ps(0xFFFF, x);  // GCC 12 warns of the one without a mask
#elif defined(__AVX__)
  return _mm256_sqrt_ps(x);
#else
  for (Index lane = 0; lane < kFloatLanes; ++lane) x[lane] = std::sqrt(x[lane]);
  return x;
#endif
}

/// 2^x for x <= 0 to 2 units in the last place, exactly 1 at 0; below -126 some number below 2^-126, from -127 on
/// exactly 0. x = k + r with |r| <= 1/2, the polynomial of degree 5 with the least relative error for 2^r (9e-8;
/// Lawson's algorithm), k added to the exponent.
inline FloatLanes powerOfTwo(FloatLanes x) {
  constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
  const FloatLanes bounded = largerLanes(x, splatLanes(-127.0f));
  const FloatLanes shifted = bounded + kRound;
  const FloatLanes r = bounded - (shifted - kRound);
  FloatLanes series = 0.001326472731f * r + 0.009671512991f;
  series = series * r + 0.05550733581f;
  series = series * r + 0.2402224243f;
  series = series * r + 0.6931470037f;
  series = series * r + 1.0f;
  return std::bit_cast<FloatLanes>(std::bit_cast<BitLanes>(series) + (std::bit_cast<BitLanes>(shifted) << 23));
}

/// The keys of all heads, component by component. Planes end in copies of the last residue, whose scores are as good
/// (or bad) as that of the residue itself and are dropped before they count.
struct Keys {
  const GeometricVectors<float>& vectors;
  Index length, numBlocks, components;
  std::vector<FloatBlock> directions, positions;  ///< k_r, k_d (H, 3, blocks)
  std::vector<FloatBlock> values;                 ///< v (H, 3M, blocks)
  std::vector<IntBlock> sequence, chain;          ///< (blocks); chain is -1 where there is no frame
  bool isUniform = true;                          ///< every key is seen and has the same sequence

  Keys(const GeometricVectors<float>& given, int threads)
      : vectors(given),
        length(given.length()),
        numBlocks((length + kFloatLanes - 1) / kFloatLanes),
        components(given.components()),
        directions(planesOf(given.k_r, threads)),
        positions(planesOf(given.k_d, threads)),
        values(planesOf(given.v, threads)),
        sequence(static_cast<size_t>(numBlocks)),
        chain(static_cast<size_t>(numBlocks)) {
    for (Index j = 0; j < numBlocks * kFloatLanes; ++j) {
      const auto residue = static_cast<size_t>(std::min(j, length - 1)), block = static_cast<size_t>(j / kFloatLanes);
      const std::int32_t seenChain = given.hasFrame[residue] ? given.chain[residue] : -1;
      sequence[block].values[j % kFloatLanes] = given.sequence[residue];
      chain[block].values[j % kFloatLanes] = seenChain;
      isUniform &= seenChain == 0 && given.sequence[residue] == 0;
    }
  }

  /// First block of a plane.
  const FloatBlock* plane(const std::vector<FloatBlock>& planes, Index number) const {
    return planes.data() + number * numBlocks;
  }

 private:
  std::vector<FloatBlock> planesOf(const Array<float>& array, int threads) const {
    const Index H = array.length(0), C = array.length(2);
    std::vector<FloatBlock> planes(static_cast<size_t>(H * C * numBlocks));
    parallelFor(H, 4, threads, [&](Index begin, Index end) {
      for (Index plane = begin * C; plane < end * C; ++plane) {
        const float* const source = array.data() + plane / C * length * C + plane % C;
        auto* const target = reinterpret_cast<float*>(planes.data() + plane * numBlocks);
        for (Index j = 0; j < length; ++j) target[j] = source[j * C];
        for (Index j = length; j < numBlocks * kFloatLanes; ++j) target[j] = target[length - 1];
      }
    });
    return planes;
  }
};

/// One row of the maps while it is computed.
struct Row {
  Index query = 0;
  float *R = nullptr, *D = nullptr, *S = nullptr, *A = nullptr;  ///< its L numbers in the maps; null unless kept
  float maximum = -kInfinity;                                    ///< of the scores so far, to the base 2
  FloatLanes sum = {};
  FloatLanes overflow = {};         ///< 0; not a number after a score that is not finite
  std::vector<FloatBlock> weights;  ///< of a tile: scores, then 2^(score - maximum)
  std::vector<FloatBlock> output;   ///< (3M) sums of weight * v by lane

  void restart() {
    maximum = -kInfinity;
    sum = overflow = FloatLanes{};
    std::fill(output.begin(), output.end(), FloatBlock{});
  }
};

/// Rows of one head that are computed together; the last query of a head may stand in it twice.
struct RowGroup {
  Index head = 0;
  std::array<Row, kRows> rows;
};

/// What a row compares with the keys.
struct Query {
  FloatLanes rx, ry, rz, dx, dy, dz;
  IntLanes sequence, chain;
  Query() = default;
  Query(const GeometricVectors<float>& vectors, Index head, Index i) {
    const float* const q_r = &vectors.q_r(head, i, 0);
    const float* const q_d = &vectors.q_d(head, i, 0);
    rx = splatLanes(q_r[0]);
    ry = splatLanes(q_r[1]);
    rz = splatLanes(q_r[2]);
    dx = splatLanes(q_d[0]);
    dy = splatLanes(q_d[1]);
    dz = splatLanes(q_d[2]);
    sequence = vectors.sequence[static_cast<size_t>(i)] - IntLanes{};
    chain = vectors.chain[static_cast<size_t>(i)] - IntLanes{};
  }
};

/// A vector of pairs without the factor 1 / sqrt(3).
struct Terms {
  FloatLanes dot, distance;
};
inline Terms termsOf(const Query& query, const FloatBlock* directions, const FloatBlock* positions, Index plane) {
  const FloatLanes x = query.dx - lanesOf(positions[0]), y = query.dy - lanesOf(positions[plane]),
                   z = query.dz - lanesOf(positions[2 * plane]);
  return {query.rx * lanesOf(directions[0]) + query.ry * lanesOf(directions[plane]) +
              query.rz * lanesOf(directions[2 * plane]),
          rootOf(x * x + y * y + z * z)};
}

/// softplus(w) / sqrt(3) of a head; scores are to the base 2.
struct Rates {
  float attraction, repulsion;
  Rates(const GeometricVectors<float>& vectors, Index head)
      : attraction(vectors.weight_r[head] * kInverseRoot3 * kLog2E),
        repulsion(vectors.weight_d[head] * kInverseRoot3 * kLog2E) {}
};

/// Writes a block of R, D and S where they are kept.
template <KeptPairs kKept>
inline void storePairs(const Row& row, Index block, Index length, const Terms& terms, FloatLanes score) {
  if constexpr (kKept == KeptPairs::nothing) return;
  storeBlock(row.R, block, length, kInverseRoot3 * terms.dot);
  storeBlock(row.D, block, length, kInverseRoot3 * terms.distance);
  if constexpr (kKept == KeptPairs::mapsAndScores) storeBlock(row.S, block, length, (1 / kLog2E) * score);
}

/// Scores of the keys in blocks [begin, end) into the weights of the rows, what is kept of pairs into the maps. Returns
/// the largest score of each row.
template <KeptPairs kKept, bool kUniform>
std::array<float, kRows> scoreTile(const Keys& keys, Index begin, Index end, RowGroup& group) {
  const FloatBlock* const directions = keys.plane(keys.directions, 3 * group.head);
  const FloatBlock* const positions = keys.plane(keys.positions, 3 * group.head);
  const Rates rates(keys.vectors, group.head);
  std::array<Query, kRows> queries;
  std::array<FloatLanes, kRows> maximum, overflow;
  for (size_t r = 0; r < size_t(kRows); ++r) {
    queries[r] = Query(keys.vectors, group.head, group.rows[r].query);
    maximum[r] = splatLanes(kMaskedGeometricScore<float>);
    overflow[r] = group.rows[r].overflow;
  }
  for (Index block = begin; block < end; ++block)
    for (size_t r = 0; r < size_t(kRows); ++r) {
      const Terms terms = termsOf(queries[r], directions + block, positions + block, keys.numBlocks);
      FloatLanes bias = splatLanes(kSameSequenceBias * kLog2E);
      if constexpr (!kUniform)
        bias = lanesOf(keys.sequence[size_t(block)]) == queries[r].sequence ? bias : FloatLanes{};
      FloatLanes score = rates.attraction * terms.dot + (bias - rates.repulsion * terms.distance);
      overflow[r] += score - score;
      storePairs<kKept>(group.rows[r], block, keys.length, terms, score);
      if constexpr (!kUniform)
        score =
            lanesOf(keys.chain[size_t(block)]) == queries[r].chain ? score : splatLanes(kMaskedGeometricScore<float>);
      storeLanes(group.rows[r].weights[size_t(block - begin)].values, score);
      maximum[r] = largerLanes(score, maximum[r]);
    }
  std::array<float, kRows> largest;
  for (size_t r = 0; r < size_t(kRows); ++r) {
    group.rows[r].overflow = overflow[r];
    largest[r] = largestOfLanes(maximum[r]);
  }
  return largest;
}

/// Where a row stands in its sums over keys; kept in registers while a tile is added.
struct Sums {
  FloatLanes weights, x, y, z, shift;
  Sums() = default;
  explicit Sums(const Row& row)
      : weights(row.sum),
        x(lanesOf(row.output[0])),
        y(lanesOf(row.output[1])),
        z(lanesOf(row.output[2])),
        shift(splatLanes(row.maximum)) {}
  void putBack(Row& row) const {
    row.sum = weights;
    storeLanes(row.output[0].values, x);
    storeLanes(row.output[1].values, y);
    storeLanes(row.output[2].values, z);
  }
};

/// Scores of a tile to weights, their sum, and the sums of weight * v of the first message.
template <bool kStore>
void weighTile(const Keys& keys, Index begin, Index end, RowGroup& group) {
  const FloatBlock* const x = keys.plane(keys.values, group.head * keys.components);
  const FloatBlock *const y = x + keys.numBlocks, *const z = y + keys.numBlocks;
  std::array<Sums, kRows> sums;
  for (size_t r = 0; r < size_t(kRows); ++r) sums[r] = Sums(group.rows[r]);
  for (Index block = begin; block < end; ++block)
    for (size_t r = 0; r < size_t(kRows); ++r) {
      FloatBlock& target = group.rows[r].weights[size_t(block - begin)];
      const FloatLanes weight = powerOfTwo(lanesOf(target) - sums[r].shift);
      if constexpr (kStore) storeLanes(target.values, weight);
      sums[r].weights += weight;
      sums[r].x += weight * lanesOf(x[block]);
      sums[r].y += weight * lanesOf(y[block]);
      sums[r].z += weight * lanesOf(z[block]);
    }
  for (size_t r = 0; r < size_t(kRows); ++r) sums[r].putBack(group.rows[r]);
}

/// The sums of weight * v of the other messages.
void addMessages(const Keys& keys, Index head, Index begin, Index end, Row& row) {
  for (Index c = 3; c < keys.components; ++c) {
    const FloatBlock* const plane = keys.plane(keys.values, head * keys.components + c);
    FloatLanes sum = lanesOf(row.output[size_t(c)]);
    for (Index block = begin; block < end; ++block)
      sum += lanesOf(row.weights[size_t(block - begin)]) * lanesOf(plane[block]);
    storeLanes(row.output[size_t(c)].values, sum);
  }
}

/// Raises the running maximum of a row to that of its newest tile.
void raiseMaximum(float tileMaximum, Row& row) {
  if (!(tileMaximum > row.maximum)) return;
  const float rescale = std::exp2(row.maximum - tileMaximum);
  row.maximum = tileMaximum;
  row.sum *= rescale;
  for (FloatBlock& sums : row.output) storeLanes(sums.values, rescale * lanesOf(sums));
}

template <KeptPairs kKept, bool kUniform>
void computeRows(const Keys& keys, Index tileBlocks, RowGroup& group) {
  for (Row& row : group.rows) row.restart();
  for (Index begin = 0; begin < keys.numBlocks; begin += tileBlocks) {
    const Index end = std::min(begin + tileBlocks, keys.numBlocks);
    const Index padding = std::max<Index>(0, end * kFloatLanes - keys.length);
    const std::array<float, kRows> largest = scoreTile<kKept, kUniform>(keys, begin, end, group);
    for (size_t r = 0; r < size_t(kRows); ++r) {
      raiseMaximum(largest[r], group.rows[r]);
      float* const last = group.rows[r].weights[size_t(end - begin - 1)].values;
      std::fill(last + kFloatLanes - padding, last + kFloatLanes, -kInfinity);
    }
    if (kKept == KeptPairs::nothing && keys.components == 3) {
      weighTile<false>(keys, begin, end, group);
      continue;
    }
    weighTile<true>(keys, begin, end, group);
    for (Row& row : group.rows) addMessages(keys, group.head, begin, end, row);
  }
}

/// A, where it is kept, and o from the sums.
void finishRow(const Keys& keys, const Row& row, float* o) {
  const float factor = 1 / sumOfLanes(row.sum), overflow = sumOfLanes(row.overflow);
  if (row.A != nullptr)
    for (Index block = 0; block < keys.numBlocks; ++block)
      storeBlock(row.A, block, keys.length, factor * lanesOf(row.weights[size_t(block)]));
  for (Index c = 0; c < keys.components; ++c) o[c] = factor * sumOfLanes(lanesOf(row.output[size_t(c)])) + overflow;
}

using ComputeRows = void (*)(const Keys&, Index, RowGroup&);

template <bool kUniform>
ComputeRows functionFor(KeptPairs kept) {
  if (kept == KeptPairs::nothing) return computeRows<KeptPairs::nothing, kUniform>;
  return kept == KeptPairs::maps ? computeRows<KeptPairs::maps, kUniform>
                                 : computeRows<KeptPairs::mapsAndScores, kUniform>;
}

/// Points the rows of a group to their queries and to their places in the maps.
void placeGroup(const Keys& keys, Index number, GeometricMaps<float>& maps, RowGroup& group) {
  const Index L = keys.length, groupsOfHead = (L + kRows - 1) / kRows;
  group.head = number / groupsOfHead;
  for (Index r = 0; r < kRows; ++r) {
    Row& row = group.rows[size_t(r)];
    row.query = std::min(number % groupsOfHead * kRows + r, L - 1);
    const Index first = (group.head * L + row.query) * L;
    const auto place = [&](Array<float>& map) { return map.empty() ? nullptr : map.data() + first; };
    row.R = place(maps.R);
    row.D = place(maps.D);
    row.S = place(maps.S);
    row.A = place(maps.A);
  }
}

}  // namespace

GeometricMaps<float> geometricMapsNative(const GeometricVectors<float>& vectors, KeptPairs kept, int threads,
                                         Progress& progress, Index keyTile) {
  GeometricMaps<float> maps = emptyGeometricMaps(vectors, kept);
  const Keys keys(vectors, threads);
  const Index L = keys.length, numGroups = vectors.heads() * ((L + kRows - 1) / kRows);
  // Weights need the sum of the whole row, so that with maps a row is one tile.
  const Index tileBlocks =
      std::max<Index>(1, kept == KeptPairs::nothing ? (keyTile + kFloatLanes - 1) / kFloatLanes : keys.numBlocks);
  const ComputeRows compute = keys.isUniform ? functionFor<true>(kept) : functionFor<false>(kept);
  const Index grain = std::clamp<Index>(250'000 / std::max<Index>(1, L), 1, 512);  // below a millisecond
  parallelFor(numGroups, grain, threads, progress, "geometric attention", [&](Index begin, Index end) {
    RowGroup group;
    for (Row& row : group.rows) {
      row.weights.resize(static_cast<size_t>(std::min(tileBlocks, keys.numBlocks)));
      row.output.resize(static_cast<size_t>(keys.components));
    }
    for (Index number = begin; number < end; ++number) {
      placeGroup(keys, number, maps, group);
      compute(keys, tileBlocks, group);
      for (const Row& row : group.rows)
        finishRow(keys, row, maps.o.data() + (group.head * L + row.query) * keys.components);
    }
  });
  return maps;
}

}  // namespace engine
