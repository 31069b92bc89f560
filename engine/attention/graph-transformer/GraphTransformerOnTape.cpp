// Graph transformer (MATHEMATICS.md 19) on a tape; the graph is taken as it is.
#include "engine/attention/gradients/HeadsOnTape.h"
#include "engine/attention/pairs/PairsOnTape.h"

namespace engine {

namespace {

/// (n, n): whether i sees j.
Array<Bool> seenNodes(const TapeCall& call, Index n) {
  const auto given = call.inputs().find("neighbours");
  if (given != call.inputs().end()) return std::get<Array<Bool>>(given->second);
  Array<Bool> seen({n, n}, Bool{1});
  for (Index i = 0; i < n; ++i) seen(i, i) = Bool{0};
  return seen;
}

}  // namespace

VariableBundle graphTransformerOnTape(TapeCall& call) {
  const Variable<double>& x = call.at("x");
  const Index n = x.length(0), H = call.values().integer("heads");
  const auto split = [&](const char* name) { return splitHeads(linearBy(call, x, name), H); };  // (H, n, d)
  const Variable<double> q = split("lin_query"), k = split("lin_key"), v = split("lin_value");
  const Index d = q.length(2);
  const Variable<double> mapped = linear<double>(call.at("e"), call.at("lin_edge.weight"), nullptr);
  const Variable<double> e = permute(reshape(mapped, {n, n, H, d}), {2, 0, 1, 3});  // (H, i, j, d)
  const Variable<double> keys = reshape(k, {H, 1, n, d}) + e, values = reshape(v, {H, 1, n, d}) + e;
  const Variable<double> S = standardScale(d) * sum(reshape(q, {H, n, 1, d}) * keys, -1);
  const Variable<double> A = softmax(S, -1, seenNodes(call, n));
  const Variable<double> O = sum(reshape(A, {H, n, n, 1}) * values, 2);
  VariableBundle outputs = {{"Y", linearBy(call, x, "lin_skip") + joinHeads(O)}};
  if (call.values().flag("maps")) outputs.emplace("A", A);
  if (!call.values().flag("intermediates")) return outputs;
  const auto byNodes = [](const Variable<double>& y) { return permute(y, {1, 0, 2}); };
  outputs.insert({{"q", byNodes(q)}, {"k", byNodes(k)}, {"v", byNodes(v)}, {"O", byNodes(O)}});
  return outputs;
}

}  // namespace engine
