// Triangle multiplication (MATHEMATICS.md 18.1): the edge ij learns from the two other edges of every triangle i, j, k.
#pragma once

#include "engine/attention/pairs/ModuleWeights.h"

namespace engine {

/// Which edges of the triangle meet in k: those that leave i and j (ik, jk), or those that come in (ki, kj).
enum class TriangleEdges { outgoing, incoming };

/// layer_norm_in, linear_a_p, linear_a_g, linear_b_p, linear_b_g, layer_norm_out, linear_z and linear_g, names after
/// `path` ("" or "tri_mul_out."). Letters: P channels of the pairs, c hidden ones.
InputList triangleMultiplicationInputs(const std::string& path = {});

/// T_ijc = sum_k a_ikc b_jkc, or a_kic b_kjc. a, b, T (L, L, c). The definition.
template <class T>
Array<T> triangleProductPlain(const Array<T>& a, const Array<T>& b, TriangleEdges edges, const Work& work);
/// One matrix product for every channel.
Array<float> triangleProductNative(const Array<float>& a, const Array<float>& b, TriangleEdges edges, const Work& work);

template <class T>
struct TriangleMultiplicationResult {
  Array<T> a, b;  ///< (L, L, c) edges after their gates; 0 for padding
  Array<T> T_ij;  ///< (L, L, c) sums over k
  Array<T> g;     ///< (L, L, P) gate of the output, before sigma
  Array<T> Y;     ///< (L, L, P) what is added to z
};

/// z (L, L, P); `there` (L, L): pairs that are no padding, empty: all. The native product for float, the definition for
/// double.
template <class T>
TriangleMultiplicationResult<T> triangleMultiplication(const Array<T>& z, const ModuleWeights<T>& weights,
                                                       TriangleEdges edges, const Work& work,
                                                       const Array<Bool>& there = {});

}  // namespace engine
