// Weights in the number type of a run: linear maps and norms by the name that their arrays share.
#pragma once

#include <string>

#include "engine/models/ModelWeights.h"
#include "engine/network/LayerNorm.h"

namespace engine {

/// readWeights in the number type asked for.
template <class T>
Array<T> readWeightsAs(const ModelWeights& weights, const std::string& name, const Shape& expected);
/// readOptionalWeights in the number type asked for.
template <class T>
Array<T> readOptionalWeightsAs(const ModelWeights& weights, const std::string& name, const Shape& expected);

/// A matrix that stays where the weights are.
struct StoredMatrix {
  const ModelWeights* weights = nullptr;  ///< null: there is none; else they outlive this
  std::string name;
  Index out = 0, in = 0;
};

/// y = W x + b; W (out, in), b (out) or empty.
template <class T>
struct LinearMap {
  Array<T> W, b;
  StoredMatrix stored = {};  ///< instead of W

  bool isThere() const { return stored.weights || !W.empty(); }
  const std::string& name() const { return stored.weights ? stored.name : W.name; }
};
/// "NAME.weight" and, where there is one, "NAME.bias".
template <class T>
LinearMap<T> readLinear(const ModelWeights& weights, const std::string& name, Index out, Index in);
/// The same, but the matrix is not read before it multiplies, a few rows at a time (modelLinear). Throws Error as
/// readLinear where name or shape is wrong.
template <class T>
LinearMap<T> storedLinear(const ModelWeights& weights, const std::string& name, Index out, Index in);
/// Rows [begin, end) of the matrix. Throws Error naming file, array and place when a value is not finite.
void readRows(const StoredMatrix& matrix, Index begin, Index end, float* target);
/// The matrix where it lies in memory; null: it is read.
const float* keptMatrix(const StoredMatrix& matrix);
/// "NAME.weight" and, where there is one, "NAME.bias".
template <class T>
LayerNormWeights<T> readNorm(const ModelWeights& weights, const std::string& name, Index width);

}  // namespace engine
