// ESM3 geometric attention on the processor at full speed: a vector of keys at a time, an exponential of a few
// instructions, two queries at once so that what is read of the keys serves both. Without maps, nothing of length L x L
// is ever written: one pass relative to a bound (GeometricSums), and for rows that it leaves the online softmax
// (MATHEMATICS.md 2.3) over tiles of keys.
#include <algorithm>
#include <array>
#include <numeric>

#include "engine/attention/geometric/GeometricSums.h"
#include "engine/attention/lanes/ReduceLanes.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

using geometric::FloatBlock;
using geometric::HeadOfKeys;
using geometric::Keys;
using geometric::kInverseRoot3;
using geometric::kLog2E;
using geometric::kRowsTogether;
using geometric::lanesOf;
using geometric::powerOfTwo;
using geometric::Query;
using geometric::rootOf;
using geometric::RowRange;
using geometric::Terms;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Index kRows = 2;  ///< that share what is read of the keys

/// Writes a block of a row of `length` numbers; the last one may be cut.
inline void storeBlock(float* row, Index block, Index length, FloatLanes lanes) {
  const Index first = block * kFloatLanes;
  if (first + kFloatLanes <= length) return storeLanes(row + first, lanes);
  for (Index lane = 0; first + lane < length; ++lane) row[first + lane] = lanes[lane];
}

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

/// Writes a block of R, D and S where they are kept.
template <KeptPairs kKept>
inline void storePairs(const Row& row, Index block, Index length, FloatLanes dot, FloatLanes distance,
                       FloatLanes score) {
  if constexpr (kKept == KeptPairs::nothing) return;
  storeBlock(row.R, block, length, kInverseRoot3 * dot);
  storeBlock(row.D, block, length, kInverseRoot3 * distance);
  if constexpr (kKept == KeptPairs::mapsAndScores) storeBlock(row.S, block, length, (1 / kLog2E) * score);
}

