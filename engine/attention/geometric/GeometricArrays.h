// The named arrays and parameters of the mechanism "geometric" as its input.
#pragma once

#include <string>
#include <vector>

#include "engine/attention/Mechanism.h"
#include "engine/attention/ShapeLetters.h"
#include "engine/attention/geometric/GeometricAttention.h"

namespace engine {

/// `values` are the mechanism's own, complete. Throws Error naming the array or parameter that does not fit.
template <class T>
GeometricInput<T> readGeometricInput(const ArrayBundle& inputs, const ParameterValues& values);

/// Positions (L, 3) of atoms, Å; NaN where missing. `letters` knows "3".
std::vector<Vector3> readPositions(const ArrayBundle& inputs, const std::string& name, ShapeLetters& letters);
/// Descriptions of s, N, CA and C: residues with frames, as the layers on them take these.
std::vector<ArrayDescription> framedResidueInputs();
/// Reads them into the members s, n, ca and c. Throws Error naming the array that is missing or does not fit.
template <template <class> class Input, class T>
void readFramedResidues(Input<T>& input, const ArrayBundle& inputs, ShapeLetters& letters) {
  letters.bind("3", 3);
  input.s = readArray<T>(inputs, "s", letters, {"L", "D"});
  input.n = readPositions(inputs, "N", letters);
  input.ca = readPositions(inputs, "CA", letters);
  input.c = readPositions(inputs, "C", letters);
}

/// The numbers (H) that the parameter `key` (w_r or w_d) gives in place of the array; empty where it is empty. Throws
/// Error when it is no list of `heads` finite numbers.
Array<double> headWeights(const ParameterValues& values, const char* key, Index heads);
/// Weights as such a parameter has them: the same numbers come back.
std::string headWeightsText(const std::vector<double>& weights);

}  // namespace engine
