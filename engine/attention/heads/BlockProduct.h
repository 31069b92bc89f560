// Matrix products out of registers: C (+)= A B for blocks that a caller has cut to fit the caches.
//
// B comes packed in panels of kPanelWidth columns (two vectors), A from wherever it lies: any distance between its rows
// and between the terms of a sum, so a transposed matrix needs no copy. Up to kProductRows rows of C and one panel stay
// in registers while the sum runs; on AVX-512 that reaches 98 % of the processor's peak with 64 terms.
//
// Bits: every element of C is one chain of multiply-adds over k = 0, 1, ..., whatever the sizes and however rows and
// columns are cut into blocks. With `accumulate` the chain starts from what stands in C, so a sum may be cut as well.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "engine/attention/lanes/FloatLanes.h"

namespace engine {

inline constexpr Index kPanelWidth = 2 * kFloatLanes;             ///< columns of B
inline constexpr Index kProductRows = kFloatLanes == 16 ? 8 : 6;  ///< of C: 16 of 32 registers, or 12 of 16

/// Left factor: A(r, k) = data[r * rowStride + k * termStride].
struct LeftFactor {
  const float* data;
  Index rowStride, termStride;

  LeftFactor from(Index row, Index term) const {
    return {data + row * rowStride + term * termStride, rowStride, termStride};
  }
};

/// Number of floats of a packed B with `terms` rows and `columns` columns.
inline Index packedSize(Index terms, Index columns) {
  return (columns + kPanelWidth - 1) / kPanelWidth * kPanelWidth * terms;
}

/// Packs B(k, c) = source[k * termStride + c * columnStride] into panels (panels, terms, kPanelWidth); missing columns
/// of the last panel become 0. `packed` holds packedSize(terms, columns) floats.
inline void packPanels(const float* source, Index termStride, Index columnStride, Index terms, Index columns,
                       float* packed) {
  for (Index first = 0; first < columns; first += kPanelWidth, packed += terms * kPanelWidth) {
    const Index width = std::min(kPanelWidth, columns - first);
    const float* const begin = source + first * columnStride;
    if (termStride == 1)
      transposeFloats(begin, columnStride, width, terms, packed, kPanelWidth);
    else
      for (Index k = 0; k < terms; ++k)
        for (Index c = 0; c < width; ++c) packed[k * kPanelWidth + c] = begin[k * termStride + c * columnStride];
    if (width < kPanelWidth)
      for (Index k = 0; k < terms; ++k)
        std::fill(packed + k * kPanelWidth + width, packed + (k + 1) * kPanelWidth, 0.0f);
  }
}

/// `Rows` rows and `Vectors` vectors of columns (1 or 2) of C in registers. Loops are unrolled by name: else the
/// compiler keeps the sums in memory around the loop over terms. Always inline, like panelProduct: where strides and
/// `accumulate` are constants, and the end of each caller's loop is foreseen by itself, attention is 5 % faster.
template <int Rows, int Vectors>
[[gnu::always_inline]] inline void registerProduct(LeftFactor a, Index terms, const float* panel, float* c,
                                                   Index rowStrideC, bool accumulate) {
  FloatLanes sums[Rows][Vectors] = {};
  if (accumulate) {
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) sums[r][v] = loadLanes(c + r * rowStrideC + v * kFloatLanes);
  }
  for (Index k = 0; k < terms; ++k) {
    FloatLanes b[Vectors];
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) b[v] = loadLanes(panel + k * kPanelWidth + v * kFloatLanes);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) {
      const float left = a.data[r * a.rowStride + k * a.termStride];
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) sums[r][v] += left * b[v];
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) storeLanes(c + r * rowStrideC + v * kFloatLanes, sums[r][v]);
}

using RegisterProduct = void (*)(LeftFactor, Index, const float*, float*, Index, bool);

/// registerProduct<1..kProductRows, Vectors>.
template <int Vectors, std::size_t... Rows>
constexpr std::array<RegisterProduct, sizeof...(Rows)> registerProducts(std::index_sequence<Rows...>) {
  return {&registerProduct<int(Rows) + 1, Vectors>...};
}

/// C (+)= A B for one panel: `rows` x `Vectors` * kFloatLanes elements of C are written.
template <int Vectors>
[[gnu::always_inline]] inline void panelProduct(LeftFactor a, Index rows, Index terms, const float* panel, float* c,
                                                Index rowStrideC, bool accumulate) {
  static constexpr auto kProducts = registerProducts<Vectors>(std::make_index_sequence<std::size_t(kProductRows)>{});
  for (; rows >= kProductRows; rows -= kProductRows, a = a.from(kProductRows, 0), c += kProductRows * rowStrideC)
    registerProduct<int(kProductRows), Vectors>(a, terms, panel, c, rowStrideC, accumulate);
  if (rows > 0) kProducts[std::size_t(rows) - 1](a, terms, panel, c, rowStrideC, accumulate);
}

/// The same for a panel of which only the first `columns` columns exist in C.
void partialPanelProduct(LeftFactor a, Index rows, Index terms, const float* panel, Index columns, float* c,
                         Index rowStrideC, bool accumulate);

/// C (+)= A B. A: rows x terms; packed: B, terms x columns, as packPanels leaves it; C: rows x columns, consecutive
/// elements of a row side by side. Nothing outside rows x columns of C is read or written. Any size may be 0: without
/// terms C becomes 0, or stays with `accumulate`. Sums are cut so that a panel stays in the first-level cache; for the
/// second level the caller keeps rows x 256 and, with more than 256 terms, rows x columns floats within its size.
void blockProduct(LeftFactor a, Index rows, Index terms, const float* packed, Index columns, float* c, Index rowStrideC,
                  bool accumulate);

}  // namespace engine
