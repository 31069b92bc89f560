#include "engine/attention/se3-transformer/Se3Transformer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/FastPath.h"
#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/equivariant/NodeArrays.h"
#include "engine/attention/heads/ScoreOverflow.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/equivariant/FullyConnectedNet.h"
#include "engine/equivariant/SphericalHarmonics.h"

namespace engine {

namespace {

std::vector<Index> headsOf(const Irreps& irreps, Index heads) {
  std::vector<Index> result;
  for (const IrrepBlock& block : irreps.blocks()) {
    if (heads < 1 || block.multiplicity % heads != 0)
      fail("parameter heads: found ", heads, ", expected a divisor of the copies of every irrep of ", irreps.text());
    const Index perHead = block.multiplicity / heads * block.irrep.dimension();
    for (Index c = 0; c < block.size(); ++c) result.push_back(c / perHead);
  }
  return result;
}

template <class T>
void requireWeights(const char* name, const Array<T>& weights, const Shape& expected, const std::string& meaning) {
  if (weights.shape() != expected)
    fail("array ", name, ": found shape ", shapeText(weights.shape()), ", expected ", shapeText(expected),
         ", the weights of ", meaning);
}

std::string textOf(const TensorProduct& product) {
  return product.first().text() + " x " + product.second().text() + " -> " + product.out().text();
}

template <class T>
void checkShapes(const Se3Input<T>& input, const Se3Maps& maps) {
  const Se3Setting& setting = input.setting;
  requireShape("pos", input.pos.shape(), {-1, 3});
  requireShape("f", input.f.shape(), {input.pos.length(0), setting.in.dimension()});
  requireWeights("query", input.query, {maps.query.numWeights()}, setting.in.text() + " -> " + setting.key.text());
  requireWeights("self", input.self, {maps.self.numWeights()}, setting.in.text() + " -> " + setting.out.text());
  requireShape("mlp_k_0", input.mlp_k_0.shape(), {setting.basisCount, -1});
  requireShape("mlp_v_0", input.mlp_v_0.shape(), {setting.basisCount, -1});
  requireWeights("mlp_k_1", input.mlp_k_1, {input.mlp_k_0.length(1), maps.key.numWeights()}, textOf(maps.key));
  requireWeights("mlp_v_1", input.mlp_v_1, {input.mlp_v_0.length(1), maps.value.numWeights()}, textOf(maps.value));
}

/// A linear map of every node.
template <class T>
Array<T> mapNodes(const EquivariantLinear& map, const Array<T>& f, const Array<T>& weights) {
  const Index N = f.length(0), width = map.out().dimension();
  Array<T> result({N, width});
  for (Index i = 0; i < N; ++i) map.apply(f.data() + i * f.length(1), weights.data(), result.data() + i * width);
  return result;
}

/// Weights of the tensor products of edges [begin, end).
template <class T>
Array<T> radialWeights(const Se3Setting& setting, const RadiusGraph& graph, Index begin, Index end,
                       const Array<T>& first, const Array<T>& second) {
  const RadialBasis basis = setting.basis();
  Array<T> b({end - begin, basis.count});
  for (Index e = begin; e < end; ++e)
    radialBasis(basis, static_cast<T>(graph.lengths[e]), b.data() + (e - begin) * basis.count);
  for (T& value : b) value *= static_cast<T>(std::sqrt(double(basis.count)));
  return fullyConnectedNet(b, {first, second}, Activation::silu);
}

/// Keys, values and scores of edges [begin, end).
template <class T>
void makeMessages(const Se3Problem<T>& problem, Index begin, Index end, Se3Messages<T>& messages) {
  const Se3Input<T>& input = problem.input;
  const Se3Setting& setting = input.setting;
  const Se3Maps& maps = problem.maps;
  const RadiusGraph& graph = problem.graph;
  const Array<T> keyWeights = radialWeights(setting, graph, begin, end, input.mlp_k_0, input.mlp_k_1),
                 valueWeights = radialWeights(setting, graph, begin, end, input.mlp_v_0, input.mlp_v_1);
  const Index Dk = messages.k.length(1), Dout = messages.v.length(1);
  const T scale = static_cast<T>(standardScale(Dk / setting.heads));
  T Y[numHarmonics(kMaxDegree)];
  for (Index e = begin; e < end; ++e) {
    const T vector[] = {static_cast<T>(graph.vectors(e, 0)), static_cast<T>(graph.vectors(e, 1)),
                        static_cast<T>(graph.vectors(e, 2))};
    sphericalHarmonics(vector, setting.maxDegree, HarmonicNormalization::component, Y);
    const T* const f = input.f.data() + graph.edges(e, 0) * input.f.length(1);
    const T* const q = problem.q.data() + graph.edges(e, 1) * Dk;
    T* const k = messages.k.data() + e * Dk;
    maps.key.apply(f, Y, keyWeights.data() + (e - begin) * maps.key.numWeights(), k);
    maps.value.apply(f, Y, valueWeights.data() + (e - begin) * maps.value.numWeights(), messages.v.data() + e * Dout);
    for (Index c = 0; c < Dk; ++c) messages.S(e, nth(maps.headOfKey, c)) += scale * q[c] * k[c];
  }
}

/// Softmax of one head over the edges into a node.
template <class T>
void weigh(const Index* begin, const Index* end, Index head, Index node, Se3Result<T>& result) {
  T largest = std::numeric_limits<T>::lowest(), total = 0;
  for (const Index* e = begin; e != end; ++e) {
    if (!std::isfinite(result.S(*e, head))) failForScore<T>("f, query and mlp_k", node);
    largest = std::max(largest, result.S(*e, head));
  }
  for (const Index* e = begin; e != end; ++e) total += result.A(*e, head) = std::exp(result.S(*e, head) - largest);
  for (const Index* e = begin; e != end; ++e) result.A(*e, head) /= total;
}

/// Weights of all heads of a node, and the values of its neighbours added to its output.
template <class T>
void attendNode(const Se3Maps& maps, const IncomingEdges& incoming, Index node, Se3Result<T>& result) {
  const Index* const first = incoming.edge.data() + nth(incoming.start, node);
  const Index* const last = incoming.edge.data() + nth(incoming.start, node + 1);
  for (Index head = 0; head < result.S.length(1); ++head) weigh(first, last, head, node, result);
  for (const Index* e = first; e != last; ++e)
    for (Index c = 0; c < result.v.length(1); ++c)
      result.out(node, c) += result.A(*e, nth(maps.headOfOut, c)) * result.v(*e, c);
}

}  // namespace

Se3Maps::Se3Maps(const Se3Setting& setting)
    : query(setting.in, setting.key),
      self(setting.in, setting.out),
      key(setting.in, Irreps::sphericalHarmonics(setting.maxDegree), setting.key),
      value(setting.in, Irreps::sphericalHarmonics(setting.maxDegree), setting.out),
      headOfKey(headsOf(setting.key, setting.heads)),
      headOfOut(headsOf(setting.out, setting.heads)) {}

template <class T>
Se3Problem<T> se3Problem(const Se3Input<T>& input, int threads, Progress& progress) {
  Se3Maps maps(input.setting);
  input.setting.basis().check();
  checkShapes(input, maps);
  Se3Problem<T> problem{
      input, std::move(maps), neighboursIn(input.graph, input.pos, input.setting.maxRadius, threads, progress), {}};
  problem.q = mapNodes(problem.maps.query, input.f, input.query);
  return problem;
}

template <class T>
Se3Messages<T> se3MessagesPlain(const Se3Problem<T>& problem, int threads, Progress& progress) {
  const Se3Maps& maps = problem.maps;
  const Index E = problem.graph.lengths.size();
  Se3Messages<T> messages{Array<T>({E, maps.key.out().dimension()}), Array<T>({E, maps.value.out().dimension()}),
                          Array<T>({E, problem.input.setting.heads})};
  const Index grain =
      std::clamp<Index>(1'000'000 / std::max<Index>(1, maps.key.numWeights() + maps.value.numWeights()), 1, 64);
  parallelFor(E, grain, threads, progress, "keys and values",
              [&](Index begin, Index end) { makeMessages(problem, begin, end, messages); });
  return messages;
}

template <class T>
Se3Result<T> se3Attend(const Se3Problem<T>& problem, Se3Messages<T> messages, int threads, Progress& progress) {
  const Index N = problem.input.pos.length(0);
  Se3Result<T> result;
  result.edges = problem.graph.edges;
  result.q = problem.q;
  result.k = std::move(messages.k);
  result.v = std::move(messages.v);
  result.S = std::move(messages.S);
  result.A = Array<T>(result.S.shape());
  result.out = mapNodes(problem.maps.self, problem.input.f, problem.input.self);
  const IncomingEdges incoming = incomingEdges(result.edges, N);
  parallelFor(N, 16, threads, progress, "attention", [&](Index begin, Index end) {
    for (Index node = begin; node < end; ++node) attendNode(problem.maps, incoming, node, result);
  });
  return result;
}

template <class T>
Se3Result<T> se3Transformer(const Se3Input<T>& input, int threads, Progress& progress) {
  const Se3Problem<T> problem = se3Problem(input, threads, progress);
  PartProgress most(progress, 0, 0.9), rest(progress, 0.9, 1);
  Se3Messages<T> messages = onProcessor(problem, threads, most, se3MessagesPlain<T>, se3MessagesNative);
  return se3Attend(problem, std::move(messages), threads, rest);
}

template Se3Problem<float> se3Problem(const Se3Input<float>&, int, Progress&);
template Se3Problem<double> se3Problem(const Se3Input<double>&, int, Progress&);
template Se3Messages<float> se3MessagesPlain(const Se3Problem<float>&, int, Progress&);
template Se3Messages<double> se3MessagesPlain(const Se3Problem<double>&, int, Progress&);
template Se3Result<float> se3Attend(const Se3Problem<float>&, Se3Messages<float>, int, Progress&);
template Se3Result<double> se3Attend(const Se3Problem<double>&, Se3Messages<double>, int, Progress&);
template Se3Result<float> se3Transformer(const Se3Input<float>&, int, Progress&);
template Se3Result<double> se3Transformer(const Se3Input<double>&, int, Progress&);

}  // namespace engine
