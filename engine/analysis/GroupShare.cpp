#include "engine/analysis/GroupShare.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

/// Logarithm of n over k.
double logChoose(Index n, Index k) {
  return std::lgamma(double(n) + 1) - std::lgamma(double(k) + 1) - std::lgamma(double(n - k) + 1);
}

}  // namespace

double GroupShare::times() const {
  if (asked == 0 || all == 0 || allWithin == 0) return 0;
  return double(within) / double(asked) / (double(allWithin) / double(all));
}

double GroupShare::tail() const {
  const Index most = std::min(asked, allWithin), least = std::max<Index>(0, asked - (all - allWithin));
  if (asked == 0 || within <= least) return 1;
  double sum = 0;
  for (Index k = within; k <= most; ++k)
    sum += std::exp(logChoose(allWithin, k) + logChoose(all - allWithin, asked - k) - logChoose(all, asked));
  return std::min(1.0, sum);
}

}  // namespace engine
