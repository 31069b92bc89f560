#include "ui/views/structure/print/FrameSide.h"

#include <Eigen/Geometry>
#include <cmath>

#include "engine/base/Nth.h"

namespace ui {

std::optional<StructureCamera> besideFrame(const StructurePicture& picture, engine::Index residue,
                                           StructureCamera camera) {
  constexpr double kShareOfHeight = 0.35, kTilt = 0.35;  // radians
  if (residue < 0 || residue >= picture.structure.residues().size()) return std::nullopt;
  const engine::Frames frames = picture.structure.frames();
  if (!engine::nth(frames.valid, residue)) return std::nullopt;
  const engine::Frame& frame = engine::nth(frames.frames, residue);
  const Eigen::AngleAxisd down(-kTilt, engine::Vector3::UnitX()), aside(kTilt, engine::Vector3::UnitY());
  Eigen::Matrix3d axes;
  axes << frame.rotation.col(0), frame.rotation.col(2), -frame.rotation.col(1);
  camera.axes = axes * (down * aside).toRotationMatrix();
  camera.center = frame.origin;
  camera.distance = picture.options.frameLength / (2 * kShareOfHeight * std::tan(StructureCamera::kViewAngle / 2));
  return camera;
}

}  // namespace ui
