#include "engine/attention/equivariant/RadialOnTape.h"

#include <cmath>
#include <numbers>

namespace engine {

namespace {

constexpr double kPi = std::numbers::pi;

/// factor * (1, 2, ..., count).
Array<double> multiples(double factor, Index count) {
  Array<double> result({count});
  for (Index i = 0; i < count; ++i) result[i] = factor * double(i + 1);
  return result;
}

/// cos(pi t / 2) for |t| < 1, else 0.
Variable<double> cosineBump(const Variable<double>& t) {
  return elementwise<double>(
      t, [](double x) { return std::abs(x) < 1 ? std::cos(kPi / 2 * x) : 0.0; },
      [](double x, double) { return std::abs(x) < 1 ? -kPi / 2 * std::sin(kPi / 2 * x) : 0.0; });
}

/// sin(x)/x.
Variable<double> sinc(const Variable<double>& x) {
  return elementwise<double>(
      x, [](double v) { return v == 0 ? 1.0 : std::sin(v) / v; },
      [](double v, double y) { return v == 0 ? 0.0 : (std::cos(v) - y) / v; });
}

/// 0 for distances outside the interval; the ends are outside when `isOpen`.
Variable<double> insideOnly(const RadialBasis& basis, const Variable<double>& r, const Variable<double>& functions,
                            bool isOpen) {
  Array<Bool> isOutside(r.shape());
  for (Index e = 0; e < r.value().size(); ++e) {
    const double x = r.value()[e];
    isOutside[e].value = x < basis.start || x >= basis.end || (isOpen && x == basis.start);
  }
  return replaced(functions, isOutside, 0);
}

}  // namespace

Variable<double> softUnitStep(const Variable<double>& x) {
  return elementwise<double>(
      x, [](double v) { return softUnitStep(v); }, [](double v, double y) { return y > 0 ? y / v / v : 0.0; });
}

Variable<double> radialBasis(const RadialBasis& basis, const Variable<double>& r) {
  const double width = basis.end - basis.start;
  const Variable<double> x = r + -basis.start;
  const auto times = [&](double factor) { return x * r.tape().variable(multiples(factor, basis.count)); };
  if (basis.kind == RadialKind::fourier)
    return insideOnly(basis, r, (1 / std::sqrt(0.25 + double(basis.count) / 2)) * sin(times(kPi / width)), true);
  if (basis.kind == RadialKind::bessel) {
    const Variable<double> frequencies = r.tape().variable(multiples(kPi / width * std::sqrt(2 / width), basis.count));
    return insideOnly(basis, r, frequencies * sinc(times(kPi / width)), false);
  }
  const double step = width / double(basis.count + 1);
  const Variable<double> t = (1 / step) * (x - r.tape().variable(multiples(step, basis.count)));
  if (basis.kind == RadialKind::gaussian) return (1 / 1.12) * exp(-1 * square(t));
  if (basis.kind == RadialKind::cosine) return cosineBump(t);
  return (1.14136 * std::exp(2.0)) * (softUnitStep(t + 1) * softUnitStep(-1 * t + 1));
}

Variable<double> harmonicPolynomials(const Variable<double>& unit, int maxDegree) {
  const auto root = [](double square) { return std::sqrt(square); };
  const Variable<double> x = slice(unit, 1, 0, 1), y = slice(unit, 1, 1, 2), z = slice(unit, 1, 2, 3);
  const Variable<double> xx = square(x), yy = square(y), zz = square(z);
  std::vector<Variable<double>> Y = {unit.tape().variable(Array<double>(x.shape(), 1.0))};
  if (maxDegree >= 1)
    for (const Variable<double>& component : {x, y, z}) Y.push_back(root(3) * component);
  if (maxDegree >= 2) {
    Y.push_back(root(15) * (x * z));
    Y.push_back(root(15) * (x * y));
    Y.push_back(root(5) * (yy - 0.5 * (xx + zz)));
    Y.push_back(root(15) * (y * z));
    Y.push_back(root(15) / 2 * (zz - xx));
  }
  if (maxDegree >= 3) {
    const Variable<double> polar = 4 * yy - xx - zz;
    Y.push_back(root(35.0 / 8) * (x * (3 * zz - xx)));
    Y.push_back(root(105) * (x * y * z));
    Y.push_back(root(21.0 / 8) * (x * polar));
    Y.push_back(root(7) / 2 * (y * (2 * yy - 3 * (xx + zz))));
    Y.push_back(root(21.0 / 8) * (z * polar));
    Y.push_back(root(105) / 2 * (y * (zz - xx)));
    Y.push_back(root(35.0 / 8) * (z * (zz - 3 * xx)));
  }
  return concat(Y, 1);
}

}  // namespace engine
