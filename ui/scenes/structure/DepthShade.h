// Shadows in folds and dark outlines, made by the processor out of the depth of a finished picture: the same on every
// machine and for every style. The picture is read back in any case (ui/README.md).
#pragma once

#include <vector>

#include "ui/scenes/structure/StructureCamera.h"

namespace ui {

struct DepthShading {
  bool hasOutlines = false;   ///< where a surface ends in front of what lies farther away
  bool hasOcclusion = false;  ///< soft shadow where light from all sides would not reach
  bool operator==(const DepthShading&) const = default;
  bool isOn() const { return hasOutlines || hasOcclusion; }
};

/// How dark each of height × width pixels becomes, 0 (as it is) to 1 (black), rows from the top; 0 on the ground, less
/// in the fog. `depth`: rows from the bottom, as OpenGL gives them, 1 on the ground. Outlines are one logical pixel
/// wide, `pixelRatio` device pixels; thin sticks and arrows have paler ones, the thinnest none. `threads`: 0 for all; the
/// result is the same for each. O(width · height).
std::vector<float> depthShade(const std::vector<float>& depth, int width, int height, double pixelRatio,
                              const StructureCamera& camera, const DepthShading& shading, int threads);

}  // namespace ui
