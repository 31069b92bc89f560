#include "engine/attention/geometric/GeometricPair.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

Vector3 vectorAt(const Array<double>& array, Index head, Index residue) {
  return {array(head, residue, 0), array(head, residue, 1), array(head, residue, 2)};
}

/// Turned by the frame, not moved.
TurnedVector direction(const Array<double>& world, Index head, Index residue, const Frame& frame) {
  const Vector3 turned = vectorAt(world, head, residue);
  return {frame.rotation.transpose() * turned, turned};
}

/// Turned and moved. In the variant text nothing is moved: D compares the directions.
TurnedVector point(const GeometricVectors<double>& vectors, const Array<double>& world, Index head, Index residue,
                   const Frame& frame, bool isMoved) {
  if (!isMoved) return direction(world, head, residue, frame);
  const Vector3 moved = vectorAt(world, head, residue) + vectors.centre;
  return {frame.toLocal(moved), moved};
}

std::vector<bool> seenBy(const GeometricVectors<double>& vectors, Index query) {
  std::vector<bool> seen;
  for (Index j = 0; j < vectors.length(); ++j)
    seen.push_back(nth(vectors.hasFrame, j) && nth(vectors.chain, query) == nth(vectors.chain, j));
  return seen;
}

}  // namespace

GeometricPairs::GeometricPairs(GeometricInput<double> input, int threads, Progress& progress)
    : m_input(std::move(input)) {
  checkGeometricInput(m_input);
  m_frames = framesOfBackbone(m_input.n, m_input.ca, m_input.c);
  m_vectors = geometricVectors(m_input, m_frames, threads, progress);
}

void GeometricPairs::setWeights(Array<double> w_r, Array<double> w_d) {
  requireShape("w_r", w_r.shape(), {heads()});
  requireShape("w_d", w_d.shape(), {heads()});
  m_vectors.weight_r = softplusOf(w_r);
  m_vectors.weight_d = softplusOf(w_d);
  m_input.w_r = std::move(w_r);
  m_input.w_d = std::move(w_d);
}

GeometricPair GeometricPairs::pair(Index head, Index query, Index key) const {
  const Index H = heads(), components = m_vectors.components();
  GeometricPair pair(head, query, key, m_frames);
  const bool isMoved = m_input.variant == GeometricVariant::code;
  pair.q_r = direction(m_vectors.q_r, head, query, pair.queryFrame);
  pair.k_r = direction(m_vectors.k_r, head, key, pair.keyFrame);
  pair.v = direction(m_vectors.v, head, key, pair.keyFrame);
  pair.q_d = point(m_vectors, m_vectors.q_d, head, query, pair.queryFrame, isMoved);
  pair.k_d = point(m_vectors, m_vectors.k_d, head, key, pair.keyFrame, isMoved);
  pair.weight_r = m_vectors.weight_r[head], pair.weight_d = m_vectors.weight_d[head];
  const bool isSame = nth(m_vectors.sequence, query) == nth(m_vectors.sequence, key);
  pair.sequenceBias = isSame ? double(kSameSequenceBias) : 0;
  Array<double> o({H, 1, components});  // of the query alone, of all heads: the output mixes these
  for (Index h = 0; h < H; ++h) {
    const GeometricRow<double> row = geometricRow(m_vectors, h, query);
    std::copy(row.o.begin(), row.o.end(), &o(h, 0, 0));
    if (h != head) continue;
    pair.R = nth(row.R, key), pair.D = nth(row.D, key);
    pair.weigh(row.S, row.A, seenBy(m_vectors, query));
  }
  pair.rotationTerm = pair.weight_r * pair.R, pair.distanceTerm = -pair.weight_d * pair.D;
  pair.o.world = vectorAt(o, head, 0);
  pair.o.local = pair.queryFrame.rotation.transpose() * pair.o.world;
  pair.share = pair.weight() * pair.v.world;
  const Frames ofQuery{{pair.queryFrame}, {pair.hasQueryFrame}};
  Progress none;
  const Array<double> Y = geometricOutput(m_input, ofQuery, o, 1, none);
  pair.update.assign(Y.begin(), Y.end());
  for (Index d = 0; d < m_input.s.length(1); ++d) pair.features.push_back(m_input.s(query, d));
  return pair;
}

Index GeometricPairs::strongestKey(Index head, Index query) const {
  return strongestOther(geometricRow(m_vectors, head, query).A, query);
}

}  // namespace engine
