#include "engine/attention/TiedMechanism.h"

namespace engine {

std::unique_ptr<const Mechanism> makeTiedRow() { return makeTiedMechanism(MsaAxis::row); }

}  // namespace engine
