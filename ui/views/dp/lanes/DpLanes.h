// The vectorised recursion at one cell: eight templates side by side, one comparison after the other, and the byte that
// each lane keeps (engine/search/MATHEMATICS.md 1.1).
#pragma once

#include <QImage>
#include <QPainter>
#include <QString>
#include <memory>
#include <vector>

#include "engine/search/batch/LaneView.h"
#include "ui/look/Theme.h"

namespace ui {

class DpStepper;

/// Made once per alignment, on a worker.
struct LanePicture {
  std::shared_ptr<const engine::LaneMatrices> lanes;
  std::vector<QImage> images;  ///< by lane: MM, one pixel per cell, how far behind the best so far
};

LanePicture lanePicture(std::shared_ptr<const engine::LaneMatrices> lanes, const std::string& colorMapId);

/// Comparisons of a cell: five candidates of MM, one of each gap state.
inline constexpr int kLaneComparisons = 9;

struct LaneMoment {
  engine::Index i = 0, j = 0;
  int comparisons = kLaneComparisons;  ///< done so far in this cell
  const DpStepper* stepper = nullptr;  ///< null: everything is filled
};

/// Lowest height at which everything fits.
void paintLanes(QPainter& painter, const Theme& theme, const QRectF& area, const LanePicture& picture,
                const LaneMoment& moment);
/// Where the small matrix of a lane is.
QRectF laneMatrixArea(const Theme& theme, const QRectF& area, const LanePicture& picture, size_t lane);
/// The column of a lane from top to bottom; idle lanes are narrower.
QRectF laneArea(const Theme& theme, const QRectF& area, const LanePicture& picture, size_t lane);

}  // namespace ui
