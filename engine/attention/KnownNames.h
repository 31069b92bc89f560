// Arrays under the names that a mechanism knows, whatever path a checkpoint puts before them.
#pragma once

#include "engine/attention/Mechanism.h"

namespace engine {

/// Names without their paths, as Mechanism::run takes them. Throws Error when two arrays then have the same name.
ArrayBundle underKnownNames(const Mechanism& mechanism, const ArrayBundle& inputs);

}  // namespace engine
