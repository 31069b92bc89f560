// Box pooling that ignores what is not finite.
#include "ui/scenes/MatrixPyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

using engine::Index;

engine::Array<float> pooledByTwo(const engine::Array<float>& matrix) {
  engine::requireShape(matrix.name, matrix.shape(), {-1, -1});
  const Index rows = matrix.length(0), columns = matrix.length(1);
  engine::Array<float> pooled({(rows + 1) / 2, (columns + 1) / 2}, 0.0F, matrix.name);
  for (Index row = 0; row < pooled.length(0); ++row) {
    const float* upper = matrix.data() + 2 * row * columns;
    const float* lower =
        2 * row + 1 < rows ? upper + columns : upper;  // the last row counts twice: the mean is the same
    for (Index column = 0; column < pooled.length(1); ++column) {
      const Index left = 2 * column, right = std::min(left + 1, columns - 1);
      float sum = 0, count = 0;
      for (const float value : {upper[left], upper[right], lower[left], lower[right]}) {
        if (!std::isfinite(value)) continue;
        sum += value;
        count += 1;
      }
      pooled(row, column) = count > 0 ? sum / count : std::numeric_limits<float>::quiet_NaN();
    }
  }
  return pooled;
}

MatrixPyramid::MatrixPyramid(std::shared_ptr<const engine::Array<float>> matrix) : m_matrix(std::move(matrix)) {
  if (m_matrix) engine::requireShape(m_matrix->name, m_matrix->shape(), {-1, -1});
}

Index MatrixPyramid::numRows() const { return m_matrix ? m_matrix->length(0) : 0; }
Index MatrixPyramid::numColumns() const { return m_matrix ? m_matrix->length(1) : 0; }

int MatrixPyramid::levelFor(double pixelsPerCell, double smallestPixels) const {
  int level = 0;
  Index longest = std::max(numRows(), numColumns());
  for (double pixels = pixelsPerCell; pixels < smallestPixels && longest > 1; pixels *= 2) {
    ++level;
    longest = (longest + 1) / 2;
  }
  return level;
}

const engine::Array<float>& MatrixPyramid::level(int level) {
  if (level <= 0) return *m_matrix;
  while (static_cast<int>(m_levels.size()) < level)
    m_levels.push_back(pooledByTwo(m_levels.empty() ? *m_matrix : m_levels.back()));
  return m_levels[static_cast<size_t>(level - 1)];
}

}  // namespace ui
