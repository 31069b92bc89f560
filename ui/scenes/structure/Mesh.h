// Triangles as plain values: what the geometry of tubes, ribbons and bars is made of before VTK sees it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/structure/Structure.h"

namespace ui {

/// What a mesh is made for: to be turned on the screen, or for one picture that is looked at closely.
enum class MeshUse { screen, picture };

struct Mesh {
  std::vector<std::array<float, 3>> points;   ///< Å
  std::vector<std::array<float, 3>> normals;  ///< one per point, unit length
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 2>> segments;  ///< thin lines, for what is too much to be drawn solid
  std::vector<engine::Index> owner;  ///< one per point: residue (ribbons), atom or bar that it belongs to

  std::uint32_t numPoints() const { return static_cast<std::uint32_t>(points.size()); }
  void addPoint(const engine::Vector3& position, const engine::Vector3& normal, engine::Index ownerIndex);
  /// Joins two rings of `count` points each, starting at `a` and `b`, both counter-clockwise seen from the side of `b`:
  /// the triangles then face outwards.
  void joinRings(std::uint32_t a, std::uint32_t b, std::uint32_t count);
  void append(const Mesh& other);
};

/// Some unit vector at right angles to `direction`.
engine::Vector3 anyPerpendicular(const engine::Vector3& direction);
/// A ball; `owner` is written to every point.
Mesh sphereMesh(const engine::Vector3& center, double radius, int segments, engine::Index owner);

/// A round bar, open at the ends.
struct Bar {
  engine::Vector3 from, to;
  double radius = 0.1;  ///< Å
  double taper = 1;     ///< radius at `to` as a share of that at `from`
};
/// Point owners are bar numbers. Bars without length or with unset ends have no points.
Mesh barMesh(const std::vector<Bar>& bars, int sides);
/// The same with balls at both ends of every bar, which is closed then.
Mesh roundBarMesh(const std::vector<Bar>& bars, int sides);
/// A line cut into pieces of `dash` Å with gaps as long.
std::vector<Bar> dashes(const engine::Vector3& from, const engine::Vector3& to, double dash, double radius);

}  // namespace ui
