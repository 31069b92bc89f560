// Drawing from the end to the beginning: every way into a state with the share that it has in the forward sum.
#include "engine/hmm/posterior/PathSampling.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Random.h"

namespace engine {

namespace {

/// Picks from weights in bits; their order decides which number means what.
size_t drawn(const std::vector<double>& bits, Random& random) {
  const double largest = *std::max_element(bits.begin(), bits.end());
  double sum = 0;
  for (const double weight : bits) sum += std::exp2(weight - largest);
  double rest = random.uniform() * sum;
  size_t last = 0;
  for (size_t k = 0; k < bits.size(); ++k) {
    if (bits[k] == kImpossible) continue;
    last = k;
    rest -= std::exp2(bits[k] - largest);
    if (rest < 0) break;
  }
  return last;
}

/// Where paths end: running sums over the cells in row-major order, behind the empty path.
std::vector<double> endSums(const PathModel& model, const PathSums& forward) {
  std::vector<double> sums{model.isLocal() ? std::exp2(-forward.total) : 0.0};
  for (Index i = 0; i < model.numRows(); ++i)
    for (Index j = 0; j < model.numColumns(); ++j) {
      const double bits = forward.at(PairState::MM, i, j) + model.end(PairState::MM, i, j);
      sums.push_back(sums.back() + std::exp2(bits - forward.total));
    }
  return sums;
}

AlignmentPath pathEndingAt(const PathModel& model, const PathSums& forward, Index i, Index j, Random& random) {
  AlignmentPath path;
  for (PairState state = PairState::MM;;) {
    // The ways into the state: from each state of the cell before, or from nothing.
    const Index row = i - rowsOf(state), column = j - columnsOf(state);
    std::vector<double> ways;
    for (const PairState from : kPairStates)
      ways.push_back(forward.at(from, row, column) + model.step(from, state, i, j));
    ways.push_back(model.begin(state, i, j));
    const size_t way = drawn(ways, random);
    const bool begins = way == kPairStates.size();
    const double entered = begins ? ways.back() : model.step(kPairStates[way], state, i, j);
    path.steps.push_back({state, i, j, entered + model.cell(state, i, j)});
    path.score += path.steps.back().score;
    if (begins) break;
    state = kPairStates[way];
    i = row;
    j = column;
  }
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}

}  // namespace

std::vector<AlignmentPath> samplePaths(const PathModel& model, const PathSums& forward, Index count, std::uint64_t seed,
                                       Progress& progress) {
  std::vector<AlignmentPath> paths;
  if (count <= 0) return paths;
  if (forward.total == kImpossible) fail("sampling: there is no path to draw");
  const std::vector<double> sums = endSums(model, forward);
  Random random(seed);
  for (Index k = 0; k < count; ++k) {
    progress.update(static_cast<double>(k) / static_cast<double>(count), "sampling paths");
    const auto end = std::upper_bound(sums.begin(), sums.end(), random.uniform() * sums.back());
    const Index cell = std::min<Index>(end - sums.begin(), static_cast<Index>(sums.size()) - 1) - 1;
    if (cell < 0)
      paths.emplace_back();
    else
      paths.push_back(pathEndingAt(model, forward, cell / model.numColumns(), cell % model.numColumns(), random));
  }
  return paths;
}

Array<float> visitsOf(const std::vector<AlignmentPath>& paths, Index numRows, Index numColumns) {
  Array<float> visits({numRows, numColumns}, 0.0F, "visits");
  for (const AlignmentPath& path : paths)
    for (const PathStep& step : path.steps)
      if (step.state == PairState::MM) visits(step.i, step.j) += 1.0F / static_cast<float>(paths.size());
  return visits;
}

}  // namespace engine
