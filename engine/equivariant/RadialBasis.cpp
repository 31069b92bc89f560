// The functions fourier and bessel follow soft_one_hot_linspace of e3nn 0.6.0; at the start of the interval, where that
// divides 0 by 0, bessel takes the limit.
#include "engine/equivariant/RadialBasis.h"

#include <cmath>
#include <numbers>

namespace engine {

namespace {

/// A bump around one centre; t is the distance from it in steps.
template <class T>
T bump(RadialKind kind, T t) {
  if (kind == RadialKind::gaussian) return std::exp(-t * t) / static_cast<T>(1.12);
  if (!(std::abs(t) < 1)) return 0;
  if (kind == RadialKind::cosine) return std::cos(std::numbers::pi_v<T> / 2 * t);
  static const T kScale = static_cast<T>(1.14136 * std::exp(2.0));
  return kScale * softUnitStep(t + 1) * softUnitStep(1 - t);
}

template <class T>
void bumps(const RadialBasis& basis, T x, T* out) {
  const bool isOpen = basis.ends == RadialEnds::open;
  const double step = (basis.end - basis.start) / double(isOpen ? basis.count - 1 : basis.count + 1);
  for (Index i = 0; i < basis.count; ++i) {
    const double centre = basis.start + step * double(isOpen ? i : i + 1);
    out[i] = bump(basis.kind, static_cast<T>((double(x) - centre) / step));
  }
}

template <class T>
void fourier(const RadialBasis& basis, T x, T* out) {
  const T u = static_cast<T>((double(x) - basis.start) / (basis.end - basis.start));
  const T scale = static_cast<T>(1 / std::sqrt(0.25 + double(basis.count) / 2));
  for (Index i = 0; i < basis.count; ++i) {
    if (basis.ends == RadialEnds::open)
      out[i] = scale * std::cos(std::numbers::pi_v<T> * T(i) * u);
    else
      out[i] = 0 < u && u < 1 ? scale * std::sin(std::numbers::pi_v<T> * T(i + 1) * u) : T(0);
  }
}

template <class T>
void bessel(const RadialBasis& basis, T x, T* out) {
  const double width = basis.end - basis.start;
  const T distance = static_cast<T>(double(x) - basis.start), scale = static_cast<T>(std::sqrt(2 / width));
  const bool isOutside = basis.ends == RadialEnds::cutoff && (distance < 0 || double(distance) >= width);
  for (Index i = 0; i < basis.count; ++i) {
    const T frequency = static_cast<T>(std::numbers::pi * double(i + 1) / width);
    out[i] = isOutside ? T(0) : scale * (distance == 0 ? frequency : std::sin(frequency * distance) / distance);
  }
}

}  // namespace

template <class T>
T softUnitStep(T x) {
  return x > 0 ? std::exp(-1 / x) : T(0);
}

template <class T>
T edgeCutoff(T r, T maxRadius) {
  return softUnitStep(10 * (1 - r / maxRadius));
}

void RadialBasis::check() const {
  if (!(start < end) || !std::isfinite(start) || !std::isfinite(end))
    fail("radial basis: found the interval from ", start, " to ", end, ", expected a start below the end");
  const bool hasCentresAtEnds = ends == RadialEnds::open && kind != RadialKind::fourier && kind != RadialKind::bessel;
  const Index least = hasCentresAtEnds ? 2 : 1;
  if (count < least) fail("radial basis: found ", count, " functions, expected at least ", least);
}

template <class T>
void radialBasis(const RadialBasis& basis, T x, T* out) {
  if (basis.kind == RadialKind::fourier)
    fourier(basis, x, out);
  else if (basis.kind == RadialKind::bessel)
    bessel(basis, x, out);
  else
    bumps(basis, x, out);
}

template float softUnitStep(float);
template double softUnitStep(double);
template float edgeCutoff(float, float);
template double edgeCutoff(double, double);
template void radialBasis(const RadialBasis&, float, float*);
template void radialBasis(const RadialBasis&, double, double*);

}  // namespace engine
