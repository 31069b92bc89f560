// Random rotations and irreps for the tests of what turns with them.
#pragma once

#include <Eigen/Geometry>

#include "engine/base/Random.h"
#include "engine/equivariant/Irreps.h"

namespace test {

/// Uniform over the rotations.
inline Eigen::Matrix3d randomRotation(engine::Random& random) {
  Eigen::Quaterniond turn(random.normal(), random.normal(), random.normal(), random.normal());
  return turn.normalized().toRotationMatrix();
}

/// Uniform over O(3): half of them turn right hands into left ones.
inline Eigen::Matrix3d randomOrthogonal(engine::Random& random) {
  const Eigen::Matrix3d rotation = randomRotation(random);
  return random.below(2) == 0 ? rotation : Eigen::Matrix3d(-rotation);
}

/// One to four blocks of one to three copies, degrees 0 to 3, both parities.
inline engine::Irreps randomIrreps(engine::Random& random) {
  std::vector<engine::IrrepBlock> blocks(1 + random.below(4));
  for (engine::IrrepBlock& block : blocks)
    block = {engine::Index(1 + random.below(3)), {int(random.below(4)), random.below(2) == 0 ? 1 : -1}, 0};
  return engine::Irreps(blocks);
}

inline Eigen::VectorXd randomVector(engine::Random& random, engine::Index size) {
  Eigen::VectorXd vector(size);
  for (double& value : vector) value = random.normal();
  return vector;
}

}  // namespace test
