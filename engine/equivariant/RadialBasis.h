// Functions of a distance: smooth steps, and a distance as a few numbers between 0 and 1 (MATHEMATICS.md 5).
#pragma once

#include "engine/base/Array.h"

namespace engine {

/// exp(-1/x) for x > 0, else 0: infinitely often differentiable everywhere.
template <class T>
T softUnitStep(T x);

/// softUnitStep(10 (1 - r/maxRadius)): the weight of an edge of length r; exp(-0.1) at 0, 0 from maxRadius on.
template <class T>
T edgeCutoff(T r, T maxRadius);

enum class RadialKind { smoothFinite, gaussian, cosine, fourier, bessel };

/// With cutoff: the functions are centred (or have their nodes) inside the interval, and all but gaussian vanish
/// outside. Without: the first and last centres are its ends.
enum class RadialEnds { cutoff, open };

/// `count` functions on [start, end].
struct RadialBasis {
  RadialKind kind = RadialKind::smoothFinite;
  double start = 0, end = 1;
  Index count = 10;
  RadialEnds ends = RadialEnds::cutoff;

  /// Throws Error for an empty interval, a count below 1, or below 2 where the centres are the ends.
  void check() const;
};

/// With step D = (end - start)/(count + 1) (open: count - 1), t = (x - c_i)/D:
///   smoothFinite  1.14136 e^2 s(t + 1) s(1 - t), s = softUnitStep: within one step of the centre c_i
///   gaussian      exp(-t^2) / 1.12
///   cosine        cos(pi t / 2) for |t| < 1
///   fourier       sin(pi i u) / sqrt(1/4 + count/2), i = 1.., u = (x - start)/(end - start); open: cos, i = 0..
///   bessel        sqrt(2/c) sin(pi i (x - start)/c) / (x - start), c = end - start, i = 1..; its limit at start
/// The squares of the first four add up to 1 on average.
template <class T>
void radialBasis(const RadialBasis& basis, T x, T* out);

}  // namespace engine
