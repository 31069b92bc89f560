#include "engine/attention/equivariant/EquivariantAttention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "engine/attention/FastPath.h"
#include "engine/attention/equivariant/NodeArrays.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/equivariant/SphericalHarmonics.h"

namespace engine {

namespace {

constexpr HarmonicNormalization kComponent = HarmonicNormalization::component;

/// Edges at a time, so that their weights stay within some megabytes.
Index edgesAtATime(Index weights) { return std::clamp<Index>(1'000'000 / std::max<Index>(1, weights), 1, 64); }

template <class T>
void checkNet(const EquivariantSetting& setting, const Array<T>& first, const Array<T>& second, const char* names[2],
              const TensorProduct& product) {
  requireShape(names[0], first.shape(), {setting.basisCount, -1});
  const Shape expected = {first.length(1), product.numWeights()};
  if (second.shape() != expected)
    fail("array ", names[1], ": found shape ", shapeText(second.shape()), ", expected ", shapeText(expected),
         ", the weights of ", product.first().text(), " x ", product.second().text(), " -> ", product.out().text());
}

template <class T>
void checkShapes(const EquivariantInput<T>& input, const EquivariantMaps& maps) {
  const EquivariantSetting& setting = input.setting;
  requireShape("pos", input.pos.shape(), {-1, 3});
  const Shape features = {input.pos.length(0), setting.in.dimension()};
  if (input.f.shape() != features)
    fail("array f: found shape ", shapeText(input.f.shape()), ", expected ", shapeText(features), " for the irreps ",
         setting.in.text(), " at the nodes of pos of shape ", shapeText(input.pos.shape()));
  if (input.linear.shape() != Shape{maps.query.numWeights()})
    fail("array linear: found shape ", shapeText(input.linear.shape()), ", expected ",
         shapeText({maps.query.numWeights()}), ", the weights of ", setting.in.text(), " -> ", setting.query.text());
  const char* keyNames[] = {"mlp_k_0", "mlp_k_1"};
  const char* valueNames[] = {"mlp_v_0", "mlp_v_1"};
  checkNet(setting, input.mlp_k_0, input.mlp_k_1, keyNames, maps.key);
  checkNet(setting, input.mlp_v_0, input.mlp_v_1, valueNames, maps.value);
  if (input.dot.shape() != Shape{maps.score.numWeights()})
    fail("array dot: found shape ", shapeText(input.dot.shape()), ", expected ", shapeText({maps.score.numWeights()}),
         ", the weights of ", setting.query.text(), " x ", setting.key.text(), " -> 0e");
}

/// Radial basis of edges [begin, end), times the square root of its size.
template <class T>
Array<T> embedding(const EquivariantProblem<T>& problem, Index begin, Index end) {
  const RadialBasis basis = problem.input.setting.basis();
  const T scale = static_cast<T>(std::sqrt(double(basis.count)));
  Array<T> b({end - begin, basis.count});
  for (Index e = begin; e < end; ++e)
    radialBasis(basis, static_cast<T>(problem.graph.lengths[e]), b.data() + (e - begin) * basis.count);
  for (T& value : b) value *= scale;
  return b;
}

template <class T>
void harmonicsOf(const EquivariantProblem<T>& problem, Index edge, T* Y) {
  const double* const vector = &problem.graph.vectors(edge, 0);
  const T single[] = {static_cast<T>(vector[0]), static_cast<T>(vector[1]), static_cast<T>(vector[2])};
  sphericalHarmonics(single, problem.input.setting.maxDegree, kComponent, Y);
}

template <class T>
struct NetWeights {
  Array<T> key, value;  ///< (edges, Wk), (edges, Wv)
};

template <class T>
NetWeights<T> netWeights(const EquivariantInput<T>& input, const Array<T>& b) {
  const Activation activation = input.setting.activation;
  return {fullyConnectedNet(b, {input.mlp_k_0, input.mlp_k_1}, activation),
          fullyConnectedNet(b, {input.mlp_v_0, input.mlp_v_1}, activation)};
}

/// a of the edges into one node, and its row of `out`.
template <class T>
void attendNode(const EquivariantSetting& setting, const IncomingEdges& incoming, Index node,
                EquivariantResult<T>& result) {
  const auto begin = incoming.edge.begin() + nth(incoming.start, node);
  const auto end = incoming.edge.begin() + incoming.start[static_cast<size_t>(node) + 1];
  const auto cutoff = [&](Index e) { return setting.cutoff(result.lengths[e]); };
  T maximum = -std::numeric_limits<T>::infinity(), sum = 0;
  for (auto e = begin; e != end; ++e)
    if ((result.a[*e] = cutoff(*e)) > 0) maximum = std::max(maximum, result.s[*e]);
  for (auto e = begin; e != end; ++e) {
    if (result.a[*e] > 0) result.a[*e] *= std::exp(result.s[*e] - maximum);
    sum += result.a[*e];
  }
  const Index width = result.out.length(1);
  T* const out = result.out.data() + node * width;
  for (auto e = begin; e != end; ++e) {
    if (sum > 0) result.a[*e] /= sum;
    const T root = std::sqrt(std::max(result.a[*e], T(0)));
    const T* const v = result.v.data() + *e * width;
    for (Index c = 0; c < width; ++c) out[c] += root * v[c];
  }
}

template <class T>
void requireFinite(const char* name, const Array<T>& values) {
  if (std::all_of(values.begin(), values.end(), [](T value) { return std::isfinite(value); })) return;
  fail("result ", name, " of shape ", shapeText(values.shape()), " does not fit into ",
       std::is_same_v<T, float> ? "float32" : "float64",
       ": the values of f, linear, dot or the mlp arrays are too large");
}

}  // namespace

EquivariantMaps::EquivariantMaps(const EquivariantSetting& setting)
    : query(setting.in, setting.query, setting.normalization),
      key(setting.in, Irreps::sphericalHarmonics(setting.maxDegree), setting.key, setting.normalization),
      value(setting.in, Irreps::sphericalHarmonics(setting.maxDegree), setting.out, setting.normalization),
      score(setting.query, setting.key, Irreps::parse("0e"), setting.normalization) {}

template <class T>
EquivariantProblem<T> equivariantProblem(const EquivariantInput<T>& input, int threads, Progress& progress) {
  EquivariantMaps maps(input.setting);
  input.setting.basis().check();
  checkShapes(input, maps);
  EquivariantProblem<T> problem{
      input, std::move(maps), neighboursIn(input.graph, input.pos, input.setting.maxRadius, threads, progress), {}};
  const Index N = input.pos.length(0), width = problem.maps.query.out().dimension();
  problem.q = Array<T>({N, width});
  for (Index i = 0; i < N; ++i)
    problem.maps.query.apply(input.f.data() + i * input.f.length(1), input.linear.data(), problem.q.data() + i * width);
  return problem;
}

template <class T>
EdgeMessages<T> edgeMessagesPlain(const EquivariantProblem<T>& problem, int threads, Progress& progress) {
  const EquivariantInput<T>& input = problem.input;
  const EquivariantMaps& maps = problem.maps;
  const Index E = problem.numEdges(), Din = input.f.length(1), Dq = problem.q.length(1);
  const Index Dk = maps.key.out().dimension(), Dout = maps.value.out().dimension();
  EdgeMessages<T> messages{Array<T>({E, Dk}), Array<T>({E, Dout}), Array<T>({E})};
  const Index grain = edgesAtATime(maps.key.numWeights() + maps.value.numWeights());
  parallelFor(E, grain, threads, progress, "keys and values", [&](Index begin, Index end) {
    const NetWeights<T> weights = netWeights(input, embedding(problem, begin, end));
    T Y[numHarmonics(kMaxDegree)];
    for (Index e = begin; e < end; ++e) {
      const T* const f = input.f.data() + problem.graph.edges(e, 0) * Din;
      const T* const q = problem.q.data() + problem.graph.edges(e, 1) * Dq;
      T *const k = messages.k.data() + e * Dk, *const v = messages.v.data() + e * Dout;
      harmonicsOf(problem, e, Y);
      maps.key.apply(f, Y, weights.key.data() + (e - begin) * maps.key.numWeights(), k);
      maps.value.apply(f, Y, weights.value.data() + (e - begin) * maps.value.numWeights(), v);
      maps.score.apply(q, k, input.dot.data(), &messages.s[e]);
    }
  });
  return messages;
}

template <class T>
EquivariantDetails<T> equivariantDetails(const EquivariantProblem<T>& problem, int threads, Progress& progress) {
  const EquivariantSetting& setting = problem.input.setting;
  const Index E = problem.numEdges(), Wk = problem.maps.key.numWeights(), Wv = problem.maps.value.numWeights();
  const Index width = numHarmonics(setting.maxDegree);
  EquivariantDetails<T> details{Array<T>({E}), Array<T>({E, setting.basisCount}), Array<T>({E, width}),
                                Array<T>({E, Wk}, Untouched{}), Array<T>({E, Wv}, Untouched{})};
  parallelFor(E, edgesAtATime(Wk + Wv), threads, progress, "details", [&](Index begin, Index end) {
    const Array<T> b = embedding(problem, begin, end);
    const NetWeights<T> weights = netWeights(problem.input, b);
    std::copy(b.begin(), b.end(), details.b.data() + begin * setting.basisCount);
    std::copy(weights.key.begin(), weights.key.end(), details.w_k.data() + begin * Wk);
    std::copy(weights.value.begin(), weights.value.end(), details.w_v.data() + begin * Wv);
    for (Index e = begin; e < end; ++e) {
      details.c[e] = setting.cutoff(static_cast<T>(problem.graph.lengths[e]));
      harmonicsOf(problem, e, details.Y.data() + e * width);
    }
  });
  return details;
}

template <class T>
EquivariantResult<T> attend(const EquivariantProblem<T>& problem, EdgeMessages<T> messages, int threads,
                            Progress& progress) {
  const Index E = problem.numEdges(), N = problem.nodes();
  EquivariantResult<T> result;
  result.edges = problem.graph.edges;
  result.lengths = Array<T>({E}, Untouched{});
  std::copy(problem.graph.lengths.begin(), problem.graph.lengths.end(), result.lengths.begin());
  result.q = problem.q;
  result.k = std::move(messages.k);
  result.v = std::move(messages.v);
  result.s = std::move(messages.s);
  result.a = Array<T>({E});
  result.out = Array<T>({N, problem.maps.value.out().dimension()});
  const IncomingEdges incoming = incomingEdges(result.edges, N);
  parallelFor(N, 64, threads, progress, "attention", [&](Index begin, Index end) {
    for (Index node = begin; node < end; ++node) attendNode(problem.input.setting, incoming, node, result);
  });
  return result;
}

template <class T>
EquivariantResult<T> equivariantAttention(const EquivariantProblem<T>& problem, int threads, Diagnostics& diagnostics,
                                          Progress& progress) {
  for (const IrrepBlock& block : problem.maps.value.unreached())
    diagnostics.warn("irreps_out: no path leads to ", block.multiplicity, "x", block.irrep.text(), ", they are zero");
  if (problem.maps.score.numWeights() == 0)
    diagnostics.warn("irreps_query and irreps_key have no irrep in common: all scores are 0");
  PartProgress most(progress, 0, 0.9), rest(progress, 0.9, 1);
  EdgeMessages<T> messages = onProcessor(problem, threads, most, edgeMessagesPlain<T>, edgeMessagesNative);
  EquivariantResult<T> result = attend(problem, std::move(messages), threads, rest);
  requireFinite("q", result.q);
  requireFinite("k", result.k);
  requireFinite("v", result.v);
  requireFinite("s", result.s);
  requireFinite("out", result.out);
  return result;
}

template EquivariantProblem<float> equivariantProblem(const EquivariantInput<float>&, int, Progress&);
template EdgeMessages<float> edgeMessagesPlain(const EquivariantProblem<float>&, int, Progress&);
template EquivariantDetails<float> equivariantDetails(const EquivariantProblem<float>&, int, Progress&);
template EquivariantResult<float> attend(const EquivariantProblem<float>&, EdgeMessages<float>, int, Progress&);
template EquivariantResult<float> equivariantAttention(const EquivariantProblem<float>&, int, Diagnostics&, Progress&);
template EquivariantProblem<double> equivariantProblem(const EquivariantInput<double>&, int, Progress&);
template EdgeMessages<double> edgeMessagesPlain(const EquivariantProblem<double>&, int, Progress&);
template EquivariantDetails<double> equivariantDetails(const EquivariantProblem<double>&, int, Progress&);
template EquivariantResult<double> attend(const EquivariantProblem<double>&, EdgeMessages<double>, int, Progress&);
template EquivariantResult<double> equivariantAttention(const EquivariantProblem<double>&, int, Diagnostics&,
                                                        Progress&);

}  // namespace engine
