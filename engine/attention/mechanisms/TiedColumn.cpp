#include "engine/attention/msa/TiedMechanism.h"

namespace engine {

std::unique_ptr<const Mechanism> makeTiedColumn() { return makeTiedMechanism(MsaAxis::column); }

}  // namespace engine
