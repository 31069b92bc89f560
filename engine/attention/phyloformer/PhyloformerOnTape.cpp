// Axial attention on pairs of sequences (MATHEMATICS.md 20) on a tape.
#include <cmath>

#include "engine/attention/gradients/HeadsOnTape.h"
#include "engine/attention/pairs/PairsOnTape.h"
#include "engine/attention/phyloformer/Phyloformer.h"

namespace engine {

namespace {

Variable<double> feature(const Variable<double>& x) {
  return elementwise<double>(
      x, [](double value) { return value > 0 ? value + 1 : std::exp(value); },
      [](double value, double result) { return value > 0 ? 1.0 : result; });
}

struct LinesOnTape {
  Variable<double> A, Y;
};

/// X (G, n, D) with the weights NAME.q_net, ....
LinesOnTape attendLines(const TapeCall& call, const Variable<double>& X, const std::string& name) {
  const Index heads = call.values().integer("heads");
  const auto split = [&](const char* map) { return splitHeads(linearBy(call, X, name + map), heads); };
  const Variable<double> products =
      matmul(feature(split(".q_net")), feature(split(".k_net")), Factor::plain, Factor::transposed);
  const Variable<double> A = products / (sum(products, -1, KeepAxis::yes) + 1e-6);
  return {A, linearBy(call, joinHeads(matmul(A, split(".v_net"))), name + ".proj_net")};
}

}  // namespace

VariableBundle phyloformerOnTape(TapeCall& call) {
  const Variable<double> embedded = linearBy(call, call.at("X"), "embed");
  const Index N = embedded.length(0), M = numPairs(N), L = embedded.length(1);
  std::vector<Index> first, second, places(static_cast<size_t>(N * N), M);  // place M: the diagonal
  for (const auto& [a, b] : sequencePairs(N)) {
    places[static_cast<size_t>(a * N + b)] = places[static_cast<size_t>(b * N + a)] = static_cast<Index>(first.size());
    first.push_back(a);
    second.push_back(b);
  }
  Variable<double> x = 0.5 * (gatherRows(embedded, first) + gatherRows(embedded, second));
  const LinesOnTape rows = attendLines(call, normalisedBy(call, x, "row_norm"), "row");
  x = x + rows.Y;
  const LinesOnTape columns = attendLines(call, permute(normalisedBy(call, x, "column_norm"), {1, 0, 2}), "column");
  x = x + permute(columns.Y, {1, 0, 2});
  const Variable<double> hidden = gelu(linearBy(call, normalisedBy(call, x, "ff_norm"), "ff.linear_1"));
  x = x + linearBy(call, hidden, "ff.linear_2");
  const Variable<double> site = reshape(softplus(linearBy(call, x, "out")), {M, L});
  const Variable<double> means = (L == 0 ? 0.0 : 1.0 / double(L)) * sum(site, -1, KeepAxis::yes);
  const Variable<double> padded = concat<double>({means, call.constant(Array<double>({1, 1}, 0.0))}, 0);
  VariableBundle outputs = {{"site", site}, {"distances", reshape(gatherRows(padded, places), {N, N})}};
  if (call.values().flag("maps")) outputs.insert({{"A_sites", rows.A}, {"A_pairs", columns.A}});
  return outputs;
}

}  // namespace engine
