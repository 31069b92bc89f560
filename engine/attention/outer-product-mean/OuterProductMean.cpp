#include "engine/attention/outer-product-mean/OuterProductMean.h"

#include <algorithm>

#include "engine/attention/pairs/PairMasks.h"
#include "engine/base/ParallelFor.h"

namespace engine {

InputList outerProductMeanInputs(const std::string& path, const std::string& hidden) {
  InputList list;
  addLayerNormInputs(list, path + "layer_norm", "D", "weight of the normalisation of m");
  addLinearInputs(list, path + "linear_1", hidden, "D", "left factors a");
  addLinearInputs(list, path + "linear_2", hidden, "D", "right factors b");
  addLinearInputs(list, path + "linear_out", "P", hidden + "*" + hidden, "output; channels of a are the slow index");
  return list;
}

template <class T>
Array<T> outerProductRowsPlain(const Array<T>& a, const Array<T>& b, Index begin, Index end) {
  const Index N = a.length(0), L = a.length(1), c = a.length(2);
  Array<T> O({end - begin, L, c, c}, T{}, "O");
  for (Index i = begin; i < end; ++i)
    for (Index j = 0; j < L; ++j)
      for (Index x = 0; x < c; ++x)
        for (Index y = 0; y < c; ++y) {
          T sum = 0;
          for (Index n = 0; n < N; ++n) sum += a(n, i, x) * b(n, j, y);
          O(i - begin, j, x, y) = N == 0 ? T{} : sum / static_cast<T>(N);
        }
  return O;
}

namespace {

/// Means over all N sequences, O (1, L, c, c) of residue i, as means over those in which both residues are there.
template <class T>
void overThere(Array<T>& O, const Array<double>& counts, Index i, Index N) {
  const Index L = O.length(1), size = L == 0 ? 0 : O.size() / L;
  for (Index j = 0; j < L; ++j) {
    const auto factor = static_cast<T>(counts(i, j) == 0 ? 0 : double(N) / counts(i, j));
    for (Index k = j * size; k < (j + 1) * size; ++k) O[k] *= factor;
  }
}

}  // namespace

template <class T>
OuterProductMeanResult<T> outerProductMean(const Array<T>& m, const ModuleWeights<T>& weights, bool keepsProducts,
                                           const Work& work, const Array<Bool>& there) {
  const Array<T> x = weights.norm("layer_norm", m, work);
  OuterProductMeanResult<T> result;
  result.a = weights.linear("linear_1", x, work);
  result.b = weights.linear("linear_2", x, work);
  for (Array<T>* factor : {&result.a, &result.b}) clearPadding(*factor, there);
  const Array<double> counts = there.empty() ? Array<double>() : jointCounts(there);
  const Index L = m.length(1), c = result.a.length(2), P = weights.at("linear_out.weight").length(0);
  if (keepsProducts) result.O = Array<T>({L, L, c, c}, Untouched{}, "O");
  result.Y = Array<T>({L, L, P}, Untouched{}, "Y");
  parallelFor(L, 1, work.threads, work.progress, "outer products", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      Array<T> O;
      if constexpr (std::is_same_v<T, float>)
        O = outerProductRowsNative(result.a, result.b, i, i + 1);
      else
        O = outerProductRowsPlain(result.a, result.b, i, i + 1);
      if (!counts.empty()) overThere(O, counts, i, m.length(0));
      if (keepsProducts) std::copy_n(O.data(), O.size(), result.O.data() + i * O.size());
      Progress none;
      const Array<T> Y = weights.linear("linear_out", std::move(O).reshaped({L, c * c}), {1, none});
      std::copy_n(Y.data(), Y.size(), result.Y.data() + i * Y.size());
    }
  });
  return result;
}

#define INSTANTIATE(T)                                                                                             \
  template Array<T> outerProductRowsPlain(const Array<T>&, const Array<T>&, Index, Index);                         \
  template OuterProductMeanResult<T> outerProductMean(const Array<T>&, const ModuleWeights<T>&, bool, const Work&, \
                                                      const Array<Bool>&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
