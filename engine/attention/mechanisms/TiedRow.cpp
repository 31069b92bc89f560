#include "engine/attention/msa/TiedMechanism.h"

namespace engine {

std::unique_ptr<const Mechanism> makeTiedRow() { return makeTiedMechanism(MsaAxis::row); }

}  // namespace engine
