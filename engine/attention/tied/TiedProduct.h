// The product of tied attention (MATHEMATICS.md 7.2): one map per head, shared by all rows of an alignment.
// S_hij = scale * sum_r q_rih . k_rjh, A = softmax over j, O_rih = sum_j A_hij v_rjh.
#pragma once

#include <string>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/compute/KernelFlavour.h"

namespace engine {

/// What the score of a padded key becomes (MSA Transformer).
inline constexpr double kPaddedScore = -10000;

/// R rows, C columns; channel h*d + k of a cell belongs to head h.
template <class T>
struct TiedProductInput {
  Array<T> Q, K;       ///< (R, C, H*d)
  Array<T> V;          ///< (R, C, H*v)
  Index heads = 1;     ///< H
  double scale = 1;    ///< of the scores
  Array<Bool> hidden;  ///< (C) keys whose scores become kPaddedScore; empty: none
  bool keepScores = false;
  std::string origin = {};  ///< arrays that Q and K come from, for errors (arraysText); empty: Q and K themselves

  Index rows() const { return Q.length(0); }
  Index columns() const { return Q.length(1); }
  Index depth() const { return Q.length(2) / heads; }
  Index valueWidth() const { return V.length(2) / heads; }
};

template <class T>
struct TiedProductResult {
  Array<T> S;  ///< (H, C, C) scores as the softmax sees them; empty unless asked for
  Array<T> A;  ///< (H, C, C); rows sum to 1
  Array<T> O;  ///< (R, C, H*v)
};

/// The definition. T is float or double.
template <class T>
TiedProductResult<T> tiedProductPlain(const TiedProductInput<T>& input, int threads, Progress& progress);

/// Blocks of queries with matrix products.
TiedProductResult<float> tiedProductNative(const TiedProductInput<float>& input, int threads, Progress& progress);

/// The kernels of tied_attention.cl or tied_attention_tiled.cl. Throws DeviceError.
TiedProductResult<float> tiedProductOnDevice(const TiedProductInput<float>& input, Device& device, Progress& progress,
                                             KernelFlavour flavour = KernelFlavour::automatic);

/// Chooses: the device when there is one (falling back with a warning), the fast native path for float, the definition
/// for double. Throws Error when a score does not fit into T.
template <class T>
TiedProductResult<T> tiedProduct(const TiedProductInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                                 Progress& progress);

/// The second half alone: O (R, C, H*v) with O_rih = sum_j A_hij V_rjh for A (H, C, C), V (R, C, H*v).
template <class T>
Array<T> sharedValuesPlain(const Array<T>& A, const Array<T>& V, int threads, Progress& progress);
Array<float> sharedValuesNative(const Array<float>& A, const Array<float>& V, int threads, Progress& progress);
/// The native path for float, the definition for double.
template <class T>
Array<T> sharedValues(const Array<T>& A, const Array<T>& V, int threads, Progress& progress);

/// Softmax of one row in place; returns ln of the sum of exp. Not-a-number throughout, and returned, unless every value
/// is finite.
template <class T>
T softmaxRow(T* row, Index count);

/// Throws Error naming `arrays` (arraysText) when the weights (..., n, m) hold not-a-number: a score did not fit into
/// T.
template <class T>
void requireFiniteWeights(const Array<T>& weights, const std::string& arrays);

}  // namespace engine
