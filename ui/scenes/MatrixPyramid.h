// A matrix at half, a quarter, ... of its size, so that zooming out averages cells instead of skipping them.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/Array.h"

namespace ui {

/// Every 2 x 2 block (what there is of it at the last row and column) replaced by the mean of its finite values; NaN
/// when it has none. R x C gives ceil(R / 2) x ceil(C / 2). Throws engine::Error unless the array has two axes.
engine::Array<float> pooledByTwo(const engine::Array<float>& matrix);

/// Level 0 is the matrix itself, level k has cells of 2^k x 2^k; the last level fits into one cell. Levels above 0 are
/// made when first asked for.
class MatrixPyramid {
 public:
  /// Throws engine::Error unless the array has two axes; a null matrix has no cells.
  explicit MatrixPyramid(std::shared_ptr<const engine::Array<float>> matrix);

  engine::Index numRows() const;
  engine::Index numColumns() const;
  bool isEmpty() const { return numRows() == 0 || numColumns() == 0; }
  /// The finest level whose cells are at least `smallestPixels` wide where a cell of the matrix has `pixelsPerCell`.
  int levelFor(double pixelsPerCell, double smallestPixels) const;
  const engine::Array<float>& level(int level);

 private:
  std::shared_ptr<const engine::Array<float>> m_matrix;
  std::vector<engine::Array<float>> m_levels;  ///< level 1 onwards
};

}  // namespace ui