/// Scores of the keys in blocks [begin, end) into the weights of the rows, what is kept of pairs into the maps. Returns
/// the largest score of each row.
template <KeptPairs kKept, bool kUniform>
std::array<float, kRows> scoreTile(const Keys& keys, Index begin, Index end, RowGroup& group) {
  const FloatBlock* const key = keys.ofHead(group.head);
  const HeadOfKeys& rates = keys.heads[size_t(group.head)];
  std::array<Query, kRows> queries;
  std::array<FloatLanes, kRows> maximum, overflow;
  for (size_t r = 0; r < size_t(kRows); ++r) {
    queries[r] = Query(keys, group.head, group.rows[r].query);
    maximum[r] = splatLanes(kMaskedGeometricScore<float>);
    overflow[r] = group.rows[r].overflow;
  }
  for (Index block = begin; block < end; ++block)
    for (size_t r = 0; r < size_t(kRows); ++r) {
      const Terms terms = termsOf(queries[r], key + block * keys.width, FloatLanes{});
      const FloatLanes distance = rootOf(terms.squaredDistance);
      FloatLanes bias = splatLanes(kSameSequenceBias * kLog2E);
      if constexpr (!kUniform)
        bias = lanesOf(keys.sequence[size_t(block)]) == queries[r].sequence ? bias : FloatLanes{};
      FloatLanes score = rates.attraction * terms.dot + (bias - rates.repulsion * distance);
      overflow[r] += score - score;
      storePairs<kKept>(group.rows[r], block, keys.length, terms.dot, distance, score);
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
  const FloatBlock* const values = keys.ofHead(group.head) + Keys::kValue;
  std::array<Sums, kRows> sums;
  for (size_t r = 0; r < size_t(kRows); ++r) sums[r] = Sums(group.rows[r]);
  for (Index block = begin; block < end; ++block)
    for (size_t r = 0; r < size_t(kRows); ++r) {
      const FloatBlock* const value = values + block * keys.width;
      FloatBlock& target = group.rows[r].weights[size_t(block - begin)];
      const FloatLanes weight = powerOfTwo(lanesOf(target) - sums[r].shift);
      if constexpr (kStore) storeLanes(target.values, weight);
      sums[r].weights += weight;
      sums[r].x += weight * lanesOf(value[0]);
      sums[r].y += weight * lanesOf(value[1]);
      sums[r].z += weight * lanesOf(value[2]);
    }
  for (size_t r = 0; r < size_t(kRows); ++r) sums[r].putBack(group.rows[r]);
}

/// The sums of weight * v of the other messages.
void addMessages(const Keys& keys, Index head, Index begin, Index end, Row& row) {
  for (Index c = 3; c < keys.components; ++c) {
    const FloatBlock* const values = keys.ofHead(head) + Keys::kValue + c;
    FloatLanes sum = lanesOf(row.output[size_t(c)]);
    for (Index block = begin; block < end; ++block)
      sum += lanesOf(row.weights[size_t(block - begin)]) * lanesOf(values[block * keys.width]);
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

/// Two rows of a head, one after the other in a map or not.
void placeGroup(const Keys& keys, Index head, const std::array<Index, kRows>& queries, GeometricMaps<float>& maps,
                RowGroup& group) {
  group.head = head;
  for (size_t r = 0; r < size_t(kRows); ++r) {
    Row& row = group.rows[r];
    row.query = queries[r];
    const Index first = (head * keys.length + row.query) * keys.length;
    const auto place = [&](Array<float>& map) { return map.empty() ? nullptr : map.data() + first; };
    row.R = place(maps.R);
    row.D = place(maps.D);
    row.S = place(maps.S);
    row.A = place(maps.A);
  }
}

/// The rows that have to be computed with their maximum; the others are written.
std::vector<Index> rowsLeft(const Keys& keys, KeptPairs kept, const RowRange& rows, float* o) {
  if (kept == KeptPairs::nothing && keys.components == 3 && keys.heads[size_t(rows.head)].isBounded)
    return sumBoundedRows(keys, rows, o + (rows.head * keys.length + rows.first) * 3);
  std::vector<Index> all(static_cast<size_t>(rows.count));
  std::iota(all.begin(), all.end(), rows.first);
  return all;
}

}  // namespace

GeometricMaps<float> geometricMapsNative(const GeometricVectors<float>& vectors, KeptPairs kept, int threads,
                                         Progress& progress, Index keyTile) {
  GeometricMaps<float> maps = emptyGeometricMaps(vectors, kept);
  const Keys keys(vectors, kept == KeptPairs::nothing, threads);
  const Index L = keys.length, rangesOfHead = (L + kRowsTogether - 1) / kRowsTogether;
  // Weights need the sum of the whole row, so that with maps a row is one tile.
  const Index tileBlocks =
      std::max<Index>(1, kept == KeptPairs::nothing ? (keyTile + kFloatLanes - 1) / kFloatLanes : keys.numBlocks);
  const ComputeRows compute = keys.isUniform ? functionFor<true>(kept) : functionFor<false>(kept);
  const Index grain = std::clamp<Index>(250'000 / std::max<Index>(1, kRowsTogether * L), 1, 512);  // about 0.1 ms
  const Index numRanges = vectors.heads() * rangesOfHead;
  parallelFor(numRanges, grain, threads, progress, "geometric attention", [&](Index begin, Index end) {
    RowGroup group;
    for (Row& row : group.rows) {
      row.weights.resize(static_cast<size_t>(std::min(tileBlocks, keys.numBlocks)));
      row.output.resize(static_cast<size_t>(keys.components));
    }
    for (Index number = begin; number < end; ++number) {
      const Index first = number % rangesOfHead * kRowsTogether;
      const RowRange rows = {number / rangesOfHead, first, std::min(kRowsTogether, L - first)};
      const std::vector<Index> left = rowsLeft(keys, kept, rows, maps.o.data());
      for (size_t k = 0; k < left.size(); k += kRows) {
        placeGroup(keys, rows.head, {left[k], left[std::min(k + 1, left.size() - 1)]}, maps, group);
        compute(keys, tileBlocks, group);
        for (const Row& row : group.rows)
          finishRow(keys, row, maps.o.data() + (rows.head * L + row.query) * keys.components);
      }
    }
  });
  return maps;
}

}  // namespace engine
