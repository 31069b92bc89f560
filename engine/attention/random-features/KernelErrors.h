// How far random features are from the softmax kernel SM(q, k) = exp(q . k): measured, and by formula
// (MATHEMATICS.md 17.2).
#pragma once

#include <string>
#include <vector>

#include "engine/attention/performer/Performer.h"
#include "engine/base/Random.h"

namespace engine {

/// A way to draw features. Its name is "positive, orthogonal".
struct KernelEstimator {
  FeatureKind kind = FeatureKind::positive;  ///< positive or trigonometric
  bool isOrthogonal = false;
  std::string name() const;
  /// The rows that it draws, (features, depth).
  Array<double> projection(Index features, Index depth, std::uint64_t seed) const;
};
/// Positive and trigonometric features, each of independent and of orthogonal rows.
const std::vector<KernelEstimator>& kernelEstimators();

/// Two vectors of one length at an angle (radians), as they enter the kernel: after the factor d^-1/4.
struct PairShape {
  double length = 1, angle = 0;
  double kernel() const;             ///< SM(q, k)
  double squaredSum() const;         ///< |q + k|^2
  double squaredDifference() const;  ///< |q - k|^2
};

/// Pairs of such vectors that are turned at random, (1, 1, pairs, depth) each; depth at least 2.
struct VectorPairs {
  Array<double> q, k;
};
VectorPairs vectorPairs(const PairShape& shape, Index pairs, Index depth, Random& random);

/// Root mean square over the pairs of SM^ / SM - 1, with the features of the projection W (m, depth); no shift, no eps.
double relativeError(const VectorPairs& pairs, const PairShape& shape, const Array<double>& W, FeatureKind kind,
                     int threads, Progress& progress);

/// What relativeError is on average (root of the mean square) for m independent rows.
double expectedError(FeatureKind kind, const PairShape& shape, Index m);

/// What it stays below for positive features of m orthogonal rows in d dimensions: theorem 2 of Choromanski et al.
/// 2021, for each block of d rows, which are independent of each other.
double orthogonalBound(const PairShape& shape, Index m, Index d);

/// Largest |phi(q) . phi(k) - exp(q . k / sqrt(d))| of all queries Q (L, d) with all keys K (L', d), in the order of
/// the matrix that is not normalised yet; no shift, no eps. 0 of none.
double largestError(const Array<double>& Q, const Array<double>& K, const Array<double>& W, FeatureKind kind,
                    int threads, Progress& progress);

/// |A - exact| / |exact| of one head, Frobenius norms: A from the features of Q (n, d) and K (L, d), rows divided by
/// their sums; no shift, no eps. What the mechanism "performer" calls error_A. `exact`: softmax attention, (n, L).
double mapError(const Array<double>& Q, const Array<double>& K, const Array<double>& W, FeatureKind kind,
                const Array<double>& exact, Progress& progress);

/// Length of the longest row of X (L, d) as it enters the kernel, after d^-1/4.
double longestInKernel(const Array<double>& X);

/// The error eps for which theorem 4 of Choromanski et al. 2021 asks for m features in d dimensions, `length` as above,
/// with its open constant taken as 1: a shape, no bound.
double uniformErrorShape(double length, Index m, Index d);

/// Of measured numbers, straight between the two that are nearest in order; NaN of none.
struct Quartiles {
  double low = 0, median = 0, high = 0;
};
Quartiles quartilesOf(std::vector<double> values);

}  // namespace engine
