// Real spherical harmonics of degree 0 to 3 in the basis of e3nn: polar axis y, l = 1 in the order x, y, z
// (MATHEMATICS.md 2.1).
#pragma once

#include "engine/equivariant/Irreps.h"

namespace engine {

/// component: |Y^l|^2 = 2l + 1 on the unit sphere. norm: 1. integral: the integral of each component's square is 1.
enum class HarmonicNormalization { component, norm, integral };

/// Number of values of degrees 0 to maxDegree.
inline constexpr Index numHarmonics(int maxDegree) { return Index{maxDegree + 1} * (maxDegree + 1); }

/// Y^0 to Y^maxDegree of the direction of (x, y, z), one after the other, into `out` (numHarmonics values). The vector
/// is brought to length 1 first; a vector shorter than 1e-12 is divided by 1e-12 instead, so that zero gives Y^0 and
/// zeros. 0 <= maxDegree <= kMaxDegree.
template <class T>
void sphericalHarmonics(const T* vector, int maxDegree, HarmonicNormalization normalization, T* out);

/// The polynomials behind it, without bringing the vector to length 1 (component normalisation): their derivatives
/// are those of polynomials.
template <class T>
void harmonicPolynomials(T x, T y, T z, int maxDegree, T* out);

}  // namespace engine
