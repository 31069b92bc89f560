// Balls, bars and dashes.
#include "ui/scenes/structure/Mesh.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

std::array<float, 3> toFloats(const Vector3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

constexpr double kShortestBar = 1e-6;

}  // namespace

void Mesh::addPoint(const Vector3& position, const Vector3& normal, Index ownerIndex) {
  points.push_back(toFloats(position));
  normals.push_back(toFloats(normal));
  owner.push_back(ownerIndex);
}

void Mesh::joinRings(std::uint32_t a, std::uint32_t b, std::uint32_t count) {
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t next = (k + 1) % count;
    triangles.push_back({a + k, a + next, b + k});
    triangles.push_back({a + next, b + next, b + k});
  }
}

void Mesh::append(const Mesh& other) {
  const std::uint32_t offset = numPoints();
  points.insert(points.end(), other.points.begin(), other.points.end());
  normals.insert(normals.end(), other.normals.begin(), other.normals.end());
  owner.insert(owner.end(), other.owner.begin(), other.owner.end());
  for (const auto& t : other.triangles) triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
  for (const auto& s : other.segments) segments.push_back({s[0] + offset, s[1] + offset});
}

Vector3 anyPerpendicular(const Vector3& direction) {
  const Vector3 axis = std::abs(direction.x()) < 0.8 * direction.norm() ? Vector3::UnitX() : Vector3::UnitY();
  return direction.cross(axis).normalized();
}

Mesh sphereMesh(const Vector3& center, double radius, int segments, Index owner) {
  Mesh mesh;
  const int rings = std::max(2, segments / 2);
  for (int ring = 0; ring <= rings; ++ring) {
    const double theta = std::numbers::pi * ring / rings;
    for (int k = 0; k < segments; ++k) {
      const double phi = 2 * std::numbers::pi * k / segments;
      const Vector3 normal(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), -std::cos(theta));
      mesh.addPoint(center + radius * normal, normal, owner);
    }
  }
  const auto count = static_cast<std::uint32_t>(segments);
  for (std::uint32_t ring = 0; ring < static_cast<std::uint32_t>(rings); ++ring)
    mesh.joinRings(ring * count, (ring + 1) * count, count);
  return mesh;
}

Mesh barMesh(const std::vector<Bar>& bars, int sides) {
  Mesh mesh;
  for (size_t bar = 0; bar < bars.size(); ++bar) {
    const Vector3 along = bars[bar].to - bars[bar].from;
    if (!along.allFinite() || along.norm() < kShortestBar) continue;
    const Vector3 u = anyPerpendicular(along), v = along.normalized().cross(u);
    const std::uint32_t first = mesh.numPoints();
    const double radius = bars[bar].radius;
    for (const auto& [end, wide] :
         {std::pair(bars[bar].from, radius), std::pair(bars[bar].to, radius * bars[bar].taper)})
      for (int k = 0; k < sides; ++k) {
        const double angle = 2 * std::numbers::pi * k / sides;
        const Vector3 normal = std::cos(angle) * u + std::sin(angle) * v;
        mesh.addPoint(end + wide * normal, normal, static_cast<Index>(bar));
      }
    mesh.joinRings(first, first + static_cast<std::uint32_t>(sides), static_cast<std::uint32_t>(sides));
  }
  return mesh;
}

Mesh roundBarMesh(const std::vector<Bar>& bars, int sides) {
  Mesh mesh = barMesh(bars, sides);
  std::vector<bool> isDrawn(bars.size());
  for (const Index bar : mesh.owner) isDrawn[static_cast<size_t>(bar)] = true;
  for (size_t bar = 0; bar < bars.size(); ++bar) {
    if (!isDrawn[bar]) continue;
    const auto& [from, to, radius, taper] = bars[bar];
    mesh.append(sphereMesh(from, radius, sides, static_cast<Index>(bar)));
    mesh.append(sphereMesh(to, radius * taper, sides, static_cast<Index>(bar)));
  }
  return mesh;
}

std::vector<Bar> dashes(const Vector3& from, const Vector3& to, double dash, double radius) {
  std::vector<Bar> bars;
  const double length = (to - from).norm();
  if (!std::isfinite(length) || length < kShortestBar || dash <= 0) return bars;
  // An odd number of equal parts: the line begins and ends with a dash.
  const int parts = std::min(2 * static_cast<int>(std::min(1e4, length / (2 * dash))) + 1, 9999);
  const Vector3 step = (to - from) / parts;
  for (int part = 0; part < parts; part += 2) bars.push_back({from + part * step, from + (part + 1) * step, radius});
  return bars;
}

}  // namespace ui
