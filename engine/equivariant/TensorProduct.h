// The fully connected tensor product of e3nn: every way to couple two features to the irreps asked for, each with a
// weight per pair of copies and copy of the output (MATHEMATICS.md 4.2, connection mode "uvw").
#pragma once

#include <vector>

#include "engine/equivariant/Irreps.h"
#include "engine/equivariant/Wigner3j.h"

namespace engine {

/// How the terms of an output are brought to variance 1. element: all terms into an output count alike. path: all
/// paths into an output count alike, whatever their number of copies. none: not at all.
enum class PathNormalization { element, path, none };
/// What variance the inputs' components have: component 1; norm 1/(2l+1); none: no factor.
enum class IrrepNormalization { component, norm, none };

/// One instruction: block `first` of x times block `second` of y into block `out` of z.
struct TensorProductPath {
  size_t first = 0, second = 0, out = 0;
  Index weightOffset = 0;  ///< of its weights (copies of first, of second, of out) in C order
  double factor = 1;       ///< sqrt(irrep factor / number of terms): alpha of MATHEMATICS.md 4.2
};

class TensorProduct {
 public:
  /// All paths that couple, ordered by first, then second, then out block; their weights lie in this order. Throws
  /// Error when there are more than 2^40 weights.
  TensorProduct(Irreps first, Irreps second, Irreps out,
                PathNormalization pathNormalization = PathNormalization::element,
                IrrepNormalization irrepNormalization = IrrepNormalization::component);

  const Irreps& first() const { return m_first; }
  const Irreps& second() const { return m_second; }
  const Irreps& out() const { return m_out; }
  const std::vector<TensorProductPath>& paths() const { return m_paths; }
  Index numWeights() const { return m_numWeights; }
  /// C of a path.
  const std::vector<CouplingEntry>& coupling(const TensorProductPath& path) const;
  /// Blocks of the output that no path reaches: always zero.
  std::vector<IrrepBlock> unreached() const;

  /// z_{w,k} = sum over paths of factor * sum_{u,v} weights_{uvw} sum_{ij} C_ijk x_{u,i} y_{v,j}. x, y, z hold
  /// dimension() values of their irreps, `weights` numWeights(); z is written in full.
  template <class T>
  void apply(const T* x, const T* y, const T* weights, T* z) const;
  /// Adds to z what one of the paths adds.
  template <class T>
  void addPath(const TensorProductPath& path, const T* x, const T* y, const T* weights, T* z) const;

 private:
  void normalize(PathNormalization pathNormalization, IrrepNormalization irrepNormalization);

  Irreps m_first, m_second, m_out;
  std::vector<TensorProductPath> m_paths;
  Index m_numWeights = 0;
};

}  // namespace engine
