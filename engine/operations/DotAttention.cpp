// Operation "attention dot".
#include "engine/operations/MechanismOperation.h"

namespace engine {

std::unique_ptr<const Operation> makeDotAttention() { return std::make_unique<MechanismOperation>("dot"); }

}  // namespace engine
