// Rotations, translations and mirror images of structures, and the motion that lays one structure on another.
#pragma once

#include <optional>
#include <vector>

#include "engine/structure/Structure.h"

namespace engine {

/// x -> linear * x + translation (Å); linear is orthonormal, its determinant -1 when the motion mirrors.
struct RigidMotion {
  Eigen::Matrix3d linear = Eigen::Matrix3d::Identity();
  Vector3 translation = Vector3::Zero();

  Vector3 operator()(const Vector3& position) const { return linear * position + translation; }
  bool isIdentity() const { return linear.isIdentity(0) && translation.isZero(0); }
};

/// Turned about x, then y, then z (radians) through `center`, mirrored before that in the plane x = center.x, moved by
/// `shift` (Å) at last.
enum class Mirror { no, yes };
RigidMotion motionAbout(const Vector3& center, const Vector3& angles, const Vector3& shift, Mirror mirror);

/// A copy whose atoms stand where the motion brings them; unset positions stay unset.
Structure moved(const Structure& structure, const RigidMotion& motion);
Chain moved(const Chain& chain, const RigidMotion& motion);

struct Superposition {
  RigidMotion motion;  ///< lays `moving` on `fixed`; never a mirror image
  double rmsd = 0;     ///< Å, over the pairs, after the motion
  Index numPairs = 0;  ///< with both positions known
};

/// The rotation and translation with the smallest root mean square distance (Kabsch 1976, by singular values). Pairs
/// with an unset position are left out; nothing without any pair. Throws Error when the numbers of positions differ.
std::optional<Superposition> superpose(const std::vector<Vector3>& moving, const std::vector<Vector3>& fixed);

}  // namespace engine
