// Multi-head attention (MATHEMATICS.md 6) on a tape.
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

namespace {

/// Queries for each role: X for all three, or X_q, X_k, X_v; (B, 1, L, D).
Variable<double> features(const TapeCall& call, const std::string& role) {
  const Variable<double>* const shared = call.find("X");
  return asStack(shared != nullptr ? *shared : call.at("X_" + role));
}

/// (B, G, L, d) with each head for H / G in a row.
Variable<double> shared(const Variable<double>& x, Index H) {
  const Index B = x.length(0), G = x.length(1), L = x.length(2), d = x.length(3);
  if (G == H) return x;
  const Variable<double> one = reshape(x, {B, G, 1, L, d});
  return reshape(concat(std::vector<Variable<double>>(static_cast<size_t>(H / G), one), 2), {B, H, L, d});
}

/// Before biases and mask, as the parameter scoring says.
Variable<double> scoresOf(const TapeCall& call, const Variable<double>& Q, const Variable<double>& K) {
  const std::string& scoring = call.values().text("scoring");
  const Index H = Q.length(1), d = Q.length(3);
  if (scoring == "multiplicative") return groupedProduct(matmul(Q, call.at("M")), K, Factor::transposed);
  if (scoring != "additive") return standardScale(d) * groupedProduct(Q, K, Factor::transposed);
  const Variable<double> keys = shared(K, H);
  const Index B = Q.length(0), n = Q.length(2), m = K.length(2);
  return inner(tanh(reshape(Q, {B, H, n, 1, d}) + reshape(keys, {B, H, 1, m, d})),
               reshape(call.at("w"), {H, 1, 1, d}));
}

}  // namespace

VariableBundle multiHeadOnTape(TapeCall& call) {
  const Index H = call.values().integer("heads"), given = call.values().integer("kv_heads"), G = given > 0 ? given : H;
  const auto split = [&](const std::string& role, Index heads) {
    const Variable<double> all = projected(call, features(call, role), "W_" + role, "b_" + role);
    return splitHeads(reshape(all, {all.length(0), all.length(2), all.length(3)}), heads);  // (B, heads, L, d)
  };
  const Variable<double> queries = split("q", H), keys = split("k", G), V = split("v", G);
  const Variable<double> Q = turned(call, queries, keys.length(2) - queries.length(2)), K = turned(call, keys, 0);
  const Variable<double> S = biased(call, scoresOf(call, Q, K), 2);
  const KeyMask mask = maskOf(call, S);
  const Variable<double> A = weigh(S, mask).A;
  const Variable<double> O = groupedProduct(A, V, Factor::plain), Y = projected(call, joinHeads(O), "W_o", "b_o");
  const bool hasBatch = (call.find("X") != nullptr ? call.at("X") : call.at("X_q")).rank() == 3;
  const auto shaped = [&](const Variable<double>& x) {
    return hasBatch ? x : reshape(x, Shape(x.shape().begin() + 1, x.shape().end()));
  };
  VariableBundle outputs = {{"Y", shaped(Y)}};
  if (call.values().flag("intermediates"))
    outputs.insert({{"q", shaped(Q)}, {"k", shaped(shared(K, H))}, {"v", shaped(shared(V, H))}, {"O", shaped(O)}});
  if (!call.values().flag("maps")) return outputs;
  outputs.emplace("A", shaped(A));
  if (call.values().flag("intermediates")) outputs.emplace("S", shaped(givenScores(S, mask)));
  return outputs;
}

}  // namespace engine
