// What a picture of dynamic programming says about a cell in words: values, every way into it, the path.
#pragma once

#include <QString>
#include <vector>

#include "ui/views/base/View.h"
#include "ui/views/dp/DpPicture.h"

namespace ui {

/// For the inspector; one of the two positions may be missing. Empty outside of the matrix.
std::vector<ReadoutLine> readoutOf(const DpPicture& picture, DpCell cell);
/// One line; empty outside of the matrix.
QString statusOf(const DpPicture& picture, DpCell cell);

}  // namespace ui
