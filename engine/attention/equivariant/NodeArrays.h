// Arrays that the layers on nodes in space have in common: positions, features, and the networks of the distance that
// weight the tensor products of keys and values.
#pragma once

#include "engine/attention/AxisWords.h"
#include "engine/attention/Mechanism.h"
#include "engine/attention/ShapeLetters.h"
#include "engine/equivariant/RadiusGraph.h"
#include "engine/equivariant/TensorProduct.h"

namespace engine {

/// What the letters of those below count, and of what is made of them.
AxisWords nodeAxisWords();
/// pos, f and graph.
std::vector<ArrayDescription> nodeInputs();
/// mlp_k_0, mlp_k_1, mlp_v_0 and mlp_v_1.
std::vector<ArrayDescription> radialNetworkInputs();

/// Reads them into the members of these names; `input.setting` is there. Throws Error naming the array that is missing
/// or does not fit the letters.
template <template <class> class Input, class T>
void readNodes(Input<T>& input, const ArrayBundle& arrays, ShapeLetters& letters) {
  const auto array = [&](const char* name, const std::vector<std::string>& axes) {
    return readArray<T>(arrays, name, letters, axes);
  };
  letters.bind("3", 3);
  letters.bind("basis", input.setting.basisCount);
  input.pos = readArray<double>(arrays, "pos", letters, {"N", "3"});
  input.f = array("f", {"N", "Din"});
  input.graph = readOptionalArray<double>(arrays, "graph", letters, {"N"});
  input.mlp_k_0 = array("mlp_k_0", {"basis", "Hk"});
  input.mlp_k_1 = array("mlp_k_1", {"Hk", "Wk"});
  input.mlp_v_0 = array("mlp_v_0", {"basis", "Hv"});
  input.mlp_v_1 = array("mlp_v_1", {"Hv", "Wv"});
}

/// Neighbours in space within the same graph; `graph` (N) numbers the graph of each node, or is empty: all are of one.
/// Throws what radiusGraph() does.
RadiusGraph neighboursIn(const Array<double>& graph, const Array<double>& positions, double maxRadius, int threads,
                         Progress& progress);

/// The same among inputs that were checked: `positions` are those of pos.
inline RadiusGraph neighboursIn(const ArrayBundle& inputs, const Array<double>& positions, double maxRadius) {
  Progress none;
  const Array<double> graph = inputs.count("graph") == 0 ? Array<double>() : numbersOf<double>(inputs, "graph");
  return neighboursIn(graph, positions, maxRadius, 1, none);
}

/// Multiplications of a tensor product when its weights are there.
double productsOf(const TensorProduct& product);

}  // namespace engine
