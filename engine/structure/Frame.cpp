// Gram-Schmidt residue frames as in MATHEMATICS.md 1.1 and MATHEMATICS.md 1.2.
#include "engine/structure/Frame.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

#include "engine/base/Error.h"

namespace engine {
namespace {

constexpr double kEpsilon = 1e-10;          // Å², inside the roots: degenerate backbones give finite frames
constexpr double kLargestCoordinate = 1e6;  // Å, one-sided: padding of "no coordinate" in the method's own data
constexpr double kRigidTolerance = 1e-6;

bool isUsable(const Vector3& position) { return isSet(position) && (position.array() < kLargestCoordinate).all(); }

Vector3 normalised(const Vector3& v) { return v / std::sqrt(v.squaredNorm() + kEpsilon); }

}  // namespace

void Frame::validate() const {
  if (!rotation.allFinite() || !origin.allFinite()) fail("frame: a value is not finite");
  const double departure = (rotation.transpose() * rotation - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (departure > kRigidTolerance || rotation.determinant() < 0)
    fail("frame: the rotation departs from an orthonormal matrix by ", departure, " and has determinant ",
         rotation.determinant(), ", expected 0 and +1");
}

Frame frameOfBackbone(const Vector3& n, const Vector3& ca, const Vector3& c) {
  const Vector3 x = normalised(ca - c);
  const Vector3 towardsN = n - ca;
  const Vector3 y = normalised(towardsN - x.dot(towardsN) * x);
  Frame frame;
  frame.rotation << x, y, x.cross(y);
  frame.origin = ca;
  return frame;
}

Frames framesOfBackbone(const std::vector<Vector3>& n, const std::vector<Vector3>& ca, const std::vector<Vector3>& c) {
  if (n.size() != ca.size() || c.size() != ca.size())
    fail("frames: N, CA and C have ", n.size(), ", ", ca.size(), " and ", c.size(),
         " positions, expected equal numbers");
  const size_t length = ca.size();
  Frames result{std::vector<Frame>(length), std::vector<bool>(length, false)};
  Vector3 sumN = Vector3::Zero(), sumCa = Vector3::Zero(), sumC = Vector3::Zero();
  double numValid = 0;
  for (size_t i = 0; i < length; ++i) {
    if (!isUsable(n[i]) || !isUsable(ca[i]) || !isUsable(c[i])) continue;
    result.valid[i] = true;
    result.frames[i] = frameOfBackbone(n[i], ca[i], c[i]);
    sumN += n[i];
    sumCa += ca[i];
    sumC += c[i];
    numValid += 1;
  }
  if (numValid == 0) return result;
  const double divisor = numValid + 1e-8;  // as in the source of the method
  const Frame average = frameOfBackbone(sumN / divisor, sumCa / divisor, sumC / divisor);
  for (size_t i = 0; i < length; ++i)
    if (!result.valid[i]) result.frames[i] = average;
  return result;
}

}  // namespace engine
