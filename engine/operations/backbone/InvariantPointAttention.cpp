// Operation "attention invariant-point".
#include "engine/attention/invariant-point/InvariantPointHeads.h"
#include "engine/operations/backbone/BackboneAttention.h"

namespace engine {

std::unique_ptr<const Operation> makeInvariantPointAttention() {
  return std::make_unique<BackboneAttention>(
      BackboneHeads{"invariant-point", "invariant point attention",
                    "Given a structure instead of arrays, the features are the residue types, the pair features the "
                    "distance along the chain, and the weights documented heads: three look at the points of those of "
                    "geometric attention, two show the other terms.",
                    invariantPointHeadsInput, invariantPointHeadLabels});
}

}  // namespace engine
