// Invariant point attention in float: all heads of a query at once, so that its pair features are read once.
#include <Eigen/Core>
#include <algorithm>
#include <limits>

#include "engine/attention/invariant-point/InvariantPoint.h"
#include "engine/attention/lanes/VectorExp.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::RowVectorXf;
using Rows = Eigen::Map<const Matrix>;

/// The keys of a head with a row per component, so that neighbouring keys lie together; the values with a row per key.
struct HeadOfKeys {
  Matrix k, points, values;  ///< (d, L), (3Q, L), (L, d + 3V)
};

std::vector<HeadOfKeys> keysOf(const InvariantPointVectors<float>& vectors) {
  const Index L = vectors.length(), d = vectors.width(), Q3 = vectors.k_points.length(2),
              V3 = vectors.v_points.length(2);
  std::vector<HeadOfKeys> heads;
  for (Index h = 0; h < vectors.heads(); ++h) {
    const auto part = [&](const Array<float>& array, Index width) {
      return Rows(array.data() + h * L * width, L, width);
    };
    HeadOfKeys head{part(vectors.k, d).transpose(), part(vectors.k_points, Q3).transpose(), Matrix(L, d + V3)};
    head.values.leftCols(d) = part(vectors.v, d);
    head.values.rightCols(V3) = part(vectors.v_points, V3);
    heads.push_back(std::move(head));
  }
  return heads;
}

/// What a thread works in.
struct Scratch {
  Matrix pair, A;  ///< (L, H), (H, L)
  Row scalar, point, output;
};

struct NativeRows {
  const InvariantPointInput<float>& input;
  const InvariantPointVectors<float>& vectors;
  const std::vector<HeadOfKeys>& keys;
  const std::vector<float>& mask;  ///< added to scores: 0, or the lowest number
  InvariantPointMaps<float>& maps;

  /// -w_L gamma w_C / 2 times the squared distances, by differences: sums of squares would cancel.
  void pointTerm(Index h, Index i, Row& term) const {
    const Matrix& points = nth(keys, h).points;
    term.setZero(vectors.length());
    for (Index c = 0; c < points.rows(); ++c)
      term.array() += (points.row(c).array() - vectors.q_points(h, i, c)).square();
    if (points.rows() == 0) return;
    const double rate = kInvariantPointLogitWeight * double(vectors.gamma[h]) * invariantPointWeight(points.rows() / 3);
    term *= static_cast<float>(-rate / 2);
  }

  void score(Index h, Index i, Scratch& scratch) const {
    const Index L = vectors.length(), d = vectors.width();
    const auto w_L = static_cast<float>(kInvariantPointLogitWeight);
    scratch.scalar.setZero(L);
    if (d > 0)
      scratch.scalar.noalias() = Eigen::Map<const Row>(&vectors.q(h, i, 0), d) * nth(keys, h).k *
                                 (w_L / std::sqrt(static_cast<float>(d)));
    pointTerm(h, i, scratch.point);
    auto row = scratch.A.row(h);
    row = scratch.scalar + scratch.point;
    if (input.pairFeatures() > 0) row += w_L * scratch.pair.col(h).transpose();
    if (input.kept != KeptPointMaps::terms) return;
    const auto target = [&](Array<float>& map) { return Eigen::Map<Row>(&map(h, i, 0), L); };
    target(maps.scalar) = scratch.scalar;
    target(maps.point) = scratch.point;
    target(maps.pair).setZero();
    if (input.pairFeatures() > 0) target(maps.pair) = w_L * scratch.pair.col(h).transpose();
    target(maps.S) = row;
  }

  void weigh(float* row) const {
    const Index L = vectors.length();
    for (Index j = 0; j < L; ++j)
      if (nth(mask, j) != 0) row[j] = nth(mask, j);
    const float sum = expShifted(row, L, *std::max_element(row, row + L));
    for (Index j = 0; j < L; ++j) row[j] /= sum;
  }

  void query(Index i, Scratch& scratch) const {
    const Index L = vectors.length(), H = vectors.heads(), P = input.pairFeatures(), d = vectors.width(),
                V3 = vectors.v_points.length(2);
    const Rows z(input.z.data() + i * L * P, P > 0 ? L : 0, P);
    if (P > 0) scratch.pair.noalias() = z * Rows(input.W_b.data(), H, P).transpose();
    scratch.A.resize(H, L);
    for (Index h = 0; h < H; ++h) {
      score(h, i, scratch);
      weigh(&scratch.A(h, 0));
      if (input.kept != KeptPointMaps::none) std::copy_n(&scratch.A(h, 0), L, &maps.A(h, i, 0));
      scratch.output.noalias() = scratch.A.row(h) * nth(keys, h).values;
      std::copy_n(scratch.output.data(), d, maps.o.data() + (h * L + i) * d);
      std::copy_n(scratch.output.data() + d, V3, maps.o_points.data() + (h * L + i) * V3);
    }
    if (P == 0) return;
    const Matrix mixed = scratch.A * z;
    for (Index h = 0; h < H; ++h) std::copy_n(mixed.data() + h * P, P, &maps.o_pair(h, i, 0));
  }
};

}  // namespace

InvariantPointMaps<float> invariantPointNative(const InvariantPointInput<float>& input,
                                               const InvariantPointVectors<float>& vectors, int threads,
                                               Progress& progress) {
  const Index L = vectors.length();
  InvariantPointMaps<float> maps = emptyInvariantPointMaps(input);
  const std::vector<HeadOfKeys> keys = keysOf(vectors);
  std::vector<float> mask;
  for (const bool isSeen : vectors.frames.valid) mask.push_back(isSeen ? 0 : std::numeric_limits<float>::lowest());
  const NativeRows rows{input, vectors, keys, mask, maps};
  const Index grain = std::clamp<Index>(20'000 / std::max<Index>(1, L * vectors.heads()), 1, 64);
  parallelFor(L, grain, threads, progress, "invariant point attention", [&](Index begin, Index end) {
    Scratch scratch;
    for (Index i = begin; i < end; ++i) rows.query(i, scratch);
  });
  return maps;
}

}  // namespace engine
