#include "engine/attention/axial/AxialMechanism.h"

namespace engine {

std::unique_ptr<const Mechanism> makeAxialRow() { return makeAxialMechanism(MsaAxis::row); }

}  // namespace engine
