// Scaled dot-product attention (MATHEMATICS.md 2) on a tape.
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

VariableBundle dotOnTape(TapeCall& call) {
  const Index leading = call.at("Q").rank() - 2;
  const Variable<double> K = asStack(call.at("K")), V = asStack(call.at("V"));
  const Index n = call.at("Q").length(leading), m = K.length(2);
  const Variable<double> Q = turned(call, asStack(call.at("Q")), m - n);
  const Variable<double> products = groupedProduct(Q, turned(call, K, 0), Factor::transposed);
  const bool isUsual = call.values().real("scale") == 0;
  const Variable<double> S =
      biased(call, isUsual ? standardScale(Q.length(3)) * products : call.parameter("scale") * products, leading);
  const KeyMask mask = maskOf(call, S);
  const WeighedScores weighed = weigh(S, mask);
  VariableBundle outputs = {{"O", withLeading(groupedProduct(weighed.A, V, Factor::plain), leading)},
                            {"lse", withLeading(weighed.lse, leading)}};
  if (!call.values().flag("maps")) return outputs;
  outputs.emplace("S", withLeading(givenScores(S, mask), leading));
  outputs.emplace("A", withLeading(weighed.A, leading));
  return outputs;
}

}  // namespace engine
