// Arrays that the layers on nodes in space have in common: positions, features, and the networks of the distance that
// weight the tensor products of keys and values.
#pragma once

#include "engine/attention/AxisWords.h"
#include "engine/attention/Mechanism.h"
#include "engine/attention/ShapeLetters.h"
#include "engine/equivariant/TensorProduct.h"

namespace engine {

/// What the letters of those below count, and of what is made of them.
AxisWords nodeAxisWords();
/// pos and f.
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
  input.mlp_k_0 = array("mlp_k_0", {"basis", "Hk"});
  input.mlp_k_1 = array("mlp_k_1", {"Hk", "Wk"});
  input.mlp_v_0 = array("mlp_v_0", {"basis", "Hv"});
  input.mlp_v_1 = array("mlp_v_1", {"Hv", "Wv"});
}

/// Multiplications of a tensor product when its weights are there.
double productsOf(const TensorProduct& product);

}  // namespace engine
