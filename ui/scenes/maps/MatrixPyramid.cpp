// Box pooling that ignores what is not finite.
#include "ui/scenes/maps/MatrixPyramid.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numbers>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kStepCells = 1 << 18;  // of the finer level: a fraction of a millisecond

bool isFinite(const float* values, Index count) {
  constexpr std::uint32_t kExponent = 0x7F800000u;
  std::uint32_t numOdd = 0;
  for (Index k = 0; k < count; ++k)
    numOdd += (std::bit_cast<std::uint32_t>(values[k]) & kExponent) == kExponent ? 1u : 0u;
  return numOdd == 0;
}

float meanOfFinite(std::initializer_list<float> values) {
  float sum = 0, count = 0;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    sum += value;
    count += 1;
  }
  return count > 0 ? sum / count : std::numeric_limits<float>::quiet_NaN();
}

float circularMeanOfFinite(std::initializer_list<float> values, double period) {
  const double turn = 2 * std::numbers::pi / period;
  double x = 0, y = 0;
  bool isKnown = false;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    x += std::cos(value * turn);
    y += std::sin(value * turn);
    isKnown = true;
  }
  return isKnown ? static_cast<float>(std::atan2(y, x) / turn) : std::numeric_limits<float>::quiet_NaN();
}

float largestOfFinite(std::initializer_list<float> values) {
  float largest = std::numeric_limits<float>::quiet_NaN();
  for (const float value : values)
    if (std::isfinite(value) && !(value <= largest)) largest = value;
  return largest;
}

/// Of two that are as far from 0 the positive one.
float farthestOfFinite(std::initializer_list<float> values) {
  const float highest = largestOfFinite(values);
  float lowest = highest;
  for (const float value : values)
    if (std::isfinite(value)) lowest = std::min(lowest, value);
  return -lowest > highest ? lowest : highest;
}

engine::Array<float> halfOf(const engine::Array<float>& matrix) {
  engine::requireShape(matrix.name, matrix.shape(), {-1, -1});
  return {{(matrix.length(0) + 1) / 2, (matrix.length(1) + 1) / 2}, engine::Untouched{}, matrix.name};
}

/// Calls join with the values of each block of two rows. Where the number of columns is odd, the last block has two.
template <class Join>
void joinBlocks(const float* upper, const float* lower, Index columns, float* target, const Join& join) {
  const Index pairs = columns / 2;
  for (Index k = 0; k < pairs; ++k) target[k] = join({upper[2 * k], upper[2 * k + 1], lower[2 * k], lower[2 * k + 1]});
  if (columns % 2 != 0) target[pairs] = join({upper[columns - 1], lower[columns - 1]});
}

struct PoolingRule {
  Shrinking shrinking = Shrinking::mean;
  double period = 0;
};

void poolRow(const engine::Array<float>& matrix, Index row, const PoolingRule& rule, float* target) {
  using Values = std::initializer_list<float>;
  const Index columns = matrix.length(1), pairs = columns / 2;
  const float* const upper = matrix.data() + 2 * row * columns;
  // The last row of an odd number counts twice: mean and largest value are the same.
  const float* const lower = 2 * row + 1 < matrix.length(0) ? upper + columns : upper;
  if (rule.period > 0)
    return joinBlocks(upper, lower, columns, target,
                      [&rule](Values values) { return circularMeanOfFinite(values, rule.period); });
  if (rule.shrinking == Shrinking::largestMagnitude) return joinBlocks(upper, lower, columns, target, farthestOfFinite);
  const bool isLargest = rule.shrinking == Shrinking::largest;
  const auto join = isLargest ? largestOfFinite : meanOfFinite;
  if (!isFinite(upper, columns) || !isFinite(lower, columns)) return joinBlocks(upper, lower, columns, target, join);
  if (isLargest) {
    for (Index k = 0; k < pairs; ++k)
      target[k] = std::max(std::max(upper[2 * k], upper[2 * k + 1]), std::max(lower[2 * k], lower[2 * k + 1]));
  } else {
    for (Index k = 0; k < pairs; ++k)
      target[k] = 0.25F * (upper[2 * k] + upper[2 * k + 1] + lower[2 * k] + lower[2 * k + 1]);
  }
  if (columns % 2 != 0) target[pairs] = join({upper[columns - 1], lower[columns - 1]});
}

}  // namespace

engine::Array<float> pooledByTwo(const engine::Array<float>& matrix, Shrinking shrinking, double period) {
  engine::Array<float> pooled = halfOf(matrix);
  for (Index row = 0; row < pooled.length(0); ++row)
    poolRow(matrix, row, {shrinking, period}, pooled.data() + row * pooled.length(1));
  return pooled;
}

engine::Array<float> sampledEvery(const engine::Array<float>& matrix, Index side) {
  engine::requireShape(matrix.name, matrix.shape(), {-1, -1});
  const Index longest = std::max(matrix.length(0), matrix.length(1));
  const Index step = std::max<Index>(1, (longest + side - 1) / std::max<Index>(side, 1));
  const auto steps = [step](Index length) { return (length + step - 1) / step; };
  engine::Array<float> sampled({steps(matrix.length(0)), steps(matrix.length(1))}, 0.0F, matrix.name);
  const auto middle = [step](Index number, Index length) { return std::min(number * step + step / 2, length - 1); };
  for (Index row = 0; row < sampled.length(0); ++row)
    for (Index column = 0; column < sampled.length(1); ++column)
      sampled(row, column) = matrix(middle(row, matrix.length(0)), middle(column, matrix.length(1)));
  return sampled;
}

MatrixPyramid::MatrixPyramid(std::shared_ptr<const engine::Array<float>> matrix) : m_matrix(std::move(matrix)) {
  if (m_matrix) engine::requireShape(m_matrix->name, m_matrix->shape(), {-1, -1});
}

void MatrixPyramid::setShrinking(Shrinking shrinking, double period) {
  if (shrinking == m_shrinking && period == m_period) return;
  m_shrinking = shrinking;
  m_period = period;
  m_levels.clear();
  m_begun.reset();
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
  makeLevel(level, std::numeric_limits<double>::infinity());
  return engine::nth(m_levels, level - 1);
}

bool MatrixPyramid::makeLevel(int level, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  while (!hasLevel(level)) {
    const engine::Array<float>& finer = m_levels.empty() ? *m_matrix : m_levels.back();
    if (!m_begun) {
      m_begun = halfOf(finer);
      m_rowsDone = 0;
    }
    const Index rows = m_begun->length(0), columns = m_begun->length(1);
    const Index last = std::min(rows, m_rowsDone + std::max<Index>(1, kStepCells / std::max<Index>(4 * columns, 1)));
    for (; m_rowsDone < last; ++m_rowsDone)
      poolRow(finer, m_rowsDone, {m_shrinking, m_period}, m_begun->data() + m_rowsDone * columns);
    if (m_rowsDone == rows) {
      m_levels.push_back(std::move(*m_begun));
      m_begun.reset();
    }
    if (std::chrono::duration<double>(Clock::now() - start).count() >= seconds) break;
  }
  return hasLevel(level);
}

int MatrixPyramid::levelWithin(Index side) const {
  int level = 0;
  for (Index longest = std::max(numRows(), numColumns()); longest > std::max<Index>(side, 1);
       longest = (longest + 1) / 2)
    ++level;
  return level;
}

}  // namespace ui
