// Many translucent strokes of one colour over a picture with depth, drawn by the processor. They blend alike in every
// order, so one number per pixel is enough: how much of what lies behind still shows through. A software OpenGL takes
// several times as long for triangles that are thinner than its blocks of pixels (tests/bench/README.md).
#pragma once

#include <optional>
#include <vector>

#include "ui/scenes/structure/StructureCamera.h"

namespace ui {

/// One end of a stroke in a picture. Between its ends every number changes evenly on the screen; for half width and
/// depth that is what perspective does to straight bars.
struct StrokeEnd {
  float x = 0, y = 0;   ///< device pixels, origin top left, pixel centres at .5
  float halfWidth = 0;  ///< device pixels
  float depth = 0;      ///< as in the depth buffer: 0 near, 1 far
  float opacity = 0;    ///< 0..1
};
struct Stroke {
  StrokeEnd from, to;
};

/// A bar in space: ends and radii in Å.
struct SolidBar {
  engine::Vector3 from, to;
  double fromRadius = 0.1, toRadius = 0.1, opacity = 1;
};

/// The bar as this camera sees it in width × height device pixels, cut off at the near plane, fainter in the fog.
/// Nothing when an end is unset or nothing of it is in front of the camera.
std::optional<Stroke> strokeOf(const SolidBar& bar, const StructureCamera& camera, int width, int height);

/// For each of height × width pixels, rows from the top, the product over all strokes of 1 − opacity · coverage.
/// A stroke covers a pixel by the part of its width that lies in it; it hides where `depth` (rows from the bottom, as
/// OpenGL gives them; height × width) is smaller than its own. No product is below 1/1024.
/// `threads`: 0 for all; the result is the same for each.
std::vector<float> transmittance(const std::vector<Stroke>& strokes, const std::vector<float>& depth, int width,
                                 int height, int threads);

}  // namespace ui
