#include "engine/models/parts/ReadWeights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace engine {

namespace {

template <class T>
Array<T> converted(Array<float> values) {
  if constexpr (std::is_same_v<T, float>) {
    return values;
  } else {
    Array<T> result(values.shape(), Untouched{}, values.name);
    std::copy(values.begin(), values.end(), result.begin());
    return result;
  }
}

}  // namespace

template <class T>
Array<T> readWeightsAs(const ModelWeights& weights, const std::string& name, const Shape& expected) {
  return converted<T>(readWeights(weights, name, expected));
}

template <class T>
Array<T> readOptionalWeightsAs(const ModelWeights& weights, const std::string& name, const Shape& expected) {
  return converted<T>(readOptionalWeights(weights, name, expected));
}

template <class T>
LinearMap<T> readLinear(const ModelWeights& weights, const std::string& name, Index out, Index in) {
  return {readWeightsAs<T>(weights, name + ".weight", {out, in}),
          readOptionalWeightsAs<T>(weights, name + ".bias", {out})};
}

template <class T>
LinearMap<T> storedLinear(const ModelWeights& weights, const std::string& name, Index out, Index in) {
  const std::string matrix = name + ".weight";
  const Shape* const shape = weights.shapeOf(matrix);
  if (!shape) readWeights(weights, matrix, {out, in});  // throws
  withErrorsNaming(weights.source->name(), [&] { requireShape(matrix, *shape, {out, in}); });
  LinearMap<T> map;
  map.stored = {&weights, matrix, (*shape)[0], (*shape)[1]};
  map.b = readOptionalWeightsAs<T>(weights, name + ".bias", {map.stored.out});
  return map;
}

void readRows(const StoredMatrix& matrix, Index begin, Index end, float* target) {
  const WeightSource& source = *matrix.weights->source;
  const Index count = (end - begin) * matrix.in;
  source.read(*source.find(matrix.name), begin * matrix.in, count, target);
  bool isFinite = true;
  for (Index k = 0; k < count; ++k) isFinite &= std::abs(target[k]) <= std::numeric_limits<float>::max();
  if (!isFinite) readWeights(*matrix.weights, matrix.name, {matrix.out, matrix.in});  // throws, and says where
}

const float* keptMatrix(const StoredMatrix& matrix) {
  const WeightSource& source = *matrix.weights->source;
  return source.kept(*source.find(matrix.name));
}

template <class T>
LayerNormWeights<T> readNorm(const ModelWeights& weights, const std::string& name, Index width) {
  return {readWeightsAs<T>(weights, name + ".weight", {width}),
          readOptionalWeightsAs<T>(weights, name + ".bias", {width})};
}

#define INSTANTIATE(T)                                                                            \
  template Array<T> readWeightsAs(const ModelWeights&, const std::string&, const Shape&);         \
  template Array<T> readOptionalWeightsAs(const ModelWeights&, const std::string&, const Shape&); \
  template LinearMap<T> readLinear(const ModelWeights&, const std::string&, Index, Index);        \
  template LinearMap<T> storedLinear(const ModelWeights&, const std::string&, Index, Index);      \
  template LayerNormWeights<T> readNorm(const ModelWeights&, const std::string&, Index);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
