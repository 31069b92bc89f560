// Scaled dot-product attention (MATHEMATICS.md 2) on a tape.
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

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

}  // namespace engine
