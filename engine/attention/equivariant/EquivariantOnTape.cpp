// SE(3)-equivariant attention (MATHEMATICS.md 11) on a tape: gradients by positions, features and weights. The
// graph is that of the positions given; edges come and go where their weight and all its derivatives are 0.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/equivariant/EquivariantParameters.h"
#include "engine/attention/equivariant/NodeArrays.h"
#include "engine/attention/equivariant/RadialOnTape.h"
#include "engine/attention/equivariant/TrilinearOnTape.h"
#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr double kShortest = 1e-12;  // vectors are divided by at least this much, as sphericalHarmonics does

using Indices = std::vector<Index>;

struct Edges {
  Indices from, to;  ///< node looked at, node that looks
  Index nodes = 0;
};

Edges edgesOf(const ArrayBundle& inputs, const Array<double>& pos, double maxRadius) {
  const RadiusGraph graph = neighboursIn(inputs, pos, maxRadius);
  Edges edges;
  edges.nodes = pos.length(0);
  for (Index e = 0; e < graph.edges.length(0); ++e) {
    edges.from.push_back(graph.edges(e, 0));
    edges.to.push_back(graph.edges(e, 1));
  }
  return edges;
}

/// Vectors (E, 3) over their lengths (E, 1).
Variable<double> unitVectors(const Variable<double>& vectors, const Variable<double>& lengths) {
  Array<Bool> isShort(lengths.shape());
  for (Index e = 0; e < isShort.size(); ++e) isShort[e].value = lengths.value()[e] < kShortest;
  return vectors / replaced(lengths, isShort, kShortest);
}

Variable<double> activated(Activation activation, const Variable<double>& x) {
  switch (activation) {
    case Activation::relu:
      return relu(x);
    case Activation::tanh:
      return tanh(x);
    case Activation::sigmoid:
      return sigmoid(x);
    case Activation::gelu:
      return gelu(x);
    case Activation::silu:
      break;
  }
  return silu(x);
}

/// Weights of the tensor product of every edge from its radial functions b.
Variable<double> radialNet(const Variable<double>& b, const Variable<double>& first, const Variable<double>& second,
                           Activation activation) {
  const auto perRoot = [](Index count) { return 1 / std::sqrt(double(count)); };
  const Variable<double> x = perRoot(first.length(0)) * matmul(b, first);
  const Variable<double> hidden = activationConstant(activation) * activated(activation, x);
  return perRoot(second.length(0)) * matmul(hidden, second);
}

/// One set of weights (W) for every row.
Variable<double> repeated(const Variable<double>& weights, Index rows) {
  return gatherRows(reshape(weights, {1, weights.length(0)}), Indices(static_cast<size_t>(rows), 0));
}

/// Largest score into each node among the edges whose cutoff is above 0, by edge; 0 where there is none.
Array<double> largestScores(const Edges& edges, const Array<double>& s, const Array<double>& c) {
  std::vector<double> largest(static_cast<size_t>(edges.nodes), -std::numeric_limits<double>::infinity());
  const auto at = [&](Index e) -> double& { return nth(largest, nth(edges.to, e)); };
  for (Index e = 0; e < s.size(); ++e)
    if (c[e] > 0) at(e) = std::max(at(e), s[e]);
  Array<double> result(s.shape());
  for (Index e = 0; e < s.size(); ++e) result[e] = std::isfinite(at(e)) ? at(e) : 0;
  return result;
}

/// c exp(s) over its sum over the edges into the same node (E, 1); 0 where no cutoff is above 0.
Variable<double> weights(TapeCall& call, const Edges& edges, const Variable<double>& s, const Variable<double>& c) {
  Array<Bool> isCut(c.shape());
  for (Index e = 0; e < isCut.size(); ++e) isCut[e].value = !(c.value()[e] > 0);
  const Variable<double> below = s - call.constant(largestScores(edges, s.value(), c.value()));
  const Variable<double> share = c * exp(replaced(below, isCut, 0));
  const Variable<double> total = scatterAddRows(share, edges.to, edges.nodes);
  Array<Bool> isAlone(total.shape());
  for (Index i = 0; i < isAlone.size(); ++i) isAlone[i].value = total.value()[i] == 0;
  return share / gatherRows(replaced(total, isAlone, 1), edges.to);
}

}  // namespace

VariableBundle equivariantOnTape(TapeCall& call) {
  const EquivariantSetting setting = equivariantSetting(call.values());
  const EquivariantMaps maps(setting);
  const Variable<double>&pos = call.at("pos"), &f = call.at("f");
  const Edges edges = edgesOf(call.inputs(), pos.value(), setting.maxRadius);
  const auto E = static_cast<Index>(edges.to.size());

  const Variable<double> vectors = gatherRows(pos, edges.from) - gatherRows(pos, edges.to);
  const Variable<double> lengths = reshape(norm(vectors), {E, 1});
  const Variable<double> Y = harmonicPolynomials(unitVectors(vectors, lengths), setting.maxDegree);
  const Variable<double> b = std::sqrt(double(setting.basisCount)) * radialBasis(setting.basis(), lengths);
  const Variable<double> c = setting.isEdgeSoft ? softUnitStep(-10 / setting.maxRadius * lengths + 10)
                                                : call.constant(Array<double>({E, 1}, 1.0));
  const Variable<double> w_k = radialNet(b, call.at("mlp_k_0"), call.at("mlp_k_1"), setting.activation),
                         w_v = radialNet(b, call.at("mlp_v_0"), call.at("mlp_v_1"), setting.activation);

  const Variable<double> one = call.constant(Array<double>({edges.nodes, 1}, 1.0)), source = gatherRows(f, edges.from);
  const Variable<double> q =
      trilinear(termsOf(maps.query), maps.query.out().dimension(), f, one, repeated(call.at("linear"), edges.nodes));
  const Variable<double> k = trilinear(termsOf(maps.key), maps.key.out().dimension(), source, Y, w_k),
                         v = trilinear(termsOf(maps.value), maps.value.out().dimension(), source, Y, w_v);
  const Variable<double> s = trilinear(termsOf(maps.score), 1, gatherRows(q, edges.to), k, repeated(call.at("dot"), E));
  const Variable<double> a = weights(call, edges, s, c);
  const Variable<double> out = scatterAddRows(rootOfPositive(a) * v, edges.to, edges.nodes);

  const auto flat = [&](const Variable<double>& x) { return reshape(x, {E}); };
  VariableBundle outputs = {
      {"lengths", flat(lengths)}, {"q", q}, {"k", k}, {"v", v}, {"s", flat(s)}, {"a", flat(a)}, {"out", out}};
  if (call.values().flag("details")) outputs.insert({{"c", flat(c)}, {"b", b}, {"Y", Y}, {"w_k", w_k}, {"w_v", w_v}});
  return outputs;
}

}  // namespace engine
