// The angle of three points.
#pragma once

#include "engine/structure/Structure.h"

namespace engine {

/// Angle A-B-C in [0, pi]; NaN when undefined (an unset position, or two that coincide).
double angle(const Vector3& a, const Vector3& b, const Vector3& c);

}  // namespace engine
