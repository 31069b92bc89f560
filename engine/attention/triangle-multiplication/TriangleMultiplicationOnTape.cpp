// Triangle multiplication (MATHEMATICS.md 18.1) on a tape.
#include "engine/attention/pairs/PairMasks.h"
#include "engine/attention/pairs/PairsOnTape.h"

namespace engine {

TrianglesOnTape triangleMultiplicationOnTape(TapeCall& call, const Variable<double>& z, const std::string& path,
                                             TriangleEdges edges) {
  const Variable<double> x = normalisedBy(call, z, path + "layer_norm_in");
  const Array<Bool> there = readPairMask(call.inputs(), kPairMask, z.length(0), z.length(1));
  const auto edge = [&](const std::string& name) {
    const Variable<double> all = linearBy(call, x, path + name + "_p") * sigmoid(linearBy(call, x, path + name + "_g"));
    return there.empty() ? all : all * call.constant(maskAsFactors(there));
  };
  const Variable<double> a = edge("linear_a"), b = edge("linear_b");
  const Variable<double> left = permute(a, {2, 0, 1}), right = permute(b, {2, 0, 1});  // (c, L, L)
  const Variable<double> sums = edges == TriangleEdges::outgoing
                                    ? matmul(left, right, Factor::plain, Factor::transposed)
                                    : matmul(left, right, Factor::transposed, Factor::plain);
  const Variable<double> T = permute(sums, {1, 2, 0}), g = linearBy(call, x, path + "linear_g");
  const Variable<double> Y = linearBy(call, normalisedBy(call, T, path + "layer_norm_out"), path + "linear_z");
  return {a, b, T, g, Y * sigmoid(g)};
}

namespace {

VariableBundle mechanismOnTape(TapeCall& call, TriangleEdges edges) {
  const TrianglesOnTape result = triangleMultiplicationOnTape(call, call.at("z"), {}, edges);
  VariableBundle outputs = {{"T", result.T}, {"Y", result.Y}};
  if (call.values().flag("intermediates")) outputs.insert({{"a", result.a}, {"b", result.b}, {"g", sigmoid(result.g)}});
  return outputs;
}

}  // namespace

VariableBundle triangleOutgoingOnTape(TapeCall& call) { return mechanismOnTape(call, TriangleEdges::outgoing); }
VariableBundle triangleIncomingOnTape(TapeCall& call) { return mechanismOnTape(call, TriangleEdges::incoming); }

}  // namespace engine
