// Rows of W are cut into stripes, not those of X: there are many of them whatever the length of the sequence, and each
// is read and brought into panels once, in the cache of the core that multiplies with it.
#include "engine/models/parts/ModelLinear.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <unsupported/Eigen/SpecialFunctions>

#include "engine/attention/heads/BlockProduct.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/LinearDevice.h"

namespace engine {

namespace {

constexpr Index kStripe = 2 * kPanelWidth;      ///< rows of W in one piece of work
constexpr Index kRowBlock = 32 * kProductRows;  ///< rows of X whose 256 terms stay in the second-level cache

void geluOf(float* values, Index count) {
  Eigen::Map<Eigen::ArrayXf> x(values, count);
  x = 0.5F * x * (1.0F + (x * (1.0F / std::numbers::sqrt2_v<float>)).erf());
}

void geluOf(double* values, Index count) {
  for (Index k = 0; k < count; ++k) values[k] = values[k] / 2 * (1 + std::erf(values[k] / std::numbers::sqrt2));
}

template <class T>
void geluOfAll(Array<T>& Y, const ModelCall& call) {
  parallelFor(Y.size(), 1 << 16, call.where.threads, call.progress, "activation",
              [&](Index begin, Index end) { geluOf(Y.data() + begin, end - begin); });
}

/// Columns [begin, end) of Y, out of these rows of W.
void multiplyStripe(const Array<float>& X, const float* W, const Array<float>& b, AfterLinear after, Index begin,
                    Index end, Array<float>& Y) {
  const Index rows = Y.length(0), out = Y.length(1), in = rows == 0 ? 0 : X.size() / rows, width = end - begin;
  Array<float> packed({packedSize(in, width)}, Untouched{});
  packPanels(W, 1, in, in, width, packed.data());
  for (Index first = 0; first < rows; first += kRowBlock) {
    const Index number = std::min(kRowBlock, rows - first);
    blockProduct({X.data() + first * in, in, 1}, number, in, packed.data(), width, Y.data() + first * out + begin, out,
                 false);
    for (Index row = first; row < first + number; ++row) {
      float* const y = Y.data() + row * out + begin;
      if (!b.empty())
        for (Index c = 0; c < width; ++c) y[c] += b[begin + c];
      if (after == AfterLinear::gelu) geluOf(y, width);
    }
  }
}

/// X (rows, in) to (rows, out). A matrix that stays in its file is read stripe by stripe, by whoever needs it.
Array<float> linearInStripes(const Array<float>& X, const LinearMap<float>& map, Index rows, Index out, Index in,
                             AfterLinear after, const ModelCall& call) {
  Array<float> Y({rows, out}, Untouched{});
  const float* const all = map.stored.weights ? keptMatrix(map.stored) : map.W.data();
  const bool isRead = map.stored.weights && !all;
  parallelFor(out, kStripe, call.where.threads, call.progress, "projection", [&](Index begin, Index end) {
    Array<float> stripe({isRead ? (end - begin) * in : 0}, Untouched{});
    if (isRead) readRows(map.stored, begin, end, stripe.data());
    multiplyStripe(X, isRead ? stripe.data() : all + begin * in, map.b, after, begin, end, Y);
  });
  return Y;
}

/// The definition, and what runs on a device.
template <class T>
Array<T> linearThenActivation(const Array<T>& X, const LinearMap<T>& map, AfterLinear after, const ModelCall& call) {
  const StoredMatrix& stored = map.stored;
  const Array<T> read =
      stored.weights ? readWeightsAs<T>(*stored.weights, stored.name, {stored.out, stored.in}) : Array<T>{};
  Array<T> Y = linear(X, stored.weights ? read : map.W, map.b, call.where, call.diagnostics, call.progress);
  if (after == AfterLinear::gelu) geluOfAll(Y, call);
  return Y;
}

}  // namespace

template <class T>
Array<T> modelLinear(const Array<T>& X, const LinearMap<T>& map, const ModelCall& call, AfterLinear after) {
  const Shape matrix = map.stored.weights ? Shape{map.stored.out, map.stored.in} : map.W.shape();
  requireShape(map.name(), matrix, {-1, X.length(X.rank() - 1)});
  if (!map.b.empty()) requireShape(map.b.name, map.b.shape(), {matrix[0]});
  Shape shape = X.shape();
  shape.back() = matrix[0];
  const Index rows = elementCount(Shape(shape.begin(), shape.end() - 1));
  if constexpr (std::is_same_v<T, float>)
    if (!call.where.device)
      return linearInStripes(X, map, rows, matrix[0], matrix[1], after, call).reshaped(std::move(shape));
  return linearThenActivation(X, map, after, call).reshaped(std::move(shape));
}

template Array<float> modelLinear(const Array<float>&, const LinearMap<float>&, const ModelCall&, AfterLinear);
template Array<double> modelLinear(const Array<double>&, const LinearMap<double>&, const ModelCall&, AfterLinear);

}  // namespace engine
