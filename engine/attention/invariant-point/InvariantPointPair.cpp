#include "engine/attention/invariant-point/InvariantPointPair.h"

#include <algorithm>

#include "engine/attention/geometric/GeometricAttention.h"
#include "engine/base/Nth.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

/// Numbers of a residue in a head of (H, L, w).
std::vector<double> numbersAt(const Array<double>& array, Index head, Index residue) {
  const Index width = array.length(2);
  const double* const first = array.data() + (head * array.length(1) + residue) * width;
  return {first, first + width};
}

/// Points x y z after each other, relative to the centre, as they are in the world and in a frame.
std::vector<TurnedVector> pointsOf(const std::vector<double>& numbers, const Vector3& centre, const Frame& frame) {
  std::vector<TurnedVector> points;
  for (size_t k = 0; k + 2 < numbers.size(); k += 3) {
    const Vector3 world = Vector3(numbers[k], numbers[k + 1], numbers[k + 2]) + centre;
    points.push_back({frame.toLocal(world), world});
  }
  return points;
}

void copyInto(Array<double>& all, Index head, const std::vector<double>& numbers) {
  std::copy(numbers.begin(), numbers.end(), all.data() + head * all.length(2));
}

}  // namespace

InvariantPointPairs::InvariantPointPairs(InvariantPointInput<double> input, int threads, Progress& progress)
    : m_input(std::move(input)) {
  checkInvariantPoint(m_input);
  m_vectors = invariantPointVectors(m_input, threads, progress);
}

void InvariantPointPairs::setGamma(Array<double> gamma) {
  requireShape("gamma", gamma.shape(), {heads()});
  m_vectors.gamma = softplusOf(gamma);
  m_input.gamma = std::move(gamma);
}

InvariantPointPair InvariantPointPairs::pair(Index head, Index query, Index key) const {
  InvariantPointPair pair(head, query, key, m_vectors.frames);
  pair.q = numbersAt(m_vectors.q, head, query);
  pair.k = numbersAt(m_vectors.k, head, key);
  pair.v = numbersAt(m_vectors.v, head, key);
  const auto points = [&](const Array<double>& all, Index residue, const Frame& frame) {
    return pointsOf(numbersAt(all, head, residue), m_vectors.centre, frame);
  };
  pair.q_points = points(m_vectors.q_points, query, pair.queryFrame);
  pair.k_points = points(m_vectors.k_points, key, pair.keyFrame);
  pair.v_points = points(m_vectors.v_points, key, pair.keyFrame);
  for (size_t c = 0; c < pair.q.size(); ++c) pair.dot += pair.q[c] * pair.k[c];
  for (Index c = 0; c < m_input.pairFeatures(); ++c) {
    pair.z.push_back(m_input.z(query, key, c));
    pair.W_b.push_back(m_input.W_b(head, c));
    pair.bias += pair.z.back() * pair.W_b.back();
  }
  for (size_t p = 0; p < pair.q_points.size(); ++p)
    pair.squares += (pair.q_points[p].world - pair.k_points[p].world).squaredNorm();
  pair.gamma = m_vectors.gamma[head];
  addOutputs(pair);
  for (Index c = 0; c < m_input.s.length(1); ++c) pair.features.push_back(m_input.s(query, c));
  return pair;
}

/// The rows of the query in all heads, which the output mixes; scores and sums are those of the pair's head.
void InvariantPointPairs::addOutputs(InvariantPointPair& pair) const {
  InvariantPointMaps<double> sums;
  sums.o_pair = Array<double>({heads(), 1, m_input.pairFeatures()});
  sums.o = Array<double>({heads(), 1, m_vectors.width()});
  sums.o_points = Array<double>({heads(), 1, m_vectors.v_points.length(2)});
  for (Index h = 0; h < heads(); ++h) {
    const InvariantPointRow<double> row = invariantPointRow(m_input, m_vectors, h, pair.query);
    copyInto(sums.o_pair, h, row.o_pair);
    copyInto(sums.o, h, row.o);
    copyInto(sums.o_points, h, row.o_points);
    if (h != pair.head) continue;
    pair.scalarTerm = nth(row.scalar, pair.key), pair.pairTerm = nth(row.pair, pair.key);
    pair.pointTerm = nth(row.point, pair.key);
    pair.weigh(row.S, row.A, m_vectors.frames.valid);
    pair.o_pair = row.o_pair, pair.o = row.o;
    pair.o_points = pointsOf(row.o_points, m_vectors.centre, pair.queryFrame);
  }
  const Frames ofQuery{{pair.queryFrame}, {pair.hasQueryFrame}};
  Progress none;
  const Array<double> Y =
      linear(joinedInvariantPoints(ofQuery, m_vectors.centre, sums), m_input.W_out, m_input.b_out, 1, none);
  pair.update.assign(Y.begin(), Y.end());
}

Index InvariantPointPairs::strongestKey(Index head, Index query) const {
  return strongestOther(invariantPointRow(m_input, m_vectors, head, query).A, query);
}

}  // namespace engine
