// Scaled dot products along one axis of an alignment, untied: every row (or every column) attends within itself.
#pragma once

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/tied/TiedProduct.h"

namespace engine {

/// row: along the sequence, one map per row; column: along the alignment, one map per column.
enum class MsaAxis { row, column };

/// Where the cells of an alignment of R rows and C columns lie that attend to each other.
struct MsaLines {
  Index count = 0, length = 0;  ///< rows and C, or columns and R
  Index lineStride = 0, positionStride = 0;

  MsaLines(MsaAxis axis, Index rows, Index columns)
      : count(axis == MsaAxis::row ? rows : columns),
        length(axis == MsaAxis::row ? columns : rows),
        lineStride(axis == MsaAxis::row ? columns : 1),
        positionStride(axis == MsaAxis::row ? 1 : columns) {}
  /// Number of a cell in (R, C).
  Index cell(Index line, Index position) const { return line * lineStride + position * positionStride; }
};

/// Channel h*d + k of a cell belongs to head h.
template <class T>
struct AxialProductInput {
  Array<T> Q, K;     ///< (R, C, H*d)
  Array<T> V;        ///< (R, C, H*v)
  Index heads = 1;   ///< H
  double scale = 1;  ///< of the scores
  MsaAxis axis = MsaAxis::row;
  Array<Bool> padding;  ///< (R, C): keys whose scores become kPaddedScore; empty: none
  Maps maps = Maps::keep;
  bool keepScores = false;  ///< only together with the maps
  std::string origin = {};  ///< arrays that Q and K come from, for errors (arraysText); empty: Q and K themselves

  MsaLines lines() const { return {axis, Q.length(0), Q.length(1)}; }
  Index depth() const { return Q.length(2) / heads; }
  Index valueWidth() const { return V.length(2) / heads; }
};

/// n = C for rows, R for columns.
template <class T>
struct AxialProductResult {
  Array<T> S;    ///< (lines, H, n, n) scores as the softmax sees them; empty unless asked for
  Array<T> A;    ///< (lines, H, n, n); empty when the maps are dropped
  Array<T> O;    ///< (R, C, H*v)
  Array<T> lse;  ///< (lines, H, n) ln of the sum of exp(score)
};

/// The definition. T is float or double.
template <class T>
AxialProductResult<T> axialProductPlain(const AxialProductInput<T>& input, int threads, Progress& progress);

/// A line at a time in memory of its own, so that columns cost no more than rows; long lines as attendLongLines.
AxialProductResult<float> axialProductNative(const AxialProductInput<float>& input, int threads, Progress& progress);
/// Fills `result` line after line by dotProductNative, whose queries keep all threads busy.
void attendLongLines(const AxialProductInput<float>& input, int threads, AxialProductResult<float>& result,
                     Progress& progress);

/// Many lines at a time by dotProductOnDevice. Throws DeviceError.
AxialProductResult<float> axialProductOnDevice(const AxialProductInput<float>& input, Device& device,
                                               Progress& progress, KernelFlavour flavour = KernelFlavour::automatic);

/// Chooses: the device when there is one (falling back with a warning), the fast native path for float, the definition
/// for double. Throws Error when a score does not fit into T, or when the maps do not fit into memory.
template <class T>
AxialProductResult<T> axialProduct(const AxialProductInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                                   Progress& progress);

/// Result arrays of the right shapes, to be written in full.
template <class T>
AxialProductResult<T> emptyAxialResult(const AxialProductInput<T>& input);

}  // namespace engine
