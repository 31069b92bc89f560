#include "engine/attention/axial/AxialAttention.h"

namespace engine {

namespace {

template <class T>
AxialResult<T> attend(MsaAxis axis, const Array<T>& X, const Projections<T>& projections, const AxialOptions& options,
                      const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  requireShape("X", X.shape(), {-1, -1, -1});
  checkProjections(projections, X.length(2));
  if (!options.padding.empty()) requireShape("padding", options.padding.shape(), {X.length(0), X.length(1)});
  AxialProductInput<T> product;
  const auto projected = [&](const Array<T>& W, const Array<T>& b, double from, double to) {
    PartProgress part(progress, from, to);
    return project(X, W, b, compute.threads, part);
  };
  product.Q = projected(projections.W_q, projections.b_q, 0, 0.2);
  product.K = projected(projections.W_k, projections.b_k, 0.2, 0.4);
  product.V = projected(projections.W_v, projections.b_v, 0.4, 0.6);
  product.heads = projections.heads;
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
  if (options.keepVectors)
    result.vectors = {byHeads(std::move(product.Q), product.heads), byHeads(std::move(product.K), product.heads),
                      byHeads(std::move(product.V), product.heads), byHeads(std::move(attended.O), product.heads)};
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
