#include "ui/views/attention/MapComparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

using engine::Array;
using engine::Index;

namespace {

double finite(float value) { return std::isfinite(value) ? static_cast<double>(value) : 0.0; }

/// Mean over rows with any weight of the share that is left of it in `cut`.
double keptShare(const Array<float>& whole, const Array<float>& cut, const std::vector<double>& lost) {
  double shares = 0, count = 0;
  for (Index i = 0; i < whole.length(0); ++i) {
    double kept = 0, total = lost.empty() ? 0 : lost[static_cast<std::size_t>(i)];
    bool isShared = false;
    for (Index j = 0; j < whole.length(1); ++j) {
      isShared = isShared || !std::isnan(cut(i, j));
      kept += finite(cut(i, j));
      total += finite(whole(i, j));
    }
    if (!isShared || !(total > 0)) continue;
    shares += kept / total;
    ++count;
  }
  return count > 0 ? shares / count : 0;
}

}  // namespace

std::optional<engine::HeadComparison> comparisonOf(const Array<float>& first, const Array<float>& second,
                                                   const std::vector<double>& firstLost,
                                                   const std::vector<double>& secondLost) {
  constexpr Index kMostCells = Index{1} << 24;
  if (first.size() == 0 || first.size() > kMostCells) return std::nullopt;
  const auto isNegative = [](float value) { return value < 0; };
  if (std::any_of(first.begin(), first.end(), isNegative) || std::any_of(second.begin(), second.end(), isNegative))
    return std::nullopt;
  Array<float> a = first, b = second;
  for (Index k = 0; k < a.size(); ++k)
    if (std::isnan(first[k]) || std::isnan(second[k])) a[k] = b[k] = std::numeric_limits<float>::quiet_NaN();
  engine::HeadComparison found = engine::comparedMaps(a, b);
  found.keptOfFirst = keptShare(first, a, firstLost);
  found.keptOfSecond = keptShare(second, b, secondLost);
  return found;
}

}  // namespace ui
