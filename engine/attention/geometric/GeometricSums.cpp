#include "engine/attention/geometric/GeometricSums.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/attention/lanes/ReduceLanes.h"

namespace engine::geometric {

namespace {

/// Keys that stay in the first cache while the rows pass (nine components: 27 KB with 16 lanes).
constexpr Index kTileKeys = 768;
/// Weights of 2^-126 and less, which are no longer exact, are at most a part in 2^66 of a sum of this size.
constexpr float kSmallestSum = 0x1p-60f;

struct Row {
  float bound = 0;  ///< no score, to the base 2, is larger
  FloatLanes sum = {}, x = {}, y = {}, z = {};
};

/// |q_r| |k_r| at most, + bias, - the distance from the ball of the keys at least.
float boundOf(const Keys& keys, Index head, Index i) {
  const HeadOfKeys& shared = keys.heads[size_t(head)];
  const Eigen::Map<const Eigen::Vector3f> q_r(&keys.vectors.q_r(head, i, 0)), q_d(&keys.vectors.q_d(head, i, 0));
  const float distance = (shared.positionScale * q_d - shared.centre).norm();
  return q_r.norm() * shared.longestDirection + kSameSequenceBias * kLog2E - std::max(0.0f, distance - shared.radius);
}

#if defined(__AVX512F__)
/// 2^(i/32)
alignas(64) constexpr float kPowers[32] = {
    1.000000000f, 1.021897149f, 1.044273782f, 1.067140401f, 1.090507733f, 1.114386743f, 1.138788635f, 1.163724859f,
    1.189207115f, 1.215247360f, 1.241857812f, 1.269050957f, 1.296839555f, 1.325236643f, 1.354255547f, 1.383909882f,
    1.414213562f, 1.445180807f, 1.476826146f, 1.509164428f, 1.542210825f, 1.575980845f, 1.610490332f, 1.645755478f,
    1.681792831f, 1.718619298f, 1.756252160f, 1.794709075f, 1.834008086f, 1.874167634f, 1.915206561f, 1.957144124f,
};
#endif

/// 2^x for x < 127 to 2 units in the last place; 0 for large negative numbers. Out of a table in two registers and a
/// polynomial of degree 2, where there are such registers: x = k + r with 32 k whole and |r| <= 1/64. The polynomial is
/// 2^r to degree 3 with r^3 replaced by the line 3 r / (4 * 64^2), which is nearest to it: relative error 5.3e-8.
inline FloatLanes weightOf(FloatLanes x) {
#if defined(__AVX512F__)
  constexpr float kRound = 393216.0f;  // 1.5 * 2^18: adding it leaves 32 k in the low bits
  const FloatLanes shifted = x + kRound;
  const FloatLanes k = shifted - kRound, r = x - k;
  const FloatLanes power =
      _mm512_permutex2var_ps(loadLanes(kPowers), std::bit_cast<__m512i>(shifted), loadLanes(kPowers + 16));
  const FloatLanes slope = 0.2402265070f * r + 0.6931573437f;
  return _mm512_maskz_scalef_ps(0xFFFF, (power * r) * slope + power, k);
#else
  return powerOfTwo(x);
#endif
}

template <std::size_t... Lane>
FloatLanes laneNumbers(std::index_sequence<Lane...>) {
  return FloatLanes{float(Lane)...};
}

/// The keys of a row as its scores, to the base 2 and relative to its bound, before the distance is taken off.
template <bool kUniform>
class Scores {
 public:
  Scores(const Keys& keys, Index head, Index i, float bound)
      : m_keys(keys),
        m_query(keys, head, i),
        m_sameSequence(splatLanes(kSameSequenceBias * kLog2E - bound)),
        m_otherSequence(splatLanes(-bound)),
        m_masked(splatLanes(kMaskedGeometricScore<float>)),
        m_whole(keys.length / kFloatLanes) {}

  Terms operator()(Index block, const FloatBlock* key) const {
    FloatLanes start = m_sameSequence;
    if constexpr (!kUniform)
      start = lanesOf(m_keys.sequence[size_t(block)]) == m_query.sequence ? start : m_otherSequence;
    Terms terms = termsOf(m_query, key, start);
    if constexpr (!kUniform) terms.dot = lanesOf(m_keys.chain[size_t(block)]) == m_query.chain ? terms.dot : m_masked;
    if (block < m_whole) return terms;
    const FloatLanes lane = laneNumbers(std::make_index_sequence<std::size_t(kFloatLanes)>{});
    terms.dot = lane < splatLanes(float(m_keys.length - m_whole * kFloatLanes)) ? terms.dot : m_masked;
    return terms;
  }

 private:
  const Keys& m_keys;
  Query m_query;
  FloatLanes m_sameSequence, m_otherSequence, m_masked;
  Index m_whole;  ///< blocks without copies of the last residue
};

/// Adds the keys of blocks [begin, end) to a row. Four blocks are under way, each a step behind the next: what a step
/// needs is there when it begins, so that the processor is not filled with instructions that wait for a square root.
template <bool kUniform>
void addKeys(const Keys& keys, Index begin, Index end, Index head, Index i, Row& row) {
  constexpr Index kSteps = 3;
  const Scores<kUniform> scoresOf(keys, head, i, row.bound);
  const Index width = keys.width;
  const FloatBlock* key = keys.ofHead(head) + begin * width;
  const FloatBlock* value = key + Keys::kValue;
  Row sums = row;
  Terms terms = {};
  FloatLanes score = {}, weight = {};
  for (Index block = begin; block < end + kSteps; ++block) {
    if (block >= begin + kSteps) {
      sums.sum += weight;
      sums.x += weight * lanesOf(value[0]);
      sums.y += weight * lanesOf(value[1]);
      sums.z += weight * lanesOf(value[2]);
      value += width;
    }
    weight = weightOf(score);
    score = terms.dot - rootOf(terms.squaredDistance);
    if (block < end) terms = scoresOf(block, key);
    key += width;
  }
  row = sums;
}

template <bool kUniform>
void addAllKeys(const Keys& keys, const RowRange& rows, Row* sums) {
  const Index numTiles = (keys.length + kTileKeys - 1) / kTileKeys;
  for (Index tile = 0; tile < numTiles; ++tile) {
    const Index begin = tile * keys.numBlocks / numTiles, end = (tile + 1) * keys.numBlocks / numTiles;
    for (Index r = 0; r < rows.count; ++r) addKeys<kUniform>(keys, begin, end, rows.head, rows.first + r, sums[r]);
  }
}

}  // namespace

std::vector<Index> sumBoundedRows(const Keys& keys, const RowRange& rows, float* o) {
  std::array<Row, kRowsTogether> sums;
  for (Index r = 0; r < rows.count; ++r) sums[size_t(r)].bound = boundOf(keys, rows.head, rows.first + r);
  (keys.isUniform ? addAllKeys<true> : addAllKeys<false>)(keys, rows, sums.data());
  std::vector<Index> left;
  for (Index r = 0; r < rows.count; ++r) {
    const Row& row = sums[size_t(r)];
    const float sum = sumOfLanes(row.sum);
    if (!(sum >= kSmallestSum)) {
      left.push_back(rows.first + r);
      continue;
    }
    const float factor = 1 / sum;
    o[3 * r] = factor * sumOfLanes(row.x);
    o[3 * r + 1] = factor * sumOfLanes(row.y);
    o[3 * r + 2] = factor * sumOfLanes(row.z);
  }
  return left;
}

}  // namespace engine::geometric
