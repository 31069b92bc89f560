// What volume-preserving attention promises, measured on one input, beside what a softmax of the columns would have
// done (MATHEMATICS.md 12.2, 17.6).
#pragma once

#include "engine/attention/volume-preserving/VolumePreserving.h"

namespace engine {

struct VolumeChecks {
  Array<double> P;              ///< (T, T), softmax of each column of scale * Z^T A Z
  Array<double> softmaxOutput;  ///< (d, T), Z P
  Array<double> scoresOfY;      ///< (T, T), C of the outputs Y
  double orthogonality = 0;     ///< |Lambda^T Lambda - I|, Frobenius
  double determinant = 0;       ///< of Lambda
  double softmaxDeterminant = 0;
  double fibreError = 0;  ///< largest |C(Y) - C|: how far Y is from the fibre of Z
};

/// Z P: what a softmax of the columns of the products (T, T) would give.
Array<double> softmaxOfTokens(const VolumePreservingInput& input, const Array<double>& products);

/// Of a result that kept its intermediates.
VolumeChecks checkVolume(const VolumePreservingInput& input, const VolumePreservingResult& result, int threads,
                         Progress& progress);

/// Largest number d T of inputs for which fibreBlocks() works.
inline constexpr Index kLargestFibres = 512;

/// The derivative of Y by Z in coordinates that are first horizontal (they move C), then vertical (they do not).
struct FibreBlocks {
  Array<double> J;  ///< (d T, d T): column c is what direction c at Z becomes, in the directions at Y
  Index numHorizontal = 0;
  double largestAbove = 0;  ///< largest |element| of the block that is 0 where fibres are kept: vertical to horizontal
  double horizontal = 0, vertical = 0;  ///< determinants of the blocks on the diagonal
};

/// Directions at Z: an orthonormal basis of what moves C, then of its orthogonal complement. Those at Y are made
/// likewise of Y and turned among each other until they are as near as can be to those at Z times Lambda. `jacobian` is
/// volumePreservingJacobian(). Throws Error when d T exceeds kLargestFibres.
FibreBlocks fibreBlocks(const VolumePreservingInput& input, const VolumePreservingResult& result,
                        const Array<double>& jacobian, int threads, Progress& progress);

}  // namespace engine
