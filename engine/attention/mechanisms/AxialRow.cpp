#include "engine/attention/msa/AxialMechanism.h"

namespace engine {

std::unique_ptr<const Mechanism> makeAxialRow() { return makeAxialMechanism(MsaAxis::row); }

}  // namespace engine
