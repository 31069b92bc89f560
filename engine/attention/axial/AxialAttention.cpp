#include "engine/attention/axial/AxialAttention.h"

namespace engine {

namespace {

template <class T>
AxialResult<T> attend(MsaAxis axis, const Array<T>& X, const Projections<T>& projections, const AxialOptions& options,
                      const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  AxialProductInput<T> product;
  projectCells(product, X, projections, options.padding, compute.threads, progress);
  product.scale = standardScale(projections.depth());
  product.axis = axis;
  product.padding = options.padding;
  product.maps = options.maps;
  product.keepScores = options.keepScores;
  product.origin = originOfScores(X, projections);
  PartProgress attending(progress, 0.6, 0.8), joining(progress, 0.8, 1);
  AxialProductResult<T> attended = axialProduct(product, compute, diagnostics, attending);
  AxialResult<T> result{std::move(attended.S), std::move(attended.A),
                        project(attended.O, projections.W_o, projections.b_o, compute.threads, joining)};
  if (options.keepVectors) result.vectors = headVectorsOf(product, attended.O);
  return result;
}

}  // namespace

template <class T>
AxialResult<T> rowAttention(const Array<T>& X, const Projections<T>& projections, const AxialOptions& options,
                            const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  return attend(MsaAxis::row, X, projections, options, compute, diagnostics, progress);
}

template <class T>
AxialResult<T> columnAttention(const Array<T>& X, const Projections<T>& projections, const AxialOptions& options,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  return attend(MsaAxis::column, X, projections, options, compute, diagnostics, progress);
}

#define INSTANTIATE(T)                                                                                                 \
  template AxialResult<T> rowAttention(const Array<T>&, const Projections<T>&, const AxialOptions&, const Compute&,    \
                                       Diagnostics&, Progress&);                                                       \
  template AxialResult<T> columnAttention(const Array<T>&, const Projections<T>&, const AxialOptions&, const Compute&, \
                                          Diagnostics&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
