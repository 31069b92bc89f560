// What an angle or dihedral is between: its planes, their normals and the arc from one to the other, painted over the
// picture of a structure.
#pragma once

#include <QPainter>
#include <QSize>
#include <array>
#include <optional>
#include <vector>

#include "engine/structure/Structure.h"
#include "ui/look/Theme.h"
#include "ui/scenes/structure/StructureCamera.h"

namespace ui {

/// Of A-B-C-D: the parallelograms that A-B-C and B-C-D span, and their unit normals m = (B - A) x (C - B) and
/// n = (C - B) x (D - C), which stand at the middle of B-C.
struct DihedralPlanes {
  std::array<engine::Vector3, 4> first, second;  ///< corners in order; Å
  engine::Vector3 middle, firstNormal, secondNormal;
  /// From m to n about B-C on the unit circle at the middle, the way the sign of the dihedral says; about `steps` + 1
  /// points.
  std::vector<engine::Vector3> arc(int steps) const;
};
/// Nothing for positions that are unset or three of which lie in a line.
std::optional<DihedralPlanes> dihedralPlanes(const std::vector<engine::Vector3>& at);

/// Of three positions their triangle with an arc at the middle one, of four the planes with normals m and n and the arc
/// between these; nothing of others.
void paintMeasurePlanes(QPainter& painter, const std::vector<engine::Vector3>& at, const StructureCamera& camera,
                        QSize size, const Theme& theme);

}  // namespace ui
