// A camera that turns about a point.
#include "ui/scenes/structure/StructureCamera.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace ui {

using engine::Vector3;

namespace {

constexpr double kTurnPerPixel = 0.0075;  ///< radians: half a turn for 420 pixels
constexpr double kNearest = 3, kFarthest = 1e5, kSmallestRadius = 4;

std::vector<Vector3> setPoints(const std::vector<Vector3>& points) {
  std::vector<Vector3> result;
  std::copy_if(points.begin(), points.end(), std::back_inserter(result), engine::isSet);
  return result;
}

Eigen::Matrix3d principalAxes(const std::vector<Vector3>& points, const Vector3& mean) {
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  for (const Vector3& p : points) covariance += (p - mean) * (p - mean).transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(covariance);  // ascending
  Vector3 right = solver.eigenvectors().col(2), up = solver.eigenvectors().col(1);
  if (right.dot(points.front() - mean) > 0) right = -right;
  if (up.dot(points.back() - mean) < 0) up = -up;
  Eigen::Matrix3d axes;
  axes << right, up, right.cross(up);
  return axes;
}

}  // namespace

void StructureCamera::fit(const std::vector<Vector3>& all, double aspect, double margin) {
  *this = StructureCamera{};
  const std::vector<Vector3> points = setPoints(all);
  if (points.empty()) return;
  Vector3 mean = Vector3::Zero();
  for (const Vector3& p : points) mean += p / static_cast<double>(points.size());
  if (points.size() > 1) axes = principalAxes(points, mean);
  // Centre of the box along the new axes: the picture then has equal margins.
  Vector3 low = axes.transpose() * (points[0] - mean), high = low;
  for (const Vector3& p : points) {
    const Vector3 local = axes.transpose() * (p - mean);
    low = low.cwiseMin(local);
    high = high.cwiseMax(local);
  }
  center = mean + axes * (0.5 * (low + high));
  radius = kSmallestRadius;
  const double tangent = std::tan(kViewAngle / 2), wide = std::max(aspect, 0.05);
  distance = 0;
  for (const Vector3& p : points) {
    const Vector3 local = axes.transpose() * (p - center);
    radius = std::max(radius, (p - center).norm() + margin);
    distance = std::max({distance, local.z() + (std::abs(local.y()) + margin) / tangent,
                         local.z() + (std::abs(local.x()) + margin) / (tangent * wide)});
  }
  distance = std::max(distance, kSmallestRadius / tangent);
}

void StructureCamera::turn(double dx, double dy, double) {
  const Eigen::AngleAxisd aboutUp(-dx * kTurnPerPixel, axes.col(1)), aboutRight(-dy * kTurnPerPixel, axes.col(0));
  axes = (aboutUp * aboutRight).toRotationMatrix() * axes;
  // Thousands of small turns must not deform the axes.
  axes.col(0).normalize();
  axes.col(1) = (axes.col(1) - axes.col(1).dot(axes.col(0)) * axes.col(0)).normalized();
  axes.col(2) = axes.col(0).cross(axes.col(1));
}

void StructureCamera::pan(double dx, double dy, double height) {
  const double perPixel = 2 * distance * std::tan(kViewAngle / 2) / std::max(height, 1.0);
  center += perPixel * (-dx * axes.col(0) + dy * axes.col(1));
}

void StructureCamera::zoom(double factor) {
  if (std::isfinite(factor) && factor > 0) distance = std::clamp(distance / factor, kNearest, kFarthest);
}

std::optional<ProjectedPoint> StructureCamera::project(const Vector3& point, double width, double height) const {
  if (!engine::isSet(point)) return std::nullopt;
  const Vector3 local = axes.transpose() * (point - center);
  const double depth = distance - local.z();
  if (depth < 0.1) return std::nullopt;
  const double scale = height / (2 * std::tan(kViewAngle / 2) * depth);
  return ProjectedPoint{width / 2 + scale * local.x(), height / 2 - scale * local.y(), depth, scale};
}

StructureCamera between(const StructureCamera& a, const StructureCamera& b, double share) {
  StructureCamera camera;
  camera.center = a.center + share * (b.center - a.center);
  camera.axes = Eigen::Quaterniond(a.axes).slerp(share, Eigen::Quaterniond(b.axes)).toRotationMatrix();
  camera.distance = a.distance * std::pow(b.distance / a.distance, share);
  camera.radius = std::max(a.radius, b.radius);
  return camera;
}

}  // namespace ui
