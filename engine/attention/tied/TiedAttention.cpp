#include "engine/attention/tied/TiedAttention.h"

#include <algorithm>

#include "engine/attention/dot/DotProduct.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// (R, C, ...) to (C, R, ...), where `width` values follow each other per cell.
template <class T>
Array<T> transposed(const Array<T>& X, Index width, int threads, Progress& progress) {
  const Index R = X.length(0), C = X.length(1);
  Shape shape = X.shape();
  std::swap(shape[0], shape[1]);
  Array<T> result(shape, Untouched{}, X.name);
  parallelFor(C, 4, threads, progress, "transposing", [&](Index begin, Index end) {
    for (Index c = begin; c < end; ++c)
      for (Index r = 0; r < R; ++r)
        std::copy_n(X.data() + (r * C + c) * width, width, result.data() + (c * R + r) * width);
  });
  return result;
}

template <class T>
void applyPadding(const Array<Bool>& padding, TiedProductInput<T>& product) {
  if (padding.empty()) return;
  const Index width = product.Q.length(2);
  for (Index cell = 0; cell < padding.size(); ++cell)
    if (padding[cell]) std::fill_n(product.Q.data() + cell * width, width, T{0});
  product.hidden =
      Array<Bool>({product.columns()}, std::vector<Bool>(padding.begin(), padding.begin() + product.columns()));
}

}  // namespace

template <class T>
TiedResult<T> tiedRowAttention(const Array<T>& X, const Projections<T>& projections, const TiedOptions& options,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  TiedProductInput<T> product;
  projectCells(product, X, projections, options.padding, compute.threads, progress);
  product.scale = standardScale(X.length(0) * projections.depth());
  product.keepScores = options.keepScores;
  product.origin = options.origin.empty() ? originOfScores(X, projections) : options.origin;
  applyPadding(options.padding, product);
  PartProgress attending(progress, 0.6, 0.8), joining(progress, 0.8, 1);
  TiedProductResult<T> attended = tiedProduct(product, compute, diagnostics, attending);
  TiedResult<T> result{std::move(attended.S), std::move(attended.A),
                       project(attended.O, projections.W_o, projections.b_o, compute.threads, joining)};
  if (options.keepVectors) result.vectors = headVectorsOf(product, attended.O);
  return result;
}

template <class T>
TiedResult<T> tiedColumnAttention(const Array<T>& X, const Projections<T>& projections, const TiedOptions& options,
                                  const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  requireShape("X", X.shape(), {-1, -1, -1});
  if (!options.padding.empty()) requireShape("padding", options.padding.shape(), {X.length(0), X.length(1)});
  PartProgress first(progress, 0, 0.04), second(progress, 0.04, 0.05), middle(progress, 0.05, 0.95),
      last(progress, 0.95, 1);
  const Array<T> turned = transposed(X, X.length(2), compute.threads, first);
  TiedOptions turnedOptions;
  turnedOptions.keepScores = options.keepScores;
  turnedOptions.keepVectors = options.keepVectors;
  turnedOptions.origin = originOfScores(X, projections);
  if (!options.padding.empty()) turnedOptions.padding = transposed(options.padding, 1, compute.threads, second);
  TiedResult<T> result = tiedRowAttention(turned, projections, turnedOptions, compute, diagnostics, middle);
  result.Y = transposed(result.Y, result.Y.length(2), compute.threads, last);
  HeadVectors<T>& vectors = result.vectors;
  for (Array<T>* array : {&vectors.q, &vectors.k, &vectors.v, &vectors.O})
    if (options.keepVectors) *array = transposed(*array, array->length(2) * array->length(3), compute.threads, last);
  return result;
}

#define INSTANTIATE(T)                                                                                                \
  template TiedResult<T> tiedRowAttention(const Array<T>&, const Projections<T>&, const TiedOptions&, const Compute&, \
                                          Diagnostics&, Progress&);                                                   \
  template TiedResult<T> tiedColumnAttention(const Array<T>&, const Projections<T>&, const TiedOptions&,              \
                                             const Compute&, Diagnostics&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
