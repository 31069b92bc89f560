#include "engine/analysis/MapTransform.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/analysis/RowGrain.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// A^T is read in squares of this many cells, so that its columns stay in the cache.
constexpr Index kBlock = 32;

float joined(float a, float b, Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::sum:
      return a + b;
    case Symmetry::mean:
      return 0.5F * (a + b);
    case Symmetry::maximum:
      return std::isnan(a) || std::isnan(b) ? std::numeric_limits<float>::quiet_NaN() : std::max(a, b);
  }
  return a;
}

}  // namespace

Array<float> symmetrised(const Array<float>& map, Symmetry symmetry, int threads, Progress& progress) {
  requireShape(map.name, map.shape(), {-1, -1});
  const Index length = map.length(0);
  if (map.length(1) != length)
    fail("a map of ", length, " rows and ", map.length(1), " columns cannot be symmetrised: it is not square");
  Array<float> result(map.shape(), Untouched{}, map.name);
  parallelFor(length, kRowGrain, threads, progress, "symmetrising", [&](Index begin, Index end) {
    for (Index left = 0; left < length; left += kBlock)
      for (Index i = begin; i < end; ++i)
        for (Index j = left; j < std::min(left + kBlock, length); ++j)
          result(i, j) = joined(map(i, j), map(j, i), symmetry);
  });
  return result;
}

namespace {

/// Sum, sum of magnitudes and number of finite values.
struct FiniteSum {
  double sum = 0, magnitude = 0;
  Index count = 0;
  void add(double value) {
    if (!std::isfinite(value)) return;
    sum += value;
    magnitude += std::abs(value);
    ++count;
  }
  double mean() const { return count > 0 ? sum / static_cast<double>(count) : 0; }
};

struct FiniteSums {
  std::vector<FiniteSum> rows, columns;
  FiniteSum all;
};

template <class Value>
FiniteSums finiteSums(const Array<Value>& map, Progress& progress) {
  const Index rows = map.length(0), columns = map.length(1);
  FiniteSums sums{
      std::vector<FiniteSum>(static_cast<size_t>(rows)), std::vector<FiniteSum>(static_cast<size_t>(columns)), {}};
  for (Index i = 0; i < rows; ++i) {
    if (i % kRowGrain == 0) progress.update(0.5 * static_cast<double>(i) / static_cast<double>(rows), "summing");
    FiniteSum& row = nth(sums.rows, i);
    for (Index j = 0; j < columns; ++j) {
      row.add(map(i, j));
      nth(sums.columns, j).add(map(i, j));
    }
    sums.all.sum += row.sum;
    sums.all.magnitude += row.magnitude;
    sums.all.count += row.count;
  }
  return sums;
}

}  // namespace

template <class Value>
Array<Value> averageProductCorrected(const Array<Value>& map, int threads, Progress& progress) {
  requireShape(map.name, map.shape(), {-1, -1});
  // What remains of signed values that cancel out is rounding: nothing to divide by.
  constexpr double kRounding = 1e-6;
  const FiniteSums sums = finiteSums(map, progress);
  if (std::abs(sums.all.sum) <= kRounding * sums.all.magnitude) return map;
  const Index columns = map.length(1);
  Array<Value> result(map.shape(), Untouched{}, map.name);
  PartProgress second(progress, 0.5, 1);
  parallelFor(map.length(0), kRowGrain, threads, second, "correcting", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const double factor = nth(sums.rows, i).mean() / sums.all.mean();
      for (Index j = 0; j < columns; ++j)
        result(i, j) = static_cast<Value>(map(i, j) - factor * nth(sums.columns, j).mean());
    }
  });
  return result;
}

template Array<float> averageProductCorrected(const Array<float>&, int, Progress&);
template Array<double> averageProductCorrected(const Array<double>&, int, Progress&);

Array<float> meanMap(const std::vector<std::shared_ptr<const Array<float>>>& maps, int threads, Progress& progress) {
  if (maps.empty() || !maps.front()) fail("the mean of attention maps needs at least one map");
  const Shape& shape = maps.front()->shape();
  for (const auto& map : maps) {
    if (!map) fail("the mean of attention maps: one of ", maps.size(), " is missing");
    requireShape(map->name, map->shape(), shape);
  }
  Array<float> result(shape, Untouched{}, maps.front()->name);
  constexpr Index kGrain = 16384;
  parallelFor(result.size(), kGrain, threads, progress, "averaging", [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      double sum = 0, count = 0;
      for (const auto& map : maps) {
        const double value = (*map)[k];
        if (std::isnan(value)) continue;
        sum += value;
        count += 1;
      }
      result[k] = count > 0 ? static_cast<float>(sum / count) : std::numeric_limits<float>::quiet_NaN();
    }
  });
  return result;
}

}  // namespace engine
