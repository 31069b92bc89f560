// Arrows of a pair: frames, which of them a line has made, and from where they are looked at.
#pragma once

#include <vector>

#include "ui/scenes/structure/StructureCamera.h"
#include "ui/views/pair/PairOptions.h"
#include "ui/views/pair/PairWalk.h"

namespace ui {

inline constexpr double kLongestDirection = 3, kAxisLength = 1.5;  // Å, as drawn

/// The axes of a frame, made by this line.
void addFrame(std::vector<PairArrow>& arrows, const engine::Frame& frame, int line);
/// What flows from the key to the query; nothing where they are one residue.
void addShare(std::vector<PairArrow>& arrows, const engine::FramedPair& pair, int line);
/// The way between two points, with its length.
PairArrow gapBetween(const engine::Vector3& from, const engine::Vector3& to, int line);

/// Those that the lines up to `line` have made, or all for 0.
std::vector<PairArrow> madeBy(std::vector<PairArrow> arrows, int line);

/// Looks along the last of `axes` (columns: right, up, towards the eye) from just far enough to see all points.
StructureCamera cameraAlong(const Eigen::Matrix3d& axes, const std::vector<engine::Vector3>& points, double aspect,
                            double margin);
/// Of the world: all arrows, turned as the options say.
StructureCamera worldCamera(const std::vector<PairArrow>& arrows, const PairOptions& options, double aspect);
/// Of a residue's own frame: x to the right, y up, z towards the reader.
StructureCamera localCamera(const std::vector<PairArrow>& arrows, double aspect);

}  // namespace ui
