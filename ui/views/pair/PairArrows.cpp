#include "ui/views/pair/PairArrows.h"

#include <algorithm>
#include <cmath>

namespace ui {

using engine::GeometricPair;
using engine::Vector3;

namespace {

constexpr double kLeastLength = 1e-9;
constexpr double kLocalTurn = -55, kLocalTilt = 45;  // pixels of a drag: x, y and z are all seen
constexpr double kWorldMargin = 1.6, kLocalMargin = 0.9;  // Å

void addFrame(std::vector<PairArrow>& arrows, const engine::Frame& frame) {
  const char* const names[] = {"x", "y", "z"};
  for (int axis = 0; axis < 3; ++axis)
    arrows.push_back({ArrowKind::axis, PairRole::none, frame.origin,
                      frame.origin + kAxisLength * frame.rotation.col(axis), QString::fromLatin1(names[axis]), 2,
                      axis});
}

std::vector<Vector3> endsOf(const std::vector<PairArrow>& arrows) {
  std::vector<Vector3> points;
  for (const PairArrow& arrow : arrows) points.insert(points.end(), {arrow.from, arrow.to});
  return points;
}

}  // namespace

double directionScale(const GeometricPair& pair) {
  double longest = 0;
  for (const Vector3* direction : {&pair.q_r.local, &pair.k_r.local, &pair.v.local, &pair.o.local})
    longest = std::max(longest, direction->norm());
  return longest > kLeastLength ? kLongestDirection / longest : 1;
}

std::vector<PairArrow> localArrows(const GeometricPair& pair, bool isQuery) {
  const double scale = directionScale(pair);
  const Vector3 zero = Vector3::Zero();
  std::vector<PairArrow> arrows;
  addFrame(arrows, {});
  for (PairArrow& axis : arrows) axis.line = 1;
  const auto direction = [&](PairRole role, const Vector3& local, const char* label, int line) {
    arrows.push_back({ArrowKind::direction, role, zero, scale * local, QString::fromUtf8(label), line});
  };
  const auto point = [&](PairRole role, const Vector3& local, const char* label) {
    arrows.push_back({ArrowKind::point, role, zero, local, QString::fromUtf8(label), 1});
  };
  if (isQuery) {
    direction(PairRole::query, pair.q_r.local, "qʳ", 1);
    point(PairRole::query, pair.q_d.local, "qᵈ");
    direction(PairRole::output, pair.o.local, "R⁻¹ o", 13);
  } else {
    direction(PairRole::key, pair.k_r.local, "kʳ", 1);
    point(PairRole::key, pair.k_d.local, "kᵈ");
    direction(PairRole::value, pair.v.local, "v", 1);
  }
  return arrows;
}

std::vector<PairArrow> worldArrows(const GeometricPair& pair, const PairNames& names) {
  const double scale = directionScale(pair);
  const Vector3 &at = pair.queryFrame.origin, &there = pair.keyFrame.origin;
  std::vector<PairArrow> arrows;
  addFrame(arrows, pair.queryFrame);
  addFrame(arrows, pair.keyFrame);
  const auto direction = [&](PairRole role, const Vector3& from, const Vector3& world, const char* label, int line) {
    arrows.push_back({ArrowKind::direction, role, from, from + scale * world, QString::fromUtf8(label), line});
  };
  direction(PairRole::query, at, pair.q_r.world, "qʳ", 3);
  direction(PairRole::key, there, pair.k_r.world, "kʳ", 4);
  arrows.push_back({ArrowKind::point, PairRole::query, at, pair.q_d.world, QStringLiteral("qᵈ"), 5});
  arrows.push_back({ArrowKind::point, PairRole::key, there, pair.k_d.world, QStringLiteral("kᵈ"), 6});
  arrows.push_back({ArrowKind::ghost, PairRole::key, at, at + scale * pair.k_r.world,
                    QStringLiteral("kʳ of %1").arg(names.residue(pair.key)), 7});
  const double gap = (pair.q_d.world - pair.k_d.world).norm();
  arrows.push_back({ArrowKind::gap, PairRole::none, pair.q_d.world, pair.k_d.world,
                    QStringLiteral("%1 Å").arg(gap, 0, 'f', 2), 8});
  if (pair.query != pair.key)
    arrows.push_back({ArrowKind::share, PairRole::weight, there, at,
                      QStringLiteral("A = %1").arg(pair.weight(), 0, 'f', 2), 10, 0, pair.weight()});
  direction(PairRole::value, there, pair.v.world, "v", 11);
  direction(PairRole::output, at, pair.o.world, "o", 12);
  return arrows;
}

std::vector<PairArrow> madeBy(std::vector<PairArrow> arrows, int line) {
  const auto isEmpty = [](const PairArrow& arrow) { return (arrow.to - arrow.from).norm() < kLeastLength; };
  std::erase_if(arrows, [&](const PairArrow& arrow) { return isEmpty(arrow) || (line > 0 && arrow.line > line); });
  return arrows;
}

StructureCamera cameraAlong(const Eigen::Matrix3d& axes, const std::vector<Vector3>& points, double aspect,
                            double margin) {
  StructureCamera camera;
  camera.axes = axes;
  if (points.empty()) return camera;
  Vector3 low = axes.transpose() * points.front(), high = low;
  for (const Vector3& point : points) {
    const Vector3 local = axes.transpose() * point;
    low = low.cwiseMin(local);
    high = high.cwiseMax(local);
  }
  camera.center = axes * (0.5 * (low + high));
  const double tangent = std::tan(StructureCamera::kViewAngle / 2), wide = tangent * std::max(aspect, 0.05);
  camera.distance = 1;
  for (const Vector3& point : points) {
    const Vector3 local = axes.transpose() * (point - camera.center);
    camera.distance = std::max({camera.distance, local.z() + (std::abs(local.y()) + margin) / tangent,
                                local.z() + (std::abs(local.x()) + margin) / wide});
  }
  return camera;
}

StructureCamera worldCamera(const std::vector<PairArrow>& arrows, const PairOptions& options, double aspect) {
  const std::vector<Vector3> points = endsOf(arrows);
  StructureCamera camera;
  camera.fit(points, aspect, kWorldMargin);
  camera.turn(options.turn, 0, 1);
  camera.turn(0, options.tilt, 1);
  camera = cameraAlong(camera.axes, points, aspect, kWorldMargin);
  camera.zoom(options.zoom);
  return camera;
}

StructureCamera localCamera(const std::vector<PairArrow>& arrows, double aspect) {
  StructureCamera camera;
  camera.turn(kLocalTurn, 0, 1);
  camera.turn(0, kLocalTilt, 1);
  return cameraAlong(camera.axes, endsOf(arrows), aspect, kLocalMargin);
}

}  // namespace ui
