#include "ui/views/pair/PairArrows.h"

#include <algorithm>
#include <cmath>

namespace ui {

using engine::Vector3;

namespace {

constexpr double kLeastArrow = 1e-9;
constexpr double kLocalTurn = -55, kLocalTilt = 45;       // pixels of a drag: x, y and z are all seen
constexpr double kWorldMargin = 1.6, kLocalMargin = 0.9;  // Å

std::vector<Vector3> endsOf(const std::vector<PairArrow>& arrows) {
  std::vector<Vector3> points;
  for (const PairArrow& arrow : arrows) points.insert(points.end(), {arrow.from, arrow.to});
  return points;
}

}  // namespace

void addFrame(std::vector<PairArrow>& arrows, const engine::Frame& frame, int line) {
  const char* const names[] = {"x", "y", "z"};
  for (int axis = 0; axis < 3; ++axis)
    arrows.push_back({ArrowKind::axis, PairRole::none, frame.origin,
                      frame.origin + kAxisLength * frame.rotation.col(axis), QString::fromLatin1(names[axis]), line,
                      axis});
}

void addShare(std::vector<PairArrow>& arrows, const engine::FramedPair& pair, int line) {
  if (pair.query == pair.key) return;
  arrows.push_back({ArrowKind::share, PairRole::weight, pair.keyFrame.origin, pair.queryFrame.origin,
                    QStringLiteral("A = %1").arg(pair.weight(), 0, 'f', 2), line, 0, pair.weight()});
}

PairArrow gapBetween(const Vector3& from, const Vector3& to, int line) {
  return {ArrowKind::gap, PairRole::none, from, to, QStringLiteral("%1 Å").arg((from - to).norm(), 0, 'f', 2), line};
}

std::vector<PairArrow> madeBy(std::vector<PairArrow> arrows, int line) {
  const auto isEmpty = [](const PairArrow& arrow) { return (arrow.to - arrow.from).norm() < kLeastArrow; };
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
