#include "engine/equivariant/EquivariantLinear.h"

#include <algorithm>
#include <cmath>

namespace engine {

EquivariantLinear::EquivariantLinear(Irreps in, Irreps out, PathNormalization normalization)
    : m_in(std::move(in)), m_out(std::move(out)) {
  std::vector<double> termsInto(m_out.blocks().size(), 0), pathsInto(m_out.blocks().size(), 0);
  for (size_t i = 0; i < m_in.blocks().size(); ++i)
    for (size_t k = 0; k < m_out.blocks().size(); ++k) {
      const IrrepBlock &from = m_in.blocks()[i], &to = m_out.blocks()[k];
      if (from.irrep != to.irrep) continue;
      m_paths.push_back({i, k, m_numWeights, 1});
      m_numWeights += from.multiplicity * to.multiplicity;
      termsInto[k] += double(from.multiplicity);
      pathsInto[k] += 1;
    }
  for (LinearPath& path : m_paths) {
    double count = 1;
    if (normalization == PathNormalization::element) count = termsInto[path.out];
    if (normalization == PathNormalization::path)
      count = double(m_in.blocks()[path.in].multiplicity) * pathsInto[path.out];
    path.factor = count > 0 ? 1 / std::sqrt(count) : 0.0;
  }
}

template <class T>
void EquivariantLinear::addPath(const LinearPath& path, const T* x, const T* weights, T* y) const {
  const IrrepBlock &from = m_in.blocks()[path.in], &to = m_out.blocks()[path.out];
  const Index dimension = from.irrep.dimension();
  const T* weight = weights + path.weightOffset;
  for (Index u = 0; u < from.multiplicity; ++u)
    for (Index w = 0; w < to.multiplicity; ++w, ++weight)
      for (Index c = 0; c < dimension; ++c)
        y[to.offset + w * dimension + c] += static_cast<T>(path.factor) * *weight * x[from.offset + u * dimension + c];
}

template <class T>
void EquivariantLinear::apply(const T* x, const T* weights, T* y) const {
  std::fill(y, y + m_out.dimension(), T(0));
  for (const LinearPath& path : m_paths) addPath(path, x, weights, y);
}

template void EquivariantLinear::addPath(const LinearPath&, const float*, const float*, float*) const;
template void EquivariantLinear::addPath(const LinearPath&, const double*, const double*, double*) const;
template void EquivariantLinear::apply(const float*, const float*, float*) const;
template void EquivariantLinear::apply(const double*, const double*, double*) const;

}  // namespace engine
