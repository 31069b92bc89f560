// What the definition and the native path of attention by a kernel share.
#pragma once

#include <cmath>

#include "engine/attention/phyloformer/Phyloformer.h"

namespace engine {

inline constexpr double kTinyTotal = 1e-6;  ///< keeps the division apart from 0

/// elu(x) + 1.
template <class T>
T kernelFeature(T x) {
  return x > 0 ? x + 1 : std::exp(x);
}

/// Zeros; room for the weights if they are kept.
template <class T>
KernelAttention<T> nothingAttended(const Array<T>& v, const PhyloformerOptions& options) {
  KernelAttention<T> result{Array<T>(v.shape(), T{}, "O"), {}};
  const Index n = v.length(1);
  if (options.keepsMaps) result.A = Array<T>({v.length(0), options.heads, n, n}, T{}, "A");
  return result;
}

}  // namespace engine
