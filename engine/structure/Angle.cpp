// The angle of three points.
#include "engine/structure/Angle.h"

#include <Eigen/Geometry>
#include <cmath>

namespace engine {

double angle(const Vector3& a, const Vector3& b, const Vector3& c) {
  const Vector3 towardsA = a - b, towardsC = c - b;
  if (!(towardsA.norm() > 0) || !(towardsC.norm() > 0)) return std::numeric_limits<double>::quiet_NaN();
  // The arc tangent keeps its accuracy near 0 and pi, the arc cosine does not.
  return std::atan2(towardsA.cross(towardsC).norm(), towardsA.dot(towardsC));
}

}  // namespace engine
