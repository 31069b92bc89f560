#include "engine/attention/triangle-multiplication/TriangleMultiplication.h"

#include "engine/attention/pairs/PairMasks.h"
#include "engine/base/ParallelFor.h"

namespace engine {

InputList triangleMultiplicationInputs(const std::string& path) {
  InputList list;
  addLayerNormInputs(list, path + "layer_norm_in", "P", "weight of the normalisation of z");
  addLinearInputs(list, path + "linear_a_p", "c", "P", "the edges a");
  addLinearInputs(list, path + "linear_a_g", "c", "P", "gate of the edges a");
  addLinearInputs(list, path + "linear_b_p", "c", "P", "the edges b");
  addLinearInputs(list, path + "linear_b_g", "c", "P", "gate of the edges b");
  addLayerNormInputs(list, path + "layer_norm_out", "c", "weight of the normalisation of the sums over k");
  addLinearInputs(list, path + "linear_z", "P", "c", "output projection");
  addLinearInputs(list, path + "linear_g", "P", "P", "gate of the output");
  return list;
}

template <class T>
Array<T> triangleProductPlain(const Array<T>& a, const Array<T>& b, TriangleEdges edges, const Work& work) {
  const Index L = a.length(0), c = a.length(2);
  const bool isOutgoing = edges == TriangleEdges::outgoing;
  Array<T> sums(a.shape(), T{}, "T");
  parallelFor(L, 1, work.threads, work.progress, "triangles", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < L; ++j)
        for (Index k = 0; k < L; ++k)
          for (Index channel = 0; channel < c; ++channel)
            sums(i, j, channel) +=
                isOutgoing ? a(i, k, channel) * b(j, k, channel) : a(k, i, channel) * b(k, j, channel);
  });
  return sums;
}

template <class T>
TriangleMultiplicationResult<T> triangleMultiplication(const Array<T>& z, const ModuleWeights<T>& weights,
                                                       TriangleEdges edges, const Work& work,
                                                       const Array<Bool>& there) {
  const Array<T> x = weights.norm("layer_norm_in", z, work);
  TriangleMultiplicationResult<T> result;
  result.a = weights.linear("linear_a_p", x, work);
  applyGate(result.a, weights.linear("linear_a_g", x, work), work);
  result.b = weights.linear("linear_b_p", x, work);
  applyGate(result.b, weights.linear("linear_b_g", x, work), work);
  for (Array<T>* edge : {&result.a, &result.b}) clearPadding(*edge, there);
  if constexpr (std::is_same_v<T, float>)
    result.T_ij = triangleProductNative(result.a, result.b, edges, work);
  else
    result.T_ij = triangleProductPlain(result.a, result.b, edges, work);
  result.Y = weights.linear("linear_z", weights.norm("layer_norm_out", result.T_ij, work), work);
  result.g = weights.linear("linear_g", x, work);
  applyGate(result.Y, result.g, work);
  return result;
}

#define INSTANTIATE(T)                                                                                      \
  template Array<T> triangleProductPlain(const Array<T>&, const Array<T>&, TriangleEdges, const Work&);     \
  template TriangleMultiplicationResult<T> triangleMultiplication(const Array<T>&, const ModuleWeights<T>&, \
                                                                  TriangleEdges, const Work&, const Array<Bool>&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
