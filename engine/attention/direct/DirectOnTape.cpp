// Direct and masked direct attention of RoseTTAFold (MATHEMATICS.md 7.5, MATHEMATICS.md 7.6) on a tape.
#include <limits>

#include "engine/attention/direct/DirectAttention.h"
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

namespace {

Array<double> binsOf(const TapeCall& call) {
  if (call.find("bins") != nullptr) return call.at("bins").value();
  const std::vector<double> bins = distanceBins(call.values().text("bins"));
  return {{Index(bins.size())}, bins};
}

bool keepsScores(const TapeCall& call) { return call.values().flag("scores") || call.values().flag("intermediates"); }

}  // namespace

VariableBundle directOnTape(TapeCall& call) {
  const Variable<double> S = projected(call, call.at("pair"), "W_p", "b_p");  // (i, j, H)
  const Variable<double> A = softmax(S, 0);
  const Variable<double> values = projected(call, call.at("msa"), "W_v", "b_v");
  const Index N = values.length(0), L = values.length(1), H = S.length(2), v = values.length(2) / H;
  // Heads are the fast index of the channels.
  const Variable<double> V = reshape(permute(reshape(values, {N, L, v, H}), {3, 1, 0, 2}), {H, L, N * v});
  const Variable<double> O = reshape(matmul(permute(A, {2, 1, 0}), V), {H, L, N, v});
  const Variable<double> joined = reshape(permute(O, {2, 1, 3, 0}), {N, L, v * H});
  VariableBundle outputs = {{"A", A}, {"Y", projected(call, joined, "W_o", "b_o")}};
  if (keepsScores(call)) outputs.emplace("S", S);
  if (!call.values().flag("intermediates")) return outputs;
  outputs.emplace("v", permute(reshape(values, {N, L, v, H}), {0, 1, 3, 2}));
  outputs.emplace("O", permute(O, {2, 1, 0, 3}));
  return outputs;
}

VariableBundle maskedDirectOnTape(TapeCall& call) {
  const Variable<double>&state = call.at("state"), &msa = call.at("msa");
  const Array<double> bins = binsOf(call);
  const Index H = bins.length(0);
  const Variable<double> q = splitHeads(projected(call, state, "W_q", "b_q"), H),
                         k = splitHeads(projected(call, state, "W_k", "b_k"), H);
  Array<Bool> hidden = distanceMask(call.at("CA").value(), bins);
  for (Bool& flag : hidden) flag.value = !flag.value;
  const Variable<double> products = standardScale(q.length(2)) * matmul(q, k, Factor::plain, Factor::transposed);
  const Variable<double> S = replaced(products, hidden, std::numeric_limits<double>::lowest());
  const Variable<double> A = softmax(S, -1);
  const Variable<double> values = splitHeads(projected(call, msa, "W_v", "b_v"), H);  // (N, H, L, v)
  const Variable<double> O = matmul(A, values);
  VariableBundle outputs = {{"A", A}, {"Y", projected(call, joinHeads(O), "W_o", "b_o")}};
  if (keepsScores(call)) outputs.emplace("S", S);
  if (!call.values().flag("intermediates")) return outputs;
  outputs.insert({{"q", permute(q, {1, 0, 2})}, {"k", permute(k, {1, 0, 2})}});
  outputs.insert({{"v", permute(values, {0, 2, 1, 3})}, {"O", permute(O, {0, 2, 1, 3})}});
  return outputs;
}

}  // namespace engine
