// Kabsch W: A solution for the best rotation to relate two sets of vectors (Acta Cryst. A 1976).
#include "engine/structure/RigidMotion.h"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <cmath>

#include "engine/base/Error.h"

namespace engine {

RigidMotion motionAbout(const Vector3& center, const Vector3& angles, const Vector3& shift, Mirror mirror) {
  RigidMotion motion;
  motion.linear = (Eigen::AngleAxisd(angles.z(), Vector3::UnitZ()) * Eigen::AngleAxisd(angles.y(), Vector3::UnitY()) *
                   Eigen::AngleAxisd(angles.x(), Vector3::UnitX()))
                      .toRotationMatrix();
  if (angles.isZero(0)) motion.linear.setIdentity();
  if (mirror == Mirror::yes) motion.linear.col(0) = -motion.linear.col(0);
  motion.translation = shift;
  if (!motion.linear.isIdentity(0)) motion.translation += center - motion.linear * center;
  return motion;
}

Chain moved(const Chain& chain, const RigidMotion& motion) {
  Chain result = chain;
  for (Residue& residue : result.residues)
    for (Atom& atom : residue.atoms)
      if (isSet(atom.position)) atom.position = motion(atom.position);
  return result;
}

Structure moved(const Structure& structure, const RigidMotion& motion) {
  Structure result = structure;
  for (Chain& chain : result.chains) chain = moved(chain, motion);
  return result;
}

std::optional<Superposition> superpose(const std::vector<Vector3>& moving, const std::vector<Vector3>& fixed) {
  if (moving.size() != fixed.size())
    fail("superposition: ", moving.size(), " positions to lay on ", fixed.size(), ", expected equal numbers");
  Vector3 movingMean = Vector3::Zero(), fixedMean = Vector3::Zero();
  Superposition result;
  const auto isPair = [&](size_t k) { return isSet(moving[k]) && isSet(fixed[k]); };
  for (size_t k = 0; k < moving.size(); ++k) {
    if (!isPair(k)) continue;
    movingMean += moving[k];
    fixedMean += fixed[k];
    ++result.numPairs;
  }
  if (result.numPairs == 0) return std::nullopt;
  movingMean /= static_cast<double>(result.numPairs);
  fixedMean /= static_cast<double>(result.numPairs);
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  for (size_t k = 0; k < moving.size(); ++k)
    if (isPair(k)) covariance += (fixed[k] - fixedMean) * (moving[k] - movingMean).transpose();
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(covariance, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Vector3 signs = Vector3::Ones();
  if ((svd.matrixU() * svd.matrixV().transpose()).determinant() < 0) signs.z() = -1;
  result.motion.linear = svd.matrixU() * signs.asDiagonal() * svd.matrixV().transpose();
  result.motion.translation = fixedMean - result.motion.linear * movingMean;
  double sum = 0;
  for (size_t k = 0; k < moving.size(); ++k)
    if (isPair(k)) sum += (result.motion(moving[k]) - fixed[k]).squaredNorm();
  result.rmsd = std::sqrt(sum / static_cast<double>(result.numPairs));
  return result;
}

}  // namespace engine
