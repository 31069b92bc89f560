#include "engine/attention/nadaraya-watson/NadarayaWatson.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// K of a distance; the Gaussian relative to that of the nearest distance. The difference of squares is taken as a
/// product: nothing cancels, and infinity comes out only for keys whose weight is 0 anyway.
double kernelValue(RegressionKernel kernel, double distance, double nearest, double width) {
  const double u = distance / width;
  switch (kernel) {
    case RegressionKernel::gaussian:
      return distance == nearest ? 1.0 : std::exp(-(distance - nearest) / width * ((distance + nearest) / width) / 2);
    case RegressionKernel::boxcar:
      return u < 1 ? 1.0 : 0.0;
    case RegressionKernel::triangular:
      return std::max(0.0, 1 - u);
    case RegressionKernel::epanechikov:
      return std::max(0.0, (1 - u) * (1 + u));
    case RegressionKernel::constant:
      return 1.0;
  }
  return 0.0;
}

/// Distances of one query to all keys; returns the smallest.
template <class T>
double measureDistances(const NadarayaWatsonInput<T>& input, Index query, std::vector<double>& distances) {
  double nearest = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < input.keys.size(); ++i) {
    const double distance = std::abs(double(input.queries[query]) - double(input.keys[i]));
    if (!std::isfinite(distance))
      fail("arrays queries ", shapeText(input.queries.shape()), " and keys ", shapeText(input.keys.shape()),
           ": the distance of query ", query, " and key ", i, " does not fit into float64, expected smaller values");
    nth(distances, i) = distance;
    nearest = std::min(nearest, distance);
  }
  return nearest;
}

/// One row of A and one value of y; false when no key lies inside the kernel.
template <class T>
bool regressQuery(const NadarayaWatsonInput<T>& input, Index query, std::vector<double>& weights,
                  NadarayaWatsonResult<T>& result) {
  const double nearest = measureDistances(input, query, weights);
  double sum = 0, mean = 0;
  for (double& weight : weights) sum += weight = kernelValue(input.kernel, weight, nearest, input.width);
  if (sum == 0) return false;
  for (Index i = 0; i < input.keys.size(); ++i) result.A(query, i) = static_cast<T>(nth(weights, i) /= sum);
  // In a loop that writes, the compiler asks where the arrays lie, and adds up fused where they lie close together and
  // not fused where they do not.
  for (Index i = 0; i < input.keys.size(); ++i) mean += nth(weights, i) * double(input.values[i]);
  result.y[query] = static_cast<T>(mean);
  return true;
}

}  // namespace

template <class T>
NadarayaWatsonResult<T> nadarayaWatson(const NadarayaWatsonInput<T>& input, int threads, Diagnostics& diagnostics,
                                       Progress& progress) {
  if (!(input.width > 0)) fail("parameter width: found ", input.width, ", expected more than 0");
  const Index m = input.keys.size(), n = input.queries.size();
  NadarayaWatsonResult<T> result{Array<T>({n, m}), Array<T>({n})};
  std::atomic<Index> numEmpty{0};
  const Index grain = std::clamp<Index>(200'000 / std::max<Index>(1, m), 1, 1024);  // a few milliseconds
  parallelFor(n, grain, threads, progress, "kernel regression", [&](Index begin, Index end) {
    std::vector<double> weights(static_cast<size_t>(m));
    for (Index query = begin; query < end; ++query) numEmpty += !regressQuery(input, query, weights, result);
  });
  if (numEmpty > 0)
    diagnostics.warn(numEmpty.load(), " of ", n, " queries have no key inside the kernel: their weights and y are 0");
  return result;
}

template <class T>
RegressionKernelValues<T> regressionKernelValues(const NadarayaWatsonInput<T>& input, int threads, Progress& progress) {
  const Index m = input.keys.size(), n = input.queries.size();
  RegressionKernelValues<T> values{Array<T>({n, m}, Untouched{}, "u"), Array<T>({n, m}, Untouched{}, "K")};
  const Index grain = std::clamp<Index>(200'000 / std::max<Index>(1, m), 1, 1024);
  parallelFor(n, grain, threads, progress, "kernel values", [&](Index begin, Index end) {
    for (Index query = begin; query < end; ++query)
      for (Index i = 0; i < m; ++i) {
        const double difference = double(input.queries[query]) - double(input.keys[i]);
        values.u(query, i) = static_cast<T>(difference / input.width);
        values.K(query, i) = static_cast<T>(kernelValue(input.kernel, std::abs(difference), 0, input.width));
      }
  });
  return values;
}

template RegressionKernelValues<float> regressionKernelValues(const NadarayaWatsonInput<float>&, int, Progress&);
template RegressionKernelValues<double> regressionKernelValues(const NadarayaWatsonInput<double>&, int, Progress&);
template NadarayaWatsonResult<float> nadarayaWatson(const NadarayaWatsonInput<float>&, int, Diagnostics&, Progress&);
template NadarayaWatsonResult<double> nadarayaWatson(const NadarayaWatsonInput<double>&, int, Diagnostics&, Progress&);

}  // namespace engine
