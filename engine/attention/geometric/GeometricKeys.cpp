#include "engine/attention/geometric/GeometricKeys.h"

#include <algorithm>

#include "engine/base/ParallelFor.h"

namespace engine::geometric {

namespace {

/// Products of four numbers up to this are far from infinity: scaled distances are squared.
constexpr float kLargestBounded = 1e6f;

using Points = Eigen::Map<const Eigen::Matrix3Xf>;

template <class Vectors>
float longestOf(const Vectors& vectors) {
  return std::sqrt(vectors.colwise().squaredNorm().maxCoeff());
}

}  // namespace

Keys::Keys(const GeometricVectors<float>& given, bool mayScale, int threads)
    : vectors(given),
      length(given.length()),
      numBlocks((length + kFloatLanes - 1) / kFloatLanes),
      components(given.components()),
      width(kValue + components),
      blocks(static_cast<size_t>(given.heads() * numBlocks * width)),
      heads(static_cast<size_t>(given.heads())),
      sequence(static_cast<size_t>(numBlocks)),
      chain(static_cast<size_t>(numBlocks)) {
  parallelFor(given.heads(), 4, threads, [&](Index begin, Index end) {
    for (Index head = begin; head < end; ++head) {
      HeadOfKeys& shared = heads[size_t(head)];
      if (mayScale) shared = boundedHead(head);
      const float attraction = given.weight_r[head] * kInverseRoot3 * kLog2E;
      const float repulsion = given.weight_d[head] * kInverseRoot3 * kLog2E;
      shared.attraction = shared.isBounded ? 1 : attraction;
      shared.repulsion = shared.isBounded ? 1 : repulsion;
      fill(given.k_r, head, kDirection, shared.isBounded ? attraction : 1);
      fill(given.k_d, head, kPosition, shared.positionScale);
      fill(given.v, head, kValue, 1);
    }
  });
  for (Index j = 0; j < numBlocks * kFloatLanes; ++j) {
    const auto residue = static_cast<size_t>(std::min(j, length - 1)), block = static_cast<size_t>(j / kFloatLanes);
    const std::int32_t seenChain = given.hasFrame[residue] ? given.chain[residue] : -1;
    sequence[block].values[j % kFloatLanes] = given.sequence[residue];
    chain[block].values[j % kFloatLanes] = seenChain;
    isUniform &= seenChain == 0 && given.sequence[residue] == 0;
  }
}

void Keys::fill(const Array<float>& array, Index head, Index place, float scale) {
  const Index C = array.length(2);
  const float* const source = array.data() + head * length * C;
  for (Index block = 0; block < numBlocks; ++block)
    for (Index c = 0; c < C; ++c) {
      float* const target = blocks[size_t((head * numBlocks + block) * width + place + c)].values;
      for (Index lane = 0; lane < kFloatLanes; ++lane)
        target[lane] = scale * source[std::min(block * kFloatLanes + lane, length - 1) * C + c];
    }
}

HeadOfKeys Keys::boundedHead(Index head) const {
  HeadOfKeys result;
  const float rate_r = vectors.weight_r[head], rate_d = vectors.weight_d[head];
  if (length == 0 || !(rate_r >= 0 && rate_r <= kLargestBounded && rate_d >= 0 && rate_d <= kLargestBounded))
    return result;
  const auto pointsOf = [&](const Array<float>& array) { return Points(array.data() + head * length * 3, 3, length); };
  const Points k_r = pointsOf(vectors.k_r), k_d = pointsOf(vectors.k_d);
  for (const Points& points : {pointsOf(vectors.q_r), pointsOf(vectors.q_d), k_r, k_d})
    if (!(points.array().abs() <= kLargestBounded).all()) return result;
  result.isBounded = true;
  result.positionScale = rate_d * kInverseRoot3 * kLog2E;
  result.longestDirection = rate_r * kInverseRoot3 * kLog2E * longestOf(k_r);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();  // one after the other: the same bits wherever the keys lie
  for (Index j = 0; j < length; ++j) sum += k_d.col(j).cast<double>();
  result.centre = (sum * (result.positionScale / double(length))).cast<float>();
  result.radius = longestOf((result.positionScale * k_d).colwise() - result.centre);
  return result;
}

}  // namespace engine::geometric
