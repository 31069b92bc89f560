// Linear maps that commute with rotations: they mix copies of equal irreps and nothing else (MATHEMATICS.md 4.1).
#pragma once

#include <vector>

#include "engine/equivariant/TensorProduct.h"

namespace engine {

/// Block `in` of the input into block `out` of the output.
struct LinearPath {
  size_t in = 0, out = 0;
  Index weightOffset = 0;  ///< of its weights (copies of in, copies of out) in C order
  double factor = 1;       ///< 1/sqrt(number of terms)
};

class EquivariantLinear {
 public:
  /// All pairs of equal irreps, ordered by in, then out block; their weights lie in this order.
  EquivariantLinear(Irreps in, Irreps out, PathNormalization normalization = PathNormalization::element);

  const Irreps& in() const { return m_in; }
  const Irreps& out() const { return m_out; }
  const std::vector<LinearPath>& paths() const { return m_paths; }
  Index numWeights() const { return m_numWeights; }

  /// y_{w,c} = sum over paths of factor * sum_u weights_{uw} x_{u,c}; y is written in full, zero where nothing leads.
  template <class T>
  void apply(const T* x, const T* weights, T* y) const;
  /// Adds to y what one of the paths adds.
  template <class T>
  void addPath(const LinearPath& path, const T* x, const T* weights, T* y) const;

 private:
  Irreps m_in, m_out;
  std::vector<LinearPath> m_paths;
  Index m_numWeights = 0;
};

}  // namespace engine
