// Operation "attention geometric".
#include "engine/attention/geometric/BackboneHeads.h"
#include "engine/operations/backbone/BackboneAttention.h"

namespace engine {

std::unique_ptr<const Operation> makeGeometricAttention() {
  return std::make_unique<BackboneAttention>(
      BackboneHeads{"geometric", "geometric attention",
                    "Given a structure instead of arrays, the features are the residue types and the weights are the "
                    "documented backbone heads, each of which looks for something that a biologist can name.",
                    backboneHeadsInput, backboneHeadLabels});
}

}  // namespace engine
