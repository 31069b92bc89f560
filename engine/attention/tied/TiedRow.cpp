#include "engine/attention/tied/TiedMechanism.h"

namespace engine {

std::unique_ptr<const Mechanism> makeTiedRow() { return makeTiedMechanism(MsaAxis::row); }

}  // namespace engine
