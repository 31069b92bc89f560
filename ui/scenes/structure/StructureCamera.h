// A camera that turns about a point: plain numbers, so that picking needs no renderer.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "engine/structure/Structure.h"

namespace ui {

struct ProjectedPoint {
  double x = 0, y = 0;  ///< logical pixels, origin top left
  double depth = 0;     ///< Å in front of the eye
  double pixelsPerAngstrom = 0;
};

struct StructureCamera {
  engine::Vector3 center = engine::Vector3::Zero();    ///< what it looks at and turns about, Å
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< columns: right, up, towards the eye
  double distance = 50;                                ///< from the eye to the centre, Å
  double radius = 10;                                  ///< of a ball about the centre that holds everything, Å

  static constexpr double kViewAngle = 0.44;  ///< radians, from top to bottom
  static constexpr double kDepthCue = 0.6;
  double fog = kDepthCue;  ///< the background's part in what is farthest away, 0..1: depth cueing

  bool operator==(const StructureCamera&) const = default;
  engine::Vector3 eye() const { return center + distance * axes.col(2); }
  /// Looks along the direction of smallest spread, with the largest from left to right and the first point on the left,
  /// from just far enough to see all points with `margin` Å around them. Unset points are ignored. `aspect`: width /
  /// height.
  void fit(const std::vector<engine::Vector3>& points, double aspect, double margin);
  /// Drags the picture by pixels of a window `height` pixels high: the eye goes round the other way.
  void turn(double dx, double dy, double height);
  void pan(double dx, double dy, double height);
  /// factor > 1: closer.
  void zoom(double factor);
  /// Nothing when the point is unset or behind the eye.
  std::optional<ProjectedPoint> project(const engine::Vector3& point, double width, double height) const;
};

/// The camera at `share` (0..1) of the way from a to b: turned the short way round, the distance growing evenly.
StructureCamera between(const StructureCamera& a, const StructureCamera& b, double share);

}  // namespace ui
