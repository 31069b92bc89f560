// What the rows and columns of a map add up to.
#pragma once

#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Cells that are not finite count as absent.
struct MapMargins {
  std::vector<double> rowSum;      ///< rows
  std::vector<double> rowEntropy;  ///< rows, bits, of the row's magnitudes made to sum to 1; 0 for a row without mass
  std::vector<double> columnSum;   ///< columns: of attention weights, the attention that each key receives
};

MapMargins marginsOf(const Array<float>& map, int threads, Progress& progress);

}  // namespace engine
