// Multiplicative attention (MATHEMATICS.md 4) on a tape.
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

namespace {

/// Positions 0, 1, ..., m - 1.
Array<double> countedTo(Index m) {
  Array<double> positions({m});
  for (Index j = 0; j < m; ++j) positions[j] = double(j);
  return positions;
}

}  // namespace

VariableBundle multiplicativeOnTape(TapeCall& call) {
  const Index leading = call.at("Q").rank() - 2;
  const Variable<double> Q = asStack(call.at("Q")), K = asStack(call.at("K")), V = asStack(call.at("V"));
  VariableBundle kept;
  const auto keep = [&](const char* name, const Variable<double>& x) {
    if (call.values().flag("intermediates")) kept.emplace(name, withLeading(x, leading));
    return x;
  };
  const auto scores = [&] {
    if (const Variable<double>* const W = call.find("W")) {
      const Index q = Q.length(-1);
      const Variable<double> x = keep("q", linear<double>(Q, slice(*W, 1, 0, q), nullptr)),
                             y = keep("k", linear<double>(K, slice(*W, 1, q, W->length(1)), nullptr));
      return tanhScores(x, y, call.at("v"));
    }
    const Variable<double>* const M = call.find("M");
    return matmul(M == nullptr ? Q : keep("q", matmul(Q, *M)), K, Factor::plain, Factor::transposed);
  };
  const Variable<double> S = scores();
  if (!call.values().flag("local")) {
    kept.merge(attended(call, S, V, leading));
    return kept;
  }

  const KeyMask mask = maskOf(call, S);
  Array<double> numKeys({S.length(0), 1, S.length(2)});
  for (Index row = 0; row < numKeys.size(); ++row) numKeys[row] = mask.keyEnd[row];
  const Variable<double> p =
      call.constant(numKeys) * sigmoid(inner(tanh(projected(call, Q, "W_p", "")), call.at("v_p")));
  const Variable<double> place = reshape(p, {S.length(0), 1, S.length(2), 1});
  const Variable<double> u = (call.constant(countedTo(S.length(3))) - place) / (0.5 * call.parameter("width"));
  const Variable<double> A = weigh(S, mask).A * keep("window", exp(-0.5 * square(u)));
  kept.insert({{"S", withLeading(S, leading)},
               {"A", withLeading(A, leading)},
               {"O", withLeading(matmul(A, V), leading)},
               {"p", withLeading(p, leading)}});
  return kept;
}

}  // namespace engine
