#include "engine/heads/OffsetStatistics.h"

#include <cmath>
#include <complex>
#include <cstdlib>
#include <numbers>

#include "engine/base/Nth.h"

namespace engine {

namespace {

/// The largest, of equal ones the nearest, of equally near ones the negative one.
Index strongestOffset(const HeadStatistics& head, Index reach) {
  Index best = 0;
  for (Index distance = 1; distance <= reach; ++distance)
    for (const Index k : {-distance, distance})
      if (*head.offsetAt(k) > *head.offsetAt(best)) best = k;
  return best;
}

double bothWays(const HeadStatistics& head, Index distance) {
  return head.offsetAt(distance).value_or(0) + head.offsetAt(-distance).value_or(0);
}

/// MATHEMATICS.md 2.5.
double helixPeriod(const HeadStatistics& head) {
  constexpr double kResiduesPerTurn = 3.6;
  constexpr Index kFirst = 3, kLast = 20;
  std::complex<double> wave = 0;
  double size = 0;
  for (Index k = kFirst; k <= kLast; ++k) {
    double mean = 0;
    for (Index near = k - 2; near <= k + 2; ++near) mean += bothWays(head, near) / 5;
    const double above = bothWays(head, k) - mean;
    wave += above * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / kResiduesPerTurn);
    size += above * above;
  }
  return size > 0 ? std::norm(wave) / (static_cast<double>(kLast - kFirst + 1) / 2 * size) : 0;
}

}  // namespace

void describeOffsets(const std::vector<double>& sums, const std::vector<Index>& rows, HeadStatistics& head) {
  head.offsets.assign(sums.size(), 0);
  for (size_t k = 0; k < sums.size(); ++k)
    if (rows[k] > 0) head.offsets[k] = sums[k] / static_cast<double>(rows[k]);
  const Index reach = (static_cast<Index>(sums.size()) - 1) / 2;
  head.previous = head.offsetAt(-1);
  head.self = head.offsetAt(0);
  head.next = head.offsetAt(1);
  head.offset = strongestOffset(head, reach);
  head.offsetMass = head.offsetAt(*head.offset);
  head.helixMass = bothWays(head, 3) + bothWays(head, 4);
  head.helixExcess = *head.helixMass - (bothWays(head, 2) + bothWays(head, 5));
  constexpr Index kReachOfPeriod = 22;
  if (reach >= kReachOfPeriod) head.helixPeriod = helixPeriod(head);
}

}  // namespace engine
