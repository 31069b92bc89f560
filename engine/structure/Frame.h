// Residue frames: where a residue is and how it is turned.
#pragma once

#include <vector>

#include "engine/structure/Structure.h"

namespace engine {

/// The rigid motion world = rotation * local + origin (worldFromResidue).
struct Frame {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< orthonormal, det +1; columns are the axes in the world
  Vector3 origin = Vector3::Zero();                        ///< Å

  Vector3 toWorld(const Vector3& local) const { return rotation * local + origin; }
  Vector3 toLocal(const Vector3& world) const { return rotation.transpose() * (world - origin); }
  void validate() const;
};

/// Gram-Schmidt frame of a backbone (MATHEMATICS.md 1.1, eps = 1e-10): x axis from C to CA, N in the xy plane, origin
/// CA.
Frame frameOfBackbone(const Vector3& n, const Vector3& ca, const Vector3& c);

/// Frames of L residues. A residue with a coordinate that is not finite or >= 1e6 is invalid: it gets the frame of the
/// average N, CA, C of the valid ones (identity when there is none) and valid[i] = false.
struct Frames {
  std::vector<Frame> frames;   ///< L
  std::vector<bool> valid;     ///< L
};
Frames framesOfBackbone(const std::vector<Vector3>& n, const std::vector<Vector3>& ca, const std::vector<Vector3>& c);

}  // namespace engine
