#include "engine/attention/tied/TiedMechanism.h"

namespace engine {

std::unique_ptr<const Mechanism> makeTiedColumn() { return makeTiedMechanism(MsaAxis::column); }

}  // namespace engine
