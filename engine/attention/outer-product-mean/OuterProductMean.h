// Outer product mean (MATHEMATICS.md 18.6): what two columns of an alignment have in common, for every pair of columns.
#pragma once

#include "engine/attention/pairs/ModuleWeights.h"

namespace engine {

/// layer_norm, linear_1, linear_2 (D to `hidden`) and linear_out (to P), names after `path`.
InputList outerProductMeanInputs(const std::string& path = {}, const std::string& hidden = "c");

template <class T>
struct OuterProductMeanResult {
  Array<T> a, b;  ///< (N, L, c); 0 for padding
  Array<T> O;     ///< (L, L, c, c) means of the outer products; empty unless kept
  Array<T> Y;     ///< (L, L, P) what is added to the pairs
};

/// O_ijcd = 1/N sum_n a_nic b_njd, for the rows i from begin to end - 1: (end - begin, L, c, c). 0 without sequences.
/// The definition.
template <class T>
Array<T> outerProductRowsPlain(const Array<T>& a, const Array<T>& b, Index begin, Index end);
/// One matrix product.
Array<float> outerProductRowsNative(const Array<float>& a, const Array<float>& b, Index begin, Index end);

/// m (N, L, D); `there` (N, L): cells that are no padding, empty: all; each mean is over the sequences in which both
/// residues are there, 0 of none. Without `keepsProducts` O exists for a few rows at a time. The native product for
/// float.
template <class T>
OuterProductMeanResult<T> outerProductMean(const Array<T>& m, const ModuleWeights<T>& weights, bool keepsProducts,
                                           const Work& work, const Array<Bool>& there = {});

}  // namespace engine
