#include "engine/equivariant/SphericalHarmonics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace engine {

namespace {

/// Factor of the degree relative to component normalisation.
double factorOf(int degree, HarmonicNormalization normalization) {
  if (normalization == HarmonicNormalization::norm) return 1 / std::sqrt(2.0 * degree + 1);
  return normalization == HarmonicNormalization::integral ? 0.5 * std::numbers::inv_sqrtpi : 1.0;
}

}  // namespace

template <class T>
void harmonicPolynomials(T x, T y, T z, int maxDegree, T* out) {
  const auto constant = [](double square) { return static_cast<T>(std::sqrt(square)); };
  out[0] = 1;
  if (maxDegree < 1) return;
  static const T k3 = constant(3);
  out[1] = k3 * x;
  out[2] = k3 * y;
  out[3] = k3 * z;
  if (maxDegree < 2) return;
  static const T k5 = constant(5), k15 = constant(15);
  const T xx = x * x, yy = y * y, zz = z * z;
  out[4] = k15 * x * z;
  out[5] = k15 * x * y;
  out[6] = k5 * (yy - (xx + zz) / 2);
  out[7] = k15 * y * z;
  out[8] = k15 / 2 * (zz - xx);
  if (maxDegree < 3) return;
  static const T k7 = constant(7), k105 = constant(105), k21_8 = constant(21.0 / 8), k35_8 = constant(35.0 / 8);
  out[9] = k35_8 * x * (3 * zz - xx);
  out[10] = k105 * x * y * z;
  out[11] = k21_8 * x * (4 * yy - xx - zz);
  out[12] = k7 / 2 * y * (2 * yy - 3 * xx - 3 * zz);
  out[13] = k21_8 * z * (4 * yy - xx - zz);
  out[14] = k105 / 2 * y * (zz - xx);
  out[15] = k35_8 * z * (zz - 3 * xx);
}

template <class T>
void sphericalHarmonics(const T* vector, int maxDegree, HarmonicNormalization normalization, T* out) {
  const T length = std::hypot(vector[0], vector[1], vector[2]);
  const T bounded = std::max(length, static_cast<T>(1e-12));
  harmonicPolynomials(vector[0] / bounded, vector[1] / bounded, vector[2] / bounded, maxDegree, out);
  if (normalization == HarmonicNormalization::component) return;
  for (int degree = 0; degree <= maxDegree; ++degree) {
    const T factor = static_cast<T>(factorOf(degree, normalization));
    for (Index k = numHarmonics(degree - 1); k < numHarmonics(degree); ++k) out[k] *= factor;
  }
}

template void harmonicPolynomials(float, float, float, int, float*);
template void harmonicPolynomials(double, double, double, int, double*);
template void sphericalHarmonics(const float*, int, HarmonicNormalization, float*);
template void sphericalHarmonics(const double*, int, HarmonicNormalization, double*);

}  // namespace engine
