// Nadaraya-Watson kernel regression (MATHEMATICS.md 5): attention of queries on the line to keys on the line,
// weighted by a kernel of their distance.
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"

namespace engine {

/// K as a function of u = (query - key) / width; factors that the normalisation takes out again are left away.
enum class RegressionKernel {
  gaussian,     ///< exp(-u^2 / 2)
  boxcar,       ///< 1 if |u| < 1, else 0
  triangular,   ///< max(0, 1 - |u|); what d2l calls Epanechikov
  epanechikov,  ///< max(0, 1 - u^2)
  constant      ///< 1
};

template <class T>
struct NadarayaWatsonInput {
  Array<T> keys;     ///< (m)
  Array<T> values;   ///< (m)
  Array<T> queries;  ///< (n)
  RegressionKernel kernel = RegressionKernel::gaussian;
  double width = 1;  ///< > 0, in the unit of the keys
};

/// A query with no key inside its kernel (boxcar, triangular, epanechikov; or m = 0) has A = 0 and y = 0.
template <class T>
struct NadarayaWatsonResult {
  Array<T> A;  ///< (n, m) weights; each row sums to 1
  Array<T> y;  ///< (n) sum of A times values
};

/// Computed in double for either type. The Gaussian is a softmax of -u^2 / 2 relative to the nearest key, so that it
/// never vanishes. Warns of queries without keys, with their number. Throws Error when the width is not positive or a
/// distance does not fit into double.
template <class T>
NadarayaWatsonResult<T> nadarayaWatson(const NadarayaWatsonInput<T>& input, int threads, Diagnostics& diagnostics,
                                       Progress& progress);

/// What the weights are made of, before they are divided by their sum. A Gaussian of a far key may be 0 here while its
/// weight is not.
template <class T>
struct RegressionKernelValues {
  Array<T> u;  ///< (n, m) (query - key) / width
  Array<T> K;  ///< (n, m) the kernel of u
};
template <class T>
RegressionKernelValues<T> regressionKernelValues(const NadarayaWatsonInput<T>& input, int threads, Progress& progress);

}  // namespace engine
