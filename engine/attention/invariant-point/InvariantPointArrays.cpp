#include "engine/attention/invariant-point/InvariantPointArrays.h"

#include "engine/attention/geometric/GeometricArrays.h"

namespace engine {

template <class T>
InvariantPointInput<T> readInvariantPointInput(const ArrayBundle& inputs, const ParameterValues& values) {
  ShapeLetters letters;
  InvariantPointInput<T> input;
  readFramedResidues(input, inputs, letters);
  input.z = readOptionalArray<T>(inputs, "z", letters, {"L", "L", "P"});
  input.W_b = readOptionalArray<T>(inputs, "W_b", letters, {"H", "P"});
  input.W_q = readArray<T>(inputs, "W_q", letters, {"H*d", "D"});
  input.W_k = readArray<T>(inputs, "W_k", letters, {"H*d", "D"});
  input.W_v = readArray<T>(inputs, "W_v", letters, {"H*d", "D"});
  input.W_q_points = readArray<T>(inputs, "W_q_points", letters, {"3HQ", "D"});
  input.W_k_points = readArray<T>(inputs, "W_k_points", letters, {"3HQ", "D"});
  input.W_v_points = readArray<T>(inputs, "W_v_points", letters, {"3HV", "D"});
  input.gamma = readArray<T>(inputs, "gamma", letters, {"H"});
  const Array<double> given = headWeights(values, "gamma", input.heads());
  for (Index h = 0; h < given.size(); ++h) input.gamma[h] = static_cast<T>(given[h]);
  if (input.heads() > 0 && (input.z.rank() == 3) == (input.W_b.rank() == 2))
    letters.bind("H*(P + d + 4V)", input.heads() * (input.pairFeatures() + input.width() + 4 * input.valuePoints()));
  input.W_out = readArray<T>(inputs, "W_out", letters, {"Dout", "H*(P + d + 4V)"});
  input.b_out = readOptionalArray<T>(inputs, "b_out", letters, {"Dout"});
  if (!values.flag("maps"))
    input.kept = KeptPointMaps::none;
  else if (values.flag("scores"))
    input.kept = KeptPointMaps::terms;
  return input;
}

template InvariantPointInput<float> readInvariantPointInput(const ArrayBundle&, const ParameterValues&);
template InvariantPointInput<double> readInvariantPointInput(const ArrayBundle&, const ParameterValues&);

}  // namespace engine
