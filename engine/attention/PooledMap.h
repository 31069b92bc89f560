// A map made small: the mean and the largest value of each square block of it.
#pragma once

#include "engine/base/Array.h"

namespace engine {

/// Blocks of `block` x `block` cells; those at the last row and column hold what is left.
struct PooledMap {
  Array<float> mean;     ///< ceil(Lq / block) x ceil(Lk / block), of the finite values of each block; NaN without any
  Array<float> largest;  ///< the same shape
  float low = 0, high = 0;  ///< least and largest finite value of the whole map; 0, 0 when there is none
  float leastPositive = 0;  ///< least mean of a block that is above 0; 0 when none is
  bool isFinite = true;     ///< every value was finite
};

/// The block that makes rows x columns at most `side` blocks wide and high; at least 1.
Index poolingBlock(Index rows, Index columns, Index side);

/// Pools row by row, so that the map itself need not be in memory at once.
class MapPooling {
 public:
  /// Throws Error when `block` is below 1 or a length negative.
  MapPooling(Index rows, Index columns, Index block);
  /// The next row: as many values as there are columns.
  void add(const float* row);
  /// After the last row.
  PooledMap finish();

 private:
  void addCarefully(const float* row);
  void closeBlocks();

  Index m_rows, m_columns, m_block, m_nextRow = 0, m_blockRow = 0;
  Array<float> m_sums, m_largest, m_least;  ///< by column, of the rows of this row of blocks
  Array<float> m_missing;                   ///< by column: how many values were not finite
  bool m_hasMissing = false, m_isEmpty = true;
  PooledMap m_pooled;
};

/// Of a matrix in memory. Throws Error unless it has two axes.
PooledMap pooledMap(const Array<float>& matrix, Index block);

}  // namespace engine
