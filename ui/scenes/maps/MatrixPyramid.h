// A matrix at half, a quarter, ... of its size, so that zooming out joins cells instead of skipping them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/base/Array.h"
#include "ui/scenes/ColorMap.h"

namespace ui {

/// Every 2 x 2 block (what there is of it at the last row and column) replaced by the mean, the largest or the one
/// farthest from 0 of its finite values; NaN when it has none. R x C gives ceil(R / 2) x ceil(C / 2). With a `period`
/// above 0 the values are angles that repeat after it, and become their mean on the circle. Throws engine::Error unless
/// the array has two axes.
engine::Array<float> pooledByTwo(const engine::Array<float>& matrix, Shrinking shrinking = Shrinking::mean,
                                 double period = 0);

/// Every n-th cell of every n-th row, so that neither side is longer than `side`: a first impression of a matrix of
/// which nothing has been pooled yet. Throws engine::Error unless the array has two axes.
engine::Array<float> sampledEvery(const engine::Array<float>& matrix, engine::Index side);

/// Level 0 is the matrix itself, level k has cells of 2^k x 2^k; the last level fits into one cell. Levels above 0 are
/// made when first asked for, or step by step. All of them together take a third of the matrix.
class MatrixPyramid {
 public:
  /// Throws engine::Error unless the array has two axes; a null matrix has no cells.
  explicit MatrixPyramid(std::shared_ptr<const engine::Array<float>> matrix);

  /// As in pooledByTwo.
  void setShrinking(Shrinking shrinking, double period);
  engine::Index numRows() const;
  engine::Index numColumns() const;
  bool isEmpty() const { return numRows() == 0 || numColumns() == 0; }
  /// The finest level whose cells are at least `smallestPixels` wide where a cell of the matrix has `pixelsPerCell`.
  int levelFor(double pixelsPerCell, double smallestPixels) const;
  const engine::Array<float>& level(int level);
  bool hasLevel(int level) const { return level <= static_cast<int>(m_levels.size()); }
  /// Works on the levels up to this one until it is there or about so many seconds have passed, at least one step.
  /// True when it is there.
  bool makeLevel(int level, double seconds);
  /// The finest level whose sides are not longer than `side`.
  int levelWithin(engine::Index side) const;

 private:
  std::shared_ptr<const engine::Array<float>> m_matrix;
  std::vector<engine::Array<float>> m_levels;   ///< level 1 onwards
  std::optional<engine::Array<float>> m_begun;  ///< the next one
  engine::Index m_rowsDone = 0;                 ///< of that
  Shrinking m_shrinking = Shrinking::mean;
  double m_period = 0;
};

}  // namespace ui
