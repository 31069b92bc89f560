// Forward and backward by the same list of ways into a state: forward gathers them, backward spreads over them.
#include "engine/hmm/posterior/ForwardBackward.h"

#include <cmath>

namespace engine {

namespace {

size_t planeOf(PairState state) { return static_cast<size_t>(state); }

PathSums impossibleSums(const PathModel& model) {
  PathSums sums;
  sums.planes.fill(Array<double>({model.numRows() + 1, model.numColumns() + 1}, kImpossible));
  return sums;
}

double gathered(const PathModel& model, const PathSums& sums, PairState state, Index i, Index j) {
  std::array<double, kPairStates.size() + 1> ways;
  size_t count = 0;
  ways[count++] = model.begin(state, i, j);
  const Index row = i - rowsOf(state), column = j - columnsOf(state);
  for (const PairState from : kPairStates) ways[count++] = sums.at(from, row, column) + model.step(from, state, i, j);
  return sumOfBits(ways.data(), ways.data() + count) + model.cell(state, i, j);
}

/// All that follows a state, by the states that may come next.
double followed(const PathModel& model, const PathSums& sums, PairState state, Index i, Index j) {
  std::array<double, kPairStates.size() + 1> ways;
  size_t count = 0;
  ways[count++] = model.end(state, i, j);
  for (const PairState next : kPairStates) {
    const Index row = i + rowsOf(next), column = j + columnsOf(next);
    if (row >= model.numRows() || column >= model.numColumns()) continue;
    ways[count++] = model.step(state, next, row, column) + model.cell(next, row, column) + sums.at(next, row, column);
  }
  return sumOfBits(ways.data(), ways.data() + count);
}

/// Of whole paths: every weight of `whole` over all cells, and the empty path.
template <class Whole>
double totalOf(const PathModel& model, Whole&& whole) {
  std::vector<double> weights;
  if (model.isLocal()) weights.push_back(0);
  for (Index i = 0; i < model.numRows(); ++i)
    for (Index j = 0; j < model.numColumns(); ++j)
      for (const PairState state : kPairStates)
        if (const double weight = whole(state, i, j); weight > kImpossible) weights.push_back(weight);
  return sumOfBits(weights.data(), weights.data() + weights.size());
}

}  // namespace

PathSums forwardSums(const PathModel& model, Progress& progress) {
  PathSums sums = impossibleSums(model);
  for (Index i = 0; i < model.numRows(); ++i) {
    progress.update(static_cast<double>(i) / static_cast<double>(model.numRows()), "forward");
    for (Index j = 0; j < model.numColumns(); ++j)
      if (model.isAllowed(i, j))
        for (const PairState state : kPairStates)
          sums.planes[planeOf(state)](i + 1, j + 1) = gathered(model, sums, state, i, j);
  }
  sums.total = totalOf(model, [&](PairState s, Index i, Index j) { return sums.at(s, i, j) + model.end(s, i, j); });
  return sums;
}

PathSums backwardSums(const PathModel& model, Progress& progress) {
  PathSums sums = impossibleSums(model);
  for (Index i = model.numRows() - 1; i >= 0; --i) {
    progress.update(1 - static_cast<double>(i + 1) / static_cast<double>(model.numRows()), "backward");
    for (Index j = model.numColumns() - 1; j >= 0; --j)
      if (model.isAllowed(i, j))
        for (const PairState state : kPairStates)
          sums.planes[planeOf(state)](i + 1, j + 1) = followed(model, sums, state, i, j);
  }
  sums.total = totalOf(model, [&](PairState s, Index i, Index j) {
    return model.begin(s, i, j) + model.cell(s, i, j) + sums.at(s, i, j);
  });
  return sums;
}

DpMatrices filledMatrices(DpKind kind, const Shape& shape, float value) {
  DpMatrices matrices;
  matrices.kind = kind;
  matrices.addPlanes({std::begin(kPairStates), std::end(kPairStates)}, shape, value);
  return matrices;
}

DpMatrices posteriorMatrices(const PathSums& forward, const PathSums& backward, double total) {
  DpMatrices matrices = filledMatrices(DpKind::posterior, forward.planes.front().shape(), 0);
  if (total == kImpossible) return matrices;
  for (size_t k = 0; k < matrices.planes.size(); ++k)
    for (Index n = 0; n < matrices.planes[k].size(); ++n)
      matrices.planes[k][n] = static_cast<float>(std::exp2(forward.planes[k][n] + backward.planes[k][n] - total));
  return matrices;
}

DpMatrices matricesOf(const PathSums& sums, DpKind kind) {
  DpMatrices matrices = filledMatrices(kind, sums.planes.front().shape(), 0);
  for (size_t k = 0; k < matrices.planes.size(); ++k)
    for (Index n = 0; n < matrices.planes[k].size(); ++n) matrices.planes[k][n] = static_cast<float>(sums.planes[k][n]);
  return matrices;
}

}  // namespace engine
