#include "engine/analysis/MapRanks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

std::vector<float> quantilesOf(const Array<float>& map, Index count) {
  constexpr Index kMostCells = Index{1} << 20;
  // Odd, so that a step never keeps to the same columns of a map of even width.
  const Index step = map.size() > kMostCells ? (map.size() / kMostCells) | 1 : 1;
  std::vector<float> values;
  values.reserve(static_cast<size_t>(map.size() / step + 1));
  float least = std::numeric_limits<float>::infinity(), most = -least;
  for (Index k = 0; k < map.size(); ++k) {
    if (!std::isfinite(map[k])) continue;
    least = std::min(least, map[k]);
    most = std::max(most, map[k]);
    if (k % step == 0) values.push_back(map[k]);
  }
  if (!(least <= most)) return {};
  values.insert(values.end(), {least, most});
  std::sort(values.begin(), values.end());
  const Index wanted = std::max<Index>(count, 2);
  std::vector<float> quantiles;
  for (Index k = 0; k < wanted; ++k) {
    const double place = static_cast<double>(k) / static_cast<double>(wanted - 1);
    quantiles.push_back(nth(values, std::llround(place * static_cast<double>(values.size() - 1))));
  }
  return quantiles;
}

double placeAmong(const std::vector<float>& quantiles, double value) {
  if (std::isnan(value)) return std::numeric_limits<double>::quiet_NaN();
  if (quantiles.size() < 2) return 0;
  const double last = static_cast<double>(quantiles.size() - 1);
  const auto number = static_cast<float>(value);
  if (number <= quantiles.front()) return 0;
  if (number >= quantiles.back()) return 1;
  const auto lower = std::lower_bound(quantiles.begin(), quantiles.end(), number);
  const auto first = static_cast<double>(lower - quantiles.begin());
  if (*lower == number) return first / last;
  const double before = *(lower - 1), after = *lower;
  return (first - 1 + (value - before) / (after - before)) / last;
}

double valueAmong(const std::vector<float>& quantiles, double place) {
  if (quantiles.empty()) return 0;
  const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(quantiles.size() - 1);
  const auto left = std::min(static_cast<size_t>(at), quantiles.size() - 1);
  const size_t right = std::min(left + 1, quantiles.size() - 1);
  const double fraction = at - static_cast<double>(left);
  return quantiles[left] * (1 - fraction) + quantiles[right] * fraction;
}

Array<float> rankedMap(const Array<float>& map, const std::vector<float>& quantiles, int threads, Progress& progress) {
  Array<float> ranks(map.shape(), Untouched{}, map.name);
  constexpr Index kGrain = 8192;
  parallelFor(map.size(), kGrain, threads, progress, "ranks", [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k)
      ranks[k] = std::isfinite(map[k]) ? static_cast<float>(placeAmong(quantiles, map[k]))
                                       : std::numeric_limits<float>::quiet_NaN();
  });
  return ranks;
}

}  // namespace engine
