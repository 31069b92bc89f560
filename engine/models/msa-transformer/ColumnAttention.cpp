#include "engine/models/msa-transformer/ColumnAttention.h"

#include <algorithm>

#include "engine/attention/axial/AxialProduct.h"
#include "engine/attention/dot/DotProduct.h"

namespace engine {

namespace {

/// Columns whose maps take about this many bytes are attended to at a time.
constexpr double kBytesAtATime = 64e6;

/// Columns [first, first + count) of X (R, C, width).
template <class T>
Array<T> columnsOf(const Array<T>& X, Index first, Index count) {
  const Index columns = X.length(1), width = X.length(2);
  Array<T> part({X.length(0), count, width}, Untouched{}, X.name);
  for (Index r = 0; r < X.length(0); ++r)
    std::copy_n(X.data() + (r * columns + first) * width, count * width, part.data() + r * count * width);
  return part;
}

template <class T>
void putColumns(const Array<T>& part, Index first, Array<T>& X) {
  const Index columns = X.length(1), width = X.length(2), count = part.length(1);
  for (Index r = 0; r < X.length(0); ++r)
    std::copy_n(part.data() + r * count * width, count * width, X.data() + (r * columns + first) * width);
}

/// (C, H, R, R) as (H, C, R, R).
template <class T>
Array<T> headsFirst(const Array<T>& A) {
  const Index columns = A.length(0), heads = A.length(1), cells = A.length(2) * A.length(3);
  Array<T> result({heads, columns, A.length(2), A.length(3)}, Untouched{});
  for (Index c = 0; c < columns; ++c)
    for (Index h = 0; h < heads; ++h)
      std::copy_n(A.data() + (c * heads + h) * cells, cells, result.data() + (h * columns + c) * cells);
  return result;
}

/// O_rch = sum_s A_hcrs V_sch for A (H, C, R, R).
template <class T>
Array<T> weightedByColumn(const Array<T>& A, const Array<T>& V) {
  const Index heads = A.length(0), columns = A.length(1), rows = A.length(2), width = V.length(2) / heads;
  Array<T> O(V.shape(), T{0});
  for (Index h = 0; h < heads; ++h)
    for (Index c = 0; c < columns; ++c)
      for (Index r = 0; r < rows; ++r)
        for (Index s = 0; s < rows; ++s)
          for (Index k = h * width; k < (h + 1) * width; ++k) O(r, c, k) += A(h, c, r, s) * V(s, c, k);
  return O;
}

/// Adds the maps of some of `columns` columns, from `first` on, to the mean and, where these are kept, to all.
template <class T>
void take(const Array<T>& part, Index first, Index columns, ColumnAttention<T>& all) {
  const Index heads = part.length(0), count = part.length(1), cells = part.length(2) * part.length(3);
  for (Index h = 0; h < heads; ++h) {
    const T* const maps = part.data() + h * count * cells;
    for (Index c = 0; c < count; ++c)
      for (Index k = 0; k < cells; ++k) all.mean[h * cells + k] += maps[c * cells + k] / T(columns);
    if (!all.A.empty()) std::copy_n(maps, count * cells, all.A.data() + (h * columns + first) * cells);
  }
}

}  // namespace

template <class T>
ColumnAttention<T> attendAlongColumns(const Array<T>& Q, const Array<T>& K, const Array<T>& V, Index heads,
                                      bool keepMaps, const LayerWish& wish, const ModelCall& call) {
  const Index rows = Q.length(0), columns = Q.length(1);
  const double bytes = double(heads) * double(rows) * double(rows) * sizeof(T);
  const auto atATime = static_cast<Index>(std::clamp(kBytesAtATime / std::max(1.0, bytes), 1.0, 1e6));
  ColumnAttention<T> all{.A = keepMaps ? Array<T>({heads, columns, rows, rows}, Untouched{}) : Array<T>{},
                         .mean = Array<T>({heads, rows, rows}, T{0}),
                         .O = Array<T>(V.shape(), Untouched{})};
  for (Index first = 0; first < columns; first += atATime) {
    const Index count = std::min(atATime, columns - first);
    AxialProductInput<T> input;
    input.Q = columnsOf(Q, first, count);
    input.K = columnsOf(K, first, count);
    input.V = columnsOf(V, first, count);
    input.heads = heads;
    input.axis = MsaAxis::column;
    input.scale = standardScale(input.depth());
    AxialProductResult<T> attended = axialProduct(input, call.where, call.diagnostics, call.progress);
    Array<T> maps = headsFirst(attended.A);
    if (ablate(maps, "column_attention", wish)) attended.O = weightedByColumn(maps, input.V);
    take(maps, first, columns, all);
    putColumns(attended.O, first, all.O);
  }
  return all;
}

template ColumnAttention<float> attendAlongColumns(const Array<float>&, const Array<float>&, const Array<float>&, Index,
                                                   bool, const LayerWish&, const ModelCall&);
template ColumnAttention<double> attendAlongColumns(const Array<double>&, const Array<double>&, const Array<double>&,
                                                    Index, bool, const LayerWish&, const ModelCall&);

}  // namespace engine
