// Triangle attention (MATHEMATICS.md 18.3) on a tape.
#include "engine/attention/pairs/PairsOnTape.h"

namespace engine {

VariableBundle triangleStartingOnTape(TapeCall& call) {
  return gatedOutputs(call, triangleAttentionOnTape(call, call.at("z"), {}, TriangleNode::starting));
}

VariableBundle triangleEndingOnTape(TapeCall& call) {
  return gatedOutputs(call, triangleAttentionOnTape(call, call.at("z"), {}, TriangleNode::ending));
}

}  // namespace engine
