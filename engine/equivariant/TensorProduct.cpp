#include "engine/equivariant/TensorProduct.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

double irrepFactor(const Irrep& first, const Irrep& second, const Irrep& out, IrrepNormalization normalization) {
  if (normalization == IrrepNormalization::component) return double(out.dimension());
  return normalization == IrrepNormalization::norm ? double(first.dimension() * second.dimension()) : 1.0;
}

/// sum_{ij} C_ijk x_i y_j for all k into `coupled`.
template <class T>
void couplePair(const std::vector<CouplingEntry>& entries, const T* x, const T* y, T* coupled, Index dimension) {
  std::fill(coupled, coupled + dimension, T(0));
  for (const CouplingEntry& entry : entries)
    coupled[entry.out] += static_cast<T>(entry.value) * x[entry.first] * y[entry.second];
}

}  // namespace

TensorProduct::TensorProduct(Irreps first, Irreps second, Irreps out, PathNormalization pathNormalization,
                             IrrepNormalization irrepNormalization)
    : m_first(std::move(first)), m_second(std::move(second)), m_out(std::move(out)) {
  const auto &a = m_first.blocks(), &b = m_second.blocks(), &c = m_out.blocks();
  double total = 0;
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j)
      for (size_t k = 0; k < c.size(); ++k) {
        if (!couple(a[i].irrep, b[j].irrep, c[k].irrep)) continue;
        total += double(a[i].multiplicity) * double(b[j].multiplicity) * double(c[k].multiplicity);
        if (total > 0x1p40)
          fail("tensor product ", m_first.text(), " x ", m_second.text(), " -> ", m_out.text(), ": found ", total,
               " or more weights, expected at most ", 0x1p40);
        m_paths.push_back({i, j, k, m_numWeights, 1});
        m_numWeights = static_cast<Index>(total);
      }
  normalize(pathNormalization, irrepNormalization);
}

void TensorProduct::normalize(PathNormalization pathNormalization, IrrepNormalization irrepNormalization) {
  const auto terms = [&](const TensorProductPath& path) {
    return double(m_first.blocks()[path.first].multiplicity) * double(m_second.blocks()[path.second].multiplicity);
  };
  std::vector<double> termsInto(m_out.blocks().size(), 0), pathsInto(m_out.blocks().size(), 0);
  for (const TensorProductPath& path : m_paths) {
    termsInto[path.out] += terms(path);
    pathsInto[path.out] += 1;
  }
  for (TensorProductPath& path : m_paths) {
    double count = 1;
    if (pathNormalization == PathNormalization::element) count = termsInto[path.out];
    if (pathNormalization == PathNormalization::path) count = terms(path) * pathsInto[path.out];
    const double factor = irrepFactor(m_first.blocks()[path.first].irrep, m_second.blocks()[path.second].irrep,
                                      m_out.blocks()[path.out].irrep, irrepNormalization);
    path.factor = count > 0 ? std::sqrt(factor / count) : 0.0;  // without copies there is nothing to add up
  }
}

const std::vector<CouplingEntry>& TensorProduct::coupling(const TensorProductPath& path) const {
  return wigner3j(m_first.blocks()[path.first].irrep.degree, m_second.blocks()[path.second].irrep.degree,
                  m_out.blocks()[path.out].irrep.degree);
}

std::vector<IrrepBlock> TensorProduct::unreached() const {
  std::vector<bool> isReached(m_out.blocks().size(), false);
  for (const TensorProductPath& path : m_paths) isReached[path.out] = true;
  std::vector<IrrepBlock> list;
  for (size_t k = 0; k < isReached.size(); ++k)
    if (!isReached[k]) list.push_back(m_out.blocks()[k]);
  return list;
}

template <class T>
void TensorProduct::addPath(const TensorProductPath& path, const T* x, const T* y, const T* weights, T* z) const {
  T coupled[2 * kMaxDegree + 1];
  const IrrepBlock &first = m_first.blocks()[path.first], &second = m_second.blocks()[path.second],
                   &out = m_out.blocks()[path.out];
  const std::vector<CouplingEntry>& entries = coupling(path);
  const Index dimension = out.irrep.dimension();
  const T* weight = weights + path.weightOffset;
  for (Index u = 0; u < first.multiplicity; ++u)
    for (Index v = 0; v < second.multiplicity; ++v) {
      couplePair(entries, x + first.offset + u * first.irrep.dimension(),
                 y + second.offset + v * second.irrep.dimension(), coupled, dimension);
      for (Index k = 0; k < dimension; ++k) coupled[k] *= static_cast<T>(path.factor);
      for (Index w = 0; w < out.multiplicity; ++w, ++weight)
        for (Index k = 0; k < dimension; ++k) z[out.offset + w * dimension + k] += *weight * coupled[k];
    }
}

template <class T>
void TensorProduct::apply(const T* x, const T* y, const T* weights, T* z) const {
  std::fill(z, z + m_out.dimension(), T(0));
  for (const TensorProductPath& path : m_paths) addPath(path, x, y, weights, z);
}

template void TensorProduct::addPath(const TensorProductPath&, const float*, const float*, const float*, float*) const;
template void TensorProduct::addPath(const TensorProductPath&, const double*, const double*, const double*,
                                     double*) const;
template void TensorProduct::apply(const float*, const float*, const float*, float*) const;
template void TensorProduct::apply(const double*, const double*, const double*, double*) const;

}  // namespace engine
