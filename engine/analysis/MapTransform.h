// What is made of attention maps before they are looked at: symmetric maps, the average product correction, means.
// Average product correction: Dunn, Wahl and Gloor 2008 (doi:10.1093/bioinformatics/btm604).
#pragma once

#include <memory>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Three customs are in use: A + A^T (ESM contact heads), their mean, their maximum.
enum class Symmetry { sum, mean, maximum };

/// Throws Error unless the map is square. NaN where one of both is.
Array<float> symmetrised(const Array<float>& map, Symmetry symmetry, int threads, Progress& progress);

/// a_ij - (mean of row i) (mean of column j) / (mean of all), the means of what is finite: masked scores of -inf stay
/// and do not touch the others. A map whose sum is 0, but for rounding, has nothing to correct and stays as it is.
/// Value: float or double.
template <class Value>
Array<Value> averageProductCorrected(const Array<Value>& map, int threads, Progress& progress);

/// Cell by cell, of the maps in which the cell is a number; NaN where it is one in none. Throws Error when there is
/// none, one is null, or shapes differ.
Array<float> meanMap(const std::vector<std::shared_ptr<const Array<float>>>& maps, int threads, Progress& progress);

}  // namespace engine
