#include "engine/attention/axial/AxialMechanism.h"

namespace engine {

std::unique_ptr<const Mechanism> makeAxialColumn() { return makeAxialMechanism(MsaAxis::column); }

}  // namespace engine
