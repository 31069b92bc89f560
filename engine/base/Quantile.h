// Quantiles of measured numbers.
#pragma once

#include <algorithm>
#include <vector>

namespace engine {

/// The value below which a share 0..1 of the ascending values lies, linear in between. Not of none.
inline double quantileOf(const std::vector<double>& ascending, double share) {
  const double place = share * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return ascending[below] + (place - static_cast<double>(below)) * (ascending[above] - ascending[below]);
}

}  // namespace engine
