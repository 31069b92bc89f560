// Which cells of a map are worth looking at: above a threshold, the largest of each row, those that carry most of a
// row.
#pragma once

#include <limits>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// A cell stays when it passes all three. Signed maps are compared by magnitude. Values that are not finite never stay.
struct MapFilter {
  double threshold = 0;  ///< least magnitude; 0: all
  Index topPerRow = 0;   ///< the k largest of each row, of equal ones the first; 0: all
  double massFraction =
      1;  ///< the fewest largest cells of a row that make up this part (0..1] of its sum of magnitudes
  bool keepsAll() const { return threshold <= 0 && topPerRow <= 0 && massFraction >= 1; }
  bool operator==(const MapFilter&) const = default;
};

struct FilteredMap {
  Array<float> values;  ///< as before; NaN where the cell did not stay
  Index numKept = 0;
  double keptMass = 0, totalMass = 0;  ///< sums of magnitudes
};

/// O(cells log columns) with topPerRow or massFraction, O(cells) with a threshold alone.
FilteredMap filtered(const Array<float>& map, const MapFilter& filter, int threads, Progress& progress);

struct MapCell {
  Index row = 0, column = 0;
  float value = 0;
  bool operator==(const MapCell&) const = default;
};

/// The cells of largest magnitude with |row - column| >= `separation`, largest first, of equal ones the first in
/// reading order. Cells that are 0 or not finite are left out. At most `count`.
std::vector<MapCell> strongestCells(const Array<float>& map, Index count, Index separation, Progress& progress);

}  // namespace engine
