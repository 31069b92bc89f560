#include "engine/attention/heads/Projections.h"

#include "engine/attention/heads/HeadRows.h"
#include "engine/base/ParameterKinds.h"
#include "engine/network/Linear.h"

namespace engine {

template <class T>
void checkProjections(const Projections<T>& projections, Index width) {
  if (projections.heads < 1) fail("parameter heads: found ", projections.heads, ", expected at least 1");
  ShapeLetters letters;
  letters.bind("D", width);
  requireProjectionShapes(projections, letters);
  requireHeads("W_q", projections.W_q.shape(), projections.heads);
  requireHeads("W_v", projections.W_v.shape(), projections.heads);
}

std::vector<ArrayDescription> projectionInputs(const ProjectionWidths& widths) {
  const auto shape = [](const char* rows, const char* width) { return std::string("(") + rows + ", " + width + ")"; };
  return {{"W_q", shape("H*d", widths.q), "query projection"},
          {"W_k", shape("H*d", widths.k), "key projection"},
          {"W_v", shape("H*v", widths.v), "value projection"},
          {"W_o", "(Dout, H*v)", "output projection"},
          {"b_q", "(H*d)", "bias of the queries", true},
          {"b_k", "(H*d)", "bias of the keys", true},
          {"b_v", "(H*v)", "bias of the values", true},
          {"b_o", "(Dout)", "bias of the output", true}};
}

Parameter headsParameter() {
  return countParameter("heads", "Heads H", "number of heads; divides the widths of the projections", 1, 1, 65536);
}

template <class T>
Projections<T> readProjections(const ArrayBundle& inputs, const ParameterValues& values, ShapeLetters& letters) {
  Projections<T> projections;
  readProjectionArrays(projections, inputs, letters);
  projections.heads = static_cast<Index>(values.integer("heads"));
  checkProjections(projections, letters["D"]);
  return projections;
}

Parameter headVectorsParameter() {
  return flagParameter("intermediates", "Intermediate results",
                       "yes: also q, k, v and O of every head, the scores S and the mask that was in effect", false);
}

std::vector<ArrayDescription> headVectorOutputs(const std::string& cells) {
  const auto of = [&](const char* width) { return "(" + cells + ", H, " + width + ")"; };
  return {{"q", of("d"), "queries of every head (intermediates=yes)", true},
          {"k", of("d"), "keys of every head (intermediates=yes)", true},
          {"v", of("v"), "values of every head (intermediates=yes)", true},
          {"O", of("v"), "outputs of the heads, before they are joined (intermediates=yes)", true}};
}

std::string headVectorNumbers(const ParameterValues& values, const std::string& cells) {
  return values.flag("intermediates") ? " + " + cells + "*2*H*(d + v)" : "";
}

double rowsPerHead(const ArrayBundle& inputs, const std::string& name, double heads) {
  const auto found = inputs.find(name);
  if (found == inputs.end() || shapeOf(found->second).empty() || heads == 0) return 0;
  return double(shapeOf(found->second)[0]) / heads;
}

void addHeadSizes(const ArrayBundle& inputs, Sizes& sizes) {
  sizes["H"] = sizes["heads"];
  sizes["d"] = rowsPerHead(inputs, "W_q", sizes["H"]);
  sizes["v"] = rowsPerHead(inputs, "W_v", sizes["H"]);
}

template <class T>
Array<T> project(const Array<T>& X, const Array<T>& W, const Array<T>& b, int threads, Progress& progress) {
  Array<T> Y = linear(X, W, b, threads, progress);
  Shape shape = X.shape();
  shape.back() = W.length(0);
  return std::move(Y).reshaped(std::move(shape));
}

template void checkProjections(const Projections<float>&, Index);
template void checkProjections(const Projections<double>&, Index);
template Projections<float> readProjections(const ArrayBundle&, const ParameterValues&, ShapeLetters&);
template Projections<double> readProjections(const ArrayBundle&, const ParameterValues&, ShapeLetters&);
template Array<float> project(const Array<float>&, const Array<float>&, const Array<float>&, int, Progress&);
template Array<double> project(const Array<double>&, const Array<double>&, const Array<double>&, int, Progress&);

}  // namespace engine
