// Axial attention on pairs of sequences (MATHEMATICS.md 20) on a tape.
#include <cmath>

#include "engine/attention/gradients/HeadsOnTape.h"
#include "engine/attention/pairs/PairMasks.h"
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

/// X (G, n, D) with the weights NAME.q_net, ...; `seen` (G, n): members that are no padding.
LinesOnTape attendLines(TapeCall& call, const Variable<double>& X, const std::string& name, const Array<Bool>& seen) {
  const Index heads = call.values().integer("heads");
  const auto split = [&](const char* map) { return splitHeads(linearBy(call, X, name + map), heads); };
  Variable<double> keys = feature(split(".k_net"));
  if (!seen.empty()) keys = keys * call.constant(maskAsFactors(seen).reshaped({seen.length(0), 1, seen.length(1), 1}));
  const Variable<double> products = matmul(feature(split(".q_net")), keys, Factor::plain, Factor::transposed);
  const Variable<double> A = products / (sum(products, -1, KeepAxis::yes) + 1e-6);
  return {A, linearBy(call, joinHeads(matmul(A, split(".v_net"))), name + ".proj_net")};
}

/// (M, L): what each site counts in the mean of its pair.
Array<double> shares(const Array<Bool>& there, Index M, Index L) {
  Array<double> shares({M, L}, L == 0 ? 0.0 : 1.0 / double(L));
  for (Index pair = 0; pair < M && !there.empty(); ++pair) {
    Index count = 0;
    for (Index s = 0; s < L; ++s) count += there(pair, s) ? 1 : 0;
    for (Index s = 0; s < L; ++s) shares(pair, s) = there(pair, s) ? 1.0 / double(count) : 0.0;
  }
  return shares;
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
  const Array<Bool> there = sitesOfPairs(readPairMask(call.inputs(), kCellMask, N, L));
  Variable<double> x = 0.5 * (gatherRows(embedded, first) + gatherRows(embedded, second));
  const LinesOnTape rows = attendLines(call, normalisedBy(call, x, "row_norm"), "row", there);
  x = x + rows.Y;
  const LinesOnTape columns =
      attendLines(call, permute(normalisedBy(call, x, "column_norm"), {1, 0, 2}), "column", turnedMask(there));
  x = x + permute(columns.Y, {1, 0, 2});
  const Variable<double> hidden = gelu(linearBy(call, normalisedBy(call, x, "ff_norm"), "ff.linear_1"));
  x = x + linearBy(call, hidden, "ff.linear_2");
  const Variable<double> site = reshape(softplus(linearBy(call, x, "out")), {M, L});
  const Variable<double> means = sum(site * call.constant(shares(there, M, L)), -1, KeepAxis::yes);
  const Variable<double> padded = concat<double>({means, call.constant(Array<double>({1, 1}, 0.0))}, 0);
  VariableBundle outputs = {{"site", site}, {"distances", reshape(gatherRows(padded, places), {N, N})}};
  if (call.values().flag("maps")) outputs.insert({{"A_sites", rows.A}, {"A_pairs", columns.A}});
  return outputs;
}

}  // namespace engine
