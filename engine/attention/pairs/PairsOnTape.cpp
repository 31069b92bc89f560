#include "engine/attention/pairs/PairsOnTape.h"

#include <limits>

#include "engine/attention/gradients/HeadsOnTape.h"
#include "engine/attention/pairs/PairMasks.h"

namespace engine {

Variable<double> linearBy(const TapeCall& call, const Variable<double>& x, const std::string& name) {
  return projected(call, x, name + ".weight", name + ".bias");
}

Variable<double> normalisedBy(const TapeCall& call, const Variable<double>& x, const std::string& name) {
  return layerNorm(x, call.at(name + ".weight"), call.find(name + ".bias"));
}

namespace {

/// Scores (G, H, n, n) with the lowest number for keys that are not there.
Variable<double> withoutPadding(const Variable<double>& S, const Array<Bool>& seen) {
  if (seen.empty()) return S;
  Array<Bool> hidden(seen.reshaped({seen.length(0), 1, 1, seen.length(1)}));
  for (Bool& flag : hidden) flag.value = !flag.value;
  return replaced(S, hidden, std::numeric_limits<double>::lowest());
}

Array<Bool> maskOf(const TapeCall& call, const char* name, Index rows, Index columns) {
  return readPairMask(call.inputs(), name, rows, columns);
}

/// x (A, B, c), 0 where nothing is there.
Variable<double> cleared(TapeCall& call, const Variable<double>& x, const Array<Bool>& there) {
  return there.empty() ? x : x * call.constant(maskAsFactors(there));
}

}  // namespace

GatedOnTape gatedAttentionOnTape(const TapeCall& call, const Variable<double>& X,
                                 const std::optional<Variable<double>>& bias, Index heads, const std::string& path,
                                 const Array<Bool>& seen) {
  const auto split = [&](const std::string& name) { return splitHeads(linearBy(call, X, path + name), heads); };
  const Variable<double> q = split("linear_q"), k = split("linear_k"), v = split("linear_v"), g = split("linear_g");
  const Variable<double> products = standardScale(q.length(-1)) * matmul(q, k, Factor::plain, Factor::transposed);
  const Variable<double> S = bias ? products + *bias : products;
  const Variable<double> A = softmax(withoutPadding(S, seen), -1), O = matmul(A, v), gates = sigmoid(g);
  const Variable<double> Y = linearBy(call, joinHeads(O * gates), path + "linear_o");
  const auto byMembers = [](const Variable<double>& x) { return permute(x, {0, 2, 1, 3}); };
  return {S, A, byMembers(q), byMembers(k), byMembers(v), byMembers(gates), byMembers(O), Y};
}

VariableBundle gatedOutputs(const TapeCall& call, const GatedOnTape& attended) {
  VariableBundle outputs = {{"Y", attended.Y}};
  const bool keepsMaps = call.values().flag("maps"), keepsAll = call.values().flag("intermediates");
  if (keepsMaps) outputs.emplace("A", attended.A);
  if (keepsMaps && keepsAll) outputs.emplace("S", attended.S);
  if (keepsAll)
    outputs.insert({{"q", attended.q}, {"k", attended.k}, {"v", attended.v}, {"g", attended.g}, {"O", attended.O}});
  return outputs;
}

GatedOnTape triangleAttentionOnTape(const TapeCall& call, const Variable<double>& z, const std::string& path,
                                    TriangleNode node) {
  const bool isTurned = node == TriangleNode::ending;
  const Variable<double> x = normalisedBy(call, isTurned ? permute(z, {1, 0, 2}) : z, path + "layer_norm");
  const Variable<double> bias = permute(linearBy(call, x, path + "linear"), {2, 0, 1});
  const Array<Bool> there = maskOf(call, kPairMask, z.length(0), z.length(1));
  GatedOnTape result =
      gatedAttentionOnTape(call, x, bias, bias.length(0), path + "mha.", isTurned ? turnedMask(there) : there);
  if (isTurned) result.Y = permute(result.Y, {1, 0, 2});
  return result;
}

GatedOnTape pairBiasedRowOnTape(const TapeCall& call, const Variable<double>& m, const Variable<double>& z,
                                const std::string& path) {
  const Variable<double> x = normalisedBy(call, m, path + "layer_norm_m"),
                         pairs = normalisedBy(call, z, path + "layer_norm_z");
  const Variable<double> bias = permute(linearBy(call, pairs, path + "linear_z"), {2, 0, 1});
  return gatedAttentionOnTape(call, x, bias, bias.length(0), path + "mha.",
                              maskOf(call, kCellMask, m.length(0), m.length(1)));
}

GatedOnTape gatedColumnOnTape(const TapeCall& call, const Variable<double>& m, Index heads, const std::string& path) {
  const Variable<double> x = normalisedBy(call, permute(m, {1, 0, 2}), path + "layer_norm_m");
  GatedOnTape result = gatedAttentionOnTape(call, x, {}, heads, path + "mha.",
                                            turnedMask(maskOf(call, kCellMask, m.length(0), m.length(1))));
  result.Y = permute(result.Y, {1, 0, 2});
  return result;
}

OuterProductOnTape outerProductMeanOnTape(TapeCall& call, const Variable<double>& m, const std::string& path) {
  const Variable<double> x = normalisedBy(call, m, path + "layer_norm");
  const Array<Bool> there = maskOf(call, kCellMask, m.length(0), m.length(1));
  const Variable<double> a = cleared(call, linearBy(call, x, path + "linear_1"), there),
                         b = cleared(call, linearBy(call, x, path + "linear_2"), there);
  const Index N = a.length(0), L = a.length(1), c = a.length(2);
  const Variable<double> products = matmul(reshape(a, {N, L * c}), reshape(b, {N, L * c}), Factor::transposed);
  Variable<double> O = permute(reshape((N == 0 ? 0.0 : 1.0 / double(N)) * products, {L, c, L, c}), {0, 2, 1, 3});
  if (!there.empty()) {
    Array<double> factors = jointCounts(there).reshaped({L, L, 1, 1});
    for (double& factor : factors) factor = factor == 0 ? 0 : double(N) / factor;
    O = O * call.constant(std::move(factors));
  }
  return {a, b, O, linearBy(call, reshape(O, {L, L, c * c}), path + "linear_out")};
}

Variable<double> transitionOnTape(const TapeCall& call, const Variable<double>& x, const std::string& path) {
  const Variable<double> hidden = relu(linearBy(call, normalisedBy(call, x, path + "layer_norm"), path + "linear_1"));
  return linearBy(call, hidden, path + "linear_2");
}

}  // namespace engine
