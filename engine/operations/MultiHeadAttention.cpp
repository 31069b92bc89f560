// Operation "attention multi-head".
#include "engine/operations/MechanismOperation.h"

namespace engine {

std::unique_ptr<const Operation> makeMultiHeadAttention() { return std::make_unique<MechanismOperation>("multi-head"); }

}  // namespace engine
