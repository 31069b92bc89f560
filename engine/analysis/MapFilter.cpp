#include "engine/analysis/MapFilter.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/RowGrain.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Weights are rounded: 0.5 of a row shall not fail by the last bit of a sum.
constexpr double kRounding = 1e-6;
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct RowResult {
  Index numKept = 0;
  double keptMass = 0, totalMass = 0;
};

/// Writes NaN over the cells of one row that do not stay. `order` is room to work in.
RowResult filterRow(float* values, Index columns, const MapFilter& filter, std::vector<Index>& order) {
  RowResult result;
  order.clear();
  for (Index j = 0; j < columns; ++j) {
    const double size = std::abs(static_cast<double>(values[j]));
    if (!std::isfinite(size)) continue;
    result.totalMass += size;
    if (size >= filter.threshold) order.push_back(j);
  }
  const bool isSorted = filter.topPerRow > 0 || filter.massFraction < 1;
  if (isSorted)
    std::stable_sort(order.begin(), order.end(),
                     [values](Index a, Index b) { return std::abs(values[a]) > std::abs(values[b]); });
  size_t numKept = order.size();
  if (filter.topPerRow > 0) numKept = std::min(numKept, static_cast<size_t>(filter.topPerRow));
  const double wanted = filter.massFraction < 1 ? filter.massFraction * result.totalMass * (1 - kRounding)
                                                : std::numeric_limits<double>::infinity();
  size_t last = 0;
  for (; last < numKept && result.keptMass < wanted; ++last)
    result.keptMass += std::abs(static_cast<double>(values[order[last]]));
  order.resize(last);
  result.numKept = static_cast<Index>(last);
  std::sort(order.begin(), order.end());
  auto next = order.begin();
  for (Index j = 0; j < columns; ++j) {
    if (next != order.end() && *next == j) {
      ++next;
    } else {
      values[j] = kNaN;
    }
  }
  return result;
}

bool isStronger(const MapCell& a, const MapCell& b) {
  const float left = std::abs(a.value), right = std::abs(b.value);
  if (left != right) return left > right;
  return a.row != b.row ? a.row < b.row : a.column < b.column;
}

}  // namespace

FilteredMap filtered(const Array<float>& map, const MapFilter& filter, int threads, Progress& progress) {
  requireShape(map.name, map.shape(), {-1, -1});
  const Index rows = map.length(0), columns = map.length(1);
  FilteredMap result;
  result.values = map;
  std::vector<RowResult> perRow(static_cast<size_t>(rows));
  parallelFor(rows, kRowGrain, threads, progress, "filtering", [&](Index begin, Index end) {
    std::vector<Index> order;
    for (Index i = begin; i < end; ++i)
      nth(perRow, i) = filterRow(result.values.data() + i * columns, columns, filter, order);
  });
  for (const RowResult& row : perRow) {  // in order: the sums do not depend on the threads
    result.numKept += row.numKept;
    result.keptMass += row.keptMass;
    result.totalMass += row.totalMass;
  }
  return result;
}

std::vector<MapCell> strongestCells(const Array<float>& map, Index count, Index separation, Progress& progress) {
  requireShape(map.name, map.shape(), {-1, -1});
  std::vector<MapCell> heap;  // the weakest of the chosen on top
  if (count <= 0) return heap;
  const Index rows = map.length(0), columns = map.length(1);
  for (Index i = 0; i < rows; ++i) {
    if (i % kRowGrain == 0) progress.update(static_cast<double>(i) / static_cast<double>(rows), "strongest cells");
    for (Index j = 0; j < columns; ++j) {
      const MapCell cell{i, j, map(i, j)};
      if (!std::isfinite(cell.value) || cell.value == 0 || std::abs(i - j) < separation) continue;
      if (static_cast<Index>(heap.size()) == count) {
        if (!isStronger(cell, heap.front())) continue;
        std::pop_heap(heap.begin(), heap.end(), isStronger);
        heap.pop_back();
      }
      heap.push_back(cell);
      std::push_heap(heap.begin(), heap.end(), isStronger);
    }
  }
  std::sort_heap(heap.begin(), heap.end(), isStronger);
  return heap;
}

}  // namespace engine
