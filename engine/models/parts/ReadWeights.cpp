#include "engine/models/parts/ReadWeights.h"

#include <algorithm>
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
LayerNormWeights<T> readNorm(const ModelWeights& weights, const std::string& name, Index width) {
  return {readWeightsAs<T>(weights, name + ".weight", {width}),
          readOptionalWeightsAs<T>(weights, name + ".bias", {width})};
}

#define INSTANTIATE(T)                                                                            \
  template Array<T> readWeightsAs(const ModelWeights&, const std::string&, const Shape&);         \
  template Array<T> readOptionalWeightsAs(const ModelWeights&, const std::string&, const Shape&); \
  template LinearMap<T> readLinear(const ModelWeights&, const std::string&, Index, Index);        \
  template LayerNormWeights<T> readNorm(const ModelWeights&, const std::string&, Index);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
