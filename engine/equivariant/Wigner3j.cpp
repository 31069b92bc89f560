#include "engine/equivariant/Wigner3j.h"

#include <array>
#include <cmath>
#include <complex>

#include "engine/base/Nth.h"
#include "engine/equivariant/Irreps.h"

namespace engine {

namespace {

using Complex = std::complex<double>;

double factorial(int n) {
  double product = 1;
  for (int k = 2; k <= n; ++k) product *= k;
  return product;
}

/// Clebsch-Gordan coefficient <l1 m1 l2 m2 | l3 m3> with the phases of Condon and Shortley (Racah's sum).
double clebschGordan(int l1, int m1, int l2, int m2, int l3, int m3) {
  if (m1 + m2 != m3) return 0;
  double sum = 0;
  for (int k = 0; k <= l1 + l2 - l3; ++k) {
    const int terms[] = {k, l1 + l2 - l3 - k, l1 - m1 - k, l2 + m2 - k, l3 - l2 + m1 + k, l3 - l1 - m2 + k};
    double product = k % 2 == 0 ? 1 : -1;
    for (const int term : terms) product = term < 0 ? 0 : product / factorial(term);
    sum += product;
  }
  const double triangle =
      factorial(l3 + l1 - l2) * factorial(l3 - l1 + l2) * factorial(l1 + l2 - l3) / factorial(l1 + l2 + l3 + 1);
  const double ends = factorial(l3 + m3) * factorial(l3 - m3) * factorial(l1 - m1) * factorial(l1 + m1) *
                      factorial(l2 - m2) * factorial(l2 + m2);
  return std::sqrt((2 * l3 + 1) * triangle * ends) * sum;
}

/// A column of the matrix q_l from real to complex components: the two complex orders m = +-mu with their values.
struct RealColumn {
  int orders[2];
  Complex values[2];
  int size;
};

RealColumn realColumn(int degree, int component) {
  constexpr Complex kI(0, 1);
  Complex phase = 1;  // (-i)^l
  for (int k = 0; k < degree; ++k) phase *= -kI;
  const int mu = std::abs(component - degree);
  if (mu == 0) return {{0, 0}, {phase, 0}, 1};
  const double root = 1 / std::sqrt(2.0), sign = mu % 2 == 0 ? 1 : -1;
  if (component > degree) return {{-mu, mu}, {phase * root, phase * sign * root}, 2};
  return {{-mu, mu}, {-phase * kI * root, phase * kI * sign * root}, 2};
}

/// Real part of the coupling of three real components, not yet of norm 1.
double coupling(int l1, int i, int l2, int j, int l3, int k) {
  const RealColumn first = realColumn(l1, i), second = realColumn(l2, j), out = realColumn(l3, k);
  Complex sum = 0;
  for (int a = 0; a < first.size; ++a)
    for (int b = 0; b < second.size; ++b)
      for (int c = 0; c < out.size; ++c)
        sum += first.values[a] * second.values[b] * std::conj(out.values[c]) *
               clebschGordan(l1, first.orders[a], l2, second.orders[b], l3, out.orders[c]);
  return sum.real();
}

std::vector<CouplingEntry> computed(int l1, int l2, int l3) {
  std::vector<CouplingEntry> entries;
  if (l3 < std::abs(l1 - l2) || l3 > l1 + l2) return entries;
  double square = 0;
  for (int k = 0; k <= 2 * l3; ++k)
    for (int i = 0; i <= 2 * l1; ++i)
      for (int j = 0; j <= 2 * l2; ++j) {
        const double value = coupling(l1, i, l2, j, l3, k);
        if (std::abs(value) < 1e-12) continue;  // the smallest true value is above 0.01
        entries.push_back({i, j, k, value});
        square += value * value;
      }
  for (CouplingEntry& entry : entries) entry.value /= std::sqrt(square);
  return entries;
}

constexpr int kDegrees = kMaxDegree + 1;

}  // namespace

const std::vector<CouplingEntry>& wigner3j(int first, int second, int out) {
  static const auto kTable = [] {
    std::array<std::vector<CouplingEntry>, kDegrees * kDegrees * kDegrees> table;
    for (int l1 = 0; l1 < kDegrees; ++l1)
      for (int l2 = 0; l2 < kDegrees; ++l2)
        for (int l3 = 0; l3 < kDegrees; ++l3)
          nth(table, (l1 * kDegrees + l2) * kDegrees + l3) = computed(l1, l2, l3);
    return table;
  }();
  for (const int degree : {first, second, out})
    if (degree < 0 || degree > kMaxDegree)
      fail("coupling of degrees ", first, ", ", second, ", ", out, ": expected degrees from 0 to ", kMaxDegree);
  return nth(kTable, (first * kDegrees + second) * kDegrees + out);
}

}  // namespace engine
