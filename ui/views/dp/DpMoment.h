// What moves over a picture of dynamic programming: cells that are marked, how far it is filled, what has just changed.
#pragma once

#include <vector>

#include "ui/views/dp/DpPicture.h"
#include "ui/views/dp/DpPlayer.h"
#include "ui/views/dp/lanes/DpLanes.h"
#include "ui/views/dp/paths/DpPathText.h"

namespace ui {

struct DpMoment {
  DpCell cell;                         ///< told of: the one in work, else locked, else pointed at
  DpCell pointed, locked;              ///< marked while nothing is stepped through
  std::vector<DpCell> kept;            ///< put aside
  bool isHeld = false;                 ///< the cell stays when the pointer moves
  const DpStepper* stepper = nullptr;  ///< null: everything is filled
  int comparisons = kLaneComparisons;  ///< done in the cell in work
  PathFlash flash;                     ///< of the chosen path
  const LanePicture* lanes = nullptr;  ///< null: there are none of this alignment; empty: they are on their way
};

/// The texts below the planes: the chosen path, as far as it is traced, or the list of all.
PathTexts textsAt(const DpPicture& picture, const DpMoment& moment, const Theme& theme);

}  // namespace ui
