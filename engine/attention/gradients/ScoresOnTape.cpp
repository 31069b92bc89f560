// Attention by a score of queries and keys (MATHEMATICS.md 2, MATHEMATICS.md 3, MATHEMATICS.md 4) on a tape.
#include "engine/attention/MaskInput.h"
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

namespace {

KeyMask maskOf(const TapeCall& call, const Variable<double>& S) {
  return readMask(call.inputs(), call.values(), S.length(0), S.length(2), S.length(3));
}

/// (..., 1) of products with one vector.
Variable<double> inner(const Variable<double>& x, const Variable<double>& w) { return sum(x * w, -1); }

/// w . tanh(x_i + y_j) for x (B, 1, n, h) and y (B, 1, m, h): (B, 1, n, m).
Variable<double> tanhScores(const Variable<double>& x, const Variable<double>& y, const Variable<double>& w) {
  const Index B = x.length(0), n = x.length(2), m = y.length(2), h = x.length(3);
  return inner(tanh(reshape(x, {B, 1, n, 1, h}) + reshape(y, {B, 1, 1, m, h})), w);
}

VariableBundle attended(const TapeCall& call, const Variable<double>& S, const Variable<double>& V, Index leading) {
  const Variable<double> A = weigh(S, maskOf(call, S)).A;
  return {{"S", withLeading(S, leading)}, {"A", withLeading(A, leading)}, {"O", withLeading(matmul(A, V), leading)}};
}

/// Queries for each role: X for all three, or X_q, X_k, X_v; (B, 1, L, D).
Variable<double> features(const TapeCall& call, const std::string& role) {
  const Variable<double>* const shared = call.find("X");
  return asStack(shared != nullptr ? *shared : call.at("X_" + role));
}

/// Positions 0, 1, ..., m - 1.
Array<double> countedTo(Index m) {
  Array<double> positions({m});
  for (Index j = 0; j < m; ++j) positions[j] = double(j);
  return positions;
}

}  // namespace

VariableBundle dotOnTape(TapeCall& call) {
  const Index leading = call.at("Q").rank() - 2;
  const Variable<double> Q = asStack(call.at("Q")), K = asStack(call.at("K")), V = asStack(call.at("V"));
  const Variable<double> products = matmul(Q, K, Factor::plain, Factor::transposed);
  const bool isUsual = call.values().real("scale") == 0;
  const Variable<double> S = isUsual ? standardScale(Q.length(3)) * products : call.parameter("scale") * products;
  const WeighedScores weighed = weigh(S, maskOf(call, S));
  VariableBundle outputs = {{"O", withLeading(matmul(weighed.A, V), leading)},
                            {"lse", withLeading(weighed.lse, leading)}};
  if (!call.values().flag("maps")) return outputs;
  outputs.emplace("S", withLeading(S, leading));
  outputs.emplace("A", withLeading(weighed.A, leading));
  return outputs;
}

VariableBundle multiHeadOnTape(TapeCall& call) {
  const Index heads = call.values().integer("heads");
  const auto split = [&](const std::string& role) {
    const Variable<double> all = projected(call, features(call, role), "W_" + role, "b_" + role);
    return splitHeads(reshape(all, {all.length(0), all.length(2), all.length(3)}), heads);  // (B, H, L, d)
  };
  const Variable<double> Q = split("q"), K = split("k"), V = split("v");
  const Variable<double> S = standardScale(Q.length(3)) * matmul(Q, K, Factor::plain, Factor::transposed);
  const Variable<double> A = weigh(S, maskOf(call, S)).A;
  const Variable<double> O = matmul(A, V), Y = projected(call, joinHeads(O), "W_o", "b_o");
  const bool hasBatch = (call.find("X") != nullptr ? call.at("X") : call.at("X_q")).rank() == 3;
  const auto given = [&](const Variable<double>& x) {
    return hasBatch ? x : reshape(x, Shape(x.shape().begin() + 1, x.shape().end()));
  };
  VariableBundle outputs = {{"Y", given(Y)}};
  if (call.values().flag("intermediates"))
    outputs.insert({{"q", given(Q)}, {"k", given(K)}, {"v", given(V)}, {"O", given(O)}});
  if (!call.values().flag("maps")) return outputs;
  outputs.emplace("A", given(A));
  if (call.values().flag("intermediates")) outputs.emplace("S", given(S));
  return outputs;
}

VariableBundle additiveOnTape(TapeCall& call) {
  const Variable<double> Q = projected(call, asStack(call.at("Q")), "W_q", ""),
                         K = projected(call, asStack(call.at("K")), "W_k", "");
  const Index leading = call.at("Q").rank() - 2;
  VariableBundle outputs = attended(call, tanhScores(Q, K, call.at("w_v")), asStack(call.at("V")), leading);
  if (call.values().flag("intermediates"))
    outputs.insert({{"q", withLeading(Q, leading)}, {"k", withLeading(K, leading)}});
  return outputs;
}

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
