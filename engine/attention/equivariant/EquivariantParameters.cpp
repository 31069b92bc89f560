#include "engine/attention/equivariant/EquivariantParameters.h"

#include <algorithm>

#include "engine/attention/equivariant/NodeArrays.h"
#include "engine/base/ParameterKinds.h"

namespace engine {

namespace {

const std::vector<std::string> kRadials = {"smooth_finite", "gaussian", "cosine", "fourier", "bessel"};
const std::vector<std::string> kActivations = {"silu", "relu", "tanh", "sigmoid", "gelu"};

/// Position of a text in the list of an enumeration's names.
template <class Enum>
Enum enumOf(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<Enum>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

std::vector<Parameter> equivariantParameters() {
  const char* const irreps = "copies x degree (0 to 3) and parity (e even, o odd), such as 10x0e+5x1o+2x2e";
  return {
      textParameter("irreps_in", "Irreps of the features", irreps, "10x0e+5x1o+2x2e"),
      textParameter("irreps_query", "Irreps of the queries", irreps, "11x0e+4x1o"),
      textParameter("irreps_key", "Irreps of the keys", irreps, "12x0e+3x1o"),
      textParameter("irreps_out", "Irreps of the output", irreps, "14x0e+6x1o"),
      countParameter("lmax", "Maximal degree l", "highest degree of the spherical harmonics", 3, 0, kMaxDegree),
      numberParameter("max_radius", "Cut-off radius r_max", "",
                      "nodes closer than this see each other, in the unit of pos", 1.3, 1e-6, 1e6),
      countParameter("basis", "Radial basis functions", "number of functions that stand for a distance", 10, 1, 1024),
      choiceParameter("radial", "Form of the radial basis", "kind of these functions", kRadials),
      choiceParameter("normalization", "Path normalisation",
                      "element: all terms into an output count alike; path: all paths do", {"element", "path"}),
      choiceParameter("activation", "Activation", "of the hidden layer of the radial networks", kActivations),
      choiceParameter("edge", "Edge of the neighbourhood",
                      "soft: a neighbour counts less and less towards r_max; hard: in full up to r_max, where outputs "
                      "jump",
                      {"soft", "hard"})};
}

EquivariantSetting equivariantSetting(const ParameterValues& values) {
  const auto irreps = [&](const char* key) { return Irreps::parse(values.text(key), std::string("parameter ") + key); };
  EquivariantSetting setting;
  setting.in = irreps("irreps_in");
  setting.query = irreps("irreps_query");
  setting.key = irreps("irreps_key");
  setting.out = irreps("irreps_out");
  setting.maxDegree = static_cast<int>(values.integer("lmax"));
  setting.maxRadius = values.real("max_radius");
  setting.radial = enumOf<RadialKind>(kRadials, values.text("radial"));
  setting.basisCount = static_cast<Index>(values.integer("basis"));
  setting.normalization = values.text("normalization") == "path" ? PathNormalization::path : PathNormalization::element;
  setting.activation = enumOf<Activation>(kActivations, values.text("activation"));
  setting.isEdgeSoft = values.text("edge") == "soft";
  return setting;
}

template <class T>
EquivariantInput<T> equivariantInput(const ArrayBundle& arrays, const EquivariantSetting& setting) {
  ShapeLetters letters;
  EquivariantInput<T> input;
  input.setting = setting;
  readNodes(input, arrays, letters);
  input.linear = readArray<T>(arrays, "linear", letters, {"Wq"});
  input.dot = readArray<T>(arrays, "dot", letters, {"Ws"});
  return input;
}

template EquivariantInput<float> equivariantInput(const ArrayBundle&, const EquivariantSetting&);
template EquivariantInput<double> equivariantInput(const ArrayBundle&, const EquivariantSetting&);

}  // namespace engine
