// Multi-head attention (MATHEMATICS.md 6) on a tape.
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

namespace {

/// Queries for each role: X for all three, or X_q, X_k, X_v; (B, 1, L, D).
Variable<double> features(const TapeCall& call, const std::string& role) {
  const Variable<double>* const shared = call.find("X");
  return asStack(shared != nullptr ? *shared : call.at("X_" + role));
}

}  // namespace

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

}  // namespace engine
