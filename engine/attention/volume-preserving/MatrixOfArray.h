// An array as a matrix of the linear algebra library.
#pragma once

#include <Eigen/Core>

#include "engine/base/Array.h"

namespace engine {

using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowMajorView = Eigen::Map<const RowMajorMatrix>;

/// The values of a two-dimensional array, in place.
inline RowMajorView viewOf(const Array<double>& array) { return {array.data(), array.length(0), array.length(1)}; }

}  // namespace engine
