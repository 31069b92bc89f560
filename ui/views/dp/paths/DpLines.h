// Paths as lines over a plane.
#pragma once

#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/dp/DpPicture.h"

namespace ui {

/// From the lowest to the topmost: the path before knobs were turned, rivals, the chosen path. With a stepper (null:
/// everything is there) only the end of the chosen path that is traced. None over the posterior beside.
std::vector<MapLine> linesOver(const DpPicture& picture, int plane, const DpStepper* stepper, const Theme& theme);

}  // namespace ui
