// Additive attention (MATHEMATICS.md 3) on a tape.
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

VariableBundle additiveOnTape(TapeCall& call) {
  const Variable<double> Q = projected(call, asStack(call.at("Q")), "W_q", ""),
                         K = projected(call, asStack(call.at("K")), "W_k", "");
  const Index leading = call.at("Q").rank() - 2;
  VariableBundle outputs = attended(call, tanhScores(Q, K, call.at("w_v")), asStack(call.at("V")), leading);
  if (call.values().flag("intermediates"))
    outputs.insert({{"q", withLeading(Q, leading)}, {"k", withLeading(K, leading)}});
  return outputs;
}

}  // namespace engine
