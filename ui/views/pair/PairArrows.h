// The vectors of a pair as arrows: in the frames of the two residues, and in the world.
#pragma once

#include <QString>
#include <vector>

#include "engine/attention/geometric/GeometricPair.h"
#include "ui/scenes/structure/StructureCamera.h"
#include "ui/views/pair/PairLines.h"
#include "ui/views/pair/PairOptions.h"

namespace ui {

/// direction: an arrow. point: the way to a point. axis: of a frame, the part-th. ghost: a direction drawn at another
/// residue. gap: between two points. share: what flows from the key to the query, as broad as the weight.
enum class ArrowKind { direction, point, axis, ghost, gap, share };

struct PairArrow {
  ArrowKind kind = ArrowKind::direction;
  PairRole role = PairRole::none;
  engine::Vector3 from, to;  ///< Å
  QString label;
  int line = 0;       ///< of the algorithm that makes it
  int axis = 0;       ///< 0..2 of a frame's axis
  double share = 0;   ///< 0..1 of a share
};

/// Å that a direction of length 1 is drawn long: the longest of the pair's directions becomes kLongestDirection; 1
/// where all are zero.
double directionScale(const engine::GeometricPair& pair);
inline constexpr double kLongestDirection = 3, kAxisLength = 1.5;  // Å

/// In the frame of the query (its q's, and the output that comes back) or of the key (its k's and v).
std::vector<PairArrow> localArrows(const engine::GeometricPair& pair, bool isQuery);
/// In the world, Å.
std::vector<PairArrow> worldArrows(const engine::GeometricPair& pair, const PairNames& names);
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
