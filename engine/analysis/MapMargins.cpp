#include "engine/analysis/MapMargins.h"

#include <cmath>

#include "engine/analysis/RowGrain.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Bits. H = log2(m) - sum(a log2 a) / m for magnitudes a that sum to m.
double entropyOf(const float* values, Index count) {
  double mass = 0, weighted = 0;
  for (Index j = 0; j < count; ++j) {
    const double size = std::abs(static_cast<double>(values[j]));
    if (!std::isfinite(size) || size == 0) continue;
    mass += size;
    weighted += size * std::log2(size);
  }
  return mass > 0 ? std::max(0.0, std::log2(mass) - weighted / mass) : 0;
}

}  // namespace

MapMargins marginsOf(const Array<float>& map, int threads, Progress& progress) {
  requireShape(map.name, map.shape(), {-1, -1});
  const Index rows = map.length(0), columns = map.length(1);
  MapMargins margins;
  margins.rowSum.resize(static_cast<size_t>(rows));
  margins.rowEntropy.resize(static_cast<size_t>(rows));
  margins.columnSum.resize(static_cast<size_t>(columns));
  parallelFor(rows, kRowGrain, threads, progress, "margins", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) nth(margins.rowEntropy, i) = entropyOf(map.data() + i * columns, columns);
  });
  for (Index i = 0; i < rows; ++i) {
    if (i % kRowGrain == 0) progress.update(static_cast<double>(i) / static_cast<double>(rows), "margins");
    for (Index j = 0; j < columns; ++j) {
      const double value = map(i, j);
      if (!std::isfinite(value)) continue;
      nth(margins.rowSum, i) += value;
      nth(margins.columnSum, j) += value;
    }
  }
  return margins;
}

}  // namespace engine
