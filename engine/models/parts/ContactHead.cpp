#include "engine/models/parts/ContactHead.h"

#include <algorithm>
#include <cmath>

#include "engine/base/ParallelFor.h"

namespace engine {

template <class T>
ContactHeadWeights<T> readContactRegression(const ModelWeights& weights, const ModelSizes& sizes,
                                            const std::string& maps) {
  for (const std::string prefix : {"", "esm."}) {
    const std::string name = prefix + "contact_head.regression";
    if (!weights.contains(name + ".weight")) continue;
    ContactHeadWeights<T> regression;
    regression.maps = maps;
    regression.weights = readWeightsAs<T>(weights, name + ".weight", {1, sizes.layers * sizes.heads})
                             .reshaped({sizes.layers * sizes.heads});
    regression.bias = readWeightsAs<T>(weights, name + ".bias", {1})[0];
    return regression;
  }
  return {};
}

template <class T>
ContactSum<T>::ContactSum(const ContactHeadWeights<T>& regression, Index positions)
    : m_regression(regression),
      m_sum({std::max<Index>(0, positions - regression.cutFirst - regression.cutLast),
             std::max<Index>(0, positions - regression.cutFirst - regression.cutLast)},
            T{0}, "contacts") {}

template <class T>
void ContactSum<T>::add(Index layer, const Array<T>& A, int threads) {
  // Half of each symmetric term is summed, without looking across the map; contacts() adds the other half.
  const Index heads = A.length(0), n = A.length(1), L = m_sum.length(0), cut = m_regression.cutFirst;
  const auto row = [&](Index head, Index i) { return A.data() + (head * n + cut + i) * n + cut; };
  Array<T> margins({heads, L}, T{0}), totals({heads}, T{0});  // sums of A + A^T
  parallelFor(heads, 1, threads, [&](Index begin, Index end) {
    for (Index h = begin; h < end; ++h)
      for (Index i = 0; i < L; ++i) {
        T sum = 0;
        for (Index j = 0; j < L; ++j) {
          sum += row(h, i)[j];
          margins(h, j) += row(h, i)[j];
        }
        margins(h, i) += sum;
        totals[h] += 2 * sum;
      }
  });
  constexpr Index kRows = 16;
  parallelFor(L, kRows, threads, [&](Index begin, Index end) {
    for (Index h = 0; h < heads; ++h) {
      const T weight = m_regression.weights[layer * heads + h];
      for (Index i = begin; totals[h] != 0 && i < end; ++i) {
        const T product = weight * margins(h, i) / (2 * totals[h]);
        T* const sum = m_sum.data() + i * L;
        const T *const map = row(h, i), *const margin = margins.data() + h * L;
        for (Index j = 0; j < L; ++j) sum[j] += weight * map[j] - product * margin[j];
      }
    }
  });
}

template <class T>
Array<T> ContactSum<T>::contacts() const {
  Array<T> result(m_sum.shape(), Untouched{}, "contacts");
  for (Index i = 0; i < m_sum.length(0); ++i)
    for (Index j = 0; j < m_sum.length(0); ++j)
      result(i, j) = 1 / (1 + std::exp(-(m_sum(i, j) + m_sum(j, i) + m_regression.bias)));
  return result;
}

template ContactHeadWeights<float> readContactRegression(const ModelWeights&, const ModelSizes&, const std::string&);
template ContactHeadWeights<double> readContactRegression(const ModelWeights&, const ModelSizes&, const std::string&);
template class ContactSum<float>;
template class ContactSum<double>;

}  // namespace engine
