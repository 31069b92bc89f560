// A layer of the SE(3)-Transformer (MATHEMATICS.md 21) on a tape; the graph is that of the positions given.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/equivariant/NodeArrays.h"
#include "engine/attention/equivariant/RadialOnTape.h"
#include "engine/attention/equivariant/TrilinearOnTape.h"
#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/attention/se3-transformer/Se3Parameters.h"
#include "engine/base/Nth.h"
#include "engine/equivariant/FullyConnectedNet.h"

namespace engine {

namespace {

using Indices = std::vector<Index>;

/// Weights of the tensor products of every edge from its radial functions b.
Variable<double> radialNet(const Variable<double>& b, const Variable<double>& first, const Variable<double>& second) {
  const auto perRoot = [](Index count) { return 1 / std::sqrt(double(count)); };
  const Variable<double> hidden = silu(perRoot(first.length(0)) * matmul(b, first));
  return activationConstant(Activation::silu) * perRoot(second.length(0)) * matmul(hidden, second);
}

/// A linear map of all rows of f.
Variable<double> mapped(TapeCall& call, const EquivariantLinear& map, const Variable<double>& f, const char* weights) {
  const Index rows = f.length(0), count = call.at(weights).length(0);
  const Variable<double> one = call.constant(Array<double>({rows, 1}, 1.0));
  const Variable<double> repeated =
      gatherRows(reshape(call.at(weights), {1, count}), Indices(static_cast<size_t>(rows), 0));
  return trilinear(termsOf(map), map.out().dimension(), f, one, repeated);
}

/// (channels, H): 1 where the channel belongs to the head.
Variable<double> membership(TapeCall& call, const Indices& headOf, Index heads) {
  Array<double> members({static_cast<Index>(headOf.size()), heads}, 0.0);
  for (Index c = 0; c < members.length(0); ++c) members(c, nth(headOf, c)) = 1;
  return call.constant(std::move(members));
}

/// Softmax of S (E, H) over the edges into the same node.
Variable<double> weights(TapeCall& call, const Variable<double>& S, const Indices& to, Index nodes) {
  const Index E = S.length(0), H = S.length(1);
  Array<double> largest({nodes, H}, -std::numeric_limits<double>::infinity()), shift({E, H});
  for (Index e = 0; e < E; ++e)
    for (Index h = 0; h < H; ++h) largest(nth(to, e), h) = std::max(largest(nth(to, e), h), S.value()(e, h));
  for (Index e = 0; e < E; ++e)
    for (Index h = 0; h < H; ++h) shift(e, h) = largest(nth(to, e), h);
  const Variable<double> share = exp(S - call.constant(std::move(shift)));
  return share / gatherRows(scatterAddRows(share, to, nodes), to);
}

}  // namespace

VariableBundle se3TransformerOnTape(TapeCall& call) {
  const Se3Setting setting = se3Setting(call.values());
  const Se3Maps maps(setting);
  const Variable<double>&pos = call.at("pos"), &f = call.at("f");
  const RadiusGraph graph = neighboursIn(call.inputs(), pos.value(), setting.maxRadius);
  const Index N = pos.length(0), E = graph.lengths.size();
  Indices from, to;
  for (Index e = 0; e < E; ++e) {
    from.push_back(graph.edges(e, 0));
    to.push_back(graph.edges(e, 1));
  }
  const Variable<double> vectors = gatherRows(pos, from) - gatherRows(pos, to);
  const Variable<double> lengths = reshape(norm(vectors), {E, 1});
  const Variable<double> Y = harmonicPolynomials(vectors / lengths, setting.maxDegree);
  const Variable<double> b = std::sqrt(double(setting.basisCount)) * radialBasis(setting.basis(), lengths);
  const Variable<double> w_k = radialNet(b, call.at("mlp_k_0"), call.at("mlp_k_1")),
                         w_v = radialNet(b, call.at("mlp_v_0"), call.at("mlp_v_1"));
  const Variable<double> source = gatherRows(f, from), q = mapped(call, maps.query, f, "query");
  const Variable<double> k = trilinear(termsOf(maps.key), maps.key.out().dimension(), source, Y, w_k),
                         v = trilinear(termsOf(maps.value), maps.value.out().dimension(), source, Y, w_v);
  const double scale = standardScale(q.length(1) / setting.heads);
  const Variable<double> S = scale * matmul(gatherRows(q, to) * k, membership(call, maps.headOfKey, setting.heads));
  const Variable<double> A = weights(call, S, to, N);
  const Variable<double> spread =
      matmul(A, membership(call, maps.headOfOut, setting.heads), Factor::plain, Factor::transposed);
  const Variable<double> out = mapped(call, maps.self, f, "self") + scatterAddRows(spread * v, to, N);
  return {{"q", q}, {"k", k}, {"v", v}, {"S", S}, {"A", A}, {"out", out}};
}

}  // namespace engine
