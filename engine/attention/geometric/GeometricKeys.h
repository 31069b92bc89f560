// What the native paths of geometric attention share: the keys as vectors of lanes, the query they are compared with,
// and the two functions of a score that are not multiplications.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <vector>
#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "engine/attention/geometric/GeometricAttention.h"
#include "engine/attention/lanes/FloatLanes.h"

namespace engine::geometric {

inline constexpr float kLog2E = 1.44269504f, kInverseRoot3 = 0.577350269f;

/// Neighbouring numbers, as many as a vector holds.
template <class T>
struct alignas(kFloatLanes * sizeof(T)) Block {
  T values[kFloatLanes];
};
using FloatBlock = Block<float>;
using IntBlock = Block<std::int32_t>;

inline FloatLanes lanesOf(const FloatBlock& block) { return loadLanes(block.values); }
inline IntLanes lanesOf(const IntBlock& block) { return std::bit_cast<IntLanes>(block); }

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

/// 2^x for x < 127 to 2 units in the last place, exactly 1 at 0; below -126 some number below 2^-126, from -127 on
/// exactly 0; not-a-number stays. x = k + r with |r| <= 1/2, the polynomial of degree 5 with the least relative error
/// for 2^r (9e-8; Lawson's algorithm), k added to the exponent.
inline FloatLanes powerOfTwo(FloatLanes x) {
  constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
  const FloatLanes bounded = largerLanes(splatLanes(-127.0f), x);
  const FloatLanes shifted = bounded + kRound;
  const FloatLanes r = bounded - (shifted - kRound);
  FloatLanes series = 0.001326472731f * r + 0.009671512991f;
  series = series * r + 0.05550733581f;
  series = series * r + 0.2402224243f;
  series = series * r + 0.6931470037f;
  series = series * r + 1.0f;
  return std::bit_cast<FloatLanes>(std::bit_cast<BitLanes>(series) + (std::bit_cast<BitLanes>(shifted) << 23));
}

/// What the keys of a head have in common. Scores are to the base 2:
/// attraction * (key.direction . query) + bias - repulsion * |key.position - positionScale * query|.
struct HeadOfKeys {
  float attraction = 0, repulsion = 0, positionScale = 1;
  /// Every product and sum of a score is finite, and the three numbers above are 1, 1 and the softplus that is
  /// multiplied into the keys.
  bool isBounded = false;
  float longestDirection = 0;  ///< of a bounded head, as the rest
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();
  float radius = 0;  ///< of a ball around the centre with all positions
};

/// The keys of all heads, a vector of keys at a time: what is read together lies together, whatever the length. (As
/// planes of L numbers, all nine components would compete for the same lines of the cache at L=1024.) The last vector
/// of a head ends in copies of the last residue, whose scores are as good (or bad) as that of the residue itself and
/// are dropped before they count.
struct Keys {
  static constexpr Index kDirection = 0, kPosition = 3, kValue = 6;  ///< where k_r, k_d and v (3M) start
  const GeometricVectors<float>& vectors;
  Index length, numBlocks, components, width;
  std::vector<FloatBlock> blocks;         ///< (H, numBlocks, width)
  std::vector<HeadOfKeys> heads;          ///< (H)
  std::vector<IntBlock> sequence, chain;  ///< (numBlocks); chain is -1 where there is no frame
  bool isUniform = true;                  ///< every key is seen and has the same sequence

  /// mayScale: whether softplus(w) may be multiplied into the keys, which then give no R and D.
  Keys(const GeometricVectors<float>& vectors, bool mayScale, int threads);

  const FloatBlock* ofHead(Index head) const { return blocks.data() + head * numBlocks * width; }

 private:
  void fill(const Array<float>& array, Index head, Index place, float scale);
  HeadOfKeys boundedHead(Index head) const;
};

/// What a row compares with the keys.
struct Query {
  FloatLanes rx, ry, rz, dx, dy, dz;
  IntLanes sequence, chain;
  Query() = default;
  Query(const Keys& keys, Index head, Index i)
      : sequence(keys.vectors.sequence[size_t(i)] - IntLanes{}), chain(keys.vectors.chain[size_t(i)] - IntLanes{}) {
    const float* const q_r = &keys.vectors.q_r(head, i, 0);
    const float* const q_d = &keys.vectors.q_d(head, i, 0);
    const float scale = keys.heads[size_t(head)].positionScale;
    rx = splatLanes(q_r[0]);
    ry = splatLanes(q_r[1]);
    rz = splatLanes(q_r[2]);
    dx = splatLanes(scale * q_d[0]);
    dy = splatLanes(scale * q_d[1]);
    dz = splatLanes(scale * q_d[2]);
  }
};

/// A vector of pairs without the factor 1 / sqrt(3).
struct Terms {
  FloatLanes dot, squaredDistance;
};
/// `start` is added to the dot product.
inline Terms termsOf(const Query& query, const FloatBlock* key, FloatLanes start) {
  const FloatBlock *const direction = key + Keys::kDirection, *const position = key + Keys::kPosition;
  const FloatLanes x = query.dx - lanesOf(position[0]), y = query.dy - lanesOf(position[1]),
                   z = query.dz - lanesOf(position[2]);
  return {
      start + query.rx * lanesOf(direction[0]) + query.ry * lanesOf(direction[1]) + query.rz * lanesOf(direction[2]),
      x * x + y * y + z * z};
}

}  // namespace engine::geometric
