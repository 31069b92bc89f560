// Triangle attention (MATHEMATICS.md 18.3): the edge ij attends to the edges that share a node with it, biased by the
// third edge of the triangle.
#pragma once

#include "engine/attention/pairs/GatedAttention.h"

namespace engine {

/// The node that the edges share: where ij starts (keys ik, third edge jk) or where it ends (keys kj, third edge ki).
enum class TriangleNode { starting, ending };

/// layer_norm, linear (the bias) and mha, names after `path` ("" or "tri_att_start."). P channels of the pairs.
InputList triangleAttentionInputs(const std::string& path = {}, GatedAttentionLetters letters = {"H", "H*d", "P"});

/// z (L, L, P). Y (L, L, P) is what is added to z; everything else is by groups: starting (i, j, ...), ending (j, i,
/// ...). Throws Error when a score does not fit into T.
template <class T>
GatedAttentionResult<T> triangleAttention(const Array<T>& z, const ModuleWeights<T>& weights, TriangleNode node,
                                          const GatedAttentionOptions& options, const Work& work);

}  // namespace engine
